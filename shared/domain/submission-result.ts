import { z } from 'zod';
import {
  alertChannelsSchema,
  channelKey,
  compareChannels,
  isSentAsAsked,
  originalJson,
  saysChannels,
  sentChannelsText,
  heldBackSchema,
  type HeldBack,
  channelList,
} from './alert-channels';
import { alertWords } from './alert';
import type { TypedAlert, TypedLocation } from './submission';

/** A value of the answer that differs from what was submitted. */
const differenceSchema = z.object({
  field: z.string(),
  sent: z.unknown(),
  /** null: not in the answer, or not understood. */
  answered: z.unknown(),
  /** The value of the answer, if it was not understood. */
  original: z.unknown().optional(),
});

/** What the service answered to the submission of one record. */
export const submissionResultSchema = z.object({
  of: z.enum(['location', 'alert']),
  /**
   * `answer`: the answer to the submission. `range`: the answer to a submission with a time range,
   * which may only be the locations of that time. `lookup`: the answer was lost, and the service was
   * asked for the record afterwards.
   */
  source: z.enum(['answer', 'range', 'lookup']),
  /**
   * Whether the record is in the answer. `notProvided`: the answer has no record at all;
   * `notUnderstood`: no record of it could be read.
   */
  found: z.enum(['yes', 'no', 'notProvided', 'notUnderstood']),
  /** The number of records in the answer. */
  records: z.number(),
  differences: z.array(differenceSchema),
  /** Of an alert: the channels asked for, and what the answer says of them; null: not known. */
  channels: z
    .object({
      asked: z.array(z.string()),
      said: alertChannelsSchema,
      /** Channels asked for and not used, because a daily limit of the device is reached. */
      heldBack: z.array(heldBackSchema).optional(),
    })
    .nullable(),
  /** What could not be read, as received: of a record that was found, what is about channels. */
  original: z.unknown().optional(),
});
export type SubmissionResult = z.infer<typeof submissionResultSchema>;

/** The results of the records of one job, for its journal entry. */
const submissionSummarySchema = z.object({
  submitted: z.number(),
  /** In the answer with the values that were sent, and sent over the channels asked for. */
  asSubmitted: z.number(),
  /** In the answer with other values or channels. */
  different: z.number(),
  /** Not among the records of the answer. */
  missing: z.number(),
  /** The answer has no record, or none that could be read. */
  notProvided: z.number(),
  /** The answer may only be the locations of that time. */
  undecided: z.number(),
});
type SubmissionSummary = z.infer<typeof submissionSummarySchema>;

type Verdict = Exclude<keyof SubmissionSummary, 'submitted'>;

function verdictOf(result: SubmissionResult): Verdict {
  const { found, source, records, differences, channels } = result;
  if (found === 'notProvided' || found === 'notUnderstood') return 'notProvided';
  if (source === 'range') return 'undecided';
  if (found === 'no') return 'missing';
  const isSent = channels === null || isSentAsAsked(compareChannels(channels.asked, channels.said));
  const isSame = differences.length === 0 && (source === 'lookup' || records === 1);
  return isSent && isSame ? 'asSubmitted' : 'different';
}

/** Whether the service answered with the record as it was submitted. */
export const isAsSubmitted = (result: SubmissionResult) => verdictOf(result) === 'asSubmitted';

/**
 * What daily limits held back of a record that is otherwise as submitted; empty: nothing, or it differs
 * in something else too.
 */
export function onlyHeldBack(result: SubmissionResult): readonly HeldBack[] {
  const held = result.channels?.heldBack ?? [];
  if (!result.channels || held.length === 0) return [];
  const asked = result.channels.asked.filter(
    (each) => !held.some(({ channel }) => channel === channelKey(each)),
  );
  const rest = { ...result, channels: { ...result.channels, asked } };
  return isAsSubmitted(rest) ? held : [];
}

export function summaryOf(results: readonly SubmissionResult[]): SubmissionSummary {
  const summary = {
    submitted: results.length,
    asSubmitted: 0,
    different: 0,
    missing: 0,
    notProvided: 0,
    undecided: 0,
  };
  for (const result of results) summary[verdictOf(result)]++;
  return summary;
}

/** "3 submitted; 2 answered as submitted; 1 not in the answer." */
export function summaryText(summary: SubmissionSummary, count: (n: number) => string): string {
  const { submitted, asSubmitted, different, missing, notProvided, undecided } = summary;
  const parts = [
    `${count(submitted)} submitted`,
    asSubmitted > 0 && `${count(asSubmitted)} answered as submitted`,
    different > 0 && `${count(different)} answered with other values or channels`,
    missing > 0 && `${count(missing)} not in the answer`,
    notProvided > 0 && `${count(notProvided)} not provided in the answer`,
    undecided > 0 && `${count(undecided)} answered with the locations of that time`,
  ].filter((part) => part !== false);
  return `${parts.join('; ')}.`;
}

/** The conversions that a message about a result needs. */
export interface ResultFormat {
  /** The label of a field of the record. */
  label: (field: string) => string;
  /** A value of a field as text. */
  value: (field: string, value: unknown) => string;
  count: (n: number) => string;
}

/** What the service answered to one submission, as sentences. */
export function submissionResultText(result: SubmissionResult, format: ResultFormat): string {
  const sentences = [
    answerText(result, format),
    result.differences.length > 0 && differencesText(result, format),
    channelsOf(result),
  ];
  return sentences.filter(Boolean).join(' ') || 'The service answered with it as submitted.';
}

