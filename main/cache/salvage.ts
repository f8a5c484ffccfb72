import type { DatabaseSync } from 'node:sqlite';
import type { WorkDamage, WorkKind } from '#shared/fault';
import { peek, readHeader } from './database';
import { copyPart } from './parts';
import { readRawPages } from './raw/pages';
import { rawRows, type RawValue } from './raw/rows';
import { idOfRecord } from './records';
import { createSealer, isWholeHeader, opensHeader, type KeyHeader, type Sealer } from './seal';
import { requireStorageFault, storageFault } from './storage-errors';
import { formats, recordTables, workTables, type Table, type WorkTable } from './tables';
import { sealerOf, type Key, type StagedBody, type Vault } from './vault';

/** A body with its table and key in the file it comes from. */
export interface SalvagedBody {
  table: Table;
  key: Key;
  plain: Uint8Array;
}

/** Stages bodies of another file. Records get new keys, since hidden ids differ by file. */
export function restage(vault: Vault, bodies: readonly SalvagedBody[]): void {
  for (const { table, key, plain } of bodies) {
    const recordTable = recordTables.find((each) => each === table);
    const newKey = recordTable ? vault.hide(recordTable, idOfRecord(Buffer.from(plain))) : key;
    vault.stage(table, newKey, plain);
  }
}

/** Every body of an open vault that can still be read, staged ones included. */
export function salvageVault(vault: Vault, tables: readonly Table[]): SalvagedBody[] {
  const bodies: SalvagedBody[] = [];
  const attempt = (read: () => void) => {
    try {
      read();
    } catch (error) {
      requireStorageFault(error);
    }
  };
  for (const table of tables) {
    attempt(() => {
      for (const key of vault.keys(table)) {
        attempt(() => {
          const plain = vault.read(table, key);
          if (plain) bodies.push({ table, key, plain });
        });
      }
    });
  }
  return bodies;
}

/** Bodies of a file with what was staged for it but not committed. */
export function withStaged(
  bodies: readonly SalvagedBody[],
  staged: readonly StagedBody[],
): SalvagedBody[] {
  const nameOf = ({ table, key }: { table: Table; key: Key }) => `${table}\n${key}`;
  const all = new Map(bodies.map((body) => [nameOf(body), body]));
  for (const { table, key, plain } of staged) {
    const name = nameOf({ table, key });
    if (plain) all.set(name, { table, key, plain });
    else all.delete(name);
  }
  return [...all.values()];
}

/** What could be read of a damaged work file. */
export interface SalvagedWork {
  /** In the order of insertion. */
  bodies: SalvagedBody[];
  /** The number of records that each table had; absent if it is not known. */
  stored: ReadonlyMap<string, number>;
}

/** Finds every record in the bytes of a work file, whatever of its structure is damaged. */
export function salvageWork(file: string, key: Uint8Array): SalvagedWork {
  const candidates: { rowid: number; key: string; body: Buffer }[] = [];
  const stored = new Map<string, number>();
  let header: KeyHeader | null = null;
  for (const { rowid, values } of rawRows(readRawPages(file))) {
    const [first, second, third] = values;
    header ??= headerIn(values);
    if (typeof first !== 'string') continue;
    if (values.length === 2 && Buffer.isBuffer(second)) {
      candidates.push({ rowid, key: first, body: second });
    } else if (values.length === 3 && typeof second === 'number' && second + Number(third) === 0) {
      stored.set(first, second);
    }
  }
  const sealer = header && createSealer(key, header.fileId);
  if (!header || !sealer || !opensHeader(sealer, header)) return { bodies: [], stored };
  const found = new Map<string, SalvagedBody & { rowid: number }>();
  let last: WorkTable = workTables[0];
  for (const { rowid, key: recordKey, body } of candidates) {
    // Rows of one page belong to one table, so the last one is tried first.
    const order: WorkTable[] = [last, ...workTables];
    for (const table of order) {
      const plain = sealer.open({ table, format: formats[table], key: recordKey }, body);
      if (!plain) continue;
      found.set(`${table}\n${recordKey}`, { table, key: recordKey, plain, rowid });
      last = table;
      break;
    }
  }
  return { bodies: [...found.values()].toSorted((a, b) => a.rowid - b.rowid), stored };
}

/** The key header in the bytes of a work file; null if there is none or it is damaged. */
export function rawHeader(file: string): KeyHeader | null {
  for (const { values } of rawRows(readRawPages(file))) {
    const header = headerIn(values);
    if (header) return header;
  }
  return null;
}

function headerIn(values: readonly RawValue[]): KeyHeader | null {
  const [, keyKind, salt, fileId, check, digest] = values;
  if (values.length !== 6 || (keyKind !== 'keychain' && keyKind !== 'passphrase')) return null;
  if (salt !== null && !Buffer.isBuffer(salt)) return null;
  if (!Buffer.isBuffer(fileId) || !Buffer.isBuffer(check) || !Buffer.isBuffer(digest)) return null;
  const header: KeyHeader = { keyKind, salt, fileId, check, digest };
  return isWholeHeader(header) ? header : null;
}

const kindOf: Record<WorkTable, WorkKind> = {
  drafts: 'drafts',
  journal: 'journal',
  jobs: 'jobs',
  job_rows: 'jobRows',
  attempts: 'intents',
  acknowledged: 'acknowledgements',
  warned: 'notifications',
  announced: 'notifications',
  settings: 'submittedAlerts',
  fetches: 'downloads',
  notes: 'notes',
};

/** How many records of each kind were kept and lost. */
export function countKinds({ bodies, stored }: SalvagedWork): WorkDamage['kinds'] {
  const kinds = new Map<WorkKind, { kept: number; lost: number | null }>();
  for (const table of workTables) {
    const kept = bodies.filter((body) => body.table === table).length;
    const had = stored.get(table);
    const lost = had === undefined ? null : Math.max(0, had - kept);
    const before = kinds.get(kindOf[table]) ?? { kept: 0, lost: 0 };
    const sum = before.lost === null || lost === null ? null : before.lost + lost;
    kinds.set(kindOf[table], { kept: before.kept + kept, lost: sum });
  }
  return Array.from(kinds, ([kind, counts]) => ({ kind, ...counts }));
}

/** Every body of some tables of an offline copy that SQLite can still reach, from both ends of each. */
export function salvageCopy(
  file: string,
  key: Uint8Array,
  tables: readonly Table[] = copyPart.tables,
): SalvagedBody[] {
  const read = (database: DatabaseSync) => {
    const header = readHeader(database);
    const sealer = isWholeHeader(header) ? sealerOf(database, key) : null;
    return sealer ? tables.flatMap((table) => readableRows(database, table, sealer)) : [];
  };
  try {
    return peek(copyPart, file, read) ?? [];
  } catch (error) {
    if (storageFault(error) === null) throw error;
    return [];
  }
}

function readableRows(database: DatabaseSync, table: Table, sealer: Sealer): SalvagedBody[] {
  const found = new Map<number, SalvagedBody>();
  for (const order of ['ASC', 'DESC']) {
    try {
      const rows = database
        .prepare(`SELECT rowid AS at, key, body FROM ${table} NOT INDEXED ORDER BY rowid ${order}`)
        .iterate();
      for (const row of rows) {
        const key = row.key as Key;
        const place = { table, format: formats[table], key };
        const plain = sealer.open(place, row.body as Uint8Array);
        if (plain) found.set(Number(row.at), { table, key, plain });
      }
      break;
    } catch (error) {
      requireStorageFault(error);
    }
  }
  return [...found].toSorted(([a], [b]) => a - b).map(([, body]) => body);
}
