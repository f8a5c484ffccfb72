import type { UserAccess } from '#shared/domain/access';
import { groupLabel } from '#shared/domain/group';
import { countedMessage, type CountedMessage } from '#lib/counted-message';
import type { Format } from '#lib/format';
import { itemsText } from '#lib/list-text';
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
  format: Pick<Format, 'counted'>,
): string {
  const known = knownAccessMessage(who, sees, access, label, format);
  const unknown = unknownMessages[access.unknown.join(' ') as keyof typeof unknownMessages](who);
  return [known, unknown].filter(Boolean).join(' ');
}

/** What the service does not say, by the unknown assignments. */
const unknownMessages = {
  '': () => '',
  group: (who: string) =>
    `The service does not say which group ${who} is assigned to, so not everything that ${who} sees is known.`,
  deviceId: (who: string) =>
    `The service does not say whether a device is assigned to ${who} directly.`,
  'group deviceId': (who: string) =>
    `The service does not say which group or device ${who} is assigned to, so what ${who} sees is not known.`,
};

/** What is known; empty if nothing is. */
function knownAccessMessage(
  who: string,
  sees: 'sees' | 'would see',
  access: UserAccess,
  label: string | null,
  { counted }: Pick<Format, 'counted'>,
): string {
  const { group, missingGroup, unlistedGroup, deviceIds, deviceId, unreadMembers } = access;
  if (access.isUnassigned) {
    if (access.unknown.length > 0) return '';
    return `${who} is assigned to no group and no device. The service does not document what such a user sees.`;
  }
  const device = label ?? deviceId;
  if (missingGroup !== null) {
    return device === null
      ? `${who} is assigned to the group ${missingGroup}, which is not in the list of groups. What ${who} sees is not known.`
      : `${who} is assigned to ${device} directly and to the group ${missingGroup}, which is not in the list of groups. What else ${who} sees is not known.`;
  }
  if (unlistedGroup !== null) {
    return device === null
      ? `${who} is assigned to the group ${unlistedGroup}. The list of groups was not loaded, so its devices are not known.`
      : `${who} is assigned to ${device} directly and to the group ${unlistedGroup}. The list of groups was not loaded, so its devices are not known.`;
  }
  if (group === null) return `${who} ${sees} 1 device: ${device}, assigned directly.`;
  const through = groupLabel(group);
  if (deviceIds === null) {
    return device === null
      ? `${who} is assigned to ${through}. The service did not send the members of this group.`
      : `${who} is assigned to ${through} and to ${device}. The service did not send the members of this group.`;
  }
  const inGroup = new Set(group.deviceIds);
  const devices = counted(inGroup.size + unreadMembers, 'device');
  const unread = unreadMembers === 0 ? '' : ` (${unreadMembers} of them not understood)`;
  if (device === null || deviceId === null || inGroup.has(deviceId)) {
    return `${who} ${sees} ${devices}${unread} through ${through}.`;
  }
  return `${who} ${sees} ${devices}${unread} through ${through}, and ${device}, assigned directly.`;
}

/** How a user sees a device: through a group, directly, or both. */
export function accessPathText(group: string | null, isDirect: boolean): string {
  if (group === null) return isDirect ? 'directly' : '';
  return isDirect ? `through ${group} and directly` : `through ${group}`;
}

/** The same in the table of visible devices; `isMissing`: the device is not in the list. */
export function accessPathLabel(
  group: string | null,
  isDirect: boolean,
  isMissing: boolean,
): string {
  const paths = [...(group === null ? [] : [group]), ...(isDirect ? ['assigned directly'] : [])];
  const text = itemsText(paths);
  return isMissing ? `${text} (not in your list of devices)` : text;
}

const mayAccess: CountedMessage = {
  one: '1 user may see it: the list of groups was not loaded.',
  many: '{n} users may see it: the list of groups was not loaded.',
};
const unclearAccess: CountedMessage = {
  one: 'Of 1 user it is not known: the group, its members or the device was not provided or not understood.',
  many: 'Of {n} users it is not known: the group, its members or the device was not provided or not understood.',
};

/** How many users may see a device too. */
export const unclearAccessText = (
  users: number,
  areGroupsKnown: boolean,
  format: Pick<Format, 'count'>,
): string => countedMessage(areGroupsKnown ? unclearAccess : mayAccess, users, format);
