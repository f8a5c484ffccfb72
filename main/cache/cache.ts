import { isDeepStrictEqual } from 'node:util';
import type { Device } from '#shared/domain/device';
import type { Fix } from '#shared/domain/fix';
import { fail, type Fault } from '#shared/fault';
import { textAt, type FleetColumns } from '#shared/fleet/columns';
import { chunkCount, deviceChunkSize } from './chunks';
import { applyFixToColumns } from './columns';
import { peekHeader } from './database';
import { deviceIn, readDetails, type CachedDetails } from './details';
import { readAllRecords, stageFixes, stageFleet, type Fleet, type ListedDevice } from './fleet';
import {
  columnChanges,
  fleetAfter,
  forgetPrepared,
  prepareChunk,
  stageColumns,
  stageRecords,
  type Listing,
  type Prepared,
} from './listing';
import {
  openAfresh,
  openInMemory,
  openOrReplace,
  openOver,
  restage,
  salvage,
  type Opened,
  type OpeningOptions,
} from './opening';
import { deleteCache } from './quarantine';
import { recordsOf, type StoredValue, type Records, type RecordsOf } from './records';
import { daysOf, type Days } from './days';
import { closedVault } from './vault';
import { isWholeHeader, keyFromPassphrase, newSalt } from './seal';
import { requireStorageFault } from './storage-errors';

export { applyFixToColumns, deleteCache, keyFromPassphrase, newSalt };
export type { CachedDetails, Days, Fleet, StoredValue, ListedDevice, Records, RecordsOf };

export interface CacheOptions extends OpeningOptions {
  /** Called with every change of `notice`. */
  onNotice?: (notice: Fault | null) => void;
}

/** A device that was asked for its last location. */
export interface FixUpdate {
  slot: number;
  /** null: the service has none. Absent: nothing new, only `checkedAt` moves. */
  fix?: Fix | null;
  /** The JSON the fix was decoded from. */
  raw?: unknown;
  /** When it was asked, epoch milliseconds. */
  checkedAt: number;
}

export type ListName = 'groups' | 'users' | 'countries' | 'timeZones' | 'account';

/**
 * The offline copy of one account: the fleet in memory, and sealed on disk.
 *
 * A write never throws for the disk's sake. Memory, and so the screen, takes it at once; where the
 * disk refuses, `notice` says so, what is on disk stays as last committed, and the next write
 * catches up with everything that waits.
 */
export interface Cache {
  /** Trouble to show: a copy that was set aside, a newer file, a disk that is full or read-only. */
  readonly notice: Fault | null;
  /** False while the copy lasts for this session only. */
  readonly isOnDisk: boolean;
  /**
   * The columns as they are now. They are live: post them (that copies), read them, never write
   * or transfer them. A device keeps its slot for good, also on disk.
   */
  loadFleet(): Fleet;
  /** The slot of a device; null for an id never listed. */
  slotOf(id: string): number | null;
  idOf(slot: number): string;
  /**
   * Takes a new list of devices. Known ones keep their slot and fix, new ones get slots at the end
   * in the order given, missing ones stay, marked unlisted since `asOf` of the first list without
   * them; one that returns loses the mark. Answers the same columns object when no column changed.
   */
  replaceDevices(devices: readonly ListedDevice[], asOf: number): FleetColumns;
  /**
   * Compares a list with what is kept, in turns, so that `replaceDevices` of the same devices at the
   * same moment costs only what has changed. It changes nothing, and what comes in between holds.
   */
  prepareDevices(
    devices: readonly ListedDevice[],
    asOf: number,
    nextTurn: () => Promise<void>,
  ): Promise<void>;
  /**
   * Takes new records of devices that are listed already, without a new list; others are left out.
   * Answers the same columns object when no column changed.
   */
  putDevices(devices: readonly ListedDevice[]): FleetColumns;
  /** Every device's record, by slot. */
  devices(): Device[];
  /** Takes fixes into the live columns and the file, in one transaction. */
  putFixes(updates: readonly FixUpdate[]): void;
  /** Throws the fault notFound for a slot that is none. */
  details(slot: number): CachedDetails;
  /** `value` is anything JSON can hold. */
  putList(name: ListName, value: unknown, asOf: number): void;
  list(name: ListName): { value: unknown; asOf: number } | null;
  /** What the person did and what is under way; survives a crash, a power cut and `saveTo`. */
  records(kind: RecordsOf): Records;
  /** What was fetched of the logs of devices, by device and day. */
  days(): Days;
  /** What `body` writes to records is committed together at its end, however it ends. */
  inOneWrite<T>(body: () => T): T;
  /**
   * Moves the copy into a file, over whatever is there: from memory to disk once there is a
   * passphrase or a keychain. `isOnDisk` says whether it went well, `notice` why not.
   */
  saveTo(file: string, key: Uint8Array, passphraseSalt?: Uint8Array): void;
  /** Afterwards nothing is written any more; an answer that comes late does no harm. */
  close(): void;
}

