import type { UserAccess } from '#shared/domain/access';
import { groupLabel } from '#shared/domain/group';
import type { Format } from '#lib/format';
import type { UserStatus } from './user-status';

interface AccessParts {
  name: string;
  access: UserAccess;
  status: UserStatus;
  /** The label of the device the user is assigned to. */
  device: string | null;
  format: Pick<Format, 'counted'>;
}

/** "Ana sees 14 devices through Depot North." Says what is unknown instead of guessing. */
export function accessMessages({ name, access, status, device, format }: AccessParts): string {
  switch (status) {
    case 'disabled':
      return `${name} is disabled. Otherwise ${accessMessage('this user', 'would see', access, device, format)}`;
    case 'expired':
      return `${name} is no longer valid. Otherwise ${accessMessage('this user', 'would see', access, device, format)}`;
    case 'notYetValid':
      return `${name} is not valid yet. Otherwise ${accessMessage('this user', 'would see', access, device, format)}`;
    case 'active':
    case 'notProvided':
    case 'notUnderstood':
      return accessMessage(name, 'sees', access, device, format);
  }
}

function accessMessage(
  who: string,
  sees: 'sees' | 'would see',
  access: UserAccess,
  label: string | null,
  { counted }: Pick<Format, 'counted'>,
): string {
  const { group, missingGroup, deviceIds, deviceId } = access;
  if (access.isUnassigned) {
    return `${who} is assigned to no group and no device. The service does not document what such a user sees.`;
  }
  const device = label ?? deviceId;
  if (missingGroup !== null) {
    return device === null
      ? `${who} is assigned to the group ${missingGroup}, which does not exist, and ${sees} nothing.`
      : `${who} is assigned to the group ${missingGroup}, which does not exist, and ${sees} only ${device}, assigned directly.`;
  }
  if (group === null) return `${who} ${sees} 1 device: ${device}, assigned directly.`;
  const through = groupLabel(group);
  if (deviceIds === null) {
    return device === null
      ? `${who} is assigned to ${through}. The service did not send the members of this group.`
      : `${who} is assigned to ${through} and to ${device}. The service did not send the members of this group.`;
  }
  const inGroup = new Set(group.deviceIds);
  const devices = counted(inGroup.size, 'device');
  if (device === null || deviceId === null || inGroup.has(deviceId)) {
    return `${who} ${sees} ${devices} through ${through}.`;
  }
  return `${who} ${sees} ${devices} through ${through}, and ${device}, assigned directly.`;
}
