import { lazyPage } from '#lib/lazy-page';

export { ActionBar } from './action-bar';
export { JobProgress } from './job-progress';
export { allSelected, extended, nothingSelected, toggled, type Selection } from './selection';
export { selectionColumn } from './selection-column';
export { BulkButtons } from './bulk-buttons';
export { runMessage } from './bulk-messages';
export {
  bulkDialog,
  planAndRun,
  planJob,
  planUndoOfEntries,
  showImportInDialog,
  showInDialog,
  type ImportOfJob,
  type PlanRequest,
} from './bulk-runs';
export { JobDialog } from './job-dialog';
export { jobsMirror, openJob, useJobs, useRunningJobs } from './store';
export { usePagedSelection } from './use-paged-selection';
export { useSelection, type TableSelection } from './use-selection';

export const JobsPage = lazyPage(async () => (await import('./jobs-page')).JobsPage);
