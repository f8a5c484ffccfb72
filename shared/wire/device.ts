import type { Device, Licences, Limits } from '../domain/device';
import type { FieldMapping, FieldMappings } from '../domain/field-mapping';
import type { LimitsEdit } from '../domain/edit';
import {
  decodeList,
  decodeLongList,
  memberOf,
  recordIn,
  type Decoded,
  type DecodedList,
  fieldsOf,
  pointerParts,
  readerOf,
  type Fields,
  type WireTable,
} from './envelope';
import {
  isJsonObject,
  type JsonObject,
  readBoolean,
  readCount,
  readDay,
  readId,
  readMoment,
  readMomentOrDay,
  readText,
  readTextMap,
  type Reader,
} from './read';
import { decodeLicences } from './token';

/** The devices of the account, with its licences if the service provides them. */
interface DecodedDevices extends DecodedList<Device> {
  licences: Licences | null;
}

/** Reads the answer of `GET /api/devices`. */
export function decodeDeviceList(json: unknown, mappings?: FieldMappings): DecodedDevices {
  const list = decodeList(json, 'devices', listedWith(mappings), idOf);
  return { ...list, licences: decodeLicences(json) };
}

/** The same for a list of a hundred thousand devices: `pause` is awaited between steps. */
export async function decodeLongDeviceList(
  json: unknown,
  pause: () => Promise<void>,
  mappings?: FieldMappings,
): Promise<DecodedDevices> {
  const list = await decodeLongList(json, 'devices', listedWith(mappings), idOf, pause);
  return { ...list, licences: decodeLicences(json) };
}

const listedWith = (mappings?: FieldMappings) => (raw: JsonObject) => deviceOf(raw, null, mappings);
const idOf = ({ id }: Device) => id;

/** Reads one device; `knownId` is the requested id, used if the record has none. */
export function decodeDevice(
  json: unknown,
  knownId: string | null,
  mappings?: FieldMappings,
): Decoded<Device> | null {
  const raw = recordIn(json, ['device'], ['id', 'name', 'min', 'expires']);
  const record = raw && deviceOf(raw, knownId, mappings);
  return record && { record, raw };
}

function deviceOf(
  raw: JsonObject,
  knownId: string | null,
  mappings: FieldMappings = {},
): Device | null {
  const fields = fieldsOf(raw, mappings.device);
  const id = fields.take('id', readId) ?? knownId;
  if (id === null) return null;
  const limits = mappedLimits(raw, mappings.limits);
  if (limits) {
    const members = Object.values(mappings.limits ?? {});
    fields.drop(['limits', ...members.map((member) => pointerParts(member!.pointer)[0] ?? '')]);
  }
  return {
    id,
    name: fields.take('name', readText),
    description: fields.take('description', readText),
    phone: fields.take('min', readText, { field: 'phone' }),
    tags: fields.take('tags', readTextMap, { hasDefault: true }) ?? {},
    expiresAt: fields.take('expires', readMomentOrDay, { field: 'expiresAt', nullIsNone: true }),
    isActive: fields.take('active', readBoolean, { field: 'isActive' }),
    limits: limits ?? fields.take('limits', readLimitsObject),
    extra: fields.rest(),
    unlistedAt: null,
    ...fields.gaps(),
  };
}

/**
 * The members of the `limits` object of a device: the settings and counters of section 2.3. The
 * object is an extension that a service announces; the names are those of our reference service.
 */
export const limitsWire = {
  expires: { member: 'expires', read: readBoolean },
  expirationDate: { member: 'expirationDate', read: readDay, nullIsNone: true },
  dailyEmailLimit: { member: 'dailyEmailLimit', read: readCount, nullIsNone: true },
  dailySmsLimit: { member: 'dailySmsLimit', read: readCount, nullIsNone: true },
  emailsSentToday: { member: 'emailsSentToday', read: readCount },
  smsSentToday: { member: 'smsSentToday', read: readCount },
} satisfies WireTable<LimitsFields, LimitsEdit>;

type LimitsFields = Omit<Limits, 'expirationAt' | 'gaps'>;
const readLimits = readerOf<LimitsFields>(limitsWire);

const readLimitsObject: Reader<Limits> = (value) => {
  if (value === null) return null;
  return isJsonObject(value) ? limitsOf(fieldsOf(value)) : undefined;
};

/** The limits if some are read from other members of the device; null: nothing is mapped. */
function mappedLimits(device: JsonObject, mapping: FieldMapping | undefined): Limits | null {
  if (!mapping || Object.keys(mapping).length === 0) return null;
  const limits = memberOf(device, 'limits');
  return limitsOf(fieldsOf(isJsonObject(limits) ? limits : {}, mapping, device));
}

function limitsOf(fields: Fields): Limits {
  const limits = readLimits(fields);
  const { gaps } = fields.gaps();
  // Some services state the moment of expiry where others state the day.
  const expirationAt = readMoment(gaps?.notUnderstood?.expirationDate) ?? null;
  if (expirationAt === null) return { ...limits, ...(gaps && { gaps }) };
  const { expirationDate: _, ...notUnderstood } = gaps?.notUnderstood ?? {};
  return { ...limits, expirationAt, gaps: { ...gaps, notUnderstood } };
}
