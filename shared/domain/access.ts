import type { Group } from './group';
import { knownOf } from './known';
import type { User } from './user';
import type { UserEdit } from './edit';

/**
 * What a user can see, derived from the fields the service sends: the user's `group` and `deviceId`
 * and the members of the groups. What privileges add is not documented, so they are not considered.
 */
export interface UserAccess {
  /** The group the user is assigned to; null if there is none or it is not in the list. */
  group: Group | null;
  /** The assigned group as the service sent it, if no group of the list matches it. */
  missingGroup: string | null;
  /** The assigned group as the service sent it, if the list of groups was never received. */
  unlistedGroup: string | null;
  /** The single device the user is assigned to. */
  deviceId: string | null;
  /** Every device seen through both that is known; null if the members of the group are not. */
  deviceIds: ReadonlySet<string> | null;
  /** Members of the group that were not understood: the user sees more than `deviceIds`. */
  unreadMembers: number;
  /** Assignments that the service did not provide, or that were not understood. */
  unknown: readonly Assignment[];
  /** No group and no device is known; what a user with none sees is not documented. */
  isUnassigned: boolean;
}

type Assignment = 'group' | 'deviceId';

/** How a user can see a device. */
interface DeviceAccess {
  user: User;
  /** The group that contains the device. */
  group: Group | null;
  /** The user is assigned to the device itself. */
  isDirect: boolean;
}

/** Devices that a user would no longer see. */
export interface AccessLoss {
  user: User;
  /** null: the members of the group are not known, or not all of them. */
  lostIds: readonly string[] | null;
  /** How many devices the user would still see; null: not provided. */
  remaining: number | null;
}

export type UserAssignment = Pick<User, Assignment | 'gaps'>;

export type GroupLookup = ReturnType<typeof groupsByIdOrName>;

/** Finds groups by id first and by name otherwise. */
export function groupsByIdOrName(groups: readonly Group[], isKnown = true) {
  const byId = new Map(groups.map((group) => [group.id, group]));
  const byName = new Map<string, Group>();
  for (const group of groups) {
    if (group.name !== null && !byName.has(group.name)) byName.set(group.name, group);
  }
  return {
    /** False: the list of groups was never received, so that a group not found may exist. */
    isKnown,
    /** A group by id or name; which of the two a service sends is not documented. */
    find: (idOrName: string | null): Group | null =>
      idOrName === null ? null : (byId.get(idOrName) ?? byName.get(idOrName) ?? null),
  };
}

export function accessOf(user: UserAssignment, groups: GroupLookup): UserAccess {
  const group = groups.find(user.group);
  const unresolved = group === null ? user.group : null;
  const hasUnknownMembers = group !== null && group.deviceIds === null;
  const deviceIds = new Set(group?.deviceIds);
  if (user.deviceId !== null) deviceIds.add(user.deviceId);
  return {
    group,
    missingGroup: groups.isKnown ? unresolved : null,
    unlistedGroup: groups.isKnown ? null : unresolved,
    deviceId: user.deviceId,
    deviceIds: hasUnknownMembers || (unresolved !== null && !groups.isKnown) ? null : deviceIds,
    unreadMembers: group?.gaps?.partly?.['deviceIds']?.length ?? 0,
    unknown: unknownAssignments(user),
    isUnassigned: user.group === null && user.deviceId === null,
  };
}

/** What the service does not say about the assignment of a user. */
export function unknownAssignments(user: UserAssignment): Assignment[] {
  return (['group', 'deviceId'] as const).filter((field) => knownOf(user, field).is !== 'value');
}

/**
 * Whether it is not known if a user can see a device: an assignment was not provided, or the members
 * of the group are not all known.
 */
export function mayHaveAccess(
  deviceId: string,
  user: UserAssignment,
  groups: GroupLookup,
): boolean {
  if (user.deviceId === deviceId) return false;
  const { group, deviceIds, unlistedGroup, unreadMembers, unknown } = accessOf(user, groups);
  if (group && deviceIds?.has(deviceId)) return false;
  return unknown.length > 0 || unlistedGroup !== null || deviceIds === null || unreadMembers > 0;
}

/** The users who can see a device, in the given order. */
export function usersWithAccess(
  deviceId: string,
  users: readonly User[],
  groups: GroupLookup,
): DeviceAccess[] {
  const containing = new Map<Group, boolean>();
  const contains = (group: Group) => {
    const known = containing.get(group) ?? group.deviceIds?.includes(deviceId) ?? false;
    containing.set(group, known);
    return known;
  };
  return users.flatMap((user) => {
    const assigned = groups.find(user.group);
    const group = assigned && contains(assigned) ? assigned : null;
    const isDirect = user.deviceId === deviceId;
    return group || isDirect ? [{ user, group, isDirect }] : [];
  });
}

/** The devices that users assigned to these groups could no longer see if they were deleted. */
export function accessLosses(
  deletedGroupIds: ReadonlySet<string>,
  users: readonly User[],
  groups: GroupLookup,
): AccessLoss[] {
  return users.flatMap((user) => {
    const { group, deviceId, unreadMembers, unknown } = accessOf(user, groups);
    if (!group || !deletedGroupIds.has(group.id)) return [];
    const isWhole = group.deviceIds !== null && unreadMembers === 0;
    const lostIds = isWhole ? [...new Set(group.deviceIds)].filter((id) => id !== deviceId) : null;
    const direct = deviceId === null ? 0 : 1;
    return [{ user, lostIds, remaining: unknown.includes('deviceId') ? null : direct }];
  });
}

type NamedGroup = Pick<Group, 'id' | 'name'>;
type GroupHolder = Pick<User, 'group'>;

/** The value for a group in the `group` field of a user; `current` is the current value. */
type GroupReference = (group: NamedGroup, current: string | null) => string;

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
