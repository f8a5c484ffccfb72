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
import { deviceColumnsAfter } from './columns';
import { recordsAfter, stageHead, type Fleet, type PlacedDevices } from './fleet';
import type { Vault } from './vault';

// What new records of devices change, chunk by chunk, so that taking them costs what changes: a long
// list is compared in turns beforehand, and what was found is used where it still holds.

/** What a list makes of one chunk of devices; null: that part of it stays as it is. */
interface ChunkAfter {
  columns: Uint8Array | null;
  records: Uint8Array | null;
}

/** What was found of chunks beforehand: each holds for these very devices and this moment only. */
export type Prepared = Map<number, ChunkAfter & { part: PlacedDevices; asOf: number | null }>;

/** New records by slot; `asOf` null: single ones, not a list. */
export interface Listing {
  devices: PlacedDevices;
  asOf: number | null;
}

const partOf = (devices: PlacedDevices, chunk: number) =>
  devices.slice(chunk * deviceChunkSize, (chunk + 1) * deviceChunkSize);

function columnsAfter(old: FleetColumns, chunk: number, part: PlacedDevices, asOf: number | null) {
  const from = chunk * deviceChunkSize;
  if (asOf === null && part.every((device) => !device)) return null;
  const records = part.map((device) => device?.record);
  const after = packDeviceChunk(deviceColumnsAfter(old, from, records, asOf), 0);
  const isGrown = from + part.length > old.count;
  return isGrown || Buffer.compare(packDeviceChunk(old, chunk), after) !== 0 ? after : null;
}

/** Finds what a listing makes of a chunk, before it is taken. */
export function prepareChunk(
  prepared: Prepared,
  vault: Vault,
  old: FleetColumns,
  { devices, asOf }: Listing,
  chunk: number,
): void {
  const part = partOf(devices, chunk);
  prepared.set(chunk, {
    part,
    asOf,
    columns: columnsAfter(old, chunk, part, asOf),
    records: recordsAfter(vault, chunk, part),
  });
}

/** What was found of a chunk beforehand, if it was found for this listing. */
function foundFor(prepared: Prepared, chunk: number, part: PlacedDevices, asOf: number | null) {
  const found = prepared.get(chunk);
  const holds =
    found?.asOf === asOf &&
    found.part.length === part.length &&
    found.part.every((device, i) => device === part[i]);
  return holds ? found : undefined;
}

/** Takes away what no longer holds once single records have been taken. */
export function forgetPrepared(prepared: Prepared, devices: PlacedDevices): void {
  for (const chunk of prepared.keys()) {
    if (partOf(devices, chunk).some(Boolean)) prepared.delete(chunk);
  }
}

/** The bodies of the chunks of device columns that a listing changes. */
export function columnChanges(
  old: FleetColumns,
  { devices, asOf }: Listing,
  prepared: Prepared,
): Map<number, Uint8Array> {
  const changes = new Map<number, Uint8Array>();
  for (let chunk = 0; chunk < chunkCount(devices.length, deviceChunkSize); chunk++) {
    const part = partOf(devices, chunk);
    const found = foundFor(prepared, chunk, part, asOf);
    const after = found ? found.columns : columnsAfter(old, chunk, part, asOf);
    if (after) changes.set(chunk, after);
  }
  return changes;
}

/**
 * The fleet after a listing. A device keeps its slot for good; new ones get slots at the end, in the
 * order given. Where nothing that a column shows has changed, the columns are the same object.
 */
export function fleetAfter(
  fleet: Fleet,
  { devices, asOf }: Listing,
  changes: ReadonlyMap<number, Uint8Array>,
): Fleet {
  const old = fleet.columns;
  const moment = asOf ?? fleet.asOf;
  if (changes.size === 0) return { columns: old, asOf: moment };
  const count = devices.length;
  const bodies = Array.from(
    { length: chunkCount(count, deviceChunkSize) },
    (_, chunk) => changes.get(chunk) ?? packDeviceChunk(old, chunk),
  );
  const fixes = count === old.count ? old : grownFixColumns(old, count);
  return { columns: { ...fixes, ...unpackDeviceChunks(count, bodies) }, asOf: moment };
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
export function stageRecords(vault: Vault, { devices, asOf }: Listing, prepared: Prepared): void {
  for (let chunk = 0; chunk < chunkCount(devices.length, deviceChunkSize); chunk++) {
    const part = partOf(devices, chunk);
    const found = foundFor(prepared, chunk, part, asOf);
    const after = found ? found.records : recordsAfter(vault, chunk, part);
    if (after) vault.stage('device_records', chunk, after);
  }
}
