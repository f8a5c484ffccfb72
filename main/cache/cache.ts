import fs from 'node:fs';
import { fail, type Fault, type DamageState } from '#shared/fault';
import { isDeepStrictEqual } from 'node:util';
import { createCachedFleet } from './cached-fleet';
import { daysOf, type Days } from './days';
import { type CachedDetails, type Fleet, type ListedDevice, loadFleet } from './fleet';
import { backupsOf, deleteBackups, deleteFile, finishReplacement } from './replace-file';
import { relockFile, type Vault, openVault, type StagedBody } from './vault';
import {
  bodiesOf,
  createFile,
  damaged,
  nowOf,
  openInMemory,
  createOrKeepInMemory,
  readIntoMemory,
  stateIn,
  stateOf,
  withStaged,
  type OnDisk,
  type OpenedPart,
  type OpenOptions,
  tableOf,
  type Records,
  type RecordsOf,
  type StoredValue,
  Storage,
} from './storage';
import type { FixUpdate } from './columns';
import { headerIn, rescueCopy } from './rescue';
import { copyPart, workFileOf, workPart, type Part, type Table } from './schema';
import { createSealer, lockKey, opensHeader, unlockKey, type KeyHeader } from './seal';
import { requireStorageFault } from './storage-errors';
import { openWork, replaceWork, rescuedAtId } from './work-file';

export { lockKey, rescuedAtId, unlockKey, workFileOf };
export type {
  CachedDetails,
  Days,
  FixUpdate,
  Fleet,
  StoredValue,
  ListedDevice,
  Records,
  RecordsOf,
};

export interface CacheOptions extends OpenOptions {
  /** Called with every change of `notice`. */
  onNotice?: (notice: Fault | null) => void;
}

export type ListName = 'groups' | 'users' | 'countries' | 'timeZones' | 'account';

/** How the key of an existing copy is derived. */
type CacheDescription =
  { keyKind: 'keychain'; salt: null } | { keyKind: 'passphrase'; salt: Uint8Array };

/** How the key of an account's files is derived; null if there are none or they cannot be read. */
export function describeCache(file: string): CacheDescription | null {
  finishReplacements(file, Date.now());
  const header = headerOf(file);
  if (!header) return null;
  if (header.keyKind === 'keychain') return { keyKind: 'keychain', salt: null };
  return header.salt && { keyKind: 'passphrase', salt: new Uint8Array(header.salt) };
}

/** Deletes both files of an account with their backups and everything that was set aside. */
export function deleteCache(file: string): void {
  const workFile = workFileOf(file);
  deleteBackups(workFile);
  deleteFile(workFile);
  deleteFile(file);
}

/**
 * Opens the offline copy of an account or creates it.
 *
 * A file that is damaged or of another version is replaced by what can be read of it, and `notice` says
 * what was lost; an unwritable one is left unchanged and the session works in memory. Throws only
 * `storage/passphrase`, if the files need another passphrase.
 */
export function openCache(options: CacheOptions): Cache {
  const { file, key } = options;
  if (file === null) {
    const copy = copyInMemory(options);
    return cacheOver(
      { copy, work: openInMemory(workPart, options, null), fleet: copy.fleet },
      options,
    );
  }
  finishReplacements(file, nowOf(options));
  const header = headerOf(file);
  if (header?.keyKind === 'passphrase' && !opensHeader(createSealer(key, header.fileId), header)) {
    fail({ kind: 'storage', reason: 'passphrase' });
  }
  const onDisk = { ...options, file };
  const hadWork = fs.existsSync(workFileOf(file));
  const hadCopy = fs.existsSync(file);
  const work = openWork({ ...options, file: workFileOf(file) }, hadCopy);
  try {
    // A copy beside no work file would mean that a work file was lost.
    const copy =
      hadCopy || work.isOnDisk ? openCopy(onDisk, hadWork) : copyInMemory(options, work.notice);
    return cacheOver({ copy, work, fleet: copy.fleet }, options);
  } catch (error) {
    work.vault.close();
    throw error;
  }
}

/** The key header that decides how an account is opened: of the work file, else of its copies. */
function headerOf(file: string): KeyHeader | null {
  const workFile = workFileOf(file);
  return (
    headerIn(workPart, workFile) ??
    headerIn(copyPart, file) ??
    backupsOf(workFile).reduce<KeyHeader | null>(
      (found, backup) => found ?? headerIn(workPart, backup.file),
      null,
    )
  );
}

/** Completes replacements that an end of the app interrupted. */
function finishReplacements(file: string, now: number): void {
  for (const each of [workFileOf(file), file]) {
    try {
      finishReplacement(each, now);
    } catch (error) {
      // A folder that cannot be written: what can be read is used.
      requireStorageFault(error);
    }
  }
}

