import type { Fault } from '#shared/fault';
import { isDeepStrictEqual } from 'node:util';
import { createCachedFleet, type CachedFleet } from './cached-fleet';
import { daysOf, type Days } from './days';
import type { CachedDetails, Fleet, ListedDevice } from './fleet';
import { workFileOf } from './parts';
import { recordsOf, type Records, type RecordsOf, type StoredValue } from './records';
import {
  finishReplacements,
  headerOf,
  moveParts,
  openParts,
  replaceCopy,
  replaceWork,
  type OpenedCache,
  type OpenOptions,
} from './recovery';
import { deleteFile } from './replace-file';
import type { FixUpdate } from './reports';
import { salvageVault } from './salvage';
import { keyFromPassphrase, newSalt } from './seal';
import { createStorage } from './storage';
import { requireStorageFault } from './storage-errors';
import { copyTables, workTables } from './tables';

export { keyFromPassphrase, newSalt };
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

/**
 * The offline copy of one account: the fleet in memory, and everything encrypted on disk.
 *
 * A write never throws because of the disk. Memory takes it immediately; if the disk refuses, `notice`
 * says why, the file stays as last committed, and the next write includes what is pending.
 */
export interface Cache extends CachedFleet {
  /** A problem to show: a quarantined or newer file, a disk that is full or read-only. */
  readonly notice: Fault | null;
  /** False while the copy exists only for this session. */
  readonly isOnDisk: boolean;
  /**
   * Why the records written last are not on the disk: it is full, cannot be written, or could not be
   * when the session began. null: they are, or the session is in memory by choice.
   */
  readonly notStored: Fault | null;
  /** `value` is anything JSON can represent. */
  putList(name: ListName, value: unknown, asOf: number): void;
  list(name: ListName): { value: unknown; asOf: number } | null;
  /** The user's own data and unfinished work; survives a crash, a power cut and `saveTo`. */
  records(kind: RecordsOf): Records;
  /** Downloaded logs, by device and day. */
  days(): Days;
  /** Commits all records written by `body` together when it returns or throws. */
  inOneWrite<T>(body: () => T): T;
  /**
   * Moves the copy into a file and replaces what is there: from memory to disk once there is a
   * passphrase or a keychain. `isOnDisk` and `notice` tell the result.
   */
  saveTo(file: string, key: Uint8Array, passphraseSalt?: Uint8Array): void;
  /** Later writes are ignored, since answers may still arrive. */
  close(): void;
}

/** How the key of an existing copy is derived. */
export type CacheDescription =
  { keyKind: 'keychain'; salt: null } | { keyKind: 'passphrase'; salt: Uint8Array };

/** How the key of an account's files is derived; null if there are none or they cannot be read. */
export function describeCache(file: string): CacheDescription | null {
  finishReplacements(file, Date.now());
  const header = headerOf(file);
  if (!header) return null;
  if (header.keyKind === 'keychain') return { keyKind: 'keychain', salt: null };
  return header.salt && { keyKind: 'passphrase', salt: new Uint8Array(header.salt) };
}

/** Deletes both files of an account with everything that was quarantined. */
export function deleteCache(file: string): void {
  deleteFile(workFileOf(file));
  deleteFile(file);
}

/**
 * Opens the offline copy of an account or creates it.
 *
 * A damaged file is replaced by what can be read of it, and `notice` says what was lost; a newer or
 * unwritable one is left unchanged and the session works in memory. Throws only `storage/passphrase`, if
 * the files need another passphrase.
 */
export function openCache(options: CacheOptions): Cache {
  return cacheOver(openParts(options), options);
}

/** The cache over opened vaults; tests call it with vaults of their own. */
export function cacheOver(opened: OpenedCache, options: CacheOptions): Cache {
  const { cachedFleet, stageAll } = createCachedFleet(opened.fleet, () => ({
    vault: copy.vault,
    guarded: copy.guarded,
    commit: commitCopy,
  }));
  let target = options;
  let notice: Fault | null = null;
  let notStored: Fault | null = null;

  /** Runs `replace` with the file that the cache is in. */
  function withFile<T>(replace: (onDisk: CacheOptions & { file: string }) => T): T {
    if (target.file === null) throw new Error('memory is not replaced');
    return replace({ ...target, file: target.file });
  }
  const copy = createStorage(opened.copy, {
    log: options.log,
    onNotice: noteNotice,
    replace: (staged) => withFile((onDisk) => replaceCopy(onDisk, 'damaged', staged, stageAll)),
  });
  const work = createStorage(opened.work, {
    log: options.log,
    onNotice: noteNotice,
    replace: (staged) => withFile((onDisk) => replaceWork(onDisk, 'damaged', staged)),
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

  /** Above 0 inside `inOneWrite`. */
  let writeDepth = 0;
  const { count } = opened.fleet.columns;
  options.log?.(`cache: ${count} devices, ${opened.copy.isOnDisk ? 'on disk' : 'in memory'}`);

  function commitCopy(): void {
    copy.commit();
    // The disk may accept again what could not be stored.
    if (work.isOnDisk && work.writeFault && !copy.writeFault) work.commit(true);
  }

  function commitRecords(): void {
    if (writeDepth === 0) work.commit(true);
  }

  return {
    ...cachedFleet,
    get notice() {
      return notice;
    },
    get isOnDisk() {
      return copy.isOnDisk && work.isOnDisk;
    },
    get notStored() {
      return work.writeFault;
    },

    putList(name, value, asOf) {
      copy.vault().stage('lists', name, Buffer.from(JSON.stringify({ value, asOf })));
      commitCopy();
    },

    list(name) {
      const plain = copy.guarded(() => copy.vault().read('lists', name));
      return plain && (JSON.parse(plain.toString()) as { value: unknown; asOf: number });
    },

    records: (kind) =>
      recordsOf(kind, { vault: work.vault, guarded: work.guarded, commit: commitRecords }),
    days: () => daysOf({ vault: copy.vault, guarded: copy.guarded, commit: commitCopy }),

    inOneWrite(body) {
      writeDepth++;
      try {
        return body();
      } finally {
        writeDepth--;
        commitRecords();
      }
    },

    saveTo(file, key, passphraseSalt) {
      const next = { ...options, file, key, passphraseSalt };
      const bodies = {
        work: salvageVault(work.vault(), workTables),
        copy: salvageVault(copy.vault(), copyTables),
      };
      try {
        const moved = moveParts(next, bodies, stageAll);
        target = next;
        work.vault().close();
        copy.vault().close();
        work.become(moved.work);
        copy.become(moved.copy);
      } catch (error) {
        const fault = requireStorageFault(error);
        work.warn(fault === 'damaged' ? { kind: 'storage', reason: 'damaged' } : fault);
      }
    },
    close() {
      work.close();
      copy.close();
    },
  };
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
