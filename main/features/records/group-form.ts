import type { UserEdit } from '#shared/domain/edit';
import type { Group } from '#shared/domain/group';
import type { User } from '#shared/domain/user';

/**
 * The edit with the group in the form that this service uses. It is not documented whether a user's
 * group is an id or a name (wire contract 5.1): the form the user has now, otherwise that of most
 * other users, otherwise the id.
 */
export function withGroupForm(
  edit: UserEdit,
  base: Pick<User, 'group'> | null,
  users: readonly User[],
  groups: readonly Group[],
): UserEdit {
  const named = edit.group;
  const group = groups.find(({ id, name }) => id === named || name === named);
  if (!named || !group?.name) return edit;
  if (base?.group === group.id || base?.group === group.name) return { ...edit, group: base.group };
  const ids = new Set(groups.map(({ id }) => id));
  const names = new Set(groups.map(({ name }) => name));
  let byName = 0;
  for (const user of users) {
    if (user.group === null) continue;
    if (ids.has(user.group)) byName--;
    else if (names.has(user.group)) byName++;
  }
  return { ...edit, group: byName > 0 ? group.name : group.id };
}
