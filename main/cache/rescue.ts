import type { DatabaseSync } from 'node:sqlite';
import type { WorkDamage, WorkKind } from '#shared/fault';
import { backupsOf } from './replace-file';
import { peek, readHeader, requireIntact, requireOurs, type Body, type Key } from './vault';
import { idOfRecord } from './storage';
import { copyPart, workPart, workTables, type Part, type Table, type WorkTable } from './schema';
import { createSealer, isWholeHeader, opensHeader, type KeyHeader, type Sealer } from './seal';
import { DamagedError, requireStorageFault } from './storage-errors';

/** What could be read of a work file and of its backups. */
export interface RescuedWork {
  /** In the order of insertion; keys are those of the damaged file. */
  bodies: Body[];
  kinds: WorkDamage['kinds'];
  /** The day of the newest backup from which something came; null: nothing did. */
  backup: string | null;
}

interface RescuedTable {
  bodies: Body[];
  /** Keys of rows whose bodies do not open. */
  unreadable: ReadonlySet<Key>;
  /** Every row was found, so that what is missing is known. */
  isWhole: boolean;
}

const nothing: RescuedTable = { bodies: [], unreadable: new Set(), isWhole: false };

/**
 * Reads every record that SQLite can still reach in a damaged work file, and from its backups what it
 * cannot. `isOld`: the file may have lost its newest transactions, so that it is nowhere known to be whole.
 */
export function rescueWork(file: string, key: Uint8Array, isOld: boolean): RescuedWork {
  const backups = backupsOf(file).flatMap(({ file: backup, day }) => {
    const header = headerIn(workPart, backup);
    const sealer = header && sealerFor(header, key);
    const tables = sealer && rescueTables(backup, workTables, sealer, false);
    return tables ? [{ day, sealer, tables }] : [];
  });
  const header = headerIn(workPart, file);
  // A backup has the key of the file that it was made from.
  const sealer = header ? createSealer(key, header.fileId) : (backups[0]?.sealer ?? null);
  const found = sealer && rescueTables(file, workTables, sealer, !isOld);
  const rescued: RescuedWork = { bodies: [], kinds: [], backup: null };
  const kinds = new Map<WorkKind, WorkDamage['kinds'][number]>();
  for (const table of workTables) {
    const { bodies: kept, unreadable, isWhole } = found?.get(table) ?? nothing;
    const isKnown = isWhole && !isOld;
    let bodies = kept;
    for (const backup of backups) {
      const before = bodies.length;
      const inBackup = backup.tables.get(table) ?? nothing;
      bodies = merged(bodies, inBackup.bodies, (id) => {
        const hidden = (sealer ?? backup.sealer).hide(table, id);
        // What is known not to be in the file was removed since.
        return !isKnown || unreadable.has(hidden) ? hidden : null;
      });
      if (bodies.length > before) rescued.backup = later(rescued.backup, backup.day);
      // What is only in older backups was removed.
      if (inBackup.isWhole && inBackup.unreadable.size === 0) break;
    }
    rescued.bodies.push(...bodies);
    const restored = bodies.length - kept.length;
    const lost = isKnown ? unreadable.size - restored : null;
    const sum = kinds.get(kindOf[table]) ?? { kind: kindOf[table], kept: 0, restored: 0, lost: 0 };
    kinds.set(kindOf[table], {
      kind: sum.kind,
      kept: sum.kept + kept.length,
      restored: sum.restored + restored,
      lost: sum.lost === null || lost === null ? null : sum.lost + lost,
    });
  }
  return { ...rescued, kinds: [...kinds.values()] };
}

const later = (a: string | null, b: string) => (a === null || b > a ? b : a);
const idOf = ({ plain }: Body) => idOfRecord(Buffer.from(plain));

/**
 * Adds the records of a backup that are missing, in its order. `keyOf`: the key that a record gets; null: it
 * is not added.
 */
function merged(
  bodies: readonly Body[],
  backup: readonly Body[],
  keyOf: (id: string) => Key | null,
): Body[] {
  const positions = new Map(bodies.map((body, position) => [idOf(body), position]));
  const all: Body[] = [];
  let taken = 0;
  for (const body of backup) {
    const id = idOf(body);
    const position = positions.get(id);
    const key = position === undefined ? keyOf(id) : null;
    if (key !== null) all.push({ ...body, key });
    if (position === undefined || position < taken) continue;
    all.push(...bodies.slice(taken, position + 1));
    taken = position + 1;
  }
  return [...all, ...bodies.slice(taken)];
}

