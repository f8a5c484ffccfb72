export { reportMessages } from './messages';
export { ReportDialog } from './report-dialog';
export { reportStore } from './store';
