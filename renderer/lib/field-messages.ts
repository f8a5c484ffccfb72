import { dayText, isCalendarDay, zonedMoment } from '#shared/domain/calendar';
import { fieldLabel, isNotUnderstood, recordFields } from '#shared/domain/change';
import type { RowKind } from '#shared/domain/job';
import { submissionLabel, submissionValue } from '#shared/domain/submission-result';
import {
  type ValidityEnd,
  type ValidityField,
  isValidityField,
  validityEnd,
} from '#shared/domain/user';
import type { Format } from './format';
import { originalText } from './known-text';

type FieldFormat = Pick<Format, 'moment' | 'count' | 'counted' | 'speed' | 'accountTimeZone'>;

/** The label of a field; its own name if it has none. */
export function fieldWord(kind: RowKind, field: string): string {
  if (kind === 'report') return submissionLabel(field);
  return kind === 'limits' && field === 'active' ? 'Active' : fieldLabel(kind, field);
}

const messages = {
  someOf: (listed: string, more: number) => `${listed} and ${more} more`,
  added: (members: string, added: string) => `${members} (added ${added})`,
  removed: (members: string, removed: string) => `${members} (removed ${removed})`,
  addedAndRemoved: (members: string, added: string, removed: string) =>
    `${members} (added ${added}; removed ${removed})`,
};

const mostListed = 12;
function list(texts: readonly string[]): string {
  const listed = texts.slice(0, mostListed).join(', ');
  return texts.length <= mostListed ? listed : messages.someOf(listed, texts.length - mostListed);
}

/** A member of a list; one that was not understood as its original. */
const memberText = (member: unknown) =>
  typeof member === 'string' ? member : originalText(member);

/** The value of a field as text, to compare it with another. */
export function valueText(
  kind: RowKind,
  field: string,
  value: unknown,
  format: FieldFormat,
): string {
  if (value === null || value === undefined || value === '') {
    return limitFields.has(field) ? 'no limit' : 'empty';
  }
  if (kind === 'report') return submissionValue(field, value, format) ?? 'empty';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') {
    if (recordFields(kind)[field]?.kind !== 'moment') return format.count(value);
    if (kind !== 'user' || !isValidityField(field)) return format.moment(value);
    const zone = format.accountTimeZone;
    return validityText(field, validityEnd(field, value, zone), zone);
  }
  if (typeof value === 'string') return isDay(kind, field, value) ? dayText(value) : value;
  const isMap = recordFields(kind)[field]?.kind === 'map';
  if (!isMap && isNotUnderstood(value)) {
    return `not understood: ${originalText(value.notUnderstood)}`;
  }
  if (Array.isArray(value)) {
    const texts = value.map(memberText);
    if (texts.length === 0) return 'none';
    return field === 'deviceIds' ? format.counted(texts.length, 'device') : list(texts);
  }
  const entries = Object.entries(value as Record<string, unknown>);
  return entries.length === 0
    ? 'none'
    : list(entries.map(([name, text]) => `${name}: ${String(text)}`));
}

const isDay = (kind: RowKind, field: string, value: string) =>
  kind !== 'report' &&
  ['day', 'moment'].includes(recordFields(kind)[field]?.kind ?? '') &&
  isCalendarDay(value);

const limitFields: ReadonlySet<string> = new Set(['dailyEmailLimit', 'dailySmsLimit']);

function membersText(
  members: string,
  added: readonly string[],
  removed: readonly string[],
): string {
  if (added.length === 0 && removed.length === 0) return members;
  if (removed.length === 0) return messages.added(members, list(added));
  if (added.length === 0) return messages.removed(members, list(removed));
  return messages.addedAndRemoved(members, list(added), list(removed));
}

interface FieldChangeText {
  name: string;
  before: string;
  after: string;
}

/** A change of one field as text; for long lists, what was added and removed. */
export function changeText(
  kind: RowKind,
  change: {
    field: string;
    before: unknown;
    after: unknown;
    isBeforeMissing?: boolean | undefined;
  },
  format: FieldFormat,
): FieldChangeText {
  const { field, before, after } = change;
  const name = fieldWord(kind, field);
  const text = (value: unknown) => valueText(kind, field, value, format);
  if (field !== 'deviceIds' || !Array.isArray(before) || !Array.isArray(after)) {
    const was = change.isBeforeMissing ? 'not provided' : text(before);
    return { name, before: was, after: text(after) };
  }
  const was = new Set(before.map(memberText));
  const is = new Set(after.map(memberText));
  const added = [...is].filter((id) => !was.has(id));
  const removed = [...was].filter((id) => !is.has(id));
  return { name, before: text(before), after: membersText(text(after), added, removed) };
}

const validityTexts: Record<ValidityField, (day: string, time: string) => string> = {
  validFrom: (day, time) => `${day}, from ${time}`,
  expiresAt: (day, time) => `${day}, until ${time}`,
};

/** "26 Feb 2027": the first or last valid day, with the time if the day is not valid as a whole. */
export function validityText(field: ValidityField, end: ValidityEnd, zone: string): string {
  const day = dayText(end.day);
  if (end.isWholeDay) return day;
  const time = zonedMoment(end.at, zone).toPlainTime().toString({ smallestUnit: 'minute' });
  return validityTexts[field](day, time);
}
