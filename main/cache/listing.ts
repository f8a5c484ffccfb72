import { emptyFixColumns, type FleetColumns } from '#shared/fleet/columns';
import {
  chunkCount,
  copyFixes,
  deviceChunkSize,
  fixChunkSize,
  packDeviceChunk,
  packFixChunk,
  unpackDeviceChunks,
} from './chunks';
import { deviceColumnsAfter, type ColumnTimes } from './columns';
import {
  recordsAfter,
  stageHead,
  type Fleet,
  type PlacedDevices,
  type RecordsAfter,
} from './fleet';
import type { Vault } from './vault';

// Compares device records with the cache chunk by chunk, so that a list costs only what it changes.

/** New records by slot; `asOf` null: single ones, not a list. */
export interface Listing extends ColumnTimes {
  devices: PlacedDevices;
}

/** What a listing changes in one chunk of devices; null: nothing. */
export interface ChunkAfter {
  columns: Uint8Array | null;
  records: RecordsAfter | null;
  /** It is stored already, by `storeAhead`. */
  isStored?: true;
}

export function chunkAfter(
  vault: Vault,
  old: FleetColumns,
  listing: Listing,
  chunk: number,
): ChunkAfter {
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
export function storeAhead(
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
export function fleetAfter(
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
export function stageListing(
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
