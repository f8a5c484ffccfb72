import { isNotUnderstood, recordFields } from '#shared/domain/change';
import type { FieldKind } from '#shared/domain/field';
import type { JournalEntry } from '#shared/domain/edit';
import { submissionValue } from '#shared/domain/submission-result';
import { exactDay, isValidityField } from '#shared/domain/user';
import { englishT } from '#shared/i18n/english';
import { listText, mapText, momentText } from './cell-text';
import {
  column,
  cellText,
  tableOf,
  type Cell,
  type ColumnOf,
  type ExportContext,
  type Table,
} from './table';

interface JournalRow {
  entry: JournalEntry;
  field: string | null;
  before: string | null;
  after: string | null;
}

const columns: readonly ColumnOf<JournalRow>[] = [
  column('at', 'When', 'moment', ({ entry }) => entry.at),
  column('by', 'Account', 'text', ({ entry }) => entry.by),
  column('action', 'Action', 'text', ({ entry }) => entry.action),
  column('kind', 'Kind', 'text', ({ entry }) => entry.kind),
  column('recordId', 'Id', 'text', ({ entry }) => entry.recordId),
  column('label', 'Name', 'text', ({ entry }) => entry.label),
  column('field', 'Field', 'text', ({ field }) => field),
  column('before', 'Before', 'text', ({ before }) => before),
  column('after', 'After', 'text', ({ after }) => after),
  column('undone', 'Undone', 'boolean', ({ entry }) => entry.undo === 'done'),
];

/** The local journal, one row per changed field; export only. */
export function journalTable(entries: readonly JournalEntry[], context: ExportContext): Table {
  const rows = entries.flatMap((entry): JournalRow[] => {
    if (entry.changes.length === 0) return [{ entry, field: null, before: null, after: null }];
    return entry.changes.map(({ field, before, after, isBeforeMissing }) => ({
      entry,
      field,
      before: isBeforeMissing ? 'not provided' : valueText(entry, field, before, context),
      after: valueText(entry, field, after, context),
    }));
  });
  return tableOf('Journal', columns, rows, context);
}

/** Fields of submissions that are not plain text or numbers. */
const reportKinds: Record<string, FieldKind> = {
  at: 'moment',
  from: 'moment',
  to: 'moment',
  alerts: 'set',
  channels: 'set',
};

function valueText(
  entry: JournalEntry,
  field: string,
  value: unknown,
  { timeZone, accountTimeZone = timeZone }: ExportContext,
): string | null {
  if (value === null || value === undefined) return null;
  if (entry.kind === 'report' && field === 'answer') {
    const moment = (at: number) => momentText(at, timeZone);
    return submissionValue(field, value, { t: englishT, moment, count: String });
  }
  const kind = entry.kind === 'report' ? reportKinds[field] : recordFields(entry.kind)[field]?.kind;
  if (kind === 'moment' && typeof value === 'number') {
    const isValidity = entry.kind === 'user' && isValidityField(field);
    const exact = isValidity ? exactDay(field, value, accountTimeZone) : value;
    return cellText(exact, kind, timeZone);
  }
  if (kind === 'set' && Array.isArray(value)) return listText(value.map(plainText));
  if (kind === 'map' && typeof value === 'object') {
    const texts = Object.entries(value).map(([key, text]) => [key, plainText(text)] as const);
    return mapText(Object.fromEntries(texts));
  }
  if (isNotUnderstood(value)) return `Not understood: ${plainText(value.notUnderstood)}`;
  return plainText(value);
}

function plainText(value: unknown): Extract<Cell, string> {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
