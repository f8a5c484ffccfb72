import type { Device } from '../domain/device';
import type { Licences, Limits } from '../domain/limit';
import {
  decodeList,
  decodeListInTurns,
  memberOf,
  recordIn,
  type Decoded,
  type DecodedList,
} from './envelope';
import { fieldsOf } from './fields';
import { isJsonObject, type JsonObject } from './json';
import { readBoolean, readCount, readDay, readId, readMoment, readText, readTextMap } from './read';
import { decodeLicences } from './token';

/** The account's devices, with its licences where the service tells them. */
export interface DecodedDevices extends DecodedList<Device> {
  licences: Licences | null;
}

/** Reads the answer of `GET /api/devices`. */
export function decodeDeviceList(json: unknown): DecodedDevices {
  const list = decodeList(json, 'devices', listed, idOf);
  return { ...list, licences: decodeLicences(json) };
}

/**
 * The same in several turns: it may hold a hundred thousand, and whoever reads it also answers a
 * window.
 */
export async function decodeDevicesInChunks(
  json: unknown,
  nextTurn: () => Promise<void>,
): Promise<DecodedDevices> {
  const list = await decodeListInTurns(json, 'devices', listed, idOf, nextTurn);
  return { ...list, licences: decodeLicences(json) };
}

const listed = (raw: JsonObject) => deviceOf(raw, null);
const idOf = ({ id }: Device) => id;

/** Reads one device; `knownId` is the id that was asked for, used where the record has none. */
export function decodeDevice(json: unknown, knownId: string | null): Decoded<Device> | null {
  const raw = recordIn(json, ['device'], ['id', 'name', 'min', 'expires']);
  const record = raw && deviceOf(raw, knownId);
  return record && { record, raw };
}

function deviceOf(raw: JsonObject, knownId: string | null): Device | null {
  const fields = fieldsOf(raw);
  const id = fields.take('id', readId) ?? knownId;
  if (id === null) return null;
  return {
    id,
    name: fields.take('name', readText),
    description: fields.take('description', readText),
    phone: fields.take('min', readText),
    tags: fields.take('tags', readTextMap) ?? {},
    expiresAt: fields.take('expires', readMoment),
    limits: fields.take('limits', (value) => limitsOf(value)),
    extra: fields.rest(),
    unlistedAt: null,
  };
}

/** The settings and counters of section 2.3, under the names our reference service gives them. */
function limitsOf(value: unknown): Limits | null | undefined {
  if (value === null) return null;
  if (!isJsonObject(value)) return undefined;
  const fields = fieldsOf(value);
  const expirationDate = fields.take('expirationDate', readDay);
  return {
    expires: fields.take('expires', readBoolean) ?? expirationDate !== null,
    expirationDate,
    dailyEmailLimit: fields.take('dailyEmailLimit', readCount),
    dailySmsLimit: fields.take('dailySmsLimit', readCount),
    emailsSentToday: fields.take('emailsSentToday', readCount),
    smsSentToday: fields.take('smsSentToday', readCount),
  };
}

/** Whether the service counts the device as a licence in use; null where it does not tell. */
export function isActive(device: Pick<Device, 'extra'>): boolean | null {
  return readBoolean(memberOf(device.extra, 'active')) ?? null;
}
