import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { fail } from '#shared/fault';
import type { Part, RecordTable, Table } from './schema';
import {
  createSealer,
  isWholeHeader,
  newKeyHeader,
  opensHeader,
  type Sealer,
  relockedHeader,
  type KeyHeader,
} from './seal';
import { DamagedError, LostTransactionsError, storageFault } from './storage-errors';
import { pathToFileURL } from 'node:url';

export type Key = number | string;

/**
 * Encrypted bodies by table and key, in one SQLite file or in memory.
 *
 * Reads include staged bodies; `commit` writes them in one transaction. If that fails they stay staged
 * for the next commit.
 */
export interface Vault {
  /** null if there is none. Throws DamagedError if the body cannot be authenticated. */
  read(table: Table, key: Key): Buffer | null;
  /** Every committed body of a table, by key. */
  readAll(table: Table): Iterable<{ key: Key; plain: Buffer }>;
  /** Committed and staged keys in the order of insertion. */
  keys(table: Table): Key[];
  count(table: Table): number;
  /** Keys, newest first, after skipping `from`. */
  newestKeys(table: Table, from: number, limit: number): Key[];
  /** The key of a record in this file. */
  hide(table: RecordTable, id: string): string;
  /** null removes the body. */
  stage(table: Table, key: Key, plain: Uint8Array | null): void;
  /** Stages the body only if it differs; returns whether it did. */
  stageIfChanged(table: Table, key: Key, plain: Uint8Array): boolean;
  /** `survivesPowerCut` waits for the disk: for data that no service can send again. */
  commit(survivesPowerCut?: boolean): void;
  /** Staged bodies that are not committed yet; null: to be removed. */
  staged(): StagedBody[];
  /** Reads everything; throws DamagedError or SQLite's errors if a part of it cannot be read. */
  verify(): void;
  /** Changes from what the key is made: from this salt and a passphrase, or null: it is in the keychain. */
  relock(salt: Uint8Array | null): void;
  /** Writes what is committed into a new file. */
  copyTo(file: string): void;
  close(): void;
}

export interface StagedBody {
  table: Table;
  key: Key;
  plain: Uint8Array | null;
}

/** A body with its table and key in the file it comes from. */
export interface Body extends StagedBody {
  plain: Uint8Array;
}

/** The vault of a closed cache: empty, and it ignores writes of late answers. */
export const closedVault: Vault = {
  read: () => null,
  readAll: () => [],
  keys: () => [],
  count: () => 0,
  newestKeys: () => [],
  hide: () => '',
  stage: () => undefined,
  stageIfChanged: () => false,
  commit: () => undefined,
  staged: () => [],
  verify: () => undefined,
  relock: () => undefined,
  copyTo: () => undefined,
  close: () => undefined,
};

export interface VaultOptions {
  /** null: memory only. */
  file: string | null;
  key: Uint8Array;
  /** Set if the key was derived from a passphrase. */
  passphraseSalt?: Uint8Array | undefined;
}

interface Statements {
  one: StatementSync;
  all: StatementSync;
  keys: StatementSync;
  newest: StatementSync;
  count: StatementSync;
  put: StatementSync;
  remove: StatementSync;
}

function statementsOf(database: DatabaseSync, tables: readonly Table[]): Record<Table, Statements> {
  const prepared = tables.map((table): [Table, Statements] => [
    table,
    {
      one: database.prepare(`SELECT body FROM ${table} WHERE key = ?`),
      all: database.prepare(`SELECT key, body FROM ${table} ORDER BY key`),
      keys: database.prepare(`SELECT key FROM ${table} ORDER BY rowid`),
      newest: database.prepare(`SELECT key FROM ${table} ORDER BY rowid DESC LIMIT ? OFFSET ?`),
      count: database.prepare(`SELECT count(*) AS n FROM ${table}`),
      remove: database.prepare(`DELETE FROM ${table} WHERE key = ?`),
      put: database.prepare(
        `INSERT INTO ${table} (key, body) VALUES (?, ?)
         ON CONFLICT (key) DO UPDATE SET body = excluded.body`,
      ),
    },
  ]);
  return Object.fromEntries(prepared) as Record<Table, Statements>;
}

/** The sealer of a file; throws as openVault if the key is another one. */
function sealerOf(database: DatabaseSync, key: Uint8Array): Sealer {
  const header = readHeader(database);
  if (!isWholeHeader(header)) throw new DamagedError('the key header is damaged');
  const sealer = createSealer(key, header.fileId);
  if (opensHeader(sealer, header)) return sealer;
  if (header.keyKind === 'passphrase') fail({ kind: 'storage', reason: 'passphrase' });
  // The keychain lost the key, so the file can never be read again.
  throw new DamagedError('sealed with another key');
}

/**
 * Opens or creates the vault of a file. Throws DamagedError, SQLite's errors (see storageFault), or
 * `storage/passphrase` if the file needs another passphrase.
 */
