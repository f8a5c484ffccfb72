import type { Group } from './group';
import type { User } from './user';

/**
 * Who sees what, worked out from the fields the service sends: a user's `group` and `deviceId` and
 * the members of the groups. What privileges add is not documented, so nothing is claimed of them.
 */
export interface UserAccess {
  /** The group the user is tied to; null where there is none, or none that is known. */
  group: Group | null;
  /** A group the user is tied to that does not exist (any more). */
  lostGroup: string | null;
  /** The single device the user is tied to. */
  deviceId: string | null;
  /** Everything seen through both; null where the service did not send who is in the group. */
  deviceIds: ReadonlySet<string> | null;
  /** Tied to neither: what the user sees then is not documented. */
  isUntied: boolean;
}

/** How somebody sees a device. */
export interface SeenThrough {
  user: User;
  group: Group | null;
  /** Tied to this very device. */
  isDirect: boolean;
}

/** What a user would no longer see. */
export interface Loss {
  user: User;
  lost: readonly string[];
  /** How many devices stay in sight. */
  left: number;
}

export type Sighted = Pick<User, 'group' | 'deviceId'>;

export interface Groups {
  /** The group an id or a name stands for; which of the two a service sends is not documented. */
  find(idOrName: string | null): Group | null;
}

/** The groups, to be found by id first and by name otherwise. */
export function groupsByIdOrName(groups: readonly Group[]): Groups {
  const byId = new Map(groups.map((group) => [group.id, group]));
  const byName = new Map<string, Group>();
  for (const group of groups) {
    if (group.name !== null && !byName.has(group.name)) byName.set(group.name, group);
  }
  return {
    find: (named) => (named === null ? null : (byId.get(named) ?? byName.get(named) ?? null)),
  };
}

export function accessOf(user: Sighted, groups: Groups): UserAccess {
  const group = groups.find(user.group);
  const lostGroup = user.group !== null && group === null ? user.group : null;
  const isUnknown = group !== null && group.deviceIds === null;
  const deviceIds = new Set(group?.deviceIds);
  if (user.deviceId !== null) deviceIds.add(user.deviceId);
  return {
    group,
    lostGroup,
    deviceId: user.deviceId,
    deviceIds: isUnknown ? null : deviceIds,
    isUntied: user.group === null && user.deviceId === null,
  };
}

/** The users who see a device, and through what, in the order in which they came. */
export function whoSees(deviceId: string, users: readonly User[], groups: Groups): SeenThrough[] {
  const holds = new Map<Group, boolean>();
  const has = (group: Group) => {
    const known = holds.get(group) ?? group.deviceIds?.includes(deviceId) ?? false;
    holds.set(group, known);
    return known;
  };
  return users.flatMap((user) => {
    const group = groups.find(user.group);
    const through = group && has(group) ? group : null;
    const isDirect = user.deviceId === deviceId;
    return through || isDirect ? [{ user, group: through, isDirect }] : [];
  });
}

/** What each user tied to one of these groups would lose sight of if they were deleted. */
export function lossesOf(
  deleted: ReadonlySet<string>,
  users: readonly User[],
  groups: Groups,
): Loss[] {
  return users.flatMap((user) => {
    const { group, deviceId } = accessOf(user, groups);
    if (!group || !deleted.has(group.id)) return [];
    const lost = [...new Set(group.deviceIds)].filter((id) => id !== deviceId);
    return [{ user, lost, left: deviceId === null ? 0 : 1 }];
  });
}
