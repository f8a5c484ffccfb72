import type { UserEdit } from './edit';
import type { Group } from './group';
import type { User } from './user';

type NamedGroup = Pick<Group, 'id' | 'name'>;
type GroupHolder = Pick<User, 'group'>;

/** The value for a group in the `group` field of a user; `current` is the current value. */
export type GroupReference = (group: NamedGroup, current: string | null) => string;

/**
 * Whether the group of a user is an id or a name is not documented (wire contract 5.1). Uses the
 * form that the user has now, else that of most users of the account, else the id.
 */
export function createGroupReference(
  users: readonly GroupHolder[],
  groups: readonly NamedGroup[],
): GroupReference {
  const ids = new Set(groups.map(({ id }) => id));
  const names = new Set(groups.map(({ name }) => name));
  let byName = 0;
  for (const { group } of users) {
    if (group === null) continue;
    if (ids.has(group)) byName--;
    else if (names.has(group)) byName++;
  }
  return ({ id, name }, current) => {
    if (!name || current === id) return id;
    return current === name || byName > 0 ? name : id;
  };
}

/** The edit with its group, given by id or name, in the form that this service uses. */
export function withGroupReference(
  edit: UserEdit,
  base: GroupHolder | null,
  users: readonly GroupHolder[],
  groups: readonly NamedGroup[],
): UserEdit {
  const given = edit.group;
  if (!given) return edit;
  const group = groups.find(({ id }) => id === given) ?? groups.find(({ name }) => name === given);
  if (!group) return edit;
  const reference = createGroupReference(users, groups);
  return { ...edit, group: reference(group, base?.group ?? null) };
}
