import type { Fault } from '#shared/fault';
import { createCachedFleet, type CachedFleet } from './cached-fleet';
import { peekHeader } from './database';
import { daysOf, type Days } from './days';
import type { CachedDetails } from './details';
import type { Fleet, ListedDevice } from './fleet';
import { deleteCache } from './quarantine';
import { recordsOf, type Records, type RecordsOf, type StoredValue } from './records';
import { openOrReplace, type OpenedCache } from './recovery';
import type { FixUpdate } from './reports';
import { isWholeHeader, keyFromPassphrase, newSalt } from './seal';
import { createStorage, type StorageOptions } from './storage';

export { deleteCache, keyFromPassphrase, newSalt };
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

export type CacheOptions = StorageOptions;

export type ListName = 'groups' | 'users' | 'countries' | 'timeZones' | 'account' | 'serviceReport';

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

/** How the key of a file is derived; null if there is no copy or it cannot be read. */
export function describeCache(file: string): CacheDescription | null {
  const header = peekHeader(file);
  if (!header || !isWholeHeader(header)) return null;
  if (header.keyKind === 'keychain') return { keyKind: 'keychain', salt: null };
  return header.salt && { keyKind: 'passphrase', salt: header.salt };
}

/**
 * Opens the offline copy of an account or creates it.
 *
 * A damaged file is quarantined and named in `notice`; a newer or unwritable one is left unchanged and
 * the session works in memory. Throws only `storage/passphrase`, if the file needs another passphrase.
 */
export function openCache(options: CacheOptions): Cache {
  return cacheOver(openOrReplace(options), options);
}

/** The cache over an opened vault; tests call it with a vault of their own. */
export function cacheOver(opened: OpenedCache, options: CacheOptions): Cache {
  const { cachedFleet, stageAll } = createCachedFleet(opened.fleet, () => storage);
  const storage = createStorage(opened, options, stageAll);
  const { vault, guarded } = storage;
  /** Above 0 inside `inOneWrite`. */
  let writeDepth = 0;
  const { count } = opened.fleet.columns;
  options.log?.(`cache: ${count} devices, ${opened.isOnDisk ? 'on disk' : 'in memory'}`);

  function commitRecords(): void {
    if (writeDepth === 0) storage.commit(true);
  }

  return {
    ...cachedFleet,
    get notice() {
      return storage.notice;
    },
    get isOnDisk() {
      return storage.isOnDisk;
    },

    putList(name, value, asOf) {
      vault().stage('lists', name, Buffer.from(JSON.stringify({ value, asOf })));
      storage.commit();
    },

    list(name) {
      const plain = guarded(() => vault().read('lists', name));
      return plain && (JSON.parse(plain.toString()) as { value: unknown; asOf: number });
    },

    records: (kind) => recordsOf(kind, { vault, guarded, commit: commitRecords }),
    days: () => daysOf({ vault, guarded, commit: () => storage.commit() }),

    inOneWrite(body) {
      writeDepth++;
      try {
        return body();
      } finally {
        writeDepth--;
        commitRecords();
      }
    },

    saveTo: storage.moveTo,
    close: storage.close,
  };
}
