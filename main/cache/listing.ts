import type { FleetColumns } from '#shared/fleet/columns';
import {
  chunkCount,
  deviceChunkSize,
  fixChunkSize,
  grownFixColumns,
  packDeviceChunk,
  packFixChunk,
  unpackDeviceChunks,
} from './chunks';
import { deviceColumnsAfter, type ColumnTimes } from './columns';
import { recordsAfter, stageHead, type Fleet, type PlacedDevices } from './fleet';
import type { Vault } from './vault';

// Compares new device records with the cache chunk by chunk, so that applying them costs only what
// changed. A long list is compared in advance; results that are still valid are reused.

/** The bodies of one chunk of devices after a list; null: unchanged. */
interface ChunkAfter {
  columns: Uint8Array | null;
  records: Uint8Array | null;
}

/** Results by chunk, computed in advance; valid only for the same device objects and time. */
export type Prepared = Map<
  number,
  ChunkAfter & { part: PlacedDevices; asOf: number | null; timeZone: string }
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

/** Computes a chunk of a listing in advance. */
export function prepareChunk(
  prepared: Prepared,
  vault: Vault,
  old: FleetColumns,
  listing: Listing,
  chunk: number,
): void {
  const part = partOf(listing.devices, chunk);
  prepared.set(chunk, {
    part,
    asOf: listing.asOf,
    timeZone: listing.timeZone,
    columns: columnsAfter(old, chunk, part, listing),
    records: recordsAfter(vault, chunk, part),
  });
}

/** The result computed in advance, if it is valid for this listing. */
function preparedFor(prepared: Prepared, chunk: number, part: PlacedDevices, listing: Listing) {
  const found = prepared.get(chunk);
  const isValid =
    found?.asOf === listing.asOf &&
    found.timeZone === listing.timeZone &&
    found.part.length === part.length &&
    found.part.every((device, i) => device === part[i]);
  return isValid ? found : undefined;
}

/** Drops the results that single records have made invalid. */
export function forgetPrepared(prepared: Prepared, devices: PlacedDevices): void {
  for (const chunk of prepared.keys()) {
    if (partOf(devices, chunk).some(Boolean)) prepared.delete(chunk);
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
    const part = partOf(devices, chunk);
    const found = preparedFor(prepared, chunk, part, listing);
    const after = found ? found.columns : columnsAfter(old, chunk, part, listing);
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
): Fleet {
  const old = fleet.columns;
  const moment = asOf ?? fleet.asOf;
  if (changes.size === 0) return { columns: old, asOf: moment, timeZone };
  const count = devices.length;
  const bodies = Array.from(
    { length: chunkCount(count, deviceChunkSize) },
    (_, chunk) => changes.get(chunk) ?? packDeviceChunk(old, chunk),
  );
  const fixes = count === old.count ? old : grownFixColumns(old, count);
  return { columns: { ...fixes, ...unpackDeviceChunks(count, bodies) }, asOf: moment, timeZone };
}

/** Stages the head, the changed chunks of device columns and those of fixes that grew. */
export function stageColumns(
  vault: Vault,
  fleet: Fleet,
  changes: ReadonlyMap<number, Uint8Array>,
  oldCount: number,
): void {
  stageHead(vault, fleet);
  for (const [chunk, body] of changes) vault.stage('device_columns', chunk, body);
  const { columns } = fleet;
  const { count } = columns;
  if (count === oldCount) return;
  const grown = Math.floor(oldCount / fixChunkSize);
  for (let chunk = grown; chunk < chunkCount(count, fixChunkSize); chunk++) {
    vault.stage('fix_columns', chunk, packFixChunk(columns, count, chunk));
  }
}

/** Stages the chunks of device records that a listing changes; devices not listed keep theirs. */
export function stageRecords(vault: Vault, listing: Listing, prepared: Prepared): void {
  const { devices } = listing;
  for (let chunk = 0; chunk < chunkCount(devices.length, deviceChunkSize); chunk++) {
    const part = partOf(devices, chunk);
    const found = preparedFor(prepared, chunk, part, listing);
    const after = found ? found.records : recordsAfter(vault, chunk, part);
    if (after) vault.stage('device_records', chunk, after);
  }
}
