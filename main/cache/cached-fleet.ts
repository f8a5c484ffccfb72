// Why it is so: docs/decisions/0018-encrypted-copy.md
import { fail } from '#shared/fault';
import { textAt, type FleetColumns, emptyFixColumns } from '#shared/fleet/columns';
import {
  chunkCount,
  deviceChunkSize,
  copyFixes,
  fixChunkSize,
  packDeviceChunk,
  packFixChunk,
  unpackDeviceChunks,
} from './chunks';
import {
  withExpiryIn,
  deviceColumnsAfter,
  type ColumnTimes,
  stageAnswer,
  type FixUpdate,
} from './columns';
import {
  readDetails,
  readDevices,
  stageFixChunkOf,
  stageFleet,
  type DeviceChange,
  type Fleet,
  type ListedDevice,
  recordsAfter,
  stageHead,
  type PlacedDevices,
  type RecordsAfter,
} from './fleet';
import type { Storage } from './storage';
import type { Vault } from './vault';

/** A change of a device, and between which moments it reached the service. */
interface SeenDeviceChange extends DeviceChange {
  /** When the list was received that did not have it; null: not recorded. */
  knownAt: number | null;
  /** When the list was received that has it; null: it was seen in a single record. */
  seenAt: number | null;
}

/** The slots of the devices of a list. */
interface Places {
  devices: (ListedDevice | undefined)[];
  /** Of devices that have no slot yet. */
  added: Map<string, number>;
}

/** A list that was compared in advance. What is not valid any more is missing in `chunks`. */
interface Prepared {
  list: readonly ListedDevice[];
  asOf: number;
  places: Places;
  chunks: (ChunkAfter | undefined)[];
}

/** More changes than this between two calls are not remembered. */
const mostSeenChanges = 1_000;

/**
 * The fleet in memory and its part of the cache. A device keeps its slot permanently, also on disk.
 * `stageAll` stages all of it into a new vault.
 */
