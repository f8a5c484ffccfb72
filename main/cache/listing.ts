import { emptyFixColumns, type FixColumns, type FleetColumns } from '#shared/fleet/columns';
import {
  chunkCount,
  copyFixes,
  deviceChunkSize,
  fixChunkSize,
  packDeviceChunk,
  packFixChunk,
  DeviceColumnsBuilder,
  unpackDeviceChunks,
} from './chunks';
import { deviceColumnsAfter, type ColumnTimes } from './columns';
import {
  recordsAfter,
  stageHead,
  type DeviceChange,
  type Fleet,
  type PlacedDevices,
  type RecordsAfter,
} from './fleet';
import type { Vault } from './vault';

// Compares new device records with the cache chunk by chunk, so that applying them costs only what
// changed. A long list is compared in advance; results that are still valid are reused.

/** The bodies of one chunk of devices after a list; null: unchanged. */
interface ChunkAfter {
  columns: Uint8Array | null;
  records: RecordsAfter | null;
}

/** Results by chunk, computed in advance; valid only for the same device objects and time. */
export type Prepared = Map<
  number,
  ChunkAfter & {
    /** All devices of the listing. */
    devices: PlacedDevices;
    asOf: number | null;
    timeZone: string;
    /** All of it is staged already, for a list of this many devices. */
    stagedFor: number | null;
  }
>;

/** New records by slot; `asOf` null: single ones, not a list. */
export interface Listing extends ColumnTimes {
  devices: PlacedDevices;
}

const partOf = (devices: PlacedDevices, chunk: number) =>
  devices.slice(chunk * deviceChunkSize, (chunk + 1) * deviceChunkSize);

function columnsAfter(old: FleetColumns, chunk: number, part: PlacedDevices, times: ColumnTimes) {
  const from = chunk * deviceChunkSize;
  if (times.asOf === null && part.every((device) => !device)) return null;
  const records = part.map((device) => device?.record);
  const after = packDeviceChunk(deviceColumnsAfter(old, from, records, times), 0);
  const isGrown = from + part.length > old.count;
  return isGrown || Buffer.compare(packDeviceChunk(old, chunk), after) !== 0 ? after : null;
}

/**
 * Computes a chunk of a listing in advance. A chunk without any known device is staged immediately,
 * because nothing reads it until the head counts its devices: the first list of a large account would
 * otherwise be one long write. Returns whether it was staged.
 */
export function prepareChunk(
  prepared: Prepared,
  vault: Vault,
  old: FleetColumns,
  listing: Listing,
  chunk: number,
): boolean {
  const part = partOf(listing.devices, chunk);
  const columns = columnsAfter(old, chunk, part, listing);
  const records = recordsAfter(vault, chunk, part);
  const isStaged = chunk * deviceChunkSize >= old.count;
  if (isStaged) {
    if (columns) vault.stage('device_columns', chunk, columns);
    if (records) vault.stage('device_records', chunk, records.body);
    stageEmptyFixes(vault, chunk, listing.devices.length);
  }
  const { devices, asOf, timeZone } = listing;
  // The columns are needed for the fleet in memory; the records are most of a list.
  const after = { columns, records: isStaged ? null : records };
  const stagedFor = isStaged ? devices.length : null;
  prepared.set(chunk, { devices, asOf, timeZone, ...after, stagedFor });
  return isStaged;
}

/** The fix columns that begin in a chunk of new devices, which have none yet. */
function stageEmptyFixes(vault: Vault, chunk: number, count: number): void {
  const first = Math.ceil((chunk * deviceChunkSize) / fixChunkSize);
  const end = Math.ceil(Math.min((chunk + 1) * deviceChunkSize, count) / fixChunkSize);
  for (let fixes = first; fixes < end; fixes++) {
    const size = Math.min(fixChunkSize, count - fixes * fixChunkSize);
    vault.stage('fix_columns', fixes, packFixChunk(emptyFixColumns(size), size, 0));
  }
}

/** The result computed in advance, if it is valid for this listing. */
function preparedFor(prepared: Prepared, chunk: number, listing: Listing) {
  const found = prepared.get(chunk);
  const isValid =
    found?.asOf === listing.asOf &&
    found.timeZone === listing.timeZone &&
    isSamePart(found.devices, listing.devices, chunk);
  return isValid ? found : undefined;
}

function isSamePart(before: PlacedDevices, after: PlacedDevices, chunk: number): boolean {
  // Usually: a hundred thousand comparisons less.
  if (before === after) return true;
  const [one, other] = [partOf(before, chunk), partOf(after, chunk)];
  return one.length === other.length && one.every((device, i) => device === other[i]);
}

/** Drops the results that single records have made invalid. */
export function forgetPrepared(prepared: Prepared, devices: PlacedDevices): void {
  for (const chunk of prepared.keys()) {
    if (partOf(devices, chunk).some(Boolean)) prepared.delete(chunk);
  }
}

/** The columns after a listing: those of devices are joined chunk by chunk while it is prepared. */
export class JoinedColumns {
  readonly #builder: DeviceColumnsBuilder;
  /** Without any values yet; null: no device is new. */
  readonly #fixes: FixColumns | null;
  /** null: unchanged. */
  readonly #bodies: (Uint8Array | null)[] = [];

