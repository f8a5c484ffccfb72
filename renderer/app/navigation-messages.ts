import type { Format } from '#lib/format';
import type { Route } from './routes';

export const pageNames: Record<Route, string> = {
  fleet: 'Fleet',
  history: 'History',
  alerts: 'Alerts',
  groups: 'Groups',
  users: 'Users',
  limits: 'Limits',
  expiry: 'Expiry',
  jobs: 'Jobs',
  import: 'Import',
  submit: 'Submit',
  journal: 'Journal',
  settings: 'Settings',
};

/** Jobs and journal are the tabs of one entry. */
export const activityName = 'Activity';

/** The description of a link with a badge. */
export function draftsNote(drafts: number, { counted }: Format): string {
  return `${counted(drafts, 'draft')} with unsaved changes`;
}

export function runningJobsNote(jobs: number, { count }: Format): string {
  return jobs === 1 ? 'A job is running' : `${count(jobs)} jobs are running`;
}

/** Actions that the search of the header finds, beside those of the features. */
export const actionNames = { exportFleet: 'Export', addMap: 'Add offline map…' };
