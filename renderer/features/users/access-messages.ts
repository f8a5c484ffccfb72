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
  format: Pick<Format, 'count' | 'counted'>;
}

/** "Ana sees 14 devices through Depot North." Says what is unknown instead of guessing. */
export function accessMessages(parts: AccessParts): string {
  const { name, access, status } = parts;
  const state = stateMessages[status]?.(name) ?? '';
  const known = knownAccessMessage(parts, state === '' ? seenNow : seenOtherwise);
  const unknown = unknownMessages[access.unknown.join(' ') as keyof typeof unknownMessages](name);
  return [state, known, unknown].filter(Boolean).join(' ');
}

/** Why a user sees nothing now. */
const stateMessages: Partial<Record<UserStatus, (who: string) => string>> = {
  disabled: (who) => `${who} is disabled.`,
  expired: (who) => `The validity of ${who} has expired.`,
  notYetValid: (who) => `${who} is not valid yet.`,
};

const seenNow = {
  direct: (who: string, device: string | null) =>
    `${who} sees 1 device: ${device}, assigned directly.`,
  group: (who: string, devices: string, group: string) =>
    `${who} sees ${devices} through ${group}.`,
  both: (who: string, devices: string, group: string, device: string) =>
    `${who} sees ${devices} through ${group}, and ${device}, assigned directly.`,
};

const seenOtherwise: typeof seenNow = {
  direct: (who, device) => `Otherwise ${who} would see 1 device: ${device}, assigned directly.`,
  group: (who, devices, group) => `Otherwise ${who} would see ${devices} through ${group}.`,
  both: (who, devices, group, device) =>
    `Otherwise ${who} would see ${devices} through ${group}, and ${device}, assigned directly.`,
};

const unreadMembersMessage: CountedMessage = {
  one: '1 of them was not understood.',
  many: '{n} of them were not understood.',
};

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
  { name: who, access, device: label, format }: AccessParts,
  seen: typeof seenNow,
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
  if (group === null) return seen.direct(who, device);
  const through = groupLabel(group);
  if (deviceIds === null) {
    return device === null
      ? `${who} is assigned to ${through}. The service did not send the members of this group.`
      : `${who} is assigned to ${through} and to ${device}. The service did not send the members of this group.`;
  }
  const inGroup = new Set(group.deviceIds);
  const devices = format.counted(inGroup.size + unreadMembers, 'device');
  const isInGroup = device === null || deviceId === null || inGroup.has(deviceId);
  const seenText = isInGroup
    ? seen.group(who, devices, through)
    : seen.both(who, devices, through, device);
  if (unreadMembers === 0) return seenText;
  return `${seenText} ${countedMessage(unreadMembersMessage, unreadMembers, format)}`;
}

/** What happens when a user is deleted; `access` is the text above. */
export const deletionMessages = {
  email: (email: string) => `E-mail: ${email}.`,
  effect: (name: string) => `After the deletion ${name} can no longer log in.`,
  undo: 'You can undo this. The restored user has a new id and no password.',
};

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
