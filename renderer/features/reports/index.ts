export { ReportDialog } from './report-dialog';
export { reportMessages } from './report-messages';
