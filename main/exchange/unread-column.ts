import { fieldLabel } from '#shared/domain/change';
import { unreadFields, type Gaps } from '#shared/domain/known';
import type { Column, ColumnOf } from './table';

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