  constructor(
    private readonly old: FleetColumns,
    count: number,
  ) {
    this.#builder = new DeviceColumnsBuilder(count);
    this.#fixes = count > old.count ? emptyFixColumns(count) : null;
  }

  /** Columns for the fixes of so many devices, to be filled; null: they were not made in advance. */
  emptyFixes(count: number): FixColumns | null {
    return this.#fixes?.flags.length === count ? this.#fixes : null;
  }

  /** The next chunk of the listing was prepared. */
  add(prepared: Prepared): void {
    const chunk = this.#bodies.length;
    const body = prepared.get(chunk)?.columns ?? null;
    this.#builder.add(body ?? packDeviceChunk(this.old, chunk));
    this.#bodies.push(body);
  }

  /** Joins the columns in steps, after the last chunk. */
  finish(): Iterable<void> {
    return this.#builder.finish();
  }

  /** The columns, if nothing else changed meanwhile; else null. */
  columnsFor(old: FleetColumns, changes: ReadonlyMap<number, Uint8Array>, chunks: number) {
    const isSame =
      old === this.old &&
      this.#bodies.length === chunks &&
      this.#bodies.every((body, chunk) => body === (changes.get(chunk) ?? null));
    return isSame ? this.#builder.columns() : null;
  }
}

/** The bodies of the chunks of device columns that a listing changes. */
export function columnChanges(
  old: FleetColumns,
  listing: Listing,
  prepared: Prepared,
): Map<number, Uint8Array> {
  const changes = new Map<number, Uint8Array>();
  const { devices } = listing;
  for (let chunk = 0; chunk < chunkCount(devices.length, deviceChunkSize); chunk++) {
    const found = preparedFor(prepared, chunk, listing);
    const after = found ? found.columns : columnsAfter(old, chunk, partOf(devices, chunk), listing);
    if (after) changes.set(chunk, after);
  }
  return changes;
}

/**
 * The fleet after a listing. A device keeps its slot permanently; new ones get slots at the end, in
 * the order given. If no column changed, the columns are the same object.
 */
export function fleetAfter(
  fleet: Fleet,
  { devices, asOf, timeZone }: Listing,
  changes: ReadonlyMap<number, Uint8Array>,
  joined: JoinedColumns | null,
): Fleet {
  const old = fleet.columns;
  const moment = asOf ?? fleet.asOf;
  if (changes.size === 0) return { columns: old, asOf: moment, timeZone };
  const count = devices.length;
  const length = chunkCount(count, deviceChunkSize);
  const bodyOf = (chunk: number) => changes.get(chunk) ?? packDeviceChunk(old, chunk);
  const devicesAfter =
    joined?.columnsFor(old, changes, length) ??
    unpackDeviceChunks(
      count,
      Array.from({ length }, (_, chunk) => bodyOf(chunk)),
    );
  const longer = () => joined?.emptyFixes(count) ?? emptyFixColumns(count);
  const fixes = count === old.count ? old : copyFixes(old, longer());
  return { columns: { ...fixes, ...devicesAfter }, asOf: moment, timeZone };
}

/** Stages the head, the changed chunks of device columns and those of fixes that grew. */
export function stageColumns(
  vault: Vault,
  fleet: Fleet,
  changes: ReadonlyMap<number, Uint8Array>,
  oldCount: number,
  isStaged: (chunk: number) => boolean,
): void {
  stageHead(vault, fleet);
  for (const [chunk, body] of changes) {
    if (!isStaged(chunk)) vault.stage('device_columns', chunk, body);
  }
  const { columns } = fleet;
  const { count } = columns;
  if (count === oldCount) return;
  const grown = Math.floor(oldCount / fixChunkSize);
  for (let chunk = grown; chunk < chunkCount(count, fixChunkSize); chunk++) {
    // Staged with the chunk of devices in which it begins.
    if (isStaged(Math.floor((chunk * fixChunkSize) / deviceChunkSize))) continue;
    vault.stage('fix_columns', chunk, packFixChunk(columns, count, chunk));
  }
}

/** Whether a chunk of a listing was staged in advance, and that is still valid. */
export function isChunkStaged(prepared: Prepared, listing: Listing, chunk: number): boolean {
  return preparedFor(prepared, chunk, listing)?.stagedFor === listing.devices.length;
}

/**
 * Stages the chunks of device records that a listing changes; devices not listed keep theirs. Returns
 * what people changed about the devices.
 */
export function stageRecords(vault: Vault, listing: Listing, prepared: Prepared): DeviceChange[] {
  const { devices } = listing;
  const changes: DeviceChange[] = [];
  for (let chunk = 0; chunk < chunkCount(devices.length, deviceChunkSize); chunk++) {
    const found = preparedFor(prepared, chunk, listing);
    const after = found ? found.records : recordsAfter(vault, chunk, partOf(devices, chunk));
    if (!after) continue;
    vault.stage('device_records', chunk, after.body);
    changes.push(...after.changes);
  }
  return changes;
}
