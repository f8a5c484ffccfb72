import type { DatabaseSync } from 'node:sqlite';
import type { Sealer } from '../seal';
import { addPositionTimes } from './position-times';

/** One row, in clear: how to make the key, never the key. See KeyHeader in seal.ts. */
export const headerColumns = `
      id INTEGER PRIMARY KEY CHECK (id = 1),
      key_kind TEXT NOT NULL,
      salt BLOB,
      file_id BLOB NOT NULL,
      key_check BLOB NOT NULL,
      digest BLOB NOT NULL
    `;

/** The key is a hashed id; the row number keeps the order of insertion. */
export function createRecordTables(database: DatabaseSync, tables: readonly string[]): void {
  for (const table of tables) {
    database.exec(`CREATE TABLE ${table} (key TEXT PRIMARY KEY, body BLOB NOT NULL) STRICT`);
  }
}

/** The fleet: devices, their last fixes, and the records of both. */
function fleet(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE header (${headerColumns}) STRICT;

    -- Every body below is sealed for its table and key. Row 0: number of devices, age of the list.
    CREATE TABLE fleet (key INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT;
    -- Chunks of columns, key is the chunk's number: all that a start reads.
    CREATE TABLE device_columns (key INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT;
    CREATE TABLE fix_columns (key INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT;
    -- Device records with their JSON as it came, in chunks: they change with the list only.
    CREATE TABLE device_records (key INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT;
    -- Fix records with their JSON as it came, key is the slot: each changes on its own.
    CREATE TABLE fix_records (key INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT;
  `);
}

/** Lists by name (groups, users, countries, time zones, account), each one body. */
function lists(database: DatabaseSync): void {
  createRecordTables(database, ['lists']);
}

/** Drafts, the journal, attempts to create, jobs and their rows, warnings, account settings. */
function records(database: DatabaseSync): void {
  createRecordTables(database, [
    'drafts',
    'journal',
    'attempts',
    'jobs',
    'job_rows',
    'warned',
    'settings',
  ]);
}

/**
 * Downloaded logs by device and day. The records are apart from the description of each day, so that
 * listing days reads none. Also acknowledged alerts and the last notifications.
 */
function history(database: DatabaseSync): void {
  createRecordTables(database, ['history_days', 'history_bodies', 'acknowledged', 'announced']);
}

/** Unfinished downloads. */
function fetches(database: DatabaseSync): void {
  createRecordTables(database, ['fetches']);
}

/**
 * Drafts, journal, jobs and everything else that the service cannot send again are in the work file.
 * The step runs only once they are there; see recovery.ts.
 */
function dropRecords(database: DatabaseSync): void {
  for (const table of [
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
  ]) {
    database.exec(`DROP TABLE IF EXISTS ${table}`);
  }
}

/** One step; `sealer` gives the sealer of the file, for steps that re-encrypt bodies. */
export type Migration = (database: DatabaseSync, sealer: () => Sealer) => void;

/** Steps of the schema in order; step n leads to schema n + 1. Released steps never change. */
export const migrations: readonly Migration[] = [
  fleet,
  lists,
  records,
  history,
  fetches,
  addPositionTimes,
  dropRecords,
];

/** The last schema in which the records were in this file. */
export const lastSchemaWithRecords = 6;
