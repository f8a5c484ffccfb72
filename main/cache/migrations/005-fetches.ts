import type { DatabaseSync } from 'node:sqlite';

/** Fetches of history that are under way, so that one that was interrupted can be gone on with. */
export function up(database: DatabaseSync): void {
  database.exec('CREATE TABLE fetches (key TEXT PRIMARY KEY, body BLOB NOT NULL) STRICT');
}
