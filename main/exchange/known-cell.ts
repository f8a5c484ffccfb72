import { fieldLabel } from '#shared/domain/change';
import { mapKnown, type Known, unreadFields, type Gaps } from '#shared/domain/known';
import type { Cell, Column, ColumnOf } from './table';

const longestOriginal = 80;

/**
 * A value of the service as a cell: empty if it was not provided, the original if it was not
 * understood, and `none` only if the service states that there is none.
 */
export function knownCell<T>(known: Known<T | null>, cell: (value: T) => Cell, none: Cell): Cell {
  const cells = mapKnown(known, (value) => (value === null ? none : cell(value)));
  if (cells.is === 'value') return cells.value;
  if (cells.is !== 'notUnderstood') return null;
  const { original } = cells;
  const text = typeof original === 'string' ? original : (JSON.stringify(original) ?? '');
  return `Not understood: ${text.slice(0, longestOriginal)}`;
}

/** The originals of values that were not understood. Import does not read it. */
export const unreadColumn: Column = {
  key: 'notUnderstood',
  title: 'Not understood',
  kind: 'text',
  isWrittenOnly: true,
};

interface WithGaps {
  gaps?: Gaps | undefined;
}

/** The columns of an export, with the originals of the records if there are any. */
export function withOriginals<T extends WithGaps>(
  kind: 'user' | 'group',
  columns: readonly ColumnOf<T>[],
  records: readonly T[],
): readonly ColumnOf<T>[] {
  if (records.every((record) => unreadFields(record).length === 0)) return columns;
  return [...columns, { ...unreadColumn, of: (record) => originalsOf(kind, record) }];
}

function originalsOf(kind: 'user' | 'group', { gaps }: WithGaps): string | null {
  const whole = Object.entries(gaps?.notUnderstood ?? {});
  const partly = Object.entries(gaps?.partly ?? {});
  const texts = [...whole, ...partly].map(
    ([field, original]) => `${fieldLabel(kind, field)}: ${JSON.stringify(original)}`,
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
  records: readonly WithGaps[],
  field: string,
): [label: string, text: string] | null {
  const count = records.reduce((sum, { gaps }) => sum + (gaps?.partly?.[field]?.length ?? 0), 0);
  const text =
    count === 1
      ? '1 member was not understood and is not here'
      : `${count} members were not understood and are not here`;
  return count === 0 ? null : ['Not understood', text];
}
