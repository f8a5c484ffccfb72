import type { Fix } from '../domain/fix';
import {
  decodeList,
  isAnswer,
  memberOf,
  recordIn,
  type Decoded,
  type DecodedList,
} from './envelope';
import { fieldsOf, type Fields } from './fields';
import { isJsonArray, isJsonObject, withoutPasswords, type JsonObject } from './json';
import {
  readBoolean,
  readMoment,
  readNumber,
  readSwitches,
  readTextMap,
  readTextMaps,
  readTexts,
  readWithin,
} from './read';

/** Reads one location record (wire contract 3.4); null if nothing in it is readable. */
export function decodeFix(json: unknown): Decoded<Fix> | null {
  const raw = withoutPasswords(json);
  if (!isJsonObject(raw)) return null;
  const fields = fieldsOf(raw);
  const record = fixOf(fields);
  return fields.hasAny() ? { record, raw } : null;
}

/** The last fix of a device. If `isReadable` is false, the answer says nothing about it. */
export interface LastLocation {
  /** null: the device never reported. */
  fix: Fix | null;
  raw: unknown;
  isReadable: boolean;
}

/**
 * Reads the answer of `GET …/lastLocation`; null, absent and an empty list all mean "never
 * reported". A list of one is read as that record. Of several, the last one is not known.
 */
export function decodeLastLocation(answer: unknown): LastLocation {
  const json = isJsonObject(answer) ? withoutListOfOne(answer) : answer;
  const record = recordIn(json, [name, 'location'], ['dateTime', 'latitude']);
  if (record) {
    const decoded = decodeFix(record);
    return { fix: decoded?.record ?? null, raw: decoded?.raw ?? null, isReadable: true };
  }
  const isEmpty =
    isJsonObject(json) && isAnswer(json, name) && (memberOf(json, name) ?? null) === null;
  return { fix: null, raw: null, isReadable: json === null || isEmpty };
}

const name = 'lastLocation';

function withoutListOfOne(json: JsonObject): JsonObject {
  const member = memberOf(json, name);
  return isJsonArray(member) && member.length < 2 ? { ...json, [name]: member[0] ?? null } : json;
}

/** Reads the answer of `POST …/locations`. */
export function decodeFixList(json: unknown): DecodedList<Fix> {
  const decode = (raw: JsonObject) => {
    const fix = fixOf(fieldsOf(raw));
    return fix.at === null ? null : fix;
  };
  return decodeList(json, 'locations', decode, null);
}

/** Faster than light in any plausible unit, so not a speed. */
const mostSpeed = 1.1e9;

function fixOf(fields: Fields): Fix {
  return {
    at: fields.take('dateTime', readMoment),
    ...takePosition(fields),
    speed: fields.take('speed', readWithin(0, mostSpeed)),
    course: fields.take('course', readWithin(0, 360)),
    battery: fields.take('battery', readNumber),
    fuel: fields.take('fuel', readNumber),
    fuel2: fields.take('fuel2', readNumber),
    temperature: fields.take('temperature', readNumber),
    temperature2: fields.take('temperature2', readNumber),
    sensorTimes: [1, 2, 3, 4].map((input) => fields.take(`sensorTime${input}`, readNumber)),
    inactiveSeconds: fields.take('inactiveSeconds', readNumber),
    rpm: fields.take('rpm', readNumber),
    mileageKm: fields.take('milleage', readNumber),
    warningTexts: fields.take('warningTexts', readTexts) ?? [],
    alertTexts: fields.take('alertTexts', readTexts) ?? [],
    alerts: fields.take('alerts', readTexts) ?? [],
    warnings: fields.take('warnings', readTexts) ?? [],
    hasCriticalAlert: fields.take('hasCriticalAlert', readBoolean),
    attributes: fields.take('attributes', readTextMap) ?? {},
    accessories: fields.take('accessoriesAttributes', readTextMaps) ?? [],
    inputs: fields.take('inputs', readSwitches) ?? [],
    outputs: fields.take('outputs', readSwitches) ?? [],
    extra: fields.rest(),
  };
}

/** Both coordinates or none. A tracker without a satellite fix sends (0, 0). */
export function takePosition(fields: Fields): {
  latitude: number | null;
  longitude: number | null;
} {
  const latitude = fields.take('latitude', readWithin(-90, 90));
  const longitude = fields.take('longitude', readWithin(-180, 180));
  const isNowhere = latitude === null || longitude === null || (latitude === 0 && longitude === 0);
  return isNowhere ? { latitude: null, longitude: null } : { latitude, longitude };
}
