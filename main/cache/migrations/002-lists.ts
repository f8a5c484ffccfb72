import type { DatabaseSync } from 'node:sqlite';

/** Whole lists by name (groups, users, countries, time zones, account), each one sealed body. */
export function up(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE lists (key TEXT PRIMARY KEY, body BLOB NOT NULL) STRICT;
  `);
}
