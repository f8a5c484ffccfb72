import type { ServiceClient } from '#main/api/service-client';
import { type Alert, knownChannels } from '#shared/domain/alert';
import {
  compareChannels,
  type HeldBack,
  mergedChannels,
  noChannels,
} from '#shared/domain/alert-channels';
import type { Fix } from '#shared/domain/fix';
import { knownOf, valueOf, type Known } from '#shared/domain/known';
import type { SubmissionMode } from '#shared/domain/session';
import type { TypedAlert, TypedLocation } from '#shared/domain/submission';
import type { SubmissionResult } from '#shared/domain/submission-result';
import { fail, failDeclined, FaultError } from '#shared/fault';
import {
  alertRecord,
  locationRecord,
  rangeAround,
  type SubmissionAnswer,
} from '#shared/wire/reports';
import { notSubmitted, type ReportStep } from './report-check';
import { message } from '#shared/i18n/translate';

export type SubmitClient = Pick<
  ServiceClient,
  'submitLocations' | 'submitLocationInRange' | 'submitAlerts' | 'locations' | 'alerts'
>;

/**
 * Submits one record, and compares the answer with it. After an attempt without an answer the service
 * is queried first, because a repeated alert is stored and mailed twice. If the service does not answer
 * such queries, a location is sent again, which is harmless; an alert is left to the user.
 */
export function createSubmit(
  client: SubmitClient,
  mode: () => SubmissionMode,
  /** The channels that daily limits of a device hold back now, by asking the service. */
  heldBackNow: (id: string, channels: readonly string[]) => Promise<HeldBack[]>,
): (
  step: ReportStep,
  context: { attemptedAt: number | null },
) => Promise<{ recordId: string; result: SubmissionResult }> {
  async function submitLocation(id: string, location: TypedLocation): Promise<SubmissionResult> {
    const record = locationRecord(location);
    if (mode() === 'submitRanged') {
      const range = rangeAround(location.at);
      const answer = await client.submitLocationInRange(id, record, range);
      return locationResult(location, answer, 'range');
    }
    return locationResult(location, await client.submitLocations(id, [record]), 'answer');
  }

  async function submitAlert(id: string, alert: TypedAlert): Promise<SubmissionResult> {
    return alertResult(alert, await client.submitAlerts(id, [alertRecord(alert)]), 'answer');
  }

  /** The result with the reason, if a daily limit is why a channel was not used. */
  async function explained(id: string, result: SubmissionResult): Promise<SubmissionResult> {
    if (result.channels === null) return result;
    const { leftOut, refused } = compareChannels(result.channels.asked, result.channels.said);
    const unsent = [...leftOut, ...refused];
    if (unsent.length === 0) return result;
    const heldBack = await heldBackNow(id, unsent);
    return { ...result, channels: { ...result.channels, heldBack } };
  }

  return async (step, { attemptedAt }) => {
    if (attemptedAt !== null) {
      const found = await lookUp(client, step);
      if (found !== 'no' && found !== 'unknown') {
        return { recordId: step.id, result: await explained(step.id, found) };
      }
      if (found === 'unknown' && step.action === 'submitAlert') {
        fail({ kind: 'invalid', message: mayBeStored });
      }
    }
    const refusal = notSubmitted(step, mode());
    if (refusal !== undefined) failDeclined(refusal);
    const result =
      step.action === 'submitLocation'
        ? await submitLocation(step.id, step.location)
        : await submitAlert(step.id, step.alert);
    return { recordId: step.id, result: await explained(step.id, result) };
  };
}

/** The record as the service has it; `unknown` if the service cannot be queried for it. */
async function lookUp(
  client: SubmitClient,
  step: ReportStep,
): Promise<SubmissionResult | 'no' | 'unknown'> {
  try {
    if (step.action === 'submitLocation') {
      const { location } = step;
      const { items } = await client.locations(step.id, rangeAround(location.at));
      const found = items.filter(
        ({ record }) => isSameTime(location.at, record.at) && isSamePlace(record, location),
      );
      if (found.length === 0) return 'no';
      return locationResult(location, { items: found, skippedRecords: [] }, 'lookup');
    }
    const { alert } = step;
    const { items, skippedRecords } = await client.alerts(step.id, rangeAround(alert.at));
    const ofThatTime = items.filter(({ record }) => isSameTime(alert.at, record.at));
    const found = ofThatTime.filter(({ record }) => isSameAlert(record, alert) === 'yes');
    if (found.length > 0) return alertResult(alert, { items: found, skippedRecords: [] }, 'lookup');
    // A record that could not be read may be the alert.
    const mayBeThere =
      skippedRecords.length > 0 ||
      ofThatTime.some(({ record }) => isSameAlert(record, alert) === 'unknown');
    return mayBeThere ? 'unknown' : 'no';
  } catch (error) {
    if (error instanceof FaultError && error.fault.kind === 'invalid') return 'unknown';
    throw error;
  }
}

/** `unknown`: the service does not say which alert it is. */
function isSameAlert(record: Alert, alert: TypedAlert): 'yes' | 'no' | 'unknown' {
  const text = knownOf(record, 'text');
  const names = knownOf(record, 'alerts');
  // Without a text of ours, the service may add its own.
  const isOtherText = alert.text !== null && text.is === 'value' && text.value !== alert.text;
  const hasOtherNames =
    names.is === 'value' && !alert.alerts.every((name) => names.value.includes(name));
  if (isOtherText || hasOtherNames) return 'no';
  const saysText = text.is === 'value' || alert.text === null;
  return saysText && names.is === 'value' ? 'yes' : 'unknown';
}

const mayBeStored = message('faults.main.mayBeStored');

type Source = SubmissionResult['source'];
type Difference = SubmissionResult['differences'][number];

