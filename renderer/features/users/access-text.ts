import type { UserAccess } from '#shared/domain/access';
import { groupLabel, type Group } from '#shared/domain/group';
import type { Format } from '#lib/format';
import type { UserStatus } from './user-rules';

/** How a user sees a device: through a group, directly, or both. */
export function accessPath(group: Group | null, isDirect: boolean) {
  if (group === null) return isDirect ? 'direct' : 'other';
  return isDirect ? 'both' : 'group';
}

interface AccessParts {
  /** The name of the user. */
  user: string;
  access: UserAccess;
  status: UserStatus;
  /** The label of the device the user is assigned to. */
  device: string | null;
}

/** "Ana sees 14 devices through Depot North." Says what is unknown instead of guessing. */
export function accessText(parts: AccessParts, format: Format): string {
  const { t } = format;
  const { user, access, status } = parts;
  const isInactive = status === 'disabled' || status === 'expired' || status === 'notYetValid';
  const [unknown, ...others] = access.unknown;
  return [
    isInactive ? t(`users.sees.${status}`, { user }) : '',
    knownAccess(parts, isInactive ? 'wouldSee' : 'sees', format),
    unknown ? t(`users.sees.unknown.${others.length > 0 ? 'both' : unknown}`, { user }) : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** Why the devices of the user's group are not known. */
type AtGroup = 'missingGroup' | 'groupNotLoaded' | 'membersNotSent';

/** What is known; empty if nothing is. `verb`: what the user sees now, or would see otherwise. */
function knownAccess(
  { user, access, device: label }: AccessParts,
  verb: 'sees' | 'wouldSee',
  { t }: Format,
): string {
  const { group: of, missingGroup, unlistedGroup, deviceIds, deviceId, unreadMembers } = access;
  if (access.isUnassigned) {
    return access.unknown.length > 0 ? '' : t('users.sees.unassigned', { user });
  }
  const device = label ?? deviceId;
  const where = { user, device: device ?? '' };
  const at = (key: AtGroup, group: string) =>
    device === null
      ? t(`users.sees.${key}`, { user, group })
      : t(`users.sees.${key}AndDevice`, { ...where, group });
  if (missingGroup !== null) return at('missingGroup', missingGroup);
  if (unlistedGroup !== null) return at('groupNotLoaded', unlistedGroup);
  if (of === null) return t(`users.${verb}.direct`, where);
  const group = groupLabel(of);
  if (deviceIds === null) return at('membersNotSent', group);
  const inGroup = new Set(of.deviceIds);
  const count = inGroup.size + unreadMembers;
  const isInGroup = device === null || deviceId === null || inGroup.has(deviceId);
  const seen = isInGroup
    ? t(`users.${verb}.group`, { user, group, count })
    : t(`users.${verb}.both`, { ...where, group, count });
  return unreadMembers === 0 ? seen : `${seen} ${t('users.sees.unread', { count: unreadMembers })}`;
}
