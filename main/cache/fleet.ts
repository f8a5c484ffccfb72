import { deviceSchema, type Device } from '#shared/domain/device';
import { deviceChange } from '#shared/domain/handover';
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
import {
  deviceFromColumns,
  fixFromColumns,
  positionFromColumns,
  readReports,
  type CachedReports,
} from './columns';
import { DamagedError } from './storage-errors';
import type { Vault } from './vault';

/** A device of the list with the JSON it was decoded from. */
export interface ListedDevice {
  record: Device;
  raw: unknown;
}

/** Devices by slot; undefined if the list does not contain the device of the slot. */
export type PlacedDevices = readonly (ListedDevice | undefined)[];

/** The fleet in memory, as the window shows it. */
export interface Fleet {
  columns: FleetColumns;
  /** When the service last sent the list; null if never. */
  asOf: number | null;
  /** The zone in which the days of expiry begin; null: there never was a list. */
  timeZone: string | null;
}

const headKey = 0;

function emptyFleet(): Fleet {
  const none = () => packTexts([]);
  const columns = {
    count: 0,
    id: none(),
    name: none(),
    description: none(),
    phone: none(),
    tags: none(),
    expiresAt: new Float64Array(),
    expiredFrom: new Float64Array(),
    receivedAt: new Float64Array(),
    overLimitUntil: new Float64Array(),
    unlistedAt: new Float64Array(),
    ...emptyFixColumns(0),
  };
  return { columns, asOf: null, timeZone: null };
}

function readChunks(vault: Vault, table: 'device_columns' | 'fix_columns', expected: number) {
  const chunks: Buffer[] = [];
  if (expected === 0) return chunks;
  for (const { key, plain } of vault.readAll(table)) {
    if (key !== chunks.length) throw new DamagedError(`${table}: a chunk is missing`);
    chunks.push(plain);
    // More of them are of a list that was written in advance and never applied.
    if (chunks.length === expected) return chunks;
  }
  throw new DamagedError(`${table}: chunks do not match the fleet`);
}

interface Head {
  count: number;
  asOf: number | null;
  timeZone: string | null;
}

/** Reads the columns of the whole fleet; throws DamagedError if a chunk is damaged. */
export function loadFleet(vault: Vault): Fleet {
  const head = vault.read('fleet', headKey);
  if (!head) return emptyFleet();
  const { count, asOf, timeZone } = JSON.parse(head.toString()) as Head;
  const devices = unpackDeviceChunks(
    count,
    readChunks(vault, 'device_columns', chunkCount(count, deviceChunkSize)),
  );
  const fixes = emptyFixColumns(count);
  readChunks(vault, 'fix_columns', chunkCount(count, fixChunkSize)).forEach((plain, chunk) =>
    unpackFixChunk(fixes, count, chunk, plain),
  );
  return { columns: { ...devices, ...fixes }, asOf, timeZone };
}

