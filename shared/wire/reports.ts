import type { Alert } from '../domain/alert';
import type { FieldMapping } from '../domain/field-mapping';
import type { Fix } from '../domain/fix';
import type { TypedAlert, TypedLocation } from '../domain/submission';
import {
  isAnswer,
  memberOf,
  type DecodedList,
  decodeList,
  fieldsOf,
  type Fields,
} from './envelope';
import { decodeFixList, takePosition } from './fix';
import {
  isJsonObject,
  withoutPasswords,
  type JsonObject,
  isJsonArray,
  readBoolean,
  readMoment,
  readNumber,
  readText,
  readTexts,
  type WholeReader,
} from './read';
import { channelKey, type AlertChannels } from '../domain/alert-channels';

/**
 * The bodies of `POST …/locations` and `POST …/alerts`, and the answers to submissions. The documents
 * describe the two calls in two ways (wire contract 3.6 and 3.7): as queries of a time range, and as
 * submissions.
 */

/** The ends of a range in UTC with `Z`, the only unambiguous form (wire contract 1.4). */
export function rangeBody({ from, to }: { from: number; to: number }): JsonObject {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

/** The query of alerts; with a name, of one kind only. */
export function alertQueryBody(query: {
  from: number;
  to: number;
  alertName?: string | undefined;
}): JsonObject {
  const { alertName } = query;
  return { ...rangeBody(query), ...(alertName === undefined ? {} : { alertName }) };
}

/**
 * A submission as a list, an extension that services announce: the records under `location` or
 * `alert`.
 */
export function listBody(name: 'location' | 'alert', records: readonly object[]): JsonObject {
  return { [name]: records };
}

/** A submission as the live pages list it: a range, and one object under `location`. */
export function rangedLocationBody(
  range: { from: number; to: number },
  location: object,
): JsonObject {
  return { ...rangeBody(range), location };
}

/** Covers a record also if the ends are not inclusive or are rounded to seconds. */
const marginMs = 1_000;
export const rangeAround = (at: number) => ({ from: at - marginMs, to: at + marginMs });

/** The location record of wire contract 3.4 without unknown values. */
export function locationRecord({ at, ...values }: TypedLocation): JsonObject {
  const known = Object.entries(values).filter(([, value]) => value !== null);
  return { dateTime: new Date(at).toISOString(), ...Object.fromEntries(known) };
}

/** The alert record of wire contract 3.7. */
export function alertRecord({ at, channels, text, ...alert }: TypedAlert): JsonObject {
  return {
    dateTime: new Date(at).toISOString(),
    ...alert,
    ...(text === null ? {} : { text }),
    notifications: channels,
  };
}

/**
 * The answer to a submission: the records in it, also a single one. A service may accept a record
 * without answering with it, so an answer without records is a list of none.
 */
export type SubmissionAnswer<T> = Pick<DecodedList<T>, 'items' | 'skippedRecords'>;

/** null: this is no answer of such a service. */
export function decodeSubmittedLocations(
  json: unknown,
  mapping?: FieldMapping,
): SubmissionAnswer<Fix> | null {
  const decode = (list: unknown) => decodeFixList(list, mapping);
  return decodeSubmission(json, 'locations', 'location', decode);
}

/** null: this is no answer of such a service. */
export function decodeSubmittedAlerts(json: unknown): SubmissionAnswer<Alert> | null {
  return decodeSubmission(json, 'alerts', 'alert', decodeAlertList);
}

function decodeSubmission<T>(
  json: unknown,
  list: string,
  single: string,
  decode: (json: unknown) => DecodedList<T>,
): SubmissionAnswer<T> | null {
  // 204, or an empty body.
  if (json === null || json === undefined) return { items: [], skippedRecords: [] };
  const record = singleRecord(withoutPasswords(json), list, single);
  if (record) return decode([record]);
  const decoded = decode(json);
  if (decoded.isList) return decoded;
  if (!isJsonObject(json) || !isAnswer(json, list)) return null;
  const raw = withoutPasswords(memberOf(json, list));
  return { items: [], skippedRecords: [{ reason: 'notAnObject', raw }] };
}

/** The record of an answer without a list: flat, or under its name in the singular or plural. */
function singleRecord(json: unknown, list: string, single: string): JsonObject | null {
  if (!isJsonObject(json)) return null;
  // A flat alert has the list of its names under `alerts`.
  if (memberOf(json, 'dateTime') !== undefined) return json;
  const named = [memberOf(json, single), memberOf(json, list)].find(isJsonObject);
  return named ?? singleRecord(memberOf(json, 'data'), list, single);
}

/** Reads the answer of `POST …/alerts`. */
export function decodeAlertList(json: unknown): DecodedList<Alert> {
  const decode = (raw: JsonObject) => {
    const alert = alertOf(raw);
    return alert.at === null ? null : alert;
  };
  return decodeList(json, 'alerts', decode, null);
}

function alertOf(raw: JsonObject): Alert {
  const fields = fieldsOf(raw);
  const place = takePosition(fields);
  rejectNowhere(raw, fields);
  return {
    at: fields.take('dateTime', readMoment, { field: 'at' }),
    ...place,
    text: fields.take('text', readText),
    channels: takeChannels(fields),
    alerts: fields.take('alerts', readTexts, { hasDefault: true }) ?? [],
    extra: fields.rest(),
    ...fields.gaps(),
  };
}

/** (0, 0) was provided, but is no place. */
function rejectNowhere(raw: JsonObject, fields: Fields): void {
  const [latitude, longitude] = [memberOf(raw, 'latitude'), memberOf(raw, 'longitude')];
  if (readNumber(latitude) !== 0 || readNumber(longitude) !== 0) return;
  fields.reject('latitude', latitude);
  fields.reject('longitude', longitude);
}

/** `notifications`, or the older shape: one switch each for e-mail and SMS. */
function takeChannels(fields: Fields): AlertChannels {
  const list = fields.take('notifications', readChannels, { field: 'channels' });
  const switches = [
    { channel: 'Email', isOn: fields.take('email', readBoolean) },
    { channel: 'SMS', isOn: fields.take('sms', readBoolean) },
  ];
  const those = (wanted: boolean) =>
    switches.filter(({ isOn }) => isOn === wanted).map(({ channel }) => channel);
  const [on, off] = [those(true), those(false)];
  if (list === null) return { sent: on, notSent: off, isWhole: false };
  // A switch that is on says more than a list without its channel, so both statements are kept.
  const named = new Set(list.map(channelKey));
  const isNamed = (channel: string) => named.has(channelKey(channel));
  const unnamed = on.filter((channel) => !isNamed(channel));
  return {
    sent: [...list, ...unnamed],
    notSent: [...off.filter(isNamed), ...unnamed],
    isWhole: true,
  };
}

/** Only a list of texts: any other value could mean something else than the channels used. */
const readChannels: WholeReader<string[]> = (value) => {
  if (value === null || value === undefined || value === '') return null;
  if (!isJsonArray(value)) return undefined;
  const texts = value.filter((item) => typeof item === 'string' && item.trim() !== '') as string[];
  return texts.length === value.length ? texts : undefined;
};