/** Both parts of an account, with the fleet. */
export interface OpenedCache {
  copy: OpenedPart;
  work: OpenedPart;
  fleet: Fleet;
}

export type Cache = ReturnType<typeof cacheOver>;

/**
 * The offline copy of one account: the fleet in memory, and everything encrypted on disk. Tests call it
 * with vaults of their own.
 *
 * A write never throws because of the disk. Memory takes it immediately; if the disk refuses, `notice`
 * says why, the file stays as last committed, and the next write includes what is pending.
 */
export function cacheOver(opened: OpenedCache, options: CacheOptions) {
  const { cachedFleet, stageAll } = createCachedFleet(opened.fleet, () => copy);
  let target = options;
  let notice: Fault | null = null;
  let notStored: Fault | null = null;

  function onDisk(fileOf: (copyFile: string) => string): OnDisk {
    if (target.file === null) throw new Error('memory is not replaced');
    return { ...target, file: fileOf(target.file) };
  }
  const copyFile = () => onDisk((file) => file);
  const workFile = () => onDisk(workFileOf);
  const copy: Storage = new Storage(opened.copy, {
    log: options.log,
    onNotice: noteNotice,
    // The disk may accept again what could not be stored.
    onStored: () => {
      if (work.isOnDisk && work.writeFault) work.commit();
    },
    replace: (staged) => replaceCopy(copyFile(), 'damaged', staged, stageAll),
  });
  const work = new Storage(opened.work, {
    log: options.log,
    onNotice: noteNotice,
    replace: (staged) => replaceWork(workFile(), 'damaged', staged),
    backedUp: () => ({ file: workFile().file, now: nowOf(target) }),
  });
  notice = noticeOf(work.notice, copy.notice);
  notStored = work.writeFault;

  function noteNotice(): void {
    const next = noticeOf(work.notice, copy.notice);
    const isSame = isDeepStrictEqual(notice, next) && isDeepStrictEqual(notStored, work.writeFault);
    if (isSame) return;
    notice = next;
    notStored = work.writeFault;
    options.onNotice?.(next);
  }

  const { count } = opened.fleet.columns;
  options.log?.(`cache: ${count} devices, ${opened.copy.isOnDisk ? 'on disk' : 'in memory'}`);

  return {
    ...cachedFleet,
    /** A problem to show: a file that was set aside, a disk that is full or read-only. */
    get notice(): Fault | null {
      return notice;
    },
    /** False while the copy exists only for this session. */
    get isOnDisk(): boolean {
      return copy.isOnDisk && work.isOnDisk;
    },
    /**
     * Why the records written last are not on the disk: it is full, cannot be written, or could not be
     * when the session began. null: they are, or the session is in memory by choice.
     */
    get notStored(): Fault | null {
      return work.writeFault;
    },

    /** `value` is anything JSON can represent. */
    putList(name: ListName, value: unknown, asOf: number): void {
      copy.vault().stage('lists', name, Buffer.from(JSON.stringify({ value, asOf })));
      copy.commit();
    },

    list(name: ListName): { value: unknown; asOf: number } | null {
      const plain = copy.guarded(() => copy.vault().read('lists', name));
      return plain && (JSON.parse(plain.toString()) as { value: unknown; asOf: number });
    },

    /** Those in the work file, the user's own data and unfinished work, survive a power cut. */
    records: (kind: RecordsOf): Records =>
      (workPart.tables.includes(tableOf[kind]) ? work : copy).records(kind),
    /** Downloaded logs, by device and day. */
    days: (): Days => daysOf(copy),

    /** Commits all records written by `body` to the work file together when it returns or throws. */
    inOneWrite: work.inOneWrite,

    /**
     * Moves the copy into a file and replaces what is there: from memory to disk once there is a
     * passphrase or a keychain. `isOnDisk` and `notice` tell the result.
     */
    saveTo(file: string, key: Uint8Array, passphraseSalt?: Uint8Array): void {
      target = { ...options, file, key, passphraseSalt };
      try {
        // The work file decides how the account is opened, so it comes first.
        moveTo(workFile(), workPart, work);
        moveTo(copyFile(), copyPart, copy, stageAll);
      } catch (error) {
        const fault = requireStorageFault(error);
        work.warn(fault === 'damaged' ? damaged : fault);
      }
    },
    /**
     * Changes from what the key of the files is made, as `lockKey` returns it; null: it is in the keychain.
     * Throws if the disk refuses, and nothing was changed.
     */
    relock(salt: Uint8Array | null): void {
      const { file } = workFile();
      try {
        // The work file decides how the account is opened. The others count if it is lost.
        work.vault().relock(salt);
        copy.vault().relock(salt);
        for (const backup of backupsOf(file)) relockFile(backup.file, salt);
        target = { ...target, passphraseSalt: salt ?? undefined };
      } catch (error) {
        const fault = requireStorageFault(error);
        fail(fault === 'damaged' ? damaged : fault);
      }
    },
    /** Whether both files can be read to their ends, which takes as long as they are large. */
    isWhole(): boolean {
      try {
        for (const part of [copy, work]) part.vault().verify();
        return true;
      } catch (error) {
        const fault = requireStorageFault(error);
        return fault === 'damaged' ? false : fail(fault);
      }
    },
    /** Later writes are ignored, since answers may still arrive. */
    close(): void {
      work.close();
      copy.close();
    },
  };
}