export function openVault(part: Part, { file, key, passphraseSalt }: VaultOptions): Vault {
  const newHeader = () => newKeyHeader(key, passphraseSalt ?? null);
  return unlocked(part, openDatabase(part, { file, newHeader }), key);
}

/** Opens the vault of a file that cannot be written, for reading; throws as openVault. */
export function openVaultReadOnly(part: Part, file: string, key: Uint8Array): Vault {
  return unlocked(part, openReadOnly(part, file), key);
}

function unlocked(part: Part, database: DatabaseSync, key: Uint8Array): Vault {
  try {
    return vaultOver(part, database, sealerOf(database, key));
  } catch (error) {
    database.close();
    throw error;
  }
}

export function vaultOver(part: Part, database: DatabaseSync, sealer: Sealer): Vault {
  const { tables } = part;
  const statements = statementsOf(database, tables);
  const staged = new Map<Table, Map<Key, Uint8Array | null>>(
    tables.map((table) => [table, new Map()]),
  );

  function opened(table: Table, key: Key, body: unknown): Buffer {
    const plain = sealer.open({ table, key }, body as Uint8Array);
    if (!plain) throw new DamagedError(`${table}: a body does not open`);
    return plain;
  }

  function read(table: Table, key: Key): Buffer | null {
    const pending = staged.get(table)?.get(key);
    if (pending === null) return null;
    if (pending) return Buffer.from(pending.buffer, pending.byteOffset, pending.byteLength);
    const row = statements[table].one.get(key);
    return row ? opened(table, key, row.body) : null;
  }

  function stage(table: Table, key: Key, plain: Uint8Array | null): void {
    staged.get(table)?.set(key, plain);
  }

  function keys(table: Table): Key[] {
    const all = new Set(statements[table].keys.all().map((row) => row.key as Key));
    for (const [key, plain] of staged.get(table) ?? []) {
      if (plain) all.add(key);
      else all.delete(key);
    }
    return [...all];
  }

  const isUnstaged = (table: Table) => staged.get(table)?.size === 0;

  function* readAll(table: Table) {
    for (const row of statements[table].all.iterate()) {
      const key = row.key as Key;
      yield { key, plain: opened(table, key, row.body) };
    }
  }

  return {
    read,
    readAll,
    keys,
    count: (table) =>
      isUnstaged(table) ? Number(statements[table].count.get()?.n) : keys(table).length,
    newestKeys: (table, from, limit) =>
      isUnstaged(table)
        ? statements[table].newest.all(limit, from).map((row) => row.key as Key)
        : keys(table)
            .toReversed()
            .slice(from, from + limit),
    hide: (table, id) => sealer.hide(table, id),
    stage,
    stageIfChanged(table, key, plain) {
      if (read(table, key)?.equals(plain)) return false;
      stage(table, key, plain);
      return true;
    },
    commit(survivesPowerCut = false) {
      if (survivesPowerCut) database.exec('PRAGMA synchronous = FULL');
      try {
        inTransaction(database, () => {
          for (const [table, bodies] of staged) {
            const { put, remove } = statements[table];
            for (const [key, plain] of bodies) {
              if (plain) put.run(key, sealer.seal({ table, key }, plain));
              else remove.run(key);
            }
          }
        });
      } finally {
        if (survivesPowerCut) database.exec('PRAGMA synchronous = NORMAL');
      }
      for (const bodies of staged.values()) bodies.clear();
    },
    staged: () =>
      [...staged].flatMap(([table, bodies]) =>
        Array.from(bodies, ([key, plain]) => ({ table, key, plain })),
      ),
    verify() {
      requireIntact(database);
      for (const table of tables) Array.from(readAll(table), ({ key }) => key);
    },
    relock: (salt) => relock(database, salt),
    copyTo: (file) => void database.prepare('VACUUM INTO ?').run(file),
    close: () => database.close(),
  };
}

interface DatabaseOptions {
  /** null: memory only. */
  file: string | null;
  /** Called only for a new file. */
  newHeader: () => KeyHeader;
}

