import type { Device } from '#shared/domain/device';
import {
  emptyFixColumns,
  packTexts,
  textAt,
  type FleetColumns,
  type TextColumn,
} from '#shared/fleet/columns';
import {
  chunkCount,
  deviceChunkSize,
  fixChunkSize,
  grownFixColumns,
  packDeviceChunk,
  packFixChunk,
  packTextBody,
  unpackDeviceChunks,
  unpackFixChunk,
  unpackTextBody,
  type DeviceColumns,
} from './chunks';
import { deviceColumnsAfter, isShownAs } from './columns';
import { DamagedError } from './database';
import type { Vault } from './vault';

/** A device of the list with the JSON it was decoded from. */
export interface ListedDevice {
  record: Device;
  raw: unknown;
}

/** The fleet in memory, as the window shows it. */
export interface Fleet {
  columns: FleetColumns;
  /** When the service last sent the list; null: never. */
  asOf: number | null;
}

const headKey = 0;

/** A fleet of no devices. */
export function emptyFleet(): Fleet {
  const none = () => packTexts([]);
  const columns = {
    count: 0,
    id: none(),
    name: none(),
    description: none(),
    phone: none(),
    tags: none(),
    expiresAt: new Float64Array(),
    unlistedAt: new Float64Array(),
    ...emptyFixColumns(0),
  };
  return { columns, asOf: null };
}

function readChunks(vault: Vault, table: 'device_columns' | 'fix_columns', wanted: number) {
  const chunks: Buffer[] = [];
  for (const { key, plain } of vault.readAll(table)) {
    if (key !== chunks.length) throw new DamagedError(`${table}: a chunk is missing`);
    chunks.push(plain);
  }
  if (chunks.length !== wanted) throw new DamagedError(`${table}: chunks do not match the fleet`);
  return chunks;
}

/** Reads the columns of the whole fleet; throws DamagedError where a chunk does not open. */
export function loadFleet(vault: Vault): Fleet {
  const head = vault.read('fleet', headKey);
  if (!head) return emptyFleet();
  const { count, asOf } = JSON.parse(head.toString()) as { count: number; asOf: number | null };
  const devices = unpackDeviceChunks(
    count,
    readChunks(vault, 'device_columns', chunkCount(count, deviceChunkSize)),
  );
  const fixes = emptyFixColumns(count);
  readChunks(vault, 'fix_columns', chunkCount(count, fixChunkSize)).forEach((plain, chunk) =>
    unpackFixChunk(fixes, count, chunk, plain),
  );
  return { columns: { ...devices, ...fixes }, asOf };
}

/** Stages what is said of the fleet as a whole: where no column changed, that is all there is. */
export function stageHead(vault: Vault, { columns: { count }, asOf }: Fleet): void {
  vault.stageIfChanged('fleet', headKey, Buffer.from(JSON.stringify({ count, asOf })));
}

/** Stages the head and every chunk of columns that differs from what is stored. */
export function stageFleet(vault: Vault, fleet: Fleet): void {
  stageHead(vault, fleet);
  const { columns } = fleet;
  const { count } = columns;
  for (let chunk = 0; chunk < chunkCount(count, deviceChunkSize); chunk++) {
    vault.stageIfChanged('device_columns', chunk, packDeviceChunk(columns, chunk));
  }
  for (let chunk = 0; chunk < chunkCount(count, fixChunkSize); chunk++) {
    vault.stageIfChanged('fix_columns', chunk, packFixChunk(columns, count, chunk));
  }
}

/** Stages the chunks of fix columns that hold `slots`. */
export function stageFixes(vault: Vault, columns: FleetColumns, slots: Iterable<number>): void {
  const chunks = new Set<number>();
  for (const slot of slots) chunks.add(Math.floor(slot / fixChunkSize));
  for (const chunk of chunks) {
    vault.stage('fix_columns', chunk, packFixChunk(columns, columns.count, chunk));
  }
}

/** Texts of one device in a chunk of records: the decoded record, then the JSON as it came. */
const textsPerRecord = 2;

