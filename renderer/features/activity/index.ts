import { lazyPage } from '#lib/lazy-page';

export { JobDialog } from './job-dialog';
export { JobProgress } from './job-dialog';
export {
  jobsMirror,
  planAndRun,
  planJob,
  showImportInDialog,
  showInDialog,
  useJobs,
  useRunningJobs,
  type ImportOfJob,
  type PlanRequest,
} from './jobs';

export const JobsPage = lazyPage(async () => (await import('./jobs-page')).JobsPage);
export const JournalPage = lazyPage(async () => (await import('./journal-page')).JournalPage);