/** What the key of an existing copy is made from. */
export type CacheDescription =
  { keyKind: 'keychain'; salt: null } | { keyKind: 'passphrase'; salt: Uint8Array };

/** How to make the key of a file; null where there is no copy or it cannot be read. */
export function describeCache(file: string): CacheDescription | null {
  const header = peekHeader(file);
  if (!header || !isWholeHeader(header)) return null;
  if (header.keyKind === 'keychain') return { keyKind: 'keychain', salt: null };
  return header.salt && { keyKind: 'passphrase', salt: header.salt };
}

/**
 * Opens the offline copy of an account; a new one where there is none.
 *
 * A damaged file is set aside and named in `notice`, a newer or unwritable one is left as it is and
 * the session works in memory. Throws the fault storage/passphrase, and nothing else, where the
 * file wants a passphrase and this key is not of it.
 */
export function openCache(options: CacheOptions): Cache {
  return cacheOver(openOrReplace(options), options);
}

/** The cache over what was opened; on its own for tests that open under conditions of theirs. */
export function cacheOver(opened: Opened, options: CacheOptions): Cache {
  let target: CacheOptions = options;
  let { vault, fleet, isOnDisk, notice } = opened;
  /** What `notice` goes back to once the disk takes writes again. */
  let standing = notice;
  let index: Map<string, number> | null = null;
  /** Replaced when the whole of it no longer holds, so that who fills it sees that it may stop. */
  let prepared: Prepared = new Map();
  /** Above 0 while `inOneWrite` gathers. */
  let gathering = 0;
  options.log?.(`cache: ${fleet.columns.count} devices, ${isOnDisk ? 'on disk' : 'in memory'}`);

  function say(next: Fault | null): void {
    if (isDeepStrictEqual(notice, next)) return;
    notice = next;
    options.onNotice?.(next);
  }

  /** Goes on in another file with all that can be read of this one. */
  function move(open: () => Opened): void {
    const bodies = salvage(vault);
    prepared = new Map();
    vault.close();
    const next = open();
    ({ vault, isOnDisk } = next);
    standing = next.notice;
    say(standing);
    restage(vault, bodies);
    stageFleet(vault, fleet);
    commit(true, () => {
      move(() => openInMemory(target, { kind: 'storage', reason: 'damaged' }));
    });
  }

  function rebuild(): void {
    options.log?.('cache: damaged in use, rebuilding');
    // In memory because the file could not be used: that file is not ours to set aside.
    const lost: Fault = { kind: 'storage', reason: 'damaged' };
    move(() => (isOnDisk ? openAfresh(target) : openInMemory(target, lost)));
  }

  function commit(survivesPowerCut = false, onDamage = rebuild): void {
    try {
      vault.commit(survivesPowerCut);
      say(standing);
    } catch (error) {
      const fault = requireStorageFault(error);
      if (fault === 'damaged') onDamage();
      else say(fault);
    }
  }

  /** Runs what reads or stages bodies; a damaged one leads to a rebuild and a second, last try. */
  function guarded<T>(body: () => T): T {
    try {
      return body();
    } catch (error) {
      if (requireStorageFault(error) !== 'damaged') throw error;
      rebuild();
      return body();
    }
  }

  function slots(): Map<string, number> {
    if (index) return index;
    const { id, count } = fleet.columns;
    index = new Map();
    for (let slot = 0; slot < count; slot++) index.set(textAt(id, slot), slot);
    return index;
  }

  // UTF-8 has no lone surrogates; an id that holds one is still the same id after a restart.
  const slotOf = (id: string) => slots().get(id.toWellFormed()) ?? null;

  /**
   * Devices by slot; the last of several with one id wins. New ones get slots at the end: their own
   * from now on where `given` is the index.
   */
  function placed(devices: readonly ListedDevice[], given = slots()): (ListedDevice | undefined)[] {
    const known = slots();
    const bySlot = Array.from<ListedDevice | undefined>({ length: fleet.columns.count });
    for (const device of devices) {
      const id = device.record.id.toWellFormed();
      const slot = known.get(id) ?? given.get(id) ?? bySlot.length;
      if (slot === bySlot.length) given.set(id, slot);
      bySlot[slot] = device;
    }
    return bySlot;
  }

  function take(listing: Listing): FleetColumns {
    const { count } = fleet.columns;
    const changes = columnChanges(fleet.columns, listing, prepared);
    fleet = fleetAfter(fleet, listing, changes);
    guarded(() => {
      stageColumns(vault, fleet, changes, count);
      stageRecords(vault, listing, prepared);
    });
    if (listing.asOf === null) forgetPrepared(prepared, listing.devices);
    else prepared = new Map();
    commit();
    return fleet.columns;
  }

  const recordsAccess = {
    vault: () => vault,
    guarded,
    commit: () => {
      if (gathering === 0) commit(true);
    },
  };

  function requireSlot(slot: number): void {
    const isSlot = Number.isInteger(slot) && slot >= 0 && slot < fleet.columns.count;
    if (!isSlot) fail({ kind: 'notFound' });
  }

  return {
    get notice() {
      return notice;
    },
    get isOnDisk() {
      return isOnDisk;
    },
    loadFleet: () => fleet,
    slotOf,
    idOf(slot) {
      requireSlot(slot);
      return textAt(fleet.columns.id, slot);
    },

    replaceDevices: (devices, asOf) => take({ devices: placed(devices), asOf }),

    async prepareDevices(devices, asOf, nextTurn) {
      const own: Prepared = new Map();
      prepared = own;
      const listing = { devices: placed(devices, new Map()), asOf };
      for (let chunk = 0; chunk < chunkCount(listing.devices.length, deviceChunkSize); chunk++) {
        if (chunk > 0) await nextTurn();
        if (prepared !== own) return;
        guarded(() => prepareChunk(own, vault, fleet.columns, listing, chunk));
      }
    },

    putDevices(devices) {
      const known = devices.filter(({ record }) => slotOf(record.id) !== null);
      return known.length === 0 ? fleet.columns : take({ devices: placed(known), asOf: null });
    },

    devices: () =>
      guarded(() =>
        Array.from(readAllRecords(vault, fleet.columns.count), (record, slot) =>
          deviceIn(fleet.columns, slot, record?.json),
        ),
      ),

    putFixes(updates) {
      if (updates.length === 0) return;
      const { columns } = fleet;
      for (const { slot } of updates) requireSlot(slot);
      for (const { slot, fix, raw, checkedAt } of updates) {
        if (fix === undefined) {
          columns.checkedAt[slot] = checkedAt;
          continue;
        }
        applyFixToColumns(columns, slot, fix, checkedAt);
        // No JSON holds a bare line break, so one parts the two texts.
        const texts = fix ? `${JSON.stringify(fix)}\n${JSON.stringify(raw) ?? ''}` : '';
        vault.stage('fix_records', slot, Buffer.from(texts));
      }
      stageFixes(
        vault,
        columns,
        updates.map(({ slot }) => slot),
      );
      commit();
    },

    details(slot) {
      requireSlot(slot);
      return guarded(() => readDetails(vault, fleet.columns, slot));
    },

    putList(name, value, asOf) {
      vault.stage('lists', name, Buffer.from(JSON.stringify({ value, asOf })));
      commit();
    },

    list(name) {
      const plain = guarded(() => vault.read('lists', name));
      return plain && (JSON.parse(plain.toString()) as { value: unknown; asOf: number });
    },

    records: (kind) => recordsOf(kind, recordsAccess),

    days: () => daysOf({ vault: () => vault, guarded, commit: () => commit() }),

    inOneWrite(body) {
      gathering++;
      try {
        return body();
      } finally {
        gathering--;
        recordsAccess.commit();
      }
    },

    saveTo(file, key, passphraseSalt) {
      const next = { ...options, file, key, passphraseSalt };
      target = next;
      move(() => openOver(next));
    },

    close() {
      vault.close();
      vault = closedVault;
    },
  };
}
