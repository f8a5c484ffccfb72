import type { GroupGap } from '#shared/domain/group';
import type { Known, MomentOrDay } from '#shared/domain/known';
import type { Format } from './format';
import { byText } from './in-order';

/** The text of a value that is not known; null for a value. */
export function gapText(known: Known<unknown>, { t }: Format): string | null {
  switch (known.is) {
    case 'value':
      return null;
    case 'notProvided':
      return t('common.notProvided');
    case 'notUnderstood':
      return t('common.known.notUnderstood', { original: originalText(known.original) });
    case 'neverAsked':
      return t('common.known.notLoaded');
  }
}

/**
 * The text of a value of the service. `none` is the text for a value that the service states to be
 * none (null), such as "No limit".
 */
export function knownText<T>(
  known: Known<T | null>,
  write: (value: T) => string,
  none: string,
  format: Format,
): string {
  if (known.is !== 'value') return gapText(known, format) ?? '';
  return known.value === null ? none : write(known.value);
}

/** The text of a moment; of a day without a time, that of the day. `none` as in `knownText`. */
export const knownMomentText = (
  known: Known<MomentOrDay | null>,
  write: (at: number) => string,
  none: string,
  format: Format,
): string =>
  knownText(
    known,
    (value) => ('day' in value ? format.calendarDay(value.day) : write(value.at)),
    none,
    format,
  );

/** A list of texts; its members that were not understood follow as such. */
export function knownListText(known: Known<readonly string[]>, format: Format): string {
  const { t, items } = format;
  if (known.is !== 'value') return gapText(known, format) ?? '';
  const read = items(known.value);
  if (known.unread === undefined) return read || t('common.known.none');
  const original = items(known.unread.map(originalText));
  return read
    ? t('common.known.partly', { known: read, original })
    : t('common.known.notUnderstood', { original });
}

const longestOriginal = 80;

/** An original value as short JSON; text without quotes. */
export function originalText(original: unknown): string {
  const text = typeof original === 'string' ? original : (JSON.stringify(original) ?? '');
  return text.length > longestOriginal ? `${text.slice(0, longestOriginal - 1)}…` : text;
}

/** A group as a choice, with how many members are known: the same in every list. */
export function groupChoiceLabel(
  group: { name: string; count: number; isIncomplete?: boolean },
  { t }: Format,
): string {
  const { count } = group;
  if (!group.isIncomplete) return t('common.groupChoice.members', { group: group.name, count });
  return count === 0
    ? t('common.groupChoice.unknown', { group: group.name })
    : t('common.groupChoice.partly', { group: group.name, count });
}

/** The groups of a device by name. "In no group" only if every group and its members are known. */
export function groupsText(
  names: readonly string[],
  gap: GroupGap | null,
  { t, items }: Format,
): string {
  const groups = items(names.toSorted(byText));
  switch (gap) {
    case null:
      return groups || t('common.inGroups.none');
    case 'list':
      return t('common.known.notLoaded');
    case 'members':
      return groups ? t('common.inGroups.partly', { groups }) : t('common.inGroups.nonePartly');
  }
}

/** The text of the filter for devices without a group; null: their groups are not known. */
export function noGroupLabel(gap: GroupGap | null, { t }: Format): string | null {
  if (gap === 'list') return null;
  return gap === 'members' ? t('common.inGroups.noneKnown') : t('common.inGroups.none');
}
