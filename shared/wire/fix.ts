import type { FieldMapping } from '../domain/field-mapping';
import type { Fix } from '../domain/fix';
import {
  decodeList,
  envelopeNames,
  isAnswer,
  memberOf,
  recordIn,
  type Decoded,
  type DecodedList,
  fieldsOf,
  type Fields,
} from './envelope';
import {
  isJsonArray,
  isJsonObject,
  withoutPasswords,
  type JsonObject,
  readBoolean,
  readMoment,
  readSwitches,
  readTextMap,
  readTextMaps,
  readTexts,
  readWithin,
} from './read';
import { hasUnknownPlace } from './field-candidates';

/** A location record as read. */
interface DecodedFix extends Decoded<Fix> {
  /** False: it has content but no usable time, or a place that could not be read. */
  isUnderstood: boolean;
}

/** Reads one location record (wire contract 3.4); null if it has no content. */
export function decodeFix(json: unknown, mapping?: FieldMapping): DecodedFix | null {
  const raw = withoutPasswords(json);
  if (!isJsonObject(raw)) return null;
  const fields = fieldsOf(raw, mapping);
  const record = fixOf(fields);
  const hasContent = Object.values(raw).some((value) => value !== null && value !== '');
  return hasContent ? { record, raw, isUnderstood: isUnderstood(record) } : null;
}

/**
 * Whether a record has a usable time, and a place that is either usable or not there. A place under
 * an unknown name is there.
 */
function isUnderstood({ at, latitude, extra, gaps }: Fix): boolean {
  if (at === null) return false;
  if (latitude !== null) return true;
  const unread = gaps?.notUnderstood ?? {};
  return !('latitude' in unread) && !('longitude' in unread) && !hasUnknownPlace(extra);
}

/** The answer about the last location of a device. */
export interface LastLocation {
  /** null: the device never reported, or the answer was not understood. */
  fix: Fix | null;
  /** The record as received, or the whole answer if it was not understood; null if it has none. */
  raw: unknown;
  /** False: the answer has content, but no usable time and place. */
  isUnderstood: boolean;
}

/**
 * Reads the answer of `GET …/lastLocation`; null, absent and an empty list all mean "never
 * reported". A list of one is read as that record. Of several, the last one is not known.
 */
export function decodeLastLocation(answer: unknown, mapping?: FieldMapping): LastLocation {
  const json = isJsonObject(answer) ? withoutListOfOne(answer) : answer;
  const record =
    recordIn(json, [name, 'location'], ['dateTime', 'latitude']) ?? unnamedRecord(json);
  if (record) {
    const decoded = decodeFix(record, mapping);
    if (decoded === null) return { fix: null, raw: null, isUnderstood: true };
    const { isUnderstood } = decoded;
    return { fix: isUnderstood ? decoded.record : null, raw: decoded.raw, isUnderstood };
  }
  const isEmpty =
    isJsonObject(json) && isAnswer(json, name) && (memberOf(json, name) ?? null) === null;
  const isUnderstood = json === null || isEmpty;
  return { fix: null, raw: isUnderstood ? null : withoutPasswords(answer), isUnderstood };
}

/** The record under an unknown name, or flat with unknown members. */
function unnamedRecord(json: unknown): JsonObject | null {
  const safe = withoutPasswords(json);
  if (!isJsonObject(safe) || memberOf(safe, name) !== undefined) return null;
  const fields = fieldsOf(safe);
  fields.drop(envelopeNames);
  const rest = fields.rest();
  const members = Object.values(rest);
  if (members.length === 1 && isJsonObject(members[0])) return members[0];
  return members.some((member) => member !== null) ? rest : null;
}

const name = 'lastLocation';

function withoutListOfOne(json: JsonObject): JsonObject {
  const member = memberOf(json, name);
  return isJsonArray(member) && member.length < 2 ? { ...json, [name]: member[0] ?? null } : json;
}

/** Reads the answer of `POST …/locations`; records that are not understood are skipped. */
export function decodeFixList(json: unknown, mapping?: FieldMapping): DecodedList<Fix> {
  const decode = (raw: JsonObject) => {
    const fix = fixOf(fieldsOf(raw, mapping));
    return isUnderstood(fix) ? fix : null;
  };
  return decodeList(json, 'locations', decode, null);
}

// Physical limits: a number outside of them is not the named quantity in the documented unit.
/** Faster than light in any plausible unit, so not a speed. */
const mostSpeed = 1.1e9;
const mostRpm = 100_000;
const readPerCent = readWithin(0, 100);
/** Degrees Celsius, from absolute zero. */
const readTemperature = readWithin(-273.15, 10_000);
const readNotNegative = readWithin(0, Number.MAX_VALUE);

const list = { hasDefault: true };

function fixOf(fields: Fields): Fix {
  return {
    at: fields.take('dateTime', readMoment, { field: 'at' }),
    ...takePosition(fields),
    speed: fields.take('speed', readWithin(0, mostSpeed)),
    course: fields.take('course', readWithin(0, 360)),
    battery: fields.take('battery', readPerCent),
    fuel: fields.take('fuel', readPerCent),
    fuel2: fields.take('fuel2', readPerCent),
    temperature: fields.take('temperature', readTemperature),
    temperature2: fields.take('temperature2', readTemperature),
    sensorTimes: [1, 2, 3, 4].map((input) => fields.take(`sensorTime${input}`, readNotNegative)),
    inactiveSeconds: fields.take('inactiveSeconds', readNotNegative),
    rpm: fields.take('rpm', readWithin(0, mostRpm)),
    mileageKm: fields.take('milleage', readNotNegative, { field: 'mileageKm' }),
    warningTexts: fields.take('warningTexts', readTexts, list) ?? [],
    alertTexts: fields.take('alertTexts', readTexts, list) ?? [],
    alerts: fields.take('alerts', readTexts, list) ?? [],
    warnings: fields.take('warnings', readTexts, list) ?? [],
    hasCriticalAlert: fields.take('hasCriticalAlert', readBoolean),
    attributes: fields.take('attributes', readTextMap, list) ?? {},
    accessories:
      fields.take('accessoriesAttributes', readTextMaps, { ...list, field: 'accessories' }) ?? [],
    inputs: fields.take('inputs', readSwitches, list) ?? [],
    outputs: fields.take('outputs', readSwitches, list) ?? [],
    extra: fields.rest(),
    ...fields.gaps(),
  };
}

/** Both coordinates or none. A tracker without a satellite fix sends (0, 0). */
export function takePosition(fields: Fields): {
  latitude: number | null;
  longitude: number | null;
} {
  const latitude = fields.take('latitude', readWithin(-90, 90));
  const longitude = fields.take('longitude', readWithin(-180, 180));
  if (latitude !== null && longitude === null) fields.reject('latitude', latitude);
  if (latitude === null && longitude !== null) fields.reject('longitude', longitude);
  const isNowhere = latitude === null || longitude === null || (latitude === 0 && longitude === 0);
  return isNowhere ? { latitude: null, longitude: null } : { latitude, longitude };
}