export function createCachedFleet(
  loaded: Fleet,
  storage: () => Pick<Storage, 'vault' | 'guarded' | 'commit'>,
) {
  let fleet = loaded;
  /** The slots by id, in their order; read from the columns at the first use. */
  let index: Map<string, number> | null = null;
  let prepared: Prepared | null = null;
  let timeZone = () => fleet.timeZone ?? 'UTC';
  let seenChanges: SeenDeviceChange[] = [];

  function slots(): Map<string, number> {
    if (index) return index;
    const { id, count } = fleet.columns;
    index = new Map();
    for (let slot = 0; slot < count; slot++) index.set(textAt(id, slot), slot);
    return index;
  }

  // The columns are UTF-8, which has no lone surrogates.
  const slotOf = (id: string): number | null => slots().get(id.toWellFormed()) ?? null;

  function requireSlot(slot: number): void {
    const isSlot = Number.isInteger(slot) && slot >= 0 && slot < fleet.columns.count;
    if (!isSlot) fail({ kind: 'notFound' });
  }

  const chunkOf = (slot: number) => Math.floor(slot / deviceChunkSize);
  const allSlots = () => Array(fleet.columns.count).keys();
  const devicesAt = (wanted: Iterable<number>) =>
    storage().guarded(() => [...readDevices(storage().vault(), fleet, wanted)]);

  /** The last of several devices with the same id wins. New ones get slots at the end. */
  function place(list: readonly ListedDevice[]): Places {
    const known = slots();
    const devices = Array.from<ListedDevice | undefined>({ length: fleet.columns.count });
    const added = new Map<string, number>();
    for (const device of list) {
      const id = device.record.id.toWellFormed();
      const slot = known.get(id) ?? added.get(id) ?? devices.length;
      if (slot === devices.length) added.set(id, slot);
      devices[slot] = device;
    }
    return { devices, added };
  }

  const listingOf = ({ devices }: Places, asOf: number | null): Listing => ({
    devices,
    asOf,
    previousAsOf: fleet.asOf,
    timeZone: timeZone(),
  });

  /** Records are placed; `chunks`: what is known already of their changes. */
  function apply(places: Places, asOf: number | null, chunks: readonly (ChunkAfter | undefined)[]) {
    if (fleet.columns.count > 0) moveToTimeZone();
    const listing = listingOf(places, asOf);
    const { vault, guarded, commit } = storage();
    const [next, changes] = guarded(() => {
      const length = chunkCount(places.devices.length, deviceChunkSize);
      const after = Array.from(
        { length },
        (_, chunk) => chunks[chunk] ?? chunkAfter(vault(), fleet.columns, listing, chunk),
      );
      const changed = fleetAfter(fleet, listing, after);
      stageListing(vault(), changed, fleet.columns.count, after);
      return [changed, after.flatMap(({ records }) => records?.changes ?? [])];
    });
    fleet = next;
    for (const [id, slot] of places.added) slots().set(id, slot);
    noteChanges(changes, { knownAt: listing.previousAsOf, seenAt: asOf });
    commit();
    return fleet.columns;
  }

  function noteChanges(
    changes: readonly DeviceChange[],
    between: Pick<SeenDeviceChange, 'knownAt' | 'seenAt'>,
  ): void {
    if (changes.length === 0) return;
    const added = changes.slice(-mostSeenChanges).map((change) => ({ ...change, ...between }));
    seenChanges = [...seenChanges, ...added].slice(-mostSeenChanges);
  }

  function moveToTimeZone(): void {
    const zone = timeZone();
    if (fleet.timeZone === zone) return;
    const { vault, guarded, commit } = storage();
    forgetPrepared();
    guarded(() => {
      const devices = readDevices(vault(), fleet, allSlots());
      fleet = { ...fleet, columns: withExpiryIn(fleet.columns, devices, zone), timeZone: zone };
      stageFleet(vault(), fleet);
    });
    commit();
  }

  function applyFix(update: FixUpdate): void {
    requireSlot(update.slot);
    const { vault, guarded } = storage();
    guarded(() => {
      stageAnswer(vault(), fleet.columns, update);
      stageFixChunkOf(vault(), fleet.columns, update.slot);
    });
  }

  const storeFixes = () => storage().commit();

  /** A preparation that runs goes on; what it has found is found again in the end. */
  function forgetPrepared(): void {
    if (prepared) prepared.chunks.length = 0;
  }

  function forgetChunkOf(slot: number): void {
    delete prepared?.chunks[chunkOf(slot)];
  }

  const cachedFleet = {
    /** The live columns. Post them, which copies, and read them; never write or transfer them. */
    loadFleet: (): Fleet => fleet,
    /** null for an id never listed. */
    slotOf,
    ids: (): string[] => Array.from(slots().keys()),
    idOf(slot: number): string {
      requireSlot(slot);
      return textAt(fleet.columns.id, slot);
    },

    /**
     * Compares a list with the cache chunk by chunk, so that `replaceDevices` with the same list costs only
     * what changed. Stores chunks that are new as a whole, which nothing reads until then; changes
     * nothing else. `pause` is awaited between the chunks.
     */
    async prepareDevices(
      list: readonly ListedDevice[],
      asOf: number,
      pause: () => Promise<void>,
    ): Promise<void> {
      const own: Prepared = { list, asOf, places: place(list), chunks: [] };
      prepared = own;
      const listing = listingOf(own.places, asOf);
      const { vault, guarded, commit } = storage();
      for (let chunk = 0; chunk < chunkCount(listing.devices.length, deviceChunkSize); chunk++) {
        await pause();
        if (prepared !== own) return;
        const isNew = chunk * deviceChunkSize >= fleet.columns.count;
        own.chunks[chunk] = guarded(() => {
          const after = chunkAfter(vault(), fleet.columns, listing, chunk);
          return isNew ? storeAhead(vault(), listing, chunk, after) : after;
        });
        if (!isNew) continue;
        await pause();
        commit();
      }
    },

    /**
     * Replaces the list of devices. Known ones keep their slot and fix, new ones get slots at the end,
     * missing ones stay and are marked unlisted since the first list without them. Records of `newer`
     * replace those of the list. Returns the same columns object if no column changed.
     */
    replaceDevices(
      list: readonly ListedDevice[],
      asOf: number,
      newer: Iterable<ListedDevice> = [],
    ): FleetColumns {
      if (prepared?.list !== list || prepared.asOf !== asOf) prepared = null;
      const { places, chunks } = prepared ?? { places: place(list), chunks: [] };
      for (const device of newer) {
        const id = device.record.id.toWellFormed();
        const slot = slots().get(id) ?? places.added.get(id);
        if (slot === undefined || !places.devices[slot]) continue;
        places.devices[slot] = device;
        forgetChunkOf(slot);
      }
      const columns = apply(places, asOf, chunks);
      prepared = null;
      return columns;
    },

    /**
     * Replaces records of listed devices without a new list; others are ignored. Returns the same
     * columns object if no column changed.
     */
    putDevices(devices: readonly ListedDevice[]): FleetColumns {
      const known = devices.filter(({ record }) => slotOf(record.id) !== null);
      if (known.length === 0) return fleet.columns;
      for (const { record } of known) forgetChunkOf(slotOf(record.id)!);
      return apply(place(known), null, []);
    },

    /**
     * The zone in which the days of expiry begin, read with each list. Another zone than that of the
     * columns computes the expiry of all devices again; returns the same columns object otherwise.
     */
    useTimeZone(next: () => string): FleetColumns {
      timeZone = next;
      if (fleet.columns.count > 0) moveToTimeZone();
      return fleet.columns;
    },

    devices: () => devicesAt(allSlots()),
    /** The records of slots in ascending order, in parts, read as they are taken. */
    *devicesInParts(wanted: readonly number[]) {
      for (const part of Map.groupBy(wanted, chunkOf).values()) yield devicesAt(part);
    },

    /** Applies answers in order to the live columns and the file, in one transaction. */
    putFixes(updates: readonly FixUpdate[]): void {
      for (const { slot } of updates) requireSlot(slot);
      for (const update of updates) applyFix(update);
      storeFixes();
    },
    /** Applies an answer to the live columns; stored by `storeFixes`, or with the next write to the copy. */
    applyFix,
    storeFixes,

    /**
     * What people changed about devices since the last call, as seen in lists and single records: at most
     * `mostSeenChanges`, the newest.
     */
    takeDeviceChanges(): SeenDeviceChange[] {
      const taken = seenChanges;
      seenChanges = [];
      return taken;
    },

    /** Throws `notFound` for an unknown slot. */
    details(slot: number) {
      requireSlot(slot);
      return storage().guarded(() => readDetails(storage().vault(), fleet, slot));
    },
  };

  function stageAll(vault: Vault): void {
    forgetPrepared();
    stageFleet(vault, fleet);
  }

  return { cachedFleet, stageAll };
}

