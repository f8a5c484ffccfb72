/** The tables of encrypted bodies and the layout version of each; a new layout needs a migration. */
export const formats = {
  fleet: 1,
  device_columns: 1,
  fix_columns: 2,
  device_records: 1,
  fix_records: 1,
  lists: 1,
  drafts: 1,
  journal: 1,
  attempts: 1,
  jobs: 1,
  job_rows: 1,
  warned: 1,
  settings: 1,
  history_days: 1,
  history_bodies: 1,
  acknowledged: 1,
  announced: 1,
  fetches: 1,
  notes: 1,
} as const;
export type Table = keyof typeof formats;

/** What the service can send again. */
export const copyTables = [
  'fleet',
  'device_columns',
  'fix_columns',
  'device_records',
  'fix_records',
  'lists',
  'history_days',
  'history_bodies',
] as const satisfies readonly Table[];

/** What only this computer has. */
export const workTables = [
  'drafts',
  'journal',
  'attempts',
  'jobs',
  'job_rows',
  'warned',
  'settings',
  'acknowledged',
  'announced',
  'fetches',
  'notes',
] as const satisfies readonly Table[];
export type WorkTable = (typeof workTables)[number];

/** Tables of records by id. Their keys are hidden ids, which differ by file. */
export const recordTables = [
  ...workTables,
  'history_days',
  'history_bodies',
] as const satisfies readonly Table[];
export type RecordTable = (typeof recordTables)[number];
