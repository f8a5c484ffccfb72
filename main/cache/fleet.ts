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
  packDeviceChunk,
  packFixChunk,
  packTextBody,
  unpackDeviceChunks,
  unpackFixChunk,
  unpackTextBody,
} from './chunks';
import { DamagedError } from './storage-errors';
import type { Vault } from './vault';

/** A device of the list with the JSON it was decoded from. */
export interface ListedDevice {
  record: Device;
  raw: unknown;
}

/** Devices by slot; undefined where a list does not hold the device of the slot. */
export type PlacedDevices = readonly (ListedDevice | undefined)[];

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

/** Stages what is said of the fleet as a whole. */
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

/** The record of a slot out of the body of its chunk; null where there is none. */
function recordIn(texts: TextColumn | null, slot: number): KeptRecord | null {
  const at = (slot % deviceChunkSize) * textsPerRecord;
  if (!texts || at >= texts.ends.length) return null;
  const json = textAt(texts, at);
  return json ? { json, raw: textAt(texts, at + 1) } : null;
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
    return recordIn(open.texts, slot);
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

/**
 * The body of a chunk of records once the list has this `part` of it; null where it stays as it is.
 * Devices not listed keep what is kept of them.
 */
export function recordsAfter(vault: Vault, chunk: number, part: PlacedDevices): Uint8Array | null {
  if (part.every((device) => !device)) return null;
  const plain = vault.read('device_records', chunk);
  const texts = plain && unpackTextBody(plain);
  const after = packTextBody(
    part.flatMap((device, i) => {
      if (device) return recordTexts(device);
      const kept = recordIn(texts, i);
      return kept ? [kept.json, kept.raw] : ['', ''];
    }),
  );
  return plain?.equals(after) ? null : after;
}
