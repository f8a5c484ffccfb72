export { ReportDialog, reportStore } from './report-dialog';
export { reportMessages } from './report-messages';
