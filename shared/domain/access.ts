import type { Group } from './group';
import type { User } from './user';

/**
 * What a user can see, derived from the fields the service sends: the user's `group` and `deviceId`
 * and the members of the groups. What privileges add is not documented, so they are not considered.
 */
export interface UserAccess {
  /** The group the user is assigned to; null if there is none or it is not in the list. */
  group: Group | null;
  /** The assigned group as the service sent it, if no group of the list matches it. */
  missingGroup: string | null;
  /** The single device the user is assigned to. */
  deviceId: string | null;
  /** Every device seen through both; null if the service did not send the group's members. */
  deviceIds: ReadonlySet<string> | null;
  /** Assigned to no group and no device; what the user sees then is not documented. */
  isUnassigned: boolean;
}

/** How a user can see a device. */
export interface DeviceAccess {
  user: User;
  /** The group that contains the device. */
  group: Group | null;
  /** The user is assigned to the device itself. */
  isDirect: boolean;
}

/** Devices that a user would no longer see. */
export interface AccessLoss {
  user: User;
  lostIds: readonly string[];
  /** How many devices the user would still see. */
  remaining: number;
}

export type UserAssignment = Pick<User, 'group' | 'deviceId'>;

export interface GroupLookup {
  /** A group by id or name; which of the two a service sends is not documented. */
  find(idOrName: string | null): Group | null;
}

/** Finds groups by id first and by name otherwise. */
export function groupsByIdOrName(groups: readonly Group[]): GroupLookup {
  const byId = new Map(groups.map((group) => [group.id, group]));
  const byName = new Map<string, Group>();
  for (const group of groups) {
    if (group.name !== null && !byName.has(group.name)) byName.set(group.name, group);
  }
  return {
    find: (idOrName) =>
      idOrName === null ? null : (byId.get(idOrName) ?? byName.get(idOrName) ?? null),
  };
}

export function accessOf(user: UserAssignment, groups: GroupLookup): UserAccess {
  const group = groups.find(user.group);
  const missingGroup = user.group !== null && group === null ? user.group : null;
  const hasUnknownMembers = group !== null && group.deviceIds === null;
  const deviceIds = new Set(group?.deviceIds);
  if (user.deviceId !== null) deviceIds.add(user.deviceId);
  return {
    group,
    missingGroup,
    deviceId: user.deviceId,
    deviceIds: hasUnknownMembers ? null : deviceIds,
    isUnassigned: user.group === null && user.deviceId === null,
  };
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
    const { group, deviceId } = accessOf(user, groups);
    if (!group || !deletedGroupIds.has(group.id)) return [];
    const lostIds = [...new Set(group.deviceIds)].filter((id) => id !== deviceId);
    return [{ user, lostIds, remaining: deviceId === null ? 0 : 1 }];
  });
}
