import { isCalendarDay, zonedMoment } from '#shared/domain/calendar';
import { isNotUnderstood, isRecordField, recordFields } from '#shared/domain/change';
import type { RowKind } from '#shared/domain/job';
import { submissionLabel, submissionValue } from '#shared/domain/submission-result';
import {
  type ValidityEnd,
  type ValidityField,
  isValidityField,
  validityEnd,
} from '#shared/domain/user';
import type { PlainKey } from '#shared/i18n/translate';
import type { Format } from './format';
import { originalText } from './known-values';

/** The label of a field; its own name if it has none. */
export function fieldWord(kind: RowKind, field: string, { t }: Format): string {
  if (kind === 'report') return submissionLabel(field, t);
  const isKnown = isRecordField(kind, field) || (kind === 'limits' && field === 'active');
  return isKnown ? t(`common.field.${kind}.${field}` as PlainKey) : field;
}

const mostListed = 12;
function list(texts: readonly string[], { t, items }: Format): string {
  const listed = items(texts.slice(0, mostListed));
  const count = texts.length - mostListed;
  return count <= 0 ? listed : t('common.fieldValue.listAndMore', { listed, count });
}

/** A member of a list; one that was not understood as its original. */
const memberText = (member: unknown) =>
  typeof member === 'string' ? member : originalText(member);

/** The value of a field as text, to compare it with another. */
export function valueText(kind: RowKind, field: string, value: unknown, format: Format): string {
  const { t } = format;
  if (value === null || value === undefined || value === '') {
    return limitFields.has(field) ? t('common.noLimit') : t('common.empty');
  }
  if (kind === 'report') return submissionValue(field, value, format) ?? t('common.empty');
  if (typeof value === 'boolean') return value ? t('common.yes') : t('common.no');
  if (typeof value === 'number') {
    if (recordFields(kind)[field]?.kind !== 'moment') return format.count(value);
    if (kind !== 'user' || !isValidityField(field)) return format.moment(value);
    const zone = format.accountTimeZone;
    return validityText(field, validityEnd(field, value, zone), zone, format);
  }
  if (typeof value === 'string') {
    return isDay(kind, field, value) ? format.calendarDay(value) : value;
  }
  const isMap = recordFields(kind)[field]?.kind === 'map';
  if (!isMap && isNotUnderstood(value)) {
    return t('common.fieldValue.notUnderstood', { original: originalText(value.notUnderstood) });
  }
  if (Array.isArray(value)) {
    if (value.length === 0) return t('common.none');
    return field === 'deviceIds'
      ? t('common.fieldValue.devices', { count: value.length })
      : list(value.map(memberText), format);
  }
  const entries = Object.entries(value as Record<string, unknown>).map(([name, entry]) =>
    t('common.fieldValue.entry', { name, value: String(entry) }),
  );
  return entries.length === 0 ? t('common.none') : list(entries, format);
}

const isDay = (kind: RowKind, field: string, value: string) =>
  kind !== 'report' &&
  ['day', 'moment'].includes(recordFields(kind)[field]?.kind ?? '') &&
  isCalendarDay(value);

const limitFields: ReadonlySet<string> = new Set(['dailyEmailLimit', 'dailySmsLimit']);

/** How many members a list of devices has, and which were added and removed. */
function membersText(
  before: readonly unknown[],
  after: readonly unknown[],
  format: Format,
): string {
  const { t } = format;
  const was = new Set(before.map(memberText));
  const is = new Set(after.map(memberText));
  const added = list(
    [...is].filter((id) => !was.has(id)),
    format,
  );
  const removed = list(
    [...was].filter((id) => !is.has(id)),
    format,
  );
  const count = after.length;
  if (count === 0 && removed === '') return t('common.none');
  if (added && removed) return t('common.fieldValue.devicesChanged', { count, added, removed });
  if (added) return t('common.fieldValue.devicesAdded', { count, added });
  if (removed) return t('common.fieldValue.devicesRemoved', { count, removed });
  return t('common.fieldValue.devices', { count });
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
  format: Format,
): FieldChangeText {
  const { field, before, after } = change;
  const name = fieldWord(kind, field, format);
  const text = (value: unknown) => valueText(kind, field, value, format);
  if (field !== 'deviceIds' || !Array.isArray(before) || !Array.isArray(after)) {
    const was = change.isBeforeMissing ? format.t('common.fieldValue.notProvided') : text(before);
    return { name, before: was, after: text(after) };
  }
  return { name, before: text(before), after: membersText(before, after, format) };
}

/** "26 Feb 2027": the first or last valid day, with the time if the day is not valid as a whole. */
export function validityText(
  field: ValidityField,
  end: ValidityEnd,
  zone: string,
  { t, calendarDay }: Format,
): string {
  const day = calendarDay(end.day);
  if (end.isWholeDay) return day;
  const time = zonedMoment(end.at, zone).toPlainTime().toString({ smallestUnit: 'minute' });
  return field === 'validFrom'
    ? t('common.fieldValue.validFrom', { day, time })
    : t('common.fieldValue.validUntil', { day, time });
}

/** A country in the language of the user, as far as the code is one of ISO 3166-1. */
export const countryLabel = (code: string, name: string, { t, country }: Format): string =>
  t('exchange.value.country', { name: country(code, name), code });
