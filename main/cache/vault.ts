import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { fail } from '#shared/fault';
import {
  inTransaction,
  openDatabase,
  openReadOnly,
  readHeader,
  relock,
  requireIntact,
} from './database';
import type { Part, RecordTable, Table } from './schema';
import { createSealer, isWholeHeader, newKeyHeader, opensHeader, type Sealer } from './seal';
import { DamagedError } from './storage-errors';

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
