export { ActionBar } from './action-bar';
export { JobProgress } from './job-progress';
export { JobsPage } from './jobs-page';
export { allSelected, extended, nothingSelected, toggled, type Selection } from './selection';
export { selectionColumn } from './selection-column';
export { jobsMirror, openJob, planJob, planUndoOfEntries, useJobs } from './store';
export { usePagedSelection } from './use-paged-selection';
export { useSelection, type TableSelection } from './use-selection';
