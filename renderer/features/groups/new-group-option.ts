import { textKey } from '#shared/domain/text';
import { groupLabel, type Group } from '#shared/domain/group';
import { groupMessages } from './group-messages';

const prefix = 'new:';

/** The name of the group that an option creates; null: it is an existing group. */
export const newGroupName = (value: string): string | null =>
  value.startsWith(prefix) ? value.slice(prefix.length) : null;

/** Whether a group has this name, or one that looks the same. */
export function hasGroupNamed(groups: readonly Group[], name: string): boolean {
  const key = textKey(name);
  return groups.some((group) => textKey(groupLabel(group)) === key);
}

/** The groups as options, and the group that the typed name would create. */
export function groupOptions(
  groups: readonly Group[],
  chosen: readonly string[],
  typed: string,
): { value: string; label: string }[] {
  const options = groups.map((group) => ({ value: group.id, label: groupLabel(group) }));
  const names = chosen.map(newGroupName).filter((name) => name !== null);
  const added = names.map((name) => ({
    value: `${prefix}${name}`,
    label: groupMessages.newOption(name),
  }));
  const name = typed.trim();
  const key = textKey(name);
  const isOffered =
    key !== '' && !hasGroupNamed(groups, name) && !names.some((each) => textKey(each) === key);
  const offered = isOffered
    ? [{ value: `${prefix}${name}`, label: groupMessages.createOption(name) }]
    : [];
  return [...options, ...added, ...offered];
}
