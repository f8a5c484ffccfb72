export { ActionBar } from './action-bar';
export { ExportMenu } from './export-menu';
export { ImportPage } from './import-page';
export { JobProgress } from './job-progress';
export { JobsPage } from './jobs-page';
export { allSelected, extended, nothingSelected, toggled, type Selection } from './selection';
export { selectionColumn } from './selection-column';
export { jobsMirror, openJob, planJob, useJobs } from './store';
export { useSelection, type TableSelection } from './use-selection';
