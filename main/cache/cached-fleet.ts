import type { Device } from '#shared/domain/device';
import { fail } from '#shared/fault';
import { textAt, type FleetColumns } from '#shared/fleet/columns';
import { chunkCount, deviceChunkSize } from './chunks';
import { withExpiryIn } from './columns';
import { deviceIn, readDetails, type CachedDetails } from './details';
import {
  readAllRecords,
  stageFixes,
  stageFleet,
  type Fleet,
  type ListedDevice,
  type PlacedDevices,
} from './fleet';
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
import { stageAnswer, type FixUpdate } from './reports';
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
  idOf(slot: number): string;
  /**
   * Replaces the list of devices. Known ones keep their slot and fix, new ones get slots at the end,
   * missing ones stay and are marked unlisted since the first list without them. Returns the same
   * columns object if no column changed.
   */
  replaceDevices(devices: readonly ListedDevice[], asOf: number): FleetColumns;
  /**
   * Compares a list with the cache in chunks, so that `replaceDevices` with the same arguments costs
   * only what changed. Changes nothing itself.
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
  /** Applies answers in order to the live columns and the file, in one transaction. */
  putFixes(updates: readonly FixUpdate[]): void;
  /** Throws `notFound` for an unknown slot. */
  details(slot: number): CachedDetails;
}

/** Also returns `stageAll`, which stages the fleet in memory into a new vault. */
export function createCachedFleet(
  loaded: Fleet,
  storage: () => Pick<Storage, 'vault' | 'guarded' | 'commit'>,
): { cachedFleet: CachedFleet; stageAll: (vault: Vault) => void } {
  let fleet = loaded;
  let index: Map<string, number> | null = null;
  /** Replaced when the whole fleet becomes invalid, so that a running preparation stops. */
  let prepared: Prepared = new Map();
  let timeZone = () => fleet.timeZone ?? 'UTC';

  function slots(): Map<string, number> {
    if (index) return index;
    const { id, count } = fleet.columns;
    index = new Map();
    for (let slot = 0; slot < count; slot++) index.set(textAt(id, slot), slot);
    return index;
  }

  // The columns are UTF-8, which has no lone surrogates.
  const slotOf = (id: string) => slots().get(id.toWellFormed()) ?? null;

  /**
   * Devices by slot; the last of several with the same id wins. New slots are added to `assigned`,
   * and so become permanent if that is the index.
   */
  function bySlot(devices: readonly ListedDevice[], assigned = slots()) {
    const known = slots();
    const placed = Array.from<ListedDevice | undefined>({ length: fleet.columns.count });
    for (const device of devices) {
      const id = device.record.id.toWellFormed();
      const slot = known.get(id) ?? assigned.get(id) ?? placed.length;
      if (slot === placed.length) assigned.set(id, slot);
      placed[slot] = device;
    }
    return placed;
  }

  function* allDevices(): Generator<Device> {
    let slot = 0;
    for (const record of readAllRecords(storage().vault(), fleet.columns.count)) {
      yield deviceIn(fleet, slot, record);
      slot += 1;
    }
  }

  function moveToTimeZone(): void {
    const zone = timeZone();
    if (fleet.timeZone === zone) return;
    const { vault, guarded, commit } = storage();
    prepared = new Map();
    guarded(() => {
      fleet = {
        ...fleet,
        columns: withExpiryIn(fleet.columns, allDevices(), zone),
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
    fleet = fleetAfter(fleet, listing, changes);
    guarded(() => {
      stageColumns(vault(), fleet, changes, count);
      stageRecords(vault(), listing, prepared);
    });
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

  function requireSlot(slot: number): void {
    const isSlot = Number.isInteger(slot) && slot >= 0 && slot < fleet.columns.count;
    if (!isSlot) fail({ kind: 'notFound' });
  }

  const cachedFleet: CachedFleet = {
    loadFleet: () => fleet,
    slotOf,
    idOf(slot) {
      requireSlot(slot);
      return textAt(fleet.columns.id, slot);
    },

    replaceDevices: (devices, asOf) => apply(bySlot(devices), asOf),

    async prepareDevices(devices, asOf, nextTurn) {
      const own: Prepared = new Map();
      prepared = own;
      const listing = listingOf(bySlot(devices, new Map()), asOf);
      const { vault, guarded } = storage();
      for (let chunk = 0; chunk < chunkCount(listing.devices.length, deviceChunkSize); chunk++) {
        if (chunk > 0) await nextTurn();
        if (prepared !== own) return;
        guarded(() => prepareChunk(own, vault(), fleet.columns, listing, chunk));
      }
    },

    putDevices(devices) {
      const known = devices.filter(({ record }) => slotOf(record.id) !== null);
      return known.length === 0 ? fleet.columns : apply(bySlot(known), null);
    },

    useTimeZone(next) {
      timeZone = next;
      if (fleet.columns.count > 0) moveToTimeZone();
      return fleet.columns;
    },

    devices: () => storage().guarded(() => [...allDevices()]),

    putFixes(updates) {
      if (updates.length === 0) return;
      for (const { slot } of updates) requireSlot(slot);
      const { vault, guarded, commit } = storage();
      guarded(() => stageFixUpdates(vault(), fleet.columns, updates));
      commit();
    },

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
  };
}

function stageFixUpdates(vault: Vault, columns: FleetColumns, updates: readonly FixUpdate[]): void {
  for (const update of updates) stageAnswer(vault, columns, update);
  stageFixes(
    vault,
    columns,
    updates.map(({ slot }) => slot),
  );
}