/** Services write times with or without fractions of a second (wire contract 1.4). */
function isSameTime(at: number, answered: number | null): boolean {
  if (answered === null) return false;
  const isWhole = answered % 1_000 === 0;
  return answered === at || (isWhole && Math.abs(answered - at) < 1_000);
}

/** About a tenth of a metre. */
const sameDegrees = 1e-6;
const isNear = (a: number | null, b: number) => a !== null && Math.abs(a - b) < sameDegrees;

interface Place {
  latitude: number | null;
  longitude: number | null;
}

function isSamePlace(
  record: Place,
  { latitude, longitude }: Pick<TypedLocation, 'latitude' | 'longitude'>,
): boolean {
  return isNear(record.latitude, latitude) && isNear(record.longitude, longitude);
}

function locationResult(
  location: TypedLocation,
  answer: SubmissionAnswer<Fix>,
  source: Source,
): SubmissionResult {
  const { record, result } = findIn('location', location, answer, source);
  if (!record) return result;
  const fields = ['speed', 'course', 'battery'] as const;
  return {
    ...result,
    differences: [
      ...timeAndPlace(location, record),
      ...fields.flatMap((field) => difference(field, location[field], knownOf(record, field))),
    ],
  };
}

/** The same for an alert, with the channels over which the service says that it was sent. */
export function alertResult(
  alert: TypedAlert,
  answer: SubmissionAnswer<Alert>,
  source: Source,
): SubmissionResult {
  const { record, result } = findIn('alert', alert, answer, source);
  if (!record) return { ...result, channels: { asked: alert.channels, said: noChannels } };
  const said = mergedChannels(sameRecords(record, answer).map(({ channels }) => channels));
  return {
    ...result,
    differences: [
      ...timeAndPlace(alert, record),
      ...difference('text', alert.text, knownOf(record, 'text')),
      ...difference('alerts', alert.alerts, knownOf(record, 'alerts')),
    ],
    channels: { asked: alert.channels, said },
    ...unreadChannels(sameRecords(record, answer)),
  };
}

/** The record of the answer that belongs to what was submitted, and the result without its values. */
function findIn<T extends Place & { at: number | null }>(
  of: SubmissionResult['of'],
  sent: TypedLocation | TypedAlert,
  { items, skippedRecords }: SubmissionAnswer<T>,
  source: Source,
): { record: T | null; result: SubmissionResult } {
  const records = items.map(({ record }) => record);
  const [unread] = skippedRecords;
  const result = {
    of,
    source,
    records: records.length + skippedRecords.length,
    differences: [],
    channels: null,
  };
  if (records.length === 0) {
    return {
      record: null,
      result: unread
        ? { ...result, found: 'notUnderstood', original: storedOriginal(unread.raw) }
        : { ...result, found: 'notProvided' },
    };
  }
  const ofThatTime = records.filter(({ at }) => isSameTime(sent.at, at));
  const same = ofThatTime.find((each) => isSamePlace(each, sent));
  // A range may hold other locations, so only the same place at the same time counts there.
  const alone = source === 'answer' && records.length === 1 ? records[0] : undefined;
  const record = same ?? (source === 'range' ? undefined : (ofThatTime[0] ?? alone));
  return { record: record ?? null, result: { ...result, found: record ? 'yes' : 'no' } };
}

function timeAndPlace(
  sent: Pick<TypedLocation, 'at' | 'latitude' | 'longitude'>,
  record: Fix | Alert,
): Difference[] {
  const time = isSameTime(sent.at, record.at)
    ? []
    : [{ field: 'at', sent: sent.at, answered: record.at }];
  const place = (['latitude', 'longitude'] as const).flatMap((field) =>
    difference(field, sent[field], knownOf<Fix | Alert, typeof field>(record, field)),
  );
  return [...time, ...place];
}

function difference(field: string, sent: unknown, known: Known<unknown>): Difference[] {
  if (sent === null) return [];
  if (known.is === 'notUnderstood') {
    return [{ field, sent, answered: null, original: storedOriginal(known.original) }];
  }
  const answered = valueOf(known);
  return isSameValue(sent, answered) ? [] : [{ field, sent, answered }];
}

function isSameValue(sent: unknown, answered: unknown): boolean {
  if (typeof sent === 'number' && typeof answered === 'number') return isNear(answered, sent);
  if (Array.isArray(sent) && Array.isArray(answered)) {
    const [a, b] = [new Set<unknown>(sent), new Set<unknown>(answered)];
    return a.size === b.size && [...a].every((each) => b.has(each));
  }
  return sent === answered;
}

/** A service may answer with one record for each channel. */
function sameRecords(found: Alert, { items }: SubmissionAnswer<Alert>): Alert[] {
  const same = items
    .map(({ record }) => record)
    .filter((each) => each.at === found.at && isSamePlaceOf(each, found));
  return same.includes(found) ? same : [found];
}

const isSamePlaceOf = (a: Place, b: Place) =>
  a.latitude === b.latitude && a.longitude === b.longitude;

/** What was not understood about the channels, as received. */
function unreadChannels(records: readonly Alert[]): { original?: unknown } {
  const originals = records.flatMap((record) => {
    const known = knownChannels(record);
    if (known.is === 'notUnderstood') return [known.original];
    return known.is === 'value' && known.unread ? [known.unread] : [];
  });
  if (originals.length === 0) return {};
  return { original: storedOriginal(originals.length === 1 ? originals[0] : originals) };
}

const longestStored = 2_000;

/** A value as received, or the beginning of its JSON: it is stored with the row and in the journal. */
function storedOriginal(original: unknown): unknown {
  const text = JSON.stringify(original) ?? '';
  return text.length > longestStored ? `${text.slice(0, longestStored)}…` : original;
}
