import { lazyPage } from '#lib/lazy-page';

export { JobProgress } from './job-progress';
export { BulkButtons } from './bulk-buttons';
export { runMessage } from './bulk-messages';
export {
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

export const JobsPage = lazyPage(async () => (await import('./jobs-page')).JobsPage);
export const JournalPage = lazyPage(async () => (await import('./journal-page')).JournalPage);
