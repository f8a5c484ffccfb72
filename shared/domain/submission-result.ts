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
  channelNames,
} from './alert-channels';
import { alertKindName } from './alert';
import { sideBySide, type PlainKey, type Translate } from '../i18n/translate';
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
export function summaryText({ submitted, ...verdicts }: SubmissionSummary, t: Translate): string {
  const counts = Object.entries(verdicts) as [Verdict, number][];
  const parts = [
    t('submissions.summary.submitted', { count: submitted }),
    ...counts.flatMap(([verdict, count]) =>
      count > 0 ? [t(`submissions.summary.${verdict}`, { count })] : [],
    ),
  ];
  return t('submissions.summary', {
    counts: parts.reduce((first, second) => t('submissions.summary.next', { first, second })),
  });
}

/** What the service answered to one submission, as sentences. */
export function resultText(result: SubmissionResult, format: SubmissionFormat): string {
  const sentences = [
    answerText(result, format.t),
    result.differences.length > 0 && differencesText(result, format),
    channelsOf(result, format.t),
  ];
  return sentences.filter(Boolean).join(' ') || format.t('submissions.answer.asSubmitted');
}

function channelsOf({ channels, found, original }: SubmissionResult, t: Translate): string | null {
  if (channels === null) return null;
  const { asked, said, heldBack } = channels;
  const unread = found === 'yes' ? original : undefined;
  const isSilent = asked.length === 0 && unread === undefined && !saysChannels(said);
  return isSilent ? null : sentChannelsText(asked, said, unread, t, heldBack);
}

function answerText(result: SubmissionResult, t: Translate): string | null {
  const { of, source, found, records, original } = result;
  if (found === 'notUnderstood') {
    return t('submissions.notUnderstood', { original: originalJson(original) });
  }
  if (source === 'range') {
    if (found === 'notProvided') return t('submissions.answer.range.none');
    const isFound = found === 'yes';
    return t(isFound ? 'submissions.answer.range.yours' : 'submissions.answer.range.others', {
      count: records,
    });
  }
  if (found === 'notProvided') return t(`submissions.answer.notProvided.${of}`);
  if (found === 'no') return t(`submissions.answer.missing.${of}`, { count: records });
  if (source === 'lookup') return t(`submissions.answer.lookup.${of}`);
  return records === 1 ? null : t(`submissions.answer.otherNumber.${of}`, { count: records });
}

/** A value whose difference the format does not show, such as milliseconds. */
function exact(field: string, value: unknown): string {
  return field === 'at' && typeof value === 'number'
    ? new Date(value).toISOString()
    : JSON.stringify(value);
}

function differencesText({ differences }: SubmissionResult, format: SubmissionFormat): string {
  const { t } = format;
  const valueOf = (name: string, value: unknown) =>
    submissionValue(name, value, format) ?? t('submissions.none');
  const list = differences.map(({ field: name, sent: asked, answered: got, original }) => {
    const field = submissionLabel(name, t);
    const sent = valueOf(name, asked);
    if (original !== undefined) {
      const values = { field, original: originalJson(original), sent };
      return t('submissions.difference.notUnderstood', values);
    }
    if (got === null) return t('submissions.difference.notProvided', { field, sent });
    const answered = valueOf(name, got);
    const values =
      answered === sent
        ? { answered: exact(name, got), sent: exact(name, asked) }
        : { answered, sent };
    return t('submissions.difference.value', { field, ...values });
  });
  return t('submissions.answer.differs', {
    differences: list.reduce((first, second) =>
      t('submissions.difference.next', { first, second }),
    ),
  });
}

/** The fields of a submitted record, and of the entry of a whole job in the journal. */
const labels = {
  at: 'submissions.field.at',
  latitude: 'submissions.field.latitude',
  longitude: 'submissions.field.longitude',
  speed: 'submissions.field.speed',
  course: 'submissions.field.course',
  battery: 'submissions.field.battery',
  text: 'submissions.field.text',
  alerts: 'submissions.field.alerts',
  channels: 'submissions.field.channels',
  answer: 'submissions.field.answer',
  locations: 'submissions.field.locations',
  from: 'submissions.field.from',
  to: 'submissions.field.to',
} satisfies Record<keyof TypedLocation | keyof TypedAlert, PlainKey> & Record<string, PlainKey>;

/** The label of a field of a submission; its own name if it has none. */
export const submissionLabel = (field: string, t: Translate): string =>
  Object.hasOwn(labels, field) ? t(labels[field as keyof typeof labels]) : field;

/** How values are written. */
export interface SubmissionFormat {
  t: Translate;
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
  if (Array.isArray(value)) return listText(field, value.map(String), format.t);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function numberText(field: string, value: number, format: SubmissionFormat): string {
  const { t, moment, count, speed } = format;
  if (moments.has(field)) return moment(value);
  if (field === 'speed' && speed) return speed(value);
  // Six decimals are a tenth of a metre.
  if (field === 'latitude' || field === 'longitude') return value.toFixed(6);
  const text = Number.isInteger(value) ? count(value) : String(value);
  if (field === 'course') return `${text}°`;
  return field === 'battery' ? t('common.amount.percent', { amount: text }) : text;
}

function listText(field: string, values: readonly string[], t: Translate): string {
  if (values.length === 0) return t('submissions.none');
  if (field === 'channels') return t('submissions.channels', { channels: channelNames(values) });
  return sideBySide(field === 'alerts' ? values.map((name) => alertKindName(name, t)) : values, t);
}

/** What the service answered to a submission, or to those of a job. */
function storedAnswerText(value: unknown, format: SubmissionFormat): string {
  const result = submissionResultSchema.safeParse(value).data;
  if (result) return resultText(result, format);
  const summary = submissionSummarySchema.safeParse(value).data;
  if (summary) return summaryText(summary, format.t);
  // Stored by another version.
  return format.t('submissions.storedNotUnderstood', { original: JSON.stringify(value) });
}
