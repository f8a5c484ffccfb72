import { dayText } from '#shared/domain/calendar';
import type { GroupGap } from '#shared/domain/group';
import { type Known, type MomentOrDay, gapText as gapTextWith } from '#shared/domain/known';
import { byText } from './in-order';

/** The text of a value that is not known, with a short original; null for a value. */
export const gapText = (known: Known<unknown>): string | null => gapTextWith(known, originalText);

/**
 * The text of a value of the service. `none` is the text for a value that the service states to be
 * none (null), such as "No limit".
 */
export function knownText<T>(
  known: Known<T | null>,
  format: (value: T) => string,
  none: string,
): string {
  if (known.is !== 'value') return gapText(known) ?? '';
  return known.value === null ? none : format(known.value);
}

/** The text of a moment; of a day without a time, that of the day. `none` as in `knownText`. */
export const knownMomentText = (
  known: Known<MomentOrDay | null>,
  format: (at: number) => string,
  none: string,
): string =>
  knownText(known, (value) => ('day' in value ? dayText(value.day) : format(value.at)), none);

/** "2 devices, 1 of them not understood": `unread` members count as devices. */
export function membersText(
  read: number,
  unread: number,
  counted: (count: number, noun: string) => string,
): string {
  const all = counted(read + unread, 'device');
  return unread === 0 ? all : `${all}, ${unread} of them not understood`;
}

/** A list of texts; its members that were not understood follow as such. */
export function knownListText(known: Known<readonly string[]>): string {
  if (known.is !== 'value') return gapText(known) ?? '';
  const unread = known.unread?.map(originalText).join(', ');
  const read = known.value.join(', ');
  if (unread === undefined) return read || 'None';
  return read ? `${read}; not understood: ${unread}` : `Not understood: ${unread}`;
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
  count: (value: number) => string,
): string {
  const { name, count: members, isIncomplete } = group;
  if (!isIncomplete) return `${name} (${count(members)})`;
  return members === 0 ? `${name} (members not known)` : `${name} (${count(members)} known)`;
}

/** The groups of a device by name. "In no group" only if every group and its members are known. */
export function groupsText(names: readonly string[], gap: GroupGap | null): string {
  const known = names.toSorted(byText).join(', ');
  switch (gap) {
    case null:
      return known || 'In no group';
    case 'list':
      return 'Not loaded';
    case 'members':
      return known
        ? `${known}. Of other groups not all members are known.`
        : 'In no known group. Of some groups not all members are known.';
  }
}

/** The text of the filter for devices without a group; null: their groups are not known. */
export function noGroupLabel(gap: GroupGap | null): string | null {
  if (gap === 'list') return null;
  return gap === 'members' ? 'In no known group' : 'In no group';
}

/** Beside what is shown of the members of a group of which not all are known. */
export const groupMembersGap = 'Not all members of this group are known.';

/** A chosen group that is no longer in the list. */
export const unknownGroup = 'Unknown group';
