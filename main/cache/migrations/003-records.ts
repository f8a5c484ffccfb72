import type { DatabaseSync } from 'node:sqlite';

/**
 * What the person did and did not finish: drafts, the journal, attempts to create, bulk jobs and
 * their rows, warnings given, settings of the account. Keys are hidden ids, bodies are sealed; the
 * row numbers, which SQLite gives, keep the order in which records first came.
 */
export function up(database: DatabaseSync): void {
  const tables = ['drafts', 'journal', 'attempts', 'jobs', 'job_rows', 'warned', 'settings'];
  for (const table of tables) {
    database.exec(`CREATE TABLE ${table} (key TEXT PRIMARY KEY, body BLOB NOT NULL) STRICT`);
  }
}
