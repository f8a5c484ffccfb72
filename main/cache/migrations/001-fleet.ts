import type { DatabaseSync } from 'node:sqlite';

/** The fleet: who the devices are, where they were last, and both records for the details. */
export function up(database: DatabaseSync): void {
  database.exec(`
    -- One row, in clear: how to make the key, never the key. See KeyHeader in seal.ts.
    CREATE TABLE header (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      key_kind TEXT NOT NULL,
      salt BLOB,
      file_id BLOB NOT NULL,
      key_check BLOB NOT NULL,
      digest BLOB NOT NULL
    ) STRICT;

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