export function stageHead(vault: Vault, { columns: { count }, asOf, timeZone }: Fleet): void {
  const head: Head = { count, asOf, timeZone };
  vault.stageIfChanged('fleet', headKey, Buffer.from(JSON.stringify(head)));
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

export function stageFixChunkOf(vault: Vault, columns: FleetColumns, slot: number): void {
  const chunk = Math.floor(slot / fixChunkSize);
  vault.stage('fix_columns', chunk, packFixChunk(columns, columns.count, chunk));
}

/** Texts of one device in a chunk of records: the decoded record, then the original JSON. */
const textsPerRecord = 2;

/** The JSON of a device record and the JSON it was decoded from. */
interface StoredRecord {
  json: string;
  raw: string;
}

/** The record of a slot in the body of its chunk; null if there is none. */
function recordIn(texts: TextColumn | null, slot: number): StoredRecord | null {
  const at = (slot % deviceChunkSize) * textsPerRecord;
  if (!texts || at >= texts.ends.length) return null;
  const json = textAt(texts, at);
  return json ? { json, raw: textAt(texts, at + 1) } : null;
}

/** Reads records and keeps the last chunk for the next slot. */
function recordReader(vault: Vault): (slot: number) => StoredRecord | null {
  let current: { chunk: number; texts: TextColumn | null } = { chunk: -1, texts: null };
  return (slot) => {
    const chunk = Math.floor(slot / deviceChunkSize);
    if (current.chunk !== chunk) {
      const plain = vault.read('device_records', chunk);
      current = { chunk, texts: plain && unpackTextBody(plain) };
    }
    return recordIn(current.texts, slot);
  };
}

/** Everything cached of one device. Raw texts are the original JSON; "" or null if missing. */
export interface CachedDetails extends CachedReports {
  device: Device;
  rawDevice: string;
  checkedAt: number | null;
}

function deviceIn({ columns, asOf }: Fleet, slot: number, record: StoredRecord | null): Device {
  const read = record && deviceSchema.safeParse(JSON.parse(record.json));
  const unlistedAt = orNull(columns.unlistedAt[slot]!);
  return {
    ...(read?.success ? read.data : deviceFromColumns(columns, slot)),
    unlistedAt,
    // The last list did not contain an unlisted device.
    receivedAt: orNull(columns.receivedAt[slot]!) ?? (unlistedAt === null ? asOf : null),
  };
}

const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

/** The devices of these slots, which are best in order. */
export function* readDevices(vault: Vault, fleet: Fleet, slots: Iterable<number>) {
  const read = recordReader(vault);
  for (const slot of slots) yield deviceIn(fleet, slot, read(slot));
}

export function readDetails(vault: Vault, fleet: Fleet, slot: number): CachedDetails {
  const { columns } = fleet;
  const record = recordReader(vault)(slot);
  const reports = readReports(vault, slot);
  return {
    device: deviceIn(fleet, slot, record),
    rawDevice: record?.raw ?? '',
    fix: reports?.fix ?? fixFromColumns(columns, slot),
    rawFix: reports?.rawFix ?? null,
    position: reports?.position ?? positionFromColumns(columns, slot),
    noPositionSince: reports?.noPositionSince ?? null,
    otherAnswer: reports?.otherAnswer ?? null,
    rawOtherAnswer: reports?.rawOtherAnswer ?? null,
    checkedAt: orNull(columns.checkedAt[slot]!),
  };
}

function recordTexts({ record, raw }: ListedDevice): string[] {
  // The marks are stored in the columns; here they would rewrite the chunk.
  const { receivedAt: _, ...unmarked } = record;
  return [JSON.stringify({ ...unmarked, unlistedAt: null }), JSON.stringify(raw) ?? ''];
}

/** What people changed about a device, as seen in an answer. */
export type DeviceChange = NonNullable<ReturnType<typeof deviceChange>>;

/** A chunk of records after a list. */
export interface RecordsAfter {
  body: Uint8Array;
  changes: readonly DeviceChange[];
}

/**
 * A chunk of records after a list with this `part`; null if it does not change. Devices that are not
 * listed keep their records.
 */
export function recordsAfter(
  vault: Vault,
  chunk: number,
  part: PlacedDevices,
): RecordsAfter | null {
  if (part.every((device) => !device)) return null;
  const plain = vault.read('device_records', chunk);
  const texts = plain && unpackTextBody(plain);
  const changes: DeviceChange[] = [];
  const body = packTextBody(
    part.flatMap((device, i) => {
      const stored = recordIn(texts, i);
      if (!device) return stored ? [stored.json, stored.raw] : ['', ''];
      const after = recordTexts(device);
      // Most records of a list are unchanged, and not read.
      if (stored && stored.json !== after[0]) {
        const change = deviceChange(JSON.parse(stored.json) as Device, device.record);
        if (change) changes.push(change);
      }
      return after;
    }),
  );
  return plain?.equals(body) ? null : { body, changes };
}
