/**
 * The bodies of `POST …/locations` and `POST …/alerts`, and the answers to submissions. The documents
 * describe the two calls in two ways (wire contract 3.6 and 3.7): as queries of a time range, and as
 * submissions.
 */
import type { Alert } from '../domain/alert';
import type { FieldMapping } from '../domain/field-mapping';
import type { Fix } from '../domain/fix';
import type { TypedAlert, TypedLocation } from '../domain/submission';
import { decodeAlertList } from './alert';
import { isAnswer, memberOf, type DecodedList } from './envelope';
import { decodeFixList } from './fix';
import { isJsonObject, withoutPasswords, type JsonObject } from './json';

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
