import path from 'node:path';

/** The tables of what the service can send again, and of captures. Each has encrypted bodies by key. */
const copyTables = [
  'fleet',
  'device_columns',
  'fix_columns',
  'device_records',
  'fix_records',
  'lists',
  'history_days',
  'history_bodies',
  'captures',
] as const;

/** The tables of what only this computer has. */
export const workTables = [
  'drafts',
  'journal',
  'intents',
  'jobs',
  'job_rows',
  'warned',
  'settings',
  'acknowledged',
  'announced',
  'fetches',
  'notes',
  'places',
  'place_rules',
  'place_events',
  'place_presences',
] as const;
export type WorkTable = (typeof workTables)[number];
export type Table = (typeof copyTables)[number] | WorkTable;

/** Tables of records by id. Their keys are hidden ids, which differ by file. */
export const recordTables = [
  ...workTables,
  'history_days',
  'history_bodies',
  'captures',
] as const satisfies readonly Table[];
export type RecordTable = (typeof recordTables)[number];

/** One of the two files of an account. */
export interface Part {
  name: 'copy' | 'work';
  /** Of its tables and of the bodies in them. A file of another version is set aside. */
  version: number;
  /** Distinguishes the file from other SQLite files and from the other part. */
  applicationId: number;
  tables: readonly Table[];
  /** SQL that creates the tables. */
  schema: string;
  /** SQL that adds the tables that files of this version may lack. */
  additions?: string;
}

/** One row, in clear: how to make the key, never the key. See KeyHeader in seal.ts. */
const header = `
  CREATE TABLE header (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    key_kind TEXT NOT NULL,
    salt BLOB,
    file_id BLOB NOT NULL,
    key_check BLOB NOT NULL,
    digest BLOB NOT NULL
  ) STRICT;
`;

/** The key is a hashed id or a name; the row number keeps the order of insertion. */
const keyedTables = (tables: readonly Table[]) =>
  tables
    .map(
      (table) =>
        `CREATE TABLE IF NOT EXISTS ${table} (key TEXT PRIMARY KEY, body BLOB NOT NULL) STRICT;`,
    )
    .join('\n');

/** What the service can send again: fleet, lists, history; and captures of the fleet. */
export const copyPart: Part = {
  name: 'copy',
  version: 1,
  /** "WYPT" */
  applicationId: 0x57_59_50_54,
  tables: copyTables,
  schema: `
    ${header}
    -- Row 0: number of devices, age of the list.
    CREATE TABLE fleet (key INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT;
    -- Chunks of columns, key is the chunk's number: all that a start reads.
    CREATE TABLE device_columns (key INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT;
    CREATE TABLE fix_columns (key INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT;
    -- Device records with their JSON as it came, in chunks: they change with the list only.
    CREATE TABLE device_records (key INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT;
    -- Fix records with their JSON as it came, key is the slot: each changes on its own.
    CREATE TABLE fix_records (key INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT;
    -- Lists by name. The days of history are described apart from their records, so that listing days
    -- reads none. Captures of the fleet are here and not in the work file, whose backups they would fill.
    ${keyedTables(['lists', 'history_days', 'history_bodies', 'captures'])}
  `,
};

/** What only this computer has: drafts, journal, jobs, acknowledgements, notes, places and their rules. */
export const workPart: Part = {
  name: 'work',
  version: 1,
  /** "WYPW" */
  applicationId: 0x57_59_50_57,
  tables: workTables,
  schema: header + keyedTables(workTables),
  additions: keyedTables(['places', 'place_rules', 'place_events', 'place_presences']),
};

/** The file of the user's own work, beside the offline copy of the same account. */
export function workFileOf(copyFile: string): string {
  const { dir, name, ext } = path.parse(copyFile);
  return path.join(dir, `${name}.work${ext}`);
}