// Compares device records with the cache chunk by chunk, so that a list costs only what it changes.

/** New records by slot; `asOf` null: single ones, not a list. */
interface Listing extends ColumnTimes {
  devices: PlacedDevices;
}

/** What a listing changes in one chunk of devices; null: nothing. */
interface ChunkAfter {
  columns: Uint8Array | null;
  records: RecordsAfter | null;
  /** It is stored already, by `storeAhead`. */
  isStored?: true;
}

function chunkAfter(vault: Vault, old: FleetColumns, listing: Listing, chunk: number): ChunkAfter {
  const part = listing.devices.slice(chunk * deviceChunkSize, (chunk + 1) * deviceChunkSize);
  if (listing.asOf === null && part.every((device) => !device)) {
    return { columns: null, records: null };
  }
  const from = chunk * deviceChunkSize;
  const records = part.map((device) => device?.record);
  const after = packDeviceChunk(deviceColumnsAfter(old, from, records, listing), 0);
  const isSame =
    from + part.length <= old.count && Buffer.compare(packDeviceChunk(old, chunk), after) === 0;
  return { columns: isSame ? null : after, records: recordsAfter(vault, chunk, part) };
}

/**
 * Stages a chunk of new devices before the rest of their list, which in one piece would be a long write.
 * Nothing reads it until the head counts its devices.
 */
function storeAhead(
  vault: Vault,
  { devices }: Listing,
  chunk: number,
  { columns, records }: ChunkAfter,
): ChunkAfter {
  if (columns) vault.stage('device_columns', chunk, columns);
  if (records) vault.stage('device_records', chunk, records.body);
  // The fix columns that begin in this chunk.
  const first = Math.ceil((chunk * deviceChunkSize) / fixChunkSize);
  const end = Math.ceil(Math.min((chunk + 1) * deviceChunkSize, devices.length) / fixChunkSize);
  for (let fixes = first; fixes < end; fixes++) {
    const size = Math.min(fixChunkSize, devices.length - fixes * fixChunkSize);
    vault.stage('fix_columns', fixes, packFixChunk(emptyFixColumns(size), size, 0));
  }
  // The columns are still needed for the fleet in memory; the records are most of a list.
  return { columns, records: null, isStored: true };
}

/**
 * The fleet after a listing. A device keeps its slot permanently; new ones get slots at the end, in
 * the order given. If no column changed, the columns are the same object.
 */
function fleetAfter(
  fleet: Fleet,
  { devices, asOf, timeZone }: Listing,
  chunks: readonly ChunkAfter[],
): Fleet {
  const old = fleet.columns;
  const moment = asOf ?? fleet.asOf;
  if (chunks.every(({ columns }) => !columns)) return { columns: old, asOf: moment, timeZone };
  const count = devices.length;
  const bodies = chunks.map(({ columns }, chunk) => columns ?? packDeviceChunk(old, chunk));
  const fixes = count === old.count ? old : copyFixes(old, emptyFixColumns(count));
  const columns = { ...fixes, ...unpackDeviceChunks(count, bodies) };
  return { columns, asOf: moment, timeZone };
}

/** Stages what a listing changes: of the `fleet` after it, which had `oldCount` devices before. */
function stageListing(
  vault: Vault,
  fleet: Fleet,
  oldCount: number,
  chunks: readonly ChunkAfter[],
): void {
  stageHead(vault, fleet);
  for (const [chunk, { columns, records, isStored }] of chunks.entries()) {
    if (columns && !isStored) vault.stage('device_columns', chunk, columns);
    if (records) vault.stage('device_records', chunk, records.body);
  }
  const { count } = fleet.columns;
  if (count === oldCount) return;
  const grown = Math.floor(oldCount / fixChunkSize);
  for (let fixes = grown; fixes < chunkCount(count, fixChunkSize); fixes++) {
    const begunIn = Math.floor((fixes * fixChunkSize) / deviceChunkSize);
    if (chunks[begunIn]?.isStored) continue;
    vault.stage('fix_columns', fixes, packFixChunk(fleet.columns, count, fixes));
  }
}
