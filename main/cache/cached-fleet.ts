import type { Device } from '#shared/domain/device';
import { fail } from '#shared/fault';
import { textAt, type FleetColumns } from '#shared/fleet/columns';
import { chunkCount, deviceChunkSize } from './chunks';
import { withExpiryIn } from './columns';
import { createDeviceSlots } from './device-slots';
import { readDetails, type CachedDetails } from './details';
import { stageFixes, stageFleet, type Fleet, type ListedDevice, type PlacedDevices } from './fleet';
import {
  columnChanges,
  fleetAfter,
  forgetPrepared,
  isChunkStaged,
  JoinedColumns,
  prepareChunk,
  stageColumns,
  stageRecords,
  type Listing,
  type Prepared,
} from './listing';
import { readAllDevices, readDevicesAt } from './read-devices';
import { stageAnswer, type FixUpdate } from './reports';
import { createSeenDeviceChanges, type SeenDeviceChange } from './seen-device-changes';
import type { Storage } from './storage';
import type { Vault } from './vault';

/** The fleet in memory and its part of the cache. */
export interface CachedFleet {
  /**
   * The live columns. Post them, which copies, and read them; never write or transfer them. A device
   * keeps its slot permanently, also on disk.
   */
  loadFleet(): Fleet;
  /** The slot of a device; null for an id never listed. */
  slotOf(id: string): number | null;
  /** The ids of all devices, by slot. */
  ids(): string[];
  idOf(slot: number): string;
  /**
   * Replaces the list of devices. Known ones keep their slot and fix, new ones get slots at the end,
   * missing ones stay and are marked unlisted since the first list without them. Returns the same
   * columns object if no column changed.
   */
  replaceDevices(devices: readonly ListedDevice[], asOf: number): FleetColumns;
  /**
   * Compares a list with the cache in chunks, so that `replaceDevices` with the same arguments costs
   * only what changed. Stores chunks that are new as a whole, which nothing reads until then; changes
   * nothing else.
   */
  prepareDevices(
    devices: readonly ListedDevice[],
    asOf: number,
    nextTurn: () => Promise<void>,
  ): Promise<void>;
  /**
   * Replaces records of listed devices without a new list; others are ignored. Returns the same
   * columns object if no column changed.
   */
  putDevices(devices: readonly ListedDevice[]): FleetColumns;
  /**
   * The zone in which the days of expiry begin, read with each list. Another zone than that of the
   * columns computes the expiry of all devices again; returns the same columns object otherwise.
   */
  useTimeZone(timeZone: () => string): FleetColumns;
  /** Every device's record, by slot. */
  devices(): Device[];
  /** The records of slots in ascending order, in parts, read as they are taken. */
  devicesAt(slots: readonly number[]): Generator<Device[]>;
  /** Applies answers in order to the live columns and the file, in one transaction. */
  putFixes(updates: readonly FixUpdate[]): void;
  /** The same in memory only: stored by `storeFixes`, or with the next write to the copy. */
  applyFixes(updates: readonly FixUpdate[]): void;
  storeFixes(): void;
  /**
   * What people changed about devices since the last call, as seen in lists and single records: at most
   * `mostSeenChanges`, the newest.
   */
  takeDeviceChanges(): SeenDeviceChange[];
  /** Throws `notFound` for an unknown slot. */
  details(slot: number): CachedDetails;
}

/**
 * Also returns `stageAll`, which stages the fleet in memory into a new vault, and `stageApplied`, which
 * has to run before each commit: the columns and the reports of an answer are stored together.
 */