/** Opens a file, or creates it. Throws DamagedError or SQLite's errors. */
export function openDatabase(part: Part, { file, newHeader }: DatabaseOptions): DatabaseSync {
  const log = file === null ? null : readWriteAheadLog(file);
  const database = connect(file);
  try {
    const isNew = isEmpty(database);
    if (!isNew) requireOurs(part, database);
    // 250 pages: the commit that writes the log back waits for the disk, see docs/decisions/0018-encrypted-copy.md.
    database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      PRAGMA wal_autocheckpoint = 250;
      PRAGMA journal_size_limit = 16777216;
    `);
    if (isNew) create(part, database, newHeader());
    else {
      requireWholeLog(database, log?.committed ?? 0);
      if (part.additions) database.exec(part.additions);
    }
    return database;
  } catch (error) {
    database.close();
    // SQLite has removed the log, which is kept with the damaged file.
    if (log && error instanceof LostTransactionsError) fs.writeFileSync(`${file}-wal`, log.bytes);
    throw error;
  }
}

function create(part: Part, database: DatabaseSync, header: KeyHeader): void {
  inTransaction(database, () => {
    database.exec(part.schema);
    writeHeader(database, header);
    database.exec(`
      PRAGMA application_id = ${part.applicationId};
      PRAGMA user_version = ${part.version};
    `);
  });
}

function writeHeader(database: DatabaseSync, header: KeyHeader): void {
  database
    .prepare(
      `INSERT OR REPLACE INTO header (id, key_kind, salt, file_id, key_check, digest)
       VALUES (1, ?, ?, ?, ?, ?)`,
    )
    .run(header.keyKind, header.salt, header.fileId, header.check, header.digest);
}

/** Changes from what the key of a file is made, and waits for the disk. */
export function relock(database: DatabaseSync, salt: Uint8Array | null): void {
  database.exec('PRAGMA synchronous = FULL');
  try {
    writeHeader(database, relockedHeader(readHeader(database), salt));
  } finally {
    database.exec('PRAGMA synchronous = NORMAL');
  }
}

/** The same of a file that is not open. */
export function relockFile(file: string, salt: Uint8Array | null): void {
  const database = connect(file);
  try {
    relock(database, salt);
  } finally {
    database.close();
  }
}

/** SQLite drops what follows a damaged place in its log without an error. */
function requireWholeLog(database: DatabaseSync, committed: number): void {
  if (committed === 0) return;
  const { log } = database.prepare('PRAGMA wal_checkpoint(PASSIVE)').get() ?? {};
  if (Number(log) < committed) throw new LostTransactionsError();
}

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

/** Opens an existing file without writing to it; throws as openDatabase. */
export function openReadOnly(part: Part, file: string): DatabaseSync {
  const database = connectReadOnly(file);
  try {
    requireOurs(part, database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
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
    // EXCLUSIVE: no second process, and no shared-memory file. NORMAL: see docs/decisions/0018-encrypted-copy.md.
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

/** Throws DamagedError if this is not this part of an account, in this version. */
export function requireOurs(part: Part, database: DatabaseSync): void {
  if (pragma(database, 'application_id') !== part.applicationId) {
    throw new DamagedError(`not a ${part.name} file of Waypost`);
  }
  const version = pragma(database, 'user_version');
  if (version !== part.version) {
    throw new DamagedError(`a ${part.name} file of schema ${version}`, 'otherVersion');
  }
}

/** Throws DamagedError if SQLite finds damage in the structure of the file, or of one table. */
export function requireIntact(database: DatabaseSync, table?: string): void {
  const check = database.prepare(`PRAGMA integrity_check(${table ?? 1})`);
  const [found] = Object.values(check.get() ?? {});
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
 * Reads an existing file; null if there is none or it cannot be read. `withLog` includes what is only in
 * its write-ahead log, and then SQLite removes the log; else the file is not changed if it can be read so.
 */
export function peek<T>(
  file: string,
  read: (database: DatabaseSync) => T,
  { withLog }: { withLog: boolean },
): T | null {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  if (!stat?.isFile() || stat.size === 0) return null;
  for (const open of withLog ? [connect, connectReadOnly] : [connectReadOnly, connect]) {
    try {
      const database = open(file);
      try {
        return read(database);
      } finally {
        database.close();
      }
    } catch (error) {
      if (storageFault(error) === null) throw error;
    }
  }
  return null;
}

// The file format of SQLite, section 4.
const headerBytes = 32;
const frameHeaderBytes = 24;
const saltsInHeader = 16;
const saltsInFrame = 8;

/** The write-ahead log of a database before SQLite opens it. */
interface WriteAheadLog {
  bytes: Buffer;
  /** How many pages it has up to the end of its last transaction. */
  committed: number;
}

function readWriteAheadLog(file: string): WriteAheadLog {
  const bytes = readIfThere(`${file}-wal`);
  if (bytes.length < headerBytes) return { bytes, committed: 0 };
  const frameBytes = frameHeaderBytes + bytes.readUInt32BE(8);
  // Pages of before the log was last written back have other salts.
  const salts = bytes.subarray(saltsInHeader, saltsInHeader + 8);
  let committed = 0;
  let frames = 0;
  for (let at = headerBytes; at + frameBytes <= bytes.length; at += frameBytes) {
    frames += 1;
    const isCurrent = bytes.subarray(at + saltsInFrame, at + saltsInFrame + 8).equals(salts);
    const endsTransaction = bytes.readUInt32BE(at + 4) !== 0;
    if (isCurrent && endsTransaction) committed = frames;
  }
  return { bytes, committed };
}

function readIfThere(file: string): Buffer {
  try {
    return fs.readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}
