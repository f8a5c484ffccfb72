import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { fail } from '#shared/fault';
import type { Part } from './parts';
import type { KeyHeader, Sealer } from './seal';
import { DamagedError, storageFault } from './storage-errors';

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

function requireOurs(part: Part, database: DatabaseSync): void {
  if (pragma(database, 'application_id') !== part.applicationId) {
    throw new DamagedError(`not a ${part.name} file of Waypost`);
  }
}

function writeHeader(part: Part, database: DatabaseSync, header: KeyHeader): void {
  for (const table of part.headerTables) {
    database
      .prepare(
        `INSERT INTO ${table} (id, key_kind, salt, file_id, key_check, digest)
         VALUES (1, ?, ?, ?, ?, ?)`,
      )
      .run(header.keyKind, header.salt, header.fileId, header.check, header.digest);
  }
}

/** The number of records that a table should have; NaN if it is not known. */
export function inventoryOf(database: DatabaseSync, table: string): number {
  const row = database.prepare('SELECT n, control FROM inventory WHERE name = ?').get(table);
  const n = Number(row?.n);
  return n + Number(row?.control) === 0 ? n : Number.NaN;
}

/** Throws DamagedError if SQLite finds damage in the structure of the file. */
export function requireIntact(database: DatabaseSync): void {
  const [found] = Object.values(database.prepare('PRAGMA integrity_check(1)').get() ?? {});
  if (found !== 'ok') throw new DamagedError('the structure of the file is damaged');
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

/**
 * Reads an existing file, without changing it if it cannot be locked; null if there is none or it cannot
 * be read.
 */
export function peek<T>(
  part: Part,
  file: string,
  read: (database: DatabaseSync, schema: number) => T,
): T | null {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  if (!stat?.isFile() || stat.size === 0) return null;
  for (const open of [connect, connectReadOnly]) {
    try {
      const database = open(file);
      try {
        requireOurs(part, database);
        return read(database, pragma(database, 'user_version'));
      } finally {
        database.close();
      }
    } catch (error) {
      if (storageFault(error) === null) throw error;
    }
  }
  return null;
}

/** Opens an existing file of a schema with the same tables without writing to it; throws as openDatabase. */
export function openReadOnly(part: Part, file: string): DatabaseSync {
  const database = connectReadOnly(file);
  try {
    requireOurs(part, database);
    const version = pragma(database, 'user_version');
    if (version < part.firstReadable || version > part.migrations.length) {
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

export interface DatabaseOptions {
  /** null: memory only. */
  file: string | null;
  /** Called only for a new file. */
  newHeader: () => KeyHeader;
  /** The migrations to run, if not all of the part. */
  steps?: Part['migrations'];
  /** Called only for a file whose bodies have to be re-encrypted. */
  sealer?: (database: DatabaseSync) => Sealer;
}

/**
 * Opens a file, creates it if needed and migrates it to the newest schema. Throws DamagedError, SQLite's
 * errors, or `storage/newer` before anything was written.
 */
export function openDatabase(part: Part, options: DatabaseOptions): DatabaseSync {
  const { steps = part.migrations } = options;
  const database = connect(options.file);
  try {
    const isNew = isEmpty(database);
    if (!isNew) requireOurs(part, database);
    const version = pragma(database, 'user_version');
    if (version > part.migrations.length) fail({ kind: 'storage', reason: 'newer' });
    // 250 pages: the commit that writes the log back waits for the disk, see docs/decisions/0158.
    database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      PRAGMA wal_autocheckpoint = 250;
      PRAGMA journal_size_limit = 16777216;
      PRAGMA secure_delete = ${part.isErasing ? 'ON' : 'OFF'};
    `);
    if (isNew || version < steps.length) {
      inTransaction(database, () => {
        for (const up of steps.slice(version)) {
          up(database, () => requireSealer(database, options.sealer));
        }
        if (isNew) writeHeader(part, database, options.newHeader());
        database.exec(`
          PRAGMA application_id = ${part.applicationId};
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