/** Puts what a part has into a new file, and continues with that. */
function moveTo(to: OnDisk, part: Part, from: Storage, stage?: (vault: Vault) => void): void {
  const { vault } = createFile(part, to, bodiesOf(from.vault(), part.tables), stage);
  from.vault().close();
  from.become({ vault, isOnDisk: true, notice: null });
}

/** One notice for both files: what cannot be written now, else what was damaged. */
function noticeOf(work: Fault | null, copy: Fault | null): Fault | null {
  const [ofWork, ofCopy] = [damageOf(work), damageOf(copy)];
  if (work && !ofWork) return work;
  if (copy && !ofCopy) return copy;
  if (!ofWork || !ofCopy) return work ?? copy;
  return { kind: 'storage', reason: 'damaged', damage: { work: ofWork.work, copy: ofCopy.copy } };
}

const damageOf = (fault: Fault | null) =>
  fault?.kind === 'storage' ? (fault.damage ?? null) : null;

type OpenedCopy = OpenedPart & { fleet: Fleet };

/** Downloads cost calls, captures never come again; devices and positions come by themselves. */
const costlyTables: readonly Table[] = ['lists', 'history_days', 'history_bodies', 'captures'];

/** Opens the offline copy, or creates it. `hadWork`: the account is not a new one. */
function openCopy(options: OnDisk, hadWork: boolean): OpenedCopy {
  const state = stateOf(options.file);
  if (state === 'none' && hadWork) return loaded(replaceCopy(options, 'missing'));
  if (state === 'none') return loaded(createOrKeepInMemory(copyPart, options, [], () => null));
  if (state === 'empty') return loaded(replaceCopy(options, 'empty'));
  try {
    return loaded({ vault: openVault(copyPart, options), isOnDisk: true, notice: null });
  } catch (error) {
    const fault = requireStorageFault(error);
    const isOtherKey =
      fault !== 'damaged' && fault.kind === 'storage' && fault.reason === 'passphrase';
    // The passphrase opens the work file, so the copy is a leftover of an earlier key.
    if (fault === 'damaged' || isOtherKey) {
      options.log?.(`cache: set aside: ${error instanceof Error ? error.message : 'damaged'}`);
      return loaded(replaceCopy(options, stateIn(error)));
    }
    return loaded(readIntoMemory(copyPart, options, fault));
  }
}

/**
 * Replaces an offline copy that cannot be used by a new one with what can still be read and what was staged.
 * `stage` adds the fleet that is in memory; without it a new one is requested.
 */
function replaceCopy(
  options: OnDisk,
  state: DamageState,
  staged: readonly StagedBody[] = [],
  stage?: (vault: Vault) => void,
): OpenedPart {
  const tables = stage ? copyPart.tables : costlyTables;
  const found = state === 'otherVersion' ? [] : rescueCopy(options.file, options.key, tables);
  const bodies = withStaged(found, staged);
  options.log?.(`cache: copy ${state}, ${bodies.length} bodies were read`);
  return createOrKeepInMemory(
    copyPart,
    options,
    bodies,
    (movedTo) => damageNotice(state, movedTo),
    stage,
  );
}

const damageNotice = (state: DamageState, movedTo: string | null): Fault => ({
  ...damaged,
  ...(movedTo === null ? {} : { detail: movedTo }),
  damage: { work: null, copy: { state, movedTo } },
});

function loaded(opened: OpenedPart): OpenedCopy {
  try {
    return { ...opened, fleet: loadFleet(opened.vault) };
  } catch (error) {
    opened.vault.close();
    throw error;
  }
}

/** A copy that ends with the session; `notice` is the reason. */
export function copyInMemory(options: OpenOptions, notice: Fault | null = null): OpenedCopy {
  return loaded(openInMemory(copyPart, options, notice));
}