function channelsOf({ channels, found, original }: SubmissionResult): string | null {
  if (channels === null) return null;
  const { asked, said, heldBack } = channels;
  const unread = found === 'yes' ? original : undefined;
  const isSilent = asked.length === 0 && unread === undefined && !saysChannels(said);
  return isSilent ? null : sentChannelsText(asked, said, unread, heldBack);
}

function answerText(result: SubmissionResult, { count }: ResultFormat): string | null {
  const { of, source, found, records, original } = result;
  if (found === 'notUnderstood') return `Not understood: ${originalJson(original)}.`;
  if (source === 'range') return rangeText(result, count);
  if (found === 'notProvided') {
    return of === 'location'
      ? 'Not provided: the answer has no location, so it is not known what was stored.'
      : 'Not provided: the answer has no alert, so it is not known what was stored.';
  }
  if (found === 'no') {
    return of === 'location'
      ? `The service answered with ${count(records)} locations; this one is not among them.`
      : `The service answered with ${count(records)} alerts; this one is not among them.`;
  }
  if (source === 'lookup') {
    return of === 'location'
      ? 'The answer was lost; the service has this location.'
      : 'The answer was lost; the service has this alert.';
  }
  if (records !== 1) {
    return of === 'location'
      ? `1 location was submitted, ${count(records)} are in the answer.`
      : `1 alert was submitted, ${count(records)} are in the answer.`;
  }
  return null;
}

function rangeText({ found, records }: SubmissionResult, count: (n: number) => string): string {
  if (found === 'notProvided') {
    return 'Not provided: the service answered with no location of that time, so it is not known whether yours was stored.';
  }
  if (records === 1) {
    return found === 'yes'
      ? 'The service answered with 1 location of that time, and it is yours; it did not say whether yours was stored.'
      : 'The service answered with 1 location of that time, and it is not yours; it did not say whether yours was stored.';
  }
  return found === 'yes'
    ? `The service answered with ${count(records)} locations of that time, with yours among them; it did not say whether yours was stored.`
    : `The service answered with ${count(records)} locations of that time, without yours; it did not say whether yours was stored.`;
}

/** A value whose difference the format does not show, such as milliseconds. */
function exact(field: string, value: unknown): string {
  return field === 'at' && typeof value === 'number'
    ? new Date(value).toISOString()
    : JSON.stringify(value);
}

function differencesText({ differences }: SubmissionResult, format: ResultFormat): string {
  const list = differences.map(({ field, sent, answered, original }) => {
    const [label, before] = [format.label(field), format.value(field, sent)];
    if (original !== undefined) {
      return `${label} not understood: ${originalJson(original)} (submitted: ${before})`;
    }
    if (answered === null) return `${label} not provided (submitted: ${before})`;
    const after = format.value(field, answered);
    return after === before
      ? `${label} ${exact(field, answered)} (submitted: ${exact(field, sent)})`
      : `${label} ${after} (submitted: ${before})`;
  });
  return `The answer differs: ${list.join('; ')}.`;
}

/** The fields of a submitted record, and of the entry of a whole job in the journal. */
const labels: Record<keyof TypedLocation | keyof TypedAlert, string> & Record<string, string> = {
  at: 'Time',
  latitude: 'Latitude',
  longitude: 'Longitude',
  speed: 'Speed',
  course: 'Course',
  battery: 'Battery',
  text: 'Text',
  alerts: 'Alerts',
  channels: 'Asked to be sent by',
  answer: 'Answer of the service',
  locations: 'Locations',
  from: 'From',
  to: 'To',
};

/** The label of a field of a submission; its own name if it has none. */
export const submissionLabel = (field: string): string =>
  Object.hasOwn(labels, field) ? labels[field]! : field;

/** How moments and counts are written. */
export interface SubmissionFormat {
  moment: (at: number) => string;
  count: (n: number) => string;
  /** A speed in the service's unit, with a unit; absent: the number alone. */
  speed?: (value: number) => string;
}

const moments: ReadonlySet<string> = new Set(['at', 'from', 'to']);

/** A value of a submission as text; null if it is empty. */
export function submissionValue(
  field: string,
  value: unknown,
  format: SubmissionFormat,
): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (field === 'answer') return storedAnswerText(value, format);
  if (typeof value === 'number') return numberText(field, value, format);
  if (Array.isArray(value)) return listText(field, value.map(String));
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function numberText(field: string, value: number, format: SubmissionFormat): string {
  const { moment, count, speed } = format;
  if (moments.has(field)) return moment(value);
  if (field === 'speed' && speed) return speed(value);
  // Six decimals are a tenth of a metre.
  if (field === 'latitude' || field === 'longitude') return value.toFixed(6);
  const text = Number.isInteger(value) ? count(value) : String(value);
  if (field === 'course') return `${text}°`;
  return field === 'battery' ? `${text} %` : text;
}

function listText(field: string, values: readonly string[]): string {
  if (values.length === 0) return 'none';
  if (field === 'channels') return channelList(values);
  return (field === 'alerts' ? values.map(alertWords) : values).join(', ');
}

/** What the service answered to a submission, or to those of a job. */
function storedAnswerText(value: unknown, format: SubmissionFormat): string {
  const result = submissionResultSchema.safeParse(value).data;
  if (result) return resultText(result, format);
  const summary = submissionSummarySchema.safeParse(value).data;
  // Stored by another version.
  return summary ? summaryText(summary, format.count) : `Not understood: ${JSON.stringify(value)}`;
}

/** What the service answered to one submission. */
export function resultText(result: SubmissionResult, format: SubmissionFormat): string {
  return submissionResultText(result, {
    label: submissionLabel,
    value: (field, value) => submissionValue(field, value, format) ?? 'none',
    count: format.count,
  });
}
