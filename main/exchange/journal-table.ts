import { isNotUnderstood, recordFields } from '#shared/domain/change';
import type { FieldKind } from '#shared/domain/field';
import type { JournalEntry } from '#shared/domain/edit';
import { submissionValue } from '#shared/domain/submission-result';
import { exactDay, isValidityField } from '#shared/domain/user';
import { createTranslate, saidIn, type Translate } from '#shared/i18n/translate';
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

const columnsIn = (t: Translate): readonly ColumnOf<JournalRow>[] => [
  column('at', 'columns.when', 'moment', ({ entry }) => entry.at),
  column('by', 'columns.account', 'text', ({ entry }) => saidIn(t, entry.by)),
  column('action', 'columns.action', 'text', ({ entry }) =>
    t(`exchange-files.cell.${entry.action}`),
  ),
  column('kind', 'columns.kind', 'text', ({ entry }) => t(`exchange-files.cell.${entry.kind}`)),
  column('recordId', 'columns.id', 'text', ({ entry }) => entry.recordId),
  column('label', 'columns.name', 'text', ({ entry }) => entry.label),
  column('field', 'columns.field', 'text', ({ field }) => field),
  column('before', 'columns.before', 'text', ({ before }) => before),
  column('after', 'columns.after', 'text', ({ after }) => after),
  column('undone', 'columns.undone', 'boolean', ({ entry }) => entry.undo === 'done'),
];

/** The local journal, one row per changed field; export only. */
export function journalTable(entries: readonly JournalEntry[], context: ExportContext): Table {
  const t = createTranslate(context.language);
  const rows = entries.flatMap((entry): JournalRow[] => {
    if (entry.changes.length === 0) return [{ entry, field: null, before: null, after: null }];
    return entry.changes.map(({ field, before, after, isBeforeMissing }) => ({
      entry,
      field,
      before: isBeforeMissing
        ? t('common.fieldValue.notProvided')
        : valueText(entry, field, before, context, t),
      after: valueText(entry, field, after, context, t),
    }));
  });
  return tableOf('exchange-files.table.journal', columnsIn(t), rows, context);
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
  t: Translate,
): string | null {
  if (value === null || value === undefined) return null;
  if (entry.kind === 'report' && field === 'answer') {
    const moment = (at: number) => momentText(at, timeZone);
    return submissionValue(field, value, { t, moment, count: String });
  }
  const kind = entry.kind === 'report' ? reportKinds[field] : recordFields(entry.kind)[field]?.kind;
  if (kind === 'moment' && typeof value === 'number') {
    const isValidity = entry.kind === 'user' && isValidityField(field);
    const exact = isValidity ? exactDay(field, value, accountTimeZone) : value;
    return cellText(exact, kind, timeZone);
  }
  if (kind === 'set' && Array.isArray(value))
    return listText(value.map((each) => plainText(each, t)));
  if (kind === 'map' && typeof value === 'object') {
    const texts = Object.entries(value).map(([key, text]) => [key, plainText(text, t)] as const);
    return mapText(Object.fromEntries(texts));
  }
  if (isNotUnderstood(value)) {
    return t('common.known.notUnderstood', { original: plainText(value.notUnderstood, t) });
  }
  return plainText(value, t);
}

function plainText(value: unknown, t: Translate): Extract<Cell, string> {
  if (typeof value === 'boolean') return t(value ? 'columns.yes' : 'columns.no');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
