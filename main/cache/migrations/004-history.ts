import type { DatabaseSync } from 'node:sqlite';

/**
 * What was fetched of the logs of devices, by device and day: about each day in one table, its fixes
 * or alerts in the other, so that a list of days reads no fixes. Beside them which alerts were
 * acknowledged, and what was announced when.
 */
export function up(database: DatabaseSync): void {
  for (const table of ['history_days', 'history_bodies', 'acknowledged', 'announced']) {
    database.exec(`CREATE TABLE ${table} (key TEXT PRIMARY KEY, body BLOB NOT NULL) STRICT`);
  }
}
