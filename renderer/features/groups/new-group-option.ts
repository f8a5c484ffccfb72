import { groupLabel, type Group } from '#shared/domain/group';
import { groupMessages } from './group-messages';

const prefix = 'new:';

/** The name of the group that an option creates; null: it is an existing group. */
export const newGroupName = (value: string): string | null =>
  value.startsWith(prefix) ? value.slice(prefix.length) : null;

/** Whether a group has this name; capitals do not matter. */
export function hasGroupNamed(groups: readonly Group[], name: string): boolean {
  const searched = name.trim().toLocaleLowerCase();
  return groups.some((group) => groupLabel(group).toLocaleLowerCase() === searched);
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
  const isOffered = name !== '' && !hasGroupNamed(groups, name) && !names.includes(name);
  const offered = isOffered
    ? [{ value: `${prefix}${name}`, label: groupMessages.createOption(name) }]
    : [];
  return [...options, ...added, ...offered];
}
