import { lazyPage } from '#lib/lazy-page';

export { ExportStatus } from './export-tracks';
export { FetchBar } from './fetch-bar';
export { TodaySummary } from './today-summary';
export { askForReport, closeReport, shownInHistory, useReportRequest } from './history-store';
export type { ReportRequest } from './history-store';
export { arrivalText, departureText, lengthText } from './visit-times';
export { RangePicker } from './range-picker';
export { rangeOf, type Days, type RangeChoice } from './ranges';
export { openHistory, openDay, useFetches } from './history-store';

export const HistoryPage = lazyPage(async () => (await import('./history-page')).HistoryPage);
