import { alertWords } from './alert-names';
import { channelList } from './alert-channels';
import {
  submissionResultSchema,
  submissionResultText,
  submissionSummarySchema,
  summaryText,
  type SubmissionResult,
} from './submission-result';
import type { TypedAlert, TypedLocation } from './submission';

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
  if (field === 'answer') return answerText(value, format);
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
function answerText(value: unknown, format: SubmissionFormat): string {
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
