import { fieldName } from '#shared/domain/change';
import { mapKnown, type Known, unreadFields, type Gaps } from '#shared/domain/known';
import { message, saidIn, type Translate } from '#shared/i18n/translate';
import { type Cell, type ColumnOf, type FileColumn, type Note } from './table';

const longestOriginal = 80;

/**
 * A value of the service as a cell: empty if it was not provided, the original if it was not
 * understood, and `none` only if the service states that there is none.
 */
export function knownCell<T>(
  t: Translate,
  known: Known<T | null>,
  cell: (value: T) => Cell,
  none: Cell,
): Cell {
  const cells = mapKnown(known, (value) => (value === null ? none : cell(value)));
  if (cells.is === 'value') return cells.value;
  if (cells.is !== 'notUnderstood') return null;
  const { original } = cells;
  const text = typeof original === 'string' ? original : (JSON.stringify(original) ?? '');
  return t('common.known.notUnderstood', { original: text.slice(0, longestOriginal) });
}

/** The originals of values that were not understood. Import does not read it. */
export const unreadColumn: FileColumn = {
  key: 'notUnderstood',
  title: message('columns.notUnderstood'),
  kind: 'text',
  isWrittenOnly: true,
};

interface WithGaps {
  gaps?: Gaps | undefined;
}

/** The columns of an export, with the originals of the records if there are any. */
export function withOriginals<T extends WithGaps>(
  t: Translate,
  kind: 'user' | 'group',
  columns: readonly ColumnOf<T>[],
  records: readonly T[],
): readonly ColumnOf<T>[] {
  if (records.every((record) => unreadFields(record).length === 0)) return columns;
  return [...columns, { ...unreadColumn, of: (record) => originalsOf(t, kind, record) }];
}

function originalsOf(t: Translate, kind: 'user' | 'group', { gaps }: WithGaps): string | null {
  const whole = Object.entries(gaps?.notUnderstood ?? {});
  const partly = Object.entries(gaps?.partly ?? {});
  const texts = [...whole, ...partly].map(
    ([field, original]) => `${saidIn(t, fieldName(kind, field))}: ${JSON.stringify(original)}`,
  );
  return texts.length === 0 ? null : texts.join('; ');
}

/** How many members of a list the service sent; null: not provided or not understood. */
export function countOfMembers(
  { gaps }: WithGaps,
  field: string,
  members: readonly string[] | null,
): number | null {
  return members && members.length + (gaps?.partly?.[field]?.length ?? 0);
}

/** A line about members that are not among the rows of an export. */
export function unreadMembersNote(
  t: Translate,
  records: readonly WithGaps[],
  field: string,
): Note | null {
  const count = records.reduce((sum, { gaps }) => sum + (gaps?.partly?.[field]?.length ?? 0), 0);
  return count === 0
    ? null
    : [t('columns.notUnderstood'), t('exchange-files.about.membersUnread', { count })];
}
