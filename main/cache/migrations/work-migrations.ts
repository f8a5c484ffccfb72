import type { DatabaseSync } from 'node:sqlite';
import { createRecordTables, headerColumns, type Migration } from './migrations';

/** As they were when the first step was released. */
const tables = [
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
];

/**
 * Records that the service cannot send again. The key header is stored twice, on different pages,
 * because nothing can be read without it. `inventory` has the number of records in each table, so that
 * after damage it is known how many are missing; `control` is its negative, to notice damage there.
 */
function work(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE header (${headerColumns}) STRICT;
    CREATE TABLE header_copy (${headerColumns}) STRICT;
    CREATE TABLE inventory (name TEXT PRIMARY KEY, n INTEGER NOT NULL, control INTEGER NOT NULL)
      STRICT;
  `);
  addTables(database, tables);
}

/** Tables of records that the inventory counts. */
function addTables(database: DatabaseSync, names: readonly string[]): void {
  createRecordTables(database, names);
  for (const table of names) {
    database.exec(`
      INSERT INTO inventory (name, n, control) VALUES ('${table}', 0, 0);
      CREATE TRIGGER ${table}_added AFTER INSERT ON ${table} BEGIN
        UPDATE inventory SET n = n + 1, control = control - 1 WHERE name = '${table}';
      END;
      CREATE TRIGGER ${table}_removed AFTER DELETE ON ${table} BEGIN
        UPDATE inventory SET n = n - 1, control = control + 1 WHERE name = '${table}';
      END;
    `);
  }
}

/** The user's notes on devices. */
function notes(database: DatabaseSync): void {
  addTables(database, ['notes']);
}

/** Steps of the schema of the work file in order; released steps never change. */
export const workMigrations: readonly Migration[] = [work, notes];
