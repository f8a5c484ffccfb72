import fs from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { Fault, DamageState } from '#shared/fault';
import { backupDay, writeBackup, replaceFile } from './replace-file';
import { requireStorageFault } from './storage-errors';
import { type RecordTable, recordTables, type Part, type Table } from './schema';
import {
  closedVault,
  type StagedBody,
  type Vault,
  openVault,
  openVaultReadOnly,
  type Body,
  type Key,
  type VaultOptions,
} from './vault';

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

export type Records = ReturnType<Storage['records']>;

interface StorageOptions {
  log: ((line: string) => void) | undefined;
  onNotice: () => void;
  /** Replaces the damaged file by what can be read of it and what was staged. */
  replace: (staged: readonly StagedBody[]) => OpenedPart;
  /** The file of the user's own work, which is backed up; its writes wait for the disk. Absent: it can be fetched again. */
  backedUp?: () => { file: string; now: number };
  /** The disk took a write. */
  onStored?: () => void;
}

/**
 * The vault of one part: replaced if it is damaged or moved; write errors become a notice. A file that is
 * backed up is so with the first change of a day and when it is closed.
 */
export class Storage {
  #vault: Vault;
  #isOnDisk: boolean;
  #notice: Fault | null;
  /** The notice to return to once the disk accepts writes again. */
  #openNotice: Fault | null;
  #writeFault: Fault | null;
  /** The day of the last backup in this session, or of the last attempt. */
  #backedUpOn: string | null = null;
  #isBackedUp = true;
  /** Above 0 inside `inOneWrite`. */
  #writeDepth = 0;

  constructor(
    opened: OpenedPart,
    private readonly options: StorageOptions,
  ) {
    this.#vault = opened.vault;
    this.#isOnDisk = opened.isOnDisk;
    this.#notice = opened.notice;
    this.#openNotice = opened.notice;
    this.#writeFault = opened.isOnDisk ? null : opened.notice;
  }

  /** The current vault; do not keep it. */
  readonly vault = (): Vault => this.#vault;

  get notice(): Fault | null {
    return this.#notice;
  }

  get isOnDisk(): boolean {
    return this.#isOnDisk;
  }

  /** Why the session works in memory, or why the last write is not on the disk; null: it is. */
  get writeFault(): Fault | null {
    return this.#writeFault;
  }

