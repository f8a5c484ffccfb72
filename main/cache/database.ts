import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { fail } from '#shared/fault';
import { migrations } from './migrations/migrations';
import type { KeyHeader, Sealer } from './seal';
import { DamagedError, storageFault } from './storage-errors';

/** "WYPT": distinguishes our files from other SQLite files. */
const applicationId = 0x57_59_50_54;

/** Runs `body` in one transaction and rolls back if it throws. */
export function inTransaction<T>(database: DatabaseSync, body: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = body();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // A full disk makes SQLite roll back by itself; a second ROLLBACK would hide the first error.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function pragma(database: DatabaseSync, name: string): number {
  const row = database.prepare(`PRAGMA ${name}`).get();
  return Number(row?.[name]);
}

/** Opens a file without locking or writing; changes still in its -wal are not visible. */
function connectReadOnly(file: string): DatabaseSync {
  const address = pathToFileURL(file);
  address.searchParams.set('immutable', '1');
  return new DatabaseSync(address, { readOnly: true });
}

/** SQLite's limit in bytes for a path, less the suffix of its side files; none on Windows. */
const longestPath = process.platform === 'win32' ? Infinity : 512 - '-journal'.length;

function connect(file: string | null): DatabaseSync {
  if (file !== null) {
    if (Buffer.byteLength(file) > longestPath) {
      // SQLite's own error would look like missing permissions.
      const detail = 'its path is longer than 500 bytes: a folder with a shorter one is needed';
      fail({ kind: 'storage', reason: 'unwritable', detail });
    }
    const stat = fs.statSync(file, { throwIfNoEntry: false });
    if (stat && !stat.isFile()) throw new DamagedError('not a file');
    fs.mkdirSync(path.dirname(file), { recursive: true });
    // SQLite gives its side files the mode of this one.
    if (!stat) fs.closeSync(fs.openSync(file, 'a', 0o600));
  }
  const database = new DatabaseSync(file ?? ':memory:', { timeout: 500 });
  try {
    // EXCLUSIVE: no second process, and no shared-memory file. NORMAL: see docs/decisions/0022.
    database.exec(`
      PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA temp_store = MEMORY;
      PRAGMA trusted_schema = OFF;
      PRAGMA cell_size_check = ON;
    `);
    // The first read also verifies that this is a database.
    pragma(database, 'schema_version');
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

function isEmpty(database: DatabaseSync): boolean {
  return database.prepare('SELECT count(*) AS n FROM sqlite_schema').get()?.n === 0;
}

function requireOurs(database: DatabaseSync): void {
  if (pragma(database, 'application_id') !== applicationId) {
    throw new DamagedError('not an offline copy of Waypost');
  }
}

function writeHeader(database: DatabaseSync, header: KeyHeader): void {
  database
    .prepare(
      `INSERT INTO header (id, key_kind, salt, file_id, key_check, digest) VALUES (1, ?, ?, ?, ?, ?)`,
    )
    .run(header.keyKind, header.salt, header.fileId, header.check, header.digest);
}

/** The key header as stored in the file; its digest is not checked here. */
export function readHeader(database: DatabaseSync): KeyHeader {
  const row = database.prepare('SELECT * FROM header WHERE id = 1').get();
  if (!row || (row.key_kind !== 'keychain' && row.key_kind !== 'passphrase')) {
    throw new DamagedError('no key header');
  }
  return {
    keyKind: row.key_kind,
    salt: row.salt as Uint8Array | null,
    fileId: row.file_id as Uint8Array,
    check: row.key_check as Uint8Array,
    digest: row.digest as Uint8Array,
  };
}

function peek(open: () => DatabaseSync): KeyHeader {
  const database = open();
  try {
    requireOurs(database);
    return readHeader(database);
  } finally {
    database.close();
  }
}

/** The key header of an existing file; null if there is none or it cannot be read. */
export function peekHeader(file: string): KeyHeader | null {
  if (!fs.statSync(file, { throwIfNoEntry: false })?.isFile()) return null;
  for (const open of [connect, connectReadOnly]) {
    try {
      return peek(() => open(file));
    } catch (error) {
      if (storageFault(error) === null) throw error;
    }
  }
  return null;
}

/** Opens an existing file of the newest schema without writing to it; throws as openDatabase. */
export function openReadOnly(file: string): DatabaseSync {
  const database = connectReadOnly(file);
  try {
    requireOurs(database);
    if (pragma(database, 'user_version') !== migrations.length) {
      throw new DamagedError('another schema');
    }
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function requireSealer(
  database: DatabaseSync,
  sealer: ((database: DatabaseSync) => Sealer) | undefined,
): Sealer {
  if (!sealer) throw new Error('this migration needs the key');
  return sealer(database);
}

/**
 * Opens a file (null: memory only), creates it if needed and migrates it to the newest schema.
 *
 * Throws DamagedError, SQLite's errors, or `storage/newer` before anything was written. `newHeader` is
 * called only for a new file, `sealer` only for a file whose bodies have to be re-encrypted.
 */
export function openDatabase(
  file: string | null,
  newHeader: () => KeyHeader,
  steps = migrations,
  sealer?: (database: DatabaseSync) => Sealer,
): DatabaseSync {
  const database = connect(file);
  try {
    const isNew = isEmpty(database);
    if (!isNew) requireOurs(database);
    const version = pragma(database, 'user_version');
    if (version > steps.length) fail({ kind: 'storage', reason: 'newer' });
    database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      PRAGMA wal_autocheckpoint = 4000;
      PRAGMA journal_size_limit = 16777216;
    `);
    if (isNew || version < steps.length) {
      inTransaction(database, () => {
        for (const up of steps.slice(version)) up(database, () => requireSealer(database, sealer));
        if (isNew) writeHeader(database, newHeader());
        database.exec(`
          PRAGMA application_id = ${applicationId};
          PRAGMA user_version = ${steps.length};
        `);
      });
    }
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