/** What is kept of one device: the JSON of its record and the JSON it came as. */
export interface KeptRecord {
  json: string;
  raw: string;
}

/** Reads records chunk by chunk: the last chunk stays open for the next slot. */
function recordReader(vault: Vault): (slot: number) => KeptRecord | null {
  let open: { chunk: number; texts: TextColumn | null } = { chunk: -1, texts: null };
  return (slot) => {
    const chunk = Math.floor(slot / deviceChunkSize);
    if (open.chunk !== chunk) {
      const plain = vault.read('device_records', chunk);
      open = { chunk, texts: plain && unpackTextBody(plain) };
    }
    const at = (slot % deviceChunkSize) * textsPerRecord;
    if (!open.texts || at >= open.texts.ends.length) return null;
    const json = textAt(open.texts, at);
    return json ? { json, raw: textAt(open.texts, at + 1) } : null;
  };
}

/** What is kept of the device in `slot`; null where there is nothing. */
export function readRecord(vault: Vault, slot: number): KeptRecord | null {
  return recordReader(vault)(slot);
}

/** What is kept of every device in the order of the slots; null where there is nothing. */
export function* readAllRecords(vault: Vault, count: number): Generator<KeptRecord | null> {
  const read = recordReader(vault);
  for (let slot = 0; slot < count; slot++) yield read(slot);
}

function recordTexts({ record, raw }: ListedDevice): string[] {
  // The mark is kept in the columns; here it would rewrite the chunk.
  const unmarked = record.unlistedAt === null ? record : { ...record, unlistedAt: null };
  return [JSON.stringify(unmarked), JSON.stringify(raw) ?? ''];
}

/** Stages the chunks of device records that a new list changes; devices not listed keep theirs. */
export function stageRecords(vault: Vault, listed: readonly (ListedDevice | undefined)[]): void {
  const keptIn = recordReader(vault);
  for (let chunk = 0; chunk < chunkCount(listed.length, deviceChunkSize); chunk++) {
    const from = chunk * deviceChunkSize;
    const part = listed.slice(from, from + deviceChunkSize);
    if (part.every((device) => !device)) continue;
    const texts = part.flatMap((device, i) => {
      if (device) return recordTexts(device);
      const kept = keptIn(from + i);
      return kept ? [kept.json, kept.raw] : ['', ''];
    });
    vault.stageIfChanged('device_records', chunk, packTextBody(texts));
  }
}

/**
 * The fleet after a new list. A device keeps its slot for good; new ones get slots at the end, in
 * the order given. Where nothing that a column shows has changed, the columns are the same object.
 */
export function fleetAfter(
  fleet: Fleet,
  listed: readonly (ListedDevice | undefined)[],
  asOf: number,
): Fleet {
  const old = fleet.columns;
  const records = listed.map((device) => device?.record);
  const devices = deviceColumnsAfter(old, records, asOf);
  if (sameDevices(old, devices)) return { columns: old, asOf };
  const { count } = devices;
  const fixes = count === old.count ? old : grownFixColumns(old, count);
  return { columns: { ...fixes, ...devices }, asOf };
}

/** The fleet with new records of some devices; the same object where the columns show none of it. */
export function fleetWith(fleet: Fleet, listed: readonly (ListedDevice | undefined)[]): Fleet {
  const old = fleet.columns;
  const isSame = listed.every((device, slot) => !device || isShownAs(old, slot, device.record));
  if (isSame) return fleet;
  const records = listed.map((device) => device?.record);
  // Without a list, nobody is known to have vanished.
  const devices = { ...deviceColumnsAfter(old, records, 0), unlistedAt: old.unlistedAt };
  return { columns: { ...old, ...devices }, asOf: fleet.asOf };
}

function sameDevices(a: DeviceColumns, b: DeviceColumns): boolean {
  if (a.count !== b.count) return false;
  for (let chunk = 0; chunk < chunkCount(a.count, deviceChunkSize); chunk++) {
    if (Buffer.compare(packDeviceChunk(a, chunk), packDeviceChunk(b, chunk)) !== 0) return false;
  }
  return true;
}
