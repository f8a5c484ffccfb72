import type { RecordTable } from './schema';
import type { Vault } from './vault';

/** Kinds of records; each keeps the order of insertion. */
export type RecordsOf =
  | 'draft'
  | 'journal'
  | 'intent'
  | 'job'
  | 'jobRows'
  | 'warned'
  | 'setting'
  | 'acknowledged'
  | 'announced'
  | 'fetch'
  | 'note'
  | 'place'
  | 'placeRule'
  | 'placeEvent'
  | 'placePresence'
  | 'capture';

/** The table of each kind, which is in one of the two files. */
export const tableOf: Record<RecordsOf, RecordTable> = {
  draft: 'drafts',
  journal: 'journal',
  intent: 'intents',
  job: 'jobs',
  jobRows: 'job_rows',
  warned: 'warned',
  setting: 'settings',
  acknowledged: 'acknowledged',
  announced: 'announced',
  fetch: 'fetches',
  note: 'notes',
  place: 'places',
  placeRule: 'place_rules',
  placeEvent: 'place_events',
  placePresence: 'place_presences',
  capture: 'captures',
};

/** A record: any JSON value under an id. Reading authenticates it but does not validate it. */
export interface StoredValue {
  id: string;
  value: unknown;
}

/** Access to the vault, which can be replaced. */
interface RecordsAccess {
  vault: () => Vault;
  /** Runs a function that reads or stages; retries after a rebuild if a body is damaged. */
  guarded: <T>(body: () => T) => T;
  commit: () => void;
}

export type Records = ReturnType<typeof recordsOf>;

/**
 * Encrypted records of one kind. Every write is one transaction, and waits for the disk where the service cannot
 * send them again. An updated record keeps its position.
 */
export function recordsOf(kind: RecordsOf, { vault, guarded, commit }: RecordsAccess) {
  const table = tableOf[kind];

  function stage(id: string, value: unknown): void {
    const body = value === undefined ? null : Buffer.from(JSON.stringify([id, value]));
    vault().stage(table, vault().hide(table, id), body);
  }

  function write(entries: Iterable<readonly [string, unknown]>): void {
    let isEmpty = true;
    for (const [id, value] of entries) {
      stage(id, value);
      isEmpty = false;
    }
    if (!isEmpty) commit();
  }

  function readKeys(keys: readonly (number | string)[]): StoredValue[] {
    return keys.flatMap((key) => {
      const plain = vault().read(table, key);
      return plain ? [readRecord(plain)] : [];
    });
  }

  return {
    put: (id: string, value: unknown): void => write([[id, value]]),
    /** In one transaction; undefined removes a record. */
    putMany: write,
    /** undefined if there is none. */
    get: (id: string): unknown =>
      guarded(() => {
        const plain = vault().read(table, vault().hide(table, id));
        return plain ? readRecord(plain).value : undefined;
      }),
    remove: (id: string): void => write([[id, undefined]]),
    removeMany: (ids: Iterable<string>): void =>
      write(Array.from(ids, (id) => [id, undefined] as const)),
    count: (): number => guarded(() => vault().count(table)),
    ids: (): string[] => guarded(() => readKeys(vault().keys(table)).map(({ id }) => id)),
    /** Oldest first. */
    all: (): StoredValue[] => guarded(() => readKeys(vault().keys(table))),
    /** Newest first, after skipping `from`; reads only these. */
    newest: (from: number, limit: number): StoredValue[] =>
      guarded(() => readKeys(vault().newestKeys(table, from, limit))),
  };
}

function readRecord(plain: Buffer): StoredValue {
  const [id, value] = JSON.parse(plain.toString()) as [string, unknown];
  return { id, value };
}

/** The id in the body of a record, or in the first line of a body with binary data. */
export function idOfRecord(plain: Buffer): string {
  const end = plain.indexOf(0x0a);
  const [id] = JSON.parse(plain.toString('utf8', 0, end < 0 ? plain.length : end)) as [string];
  return id;
}
