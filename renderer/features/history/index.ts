import { lazyPage } from '#lib/lazy-page';

export { DevicePicker } from './device-picker';
export { ExportStatus } from './download/export-tracks';
export { FetchBar } from './download/fetch-bar';
export { historyPort } from './tracks/history-port';
export { TodaySummary } from './today-summary';
export { rangeOf, RangePicker } from './range-picker';
export { openHistory, openToday, useFetches, type ChosenDevice, type RangeChoice } from './store';

export const HistoryPage = lazyPage(async () => (await import('./history-page')).HistoryPage);