  /** Runs a function that reads or stages; replaces a damaged file and retries once. */
  readonly guarded = <T>(body: () => T): T => {
    try {
      return body();
    } catch (error) {
      if (!this.#isOnDisk || requireStorageFault(error) !== 'damaged') throw error;
      this.#rebuild();
      return body();
    }
  };

  /** Never throws because of the disk. */
  readonly commit = (): void => {
    this.#commit();
    if (!this.#writeFault) this.options.onStored?.();
  };

  #commit(): void {
    const { backedUp } = this.options;
    try {
      this.#vault.commit(backedUp !== undefined);
    } catch (error) {
      const fault = requireStorageFault(error);
      if (fault === 'damaged' && !this.#isOnDisk) throw error;
      if (fault === 'damaged') return this.#rebuild();
      this.#writeFault = fault;
      return this.warn(fault);
    }
    if (this.#isOnDisk) this.#writeFault = null;
    this.warn(this.#openNotice);
    this.#isBackedUp = false;
    this.#backUp({ onlyOnceADay: true });
  }

  /** Commits all records written by `body` together when it returns or throws. */
  readonly inOneWrite = <T>(body: () => T): T => {
    this.#writeDepth++;
    try {
      return body();
    } finally {
      this.#writeDepth--;
      this.#commitRecords();
    }
  };

  #commitRecords(): void {
    if (this.#writeDepth === 0) this.commit();
  }

  /**
   * Encrypted records of one kind. Every write is one transaction, unless it is within `inOneWrite`. An updated record
   * keeps its position.
   */
  records(kind: RecordsOf) {
    const table = tableOf[kind];
    const { vault, guarded } = this;

    function stage(id: string, value: unknown): void {
      const body = value === undefined ? null : Buffer.from(JSON.stringify([id, value]));
      vault().stage(table, vault().hide(table, id), body);
    }

    const write = (entries: Iterable<readonly [string, unknown]>): void => {
      let isEmpty = true;
      for (const [id, value] of entries) {
        stage(id, value);
        isEmpty = false;
      }
      if (!isEmpty) this.#commitRecords();
    };

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

  /** Continues with another vault; the caller has closed this one. */
  become({ vault, isOnDisk, notice }: OpenedPart): void {
    this.#vault = vault;
    this.#isOnDisk = isOnDisk;
    this.#openNotice = notice;
    this.#writeFault = isOnDisk ? null : notice;
    this.warn(notice);
  }

  /** Shows a fault until the next write. */
  warn(next: Fault | null): void {
    if (isDeepStrictEqual(this.#notice, next)) return;
    this.#notice = next;
    this.options.onNotice();
  }

  close(): void {
    if (!this.#isBackedUp) this.#backUp({ onlyOnceADay: false });
    this.#vault.close();
    this.#vault = closedVault;
  }

  #rebuild(): void {
    this.options.log?.('cache: damaged in use, rebuilding');
    const staged = this.#vault.staged();
    this.#vault.close();
    this.become(this.options.replace(staged));
  }

  #backUp({ onlyOnceADay }: { onlyOnceADay: boolean }): void {
    const { backedUp, log } = this.options;
    if (!backedUp || !this.#isOnDisk) return;
    const { file, now } = backedUp();
    if (onlyOnceADay && this.#backedUpOn === backupDay(now)) return;
    this.#backedUpOn = backupDay(now);
    try {
      writeBackup(file, now, (target) => this.#vault.copyTo(target));
      this.#isBackedUp = true;
    } catch (error) {
      // The earlier backups stay. A disk that refuses this refuses the records too, which is said.
      requireStorageFault(error);
      log?.(`cache: no backup: ${error instanceof Error ? error.message : 'unknown'}`);
    }
  }
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

export interface OpenOptions extends VaultOptions {
  now?: () => number;
  /** Lines for the log; they name no device. */
  log?: (line: string) => void;
}

export type OnDisk = OpenOptions & { file: string };

/** An open vault of one part. */
export interface OpenedPart {
  vault: Vault;
  isOnDisk: boolean;
  notice: Fault | null;
}

export const damaged = { kind: 'storage', reason: 'damaged' } as const satisfies Fault;

export const nowOf = ({ now = Date.now }: OpenOptions) => now();

/** What is at the path of a file before it is opened. */
type FileState = 'none' | 'empty' | 'there';

export function stateOf(file: string): FileState {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  if (!stat) return 'none';
  return stat.isFile() && stat.size === 0 ? 'empty' : 'there';
}

/** What the user is told of a damaged file. */
export const stateIn = (error: unknown): DamageState =>
  error instanceof Error && 'state' in error ? (error.state as DamageState) : 'damaged';

/** Opens a vault in memory for this session; `notice` is the reason. */
export function openInMemory(
  part: Part,
  { key, passphraseSalt }: VaultOptions,
  notice: Fault | null,
  bodies: readonly Body[] = [],
): OpenedPart {
  const vault = openVault(part, { key, passphraseSalt, file: null });
  restage(vault, bodies);
  vault.commit();
  return { vault, isOnDisk: false, notice };
}

/** Reads a file that cannot be written into memory for this session. */
export function readIntoMemory(part: Part, options: OnDisk, notice: Fault): OpenedPart {
  try {
    const source = openVaultReadOnly(part, options.file, options.key);
    const bodies = bodiesOf(source, part.tables);
    source.close();
    return openInMemory(part, options, notice, bodies);
  } catch (error) {
    requireStorageFault(error);
    return openInMemory(part, options, notice);
  }
}

/**
 * Puts a new file with these bodies, and with what `stage` adds, in place of what is there. Returns it with
 * the name of the file that was set aside. Throws if that fails, and what was there is still valid.
 */
export function createFile(
  part: Part,
  options: OnDisk,
  bodies: readonly Body[],
  stage?: (vault: Vault) => void,
): { vault: Vault; movedTo: string | null } {
  const write = (target: string) => {
    const vault = openVault(part, { ...options, file: target });
    try {
      restage(vault, bodies);
      stage?.(vault);
      vault.commit();
    } finally {
      // Moves the log into the file and waits for the disk.
      vault.close();
    }
  };
  const movedTo = replaceFile(options.file, write, nowOf(options));
  return { vault: openVault(part, options), movedTo };
}

/** The same; in memory if it fails. `noticeOf` says what happened to what was there. */
export function createOrKeepInMemory(
  part: Part,
  options: OnDisk,
  bodies: readonly Body[],
  noticeOf: (movedTo: string | null) => Fault | null,
  stage?: (vault: Vault) => void,
): OpenedPart {
  try {
    const { vault, movedTo } = createFile(part, options, bodies, stage);
    return { vault, isOnDisk: true, notice: noticeOf(movedTo) };
  } catch (error) {
    const fault = requireStorageFault(error);
    const memory = openInMemory(part, options, fault === 'damaged' ? damaged : fault, bodies);
    stage?.(memory.vault);
    memory.vault.commit();
    return memory;
  }
}

/** Every body of an open vault that can be read, staged ones included. */
export function bodiesOf(vault: Vault, tables: readonly Table[]): Body[] {
  const bodies: Body[] = [];
  for (const table of tables) {
    for (const key of attempt(() => vault.keys(table)) ?? []) {
      const plain = attempt(() => vault.read(table, key));
      if (plain) bodies.push({ table, key, plain });
    }
  }
  return bodies;
}

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    requireStorageFault(error);
    return null;
  }
}

/** Bodies of a file with what was staged for it but not committed. */
export function withStaged(bodies: readonly Body[], staged: readonly StagedBody[]): Body[] {
  const nameOf = ({ table, key }: { table: Table; key: Key }) => `${table}\n${key}`;
  const all = new Map(bodies.map((body) => [nameOf(body), body]));
  for (const { table, key, plain } of staged) {
    const name = nameOf({ table, key });
    if (plain) all.set(name, { table, key, plain });
    else all.delete(name);
  }
  return [...all.values()];
}

/** Stages bodies of another file. Records get new keys, since hidden ids differ by file. */
function restage(vault: Vault, bodies: readonly Body[]): void {
  for (const { table, key, plain } of bodies) {
    const recordTable = recordTables.find((each) => each === table);
    const newKey = recordTable ? vault.hide(recordTable, idOfRecord(Buffer.from(plain))) : key;
    vault.stage(table, newKey, plain);
  }
}