export function createCachedFleet(
  loaded: Fleet,
  storage: () => Pick<Storage, 'vault' | 'guarded' | 'commit'>,
): { cachedFleet: CachedFleet; stageAll: (vault: Vault) => void; stageApplied: () => void } {
  let fleet = loaded;
  const slots = createDeviceSlots(() => fleet.columns);
  /** Replaced when the whole fleet becomes invalid, so that a running preparation stops. */
  let prepared: Prepared = new Map();
  /** Of the list that was prepared last. */
  let joined: JoinedColumns | null = null;
  let timeZone = () => fleet.timeZone ?? 'UTC';
  const seenChanges = createSeenDeviceChanges();
  /** Slots whose answers were applied since the last commit. */
  const applied = new Set<number>();

  function moveToTimeZone(): void {
    const zone = timeZone();
    if (fleet.timeZone === zone) return;
    const { vault, guarded, commit } = storage();
    prepared = new Map();
    guarded(() => {
      fleet = {
        ...fleet,
        columns: withExpiryIn(fleet.columns, readAllDevices(vault(), fleet), zone),
        timeZone: zone,
      };
      stageFleet(vault(), fleet);
    });
    commit();
  }

  function apply(devices: PlacedDevices, asOf: number | null): FleetColumns {
    if (fleet.columns.count > 0) moveToTimeZone();
    const listing = listingOf(devices, asOf);
    const { count } = fleet.columns;
    const { vault, guarded, commit } = storage();
    const changes = columnChanges(fleet.columns, listing, prepared);
    fleet = fleetAfter(fleet, listing, changes, joined);
    joined = null;
    const seen = guarded(() => {
      // Chunks written in advance may be of another length, or of a file that was replaced.
      const isStaged = (chunk: number) => isChunkStaged(prepared, listing, chunk);
      stageColumns(vault(), fleet, changes, count, isStaged);
      return stageRecords(vault(), listing, prepared);
    });
    seenChanges.add(seen, { knownAt: listing.previousAsOf, seenAt: listing.asOf });
    if (listing.asOf === null) forgetPrepared(prepared, listing.devices);
    else prepared = new Map();
    commit();
    return fleet.columns;
  }

  const listingOf = (devices: PlacedDevices, asOf: number | null): Listing => ({
    devices,
    asOf,
    previousAsOf: fleet.asOf,
    timeZone: timeZone(),
  });

  function applyFixes(updates: readonly FixUpdate[]): void {
    for (const { slot } of updates) requireSlot(slot);
    const { vault, guarded } = storage();
    for (const update of updates) {
      guarded(() => stageAnswer(vault(), fleet.columns, update));
      applied.add(update.slot);
    }
  }

  function stageApplied(): void {
    if (applied.size === 0) return;
    stageFixes(storage().vault(), fleet.columns, applied);
    applied.clear();
  }

  function storeFixes(): void {
    if (applied.size > 0) storage().commit();
  }

  function requireSlot(slot: number): void {
    const isSlot = Number.isInteger(slot) && slot >= 0 && slot < fleet.columns.count;
    if (!isSlot) fail({ kind: 'notFound' });
  }

  const cachedFleet: CachedFleet = {
    loadFleet: () => fleet,
    slotOf: slots.slotOf,
    ids: slots.ids,
    idOf(slot) {
      requireSlot(slot);
      return textAt(fleet.columns.id, slot);
    },

    replaceDevices: (devices, asOf) => apply(slots.placeList(devices), asOf),

    async prepareDevices(devices, asOf, nextTurn) {
      const own: Prepared = new Map();
      prepared = own;
      const placed = await slots.prepareList(devices, nextTurn, () => prepared !== own);
      if (!placed) return;
      const listing = listingOf(placed, asOf);
      const { vault, guarded, commit } = storage();
      const joining = new JoinedColumns(fleet.columns, placed.length);
      for (let chunk = 0; chunk < chunkCount(listing.devices.length, deviceChunkSize); chunk++) {
        await nextTurn();
        if (prepared !== own) return;
        const prepareNext = () => prepareChunk(own, vault(), fleet.columns, listing, chunk);
        const isStaged = guarded(prepareNext);
        joining.add(own);
        if (!isStaged) continue;
        await nextTurn();
        commit();
      }
      for (const _ of joining.finish()) await nextTurn();
      if (prepared === own) joined = joining;
    },

    putDevices(devices) {
      const known = devices.filter(({ record }) => slots.slotOf(record.id) !== null);
      return known.length === 0 ? fleet.columns : apply(slots.place(known), null);
    },

    useTimeZone(next) {
      timeZone = next;
      if (fleet.columns.count > 0) moveToTimeZone();
      return fleet.columns;
    },

    devices: () => storage().guarded(() => [...readAllDevices(storage().vault(), fleet)]),
    devicesAt: (wanted) => readDevicesAt(wanted, () => fleet, storage),

    putFixes(updates) {
      applyFixes(updates);
      storeFixes();
    },
    applyFixes,
    storeFixes,

    takeDeviceChanges: seenChanges.take,

    details(slot) {
      requireSlot(slot);
      return storage().guarded(() => readDetails(storage().vault(), fleet, slot));
    },
  };

  return {
    cachedFleet,
    stageAll: (vault) => {
      prepared = new Map();
      stageFleet(vault, fleet);
    },
    stageApplied,
  };
}