const kindOf: Record<WorkTable, WorkKind> = {
  drafts: 'drafts',
  journal: 'journal',
  jobs: 'jobs',
  job_rows: 'jobRows',
  intents: 'intents',
  acknowledged: 'acknowledgements',
  warned: 'notifications',
  announced: 'notifications',
  settings: 'submittedAlerts',
  fetches: 'downloads',
  notes: 'notes',
  places: 'places',
  place_rules: 'placeRules',
  place_events: 'notifications',
  place_presences: 'notifications',
};

/** Every body of some tables that SQLite can still reach in a damaged copy. */
export function rescueCopy(file: string, key: Uint8Array, tables: readonly Table[]): Body[] {
  const header = headerIn(copyPart, file);
  const sealer = header && sealerFor(header, key);
  const found = sealer && rescueTables(file, tables, sealer, true);
  return [...(found?.values() ?? [])].flatMap(({ bodies }) => bodies);
}

/** The key header of a file; null if there is none or it is damaged. */
export function headerIn(part: Part, file: string): KeyHeader | null {
  const read = (database: DatabaseSync) => {
    requireOurs(part, database);
    const header = readHeader(database);
    if (!isWholeHeader(header)) throw new DamagedError('the key header is damaged');
    return header;
  };
  return peek(file, read, { withLog: false });
}

function sealerFor(header: KeyHeader, key: Uint8Array): Sealer | null {
  const sealer = createSealer(key, header.fileId);
  return opensHeader(sealer, header) ? sealer : null;
}

/** null if SQLite cannot read the file at all. */
function rescueTables(
  file: string,
  tables: readonly Table[],
  sealer: Sealer,
  withLog: boolean,
): Map<Table, RescuedTable> | null {
  const read = (database: DatabaseSync) =>
    new Map(tables.map((table) => [table, rescueTable(database, table, sealer)]));
  return peek(file, read, { withLog });
}

function rescueTable(database: DatabaseSync, table: Table, sealer: Sealer): RescuedTable {
  const { rows, isWhole } = reachableRows(database, table);
  const bodies: Body[] = [];
  const unreadable = new Set<Key>();
  for (const { key, body } of rows) {
    // A damaged page can give a row a body of any type.
    const plain = body instanceof Uint8Array ? sealer.open({ table, key }, body) : null;
    if (plain) bodies.push({ table, key, plain });
    else unreadable.add(key);
  }
  return { bodies, unreadable, isWhole: isWhole && isIntact(database, table) };
}

function isIntact(database: DatabaseSync, table: Table): boolean {
  try {
    requireIntact(database, table);
    return true;
  } catch (error) {
    requireStorageFault(error);
    return false;
  }
}

/** Rows whose numbers are larger were never written. */
const lastRow = 2 ** 32;
/** Reading stops after as many damaged places: each costs a few dozen. */
const mostFailures = 2_000;

/**
 * The rows of a table by number. Where reading fails, the rest is halved until only the rows that cannot be
 * read are left out.
 */
function reachableRows(database: DatabaseSync, table: Table) {
  const rows = new Map<number, { key: Key; body: unknown }>();
  let failures = 0;
  const select = database.prepare(
    `SELECT rowid AS at, key, body FROM ${table} NOT INDEXED
     WHERE rowid BETWEEN ? AND ? ORDER BY rowid`,
  );
  const ranges = [{ from: 0, to: lastRow }];
  for (let range = ranges.pop(); range; range = ranges.pop()) {
    let { from } = range;
    try {
      for (const row of select.iterate(from, range.to)) {
        rows.set(Number(row.at), { key: row.key as Key, body: row.body });
        from = Number(row.at) + 1;
      }
    } catch (error) {
      requireStorageFault(error);
      failures += 1;
      if (failures > mostFailures) break;
      const middle = Math.floor((from + range.to) / 2);
      if (from < range.to) ranges.push({ from: middle + 1, to: range.to }, { from, to: middle });
    }
  }
  const inOrder = [...rows].toSorted(([a], [b]) => a - b).map(([, row]) => row);
  return { rows: inOrder, isWhole: failures === 0 };
}
