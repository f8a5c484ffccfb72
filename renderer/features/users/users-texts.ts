import type { UserAccess } from '#shared/domain/access';
import { groupLabel } from '#shared/domain/group';
import { counted, type Format } from '#lib/format';
import { itemsText } from '#lib/list-text';

/** The texts without values. */
export const texts = {
  unseenInPassword:
    'There is an invisible character in the password. The user would have to type it, too.',
  noVisibleDevicesAreKnown: 'No visible devices are known.',
  visibleDevices: 'Visible devices',
  through: 'Through',
  exactlyAsTheServiceSends: 'Exactly as the service sends it.',
  privilege: 'Privilege',
  leaveEmptyForNoExpiry: 'Leave empty for no expiry.',
  validUntil: 'Valid until',
  noMatchingGroup: 'No matching group',
  noGroup: 'No group',
  visibleGroup: 'Visible group',
  leaveEmptyToKeepThe: 'Leave empty to keep the current message of each user.',
  messageWhenDisabled: 'Message when disabled',
  theServiceDoesNotDocument:
    'The service does not document what each privilege allows. Choose one or enter another.',
  noDevice: 'No device',
  loading: 'Loading…',
  noMatches: 'No matches',
  searchByNameOrCode: 'Search by name or code',
  leaveEmptyToKeepTheCurrent:
    'Leave empty to keep the current password. It is sent when you save and not stored in the draft or anywhere else.',
  sentWhenYouSaveIt: 'Sent when you save. It is not stored in the draft or anywhere else.',
  showPassword: 'Show password',
  thisUserCannotLogIn: 'This user cannot log in',
  addTag: 'Add tag',
  change: 'Change…',
  never: 'Never',
  access: 'Access',
  tagsAndOtherFields: 'Tags and other fields',
  user: 'User',
  overview: 'Overview',
  userDetails: 'User details',
  createThisUserWithoutA: 'Create this user without a password?',
  notes: 'Notes',
  whyTheUserIsDisabled: 'Why the user is disabled.',
  validity: 'Validity',
  accessAndPrivileges: 'Access and privileges',
  identity: 'Identity',
  filterUsers: 'Filter users',
  noUserIsAssignedTo: 'No user is assigned to it',
  derivedFromTheGroupsAnd: 'Derived from the groups and devices that users are assigned to.',
  visibleTo: 'Visible to',
  clearGroup: 'Clear group',
  theListOfCountriesCould: 'The list of countries could not be loaded. Enter the two-letter code.',
  theListOfTimeZones:
    'The list of time zones could not be loaded. Enter the zone, for example Europe/Madrid.',
  anotherTagHasThisName: 'Another tag has this name. Only one of them will be saved.',
  noStart: 'No start',
  noExpiry: 'No expiry',
  notProvided: 'Not provided',
  noPasswordYet:
    'The user may not be able to sign in until a password is set. You can set one later: edit the user and enter a new password.',
  noPasswordInTheDraft: 'It has no password. Open the draft to create the user.',
  createWithoutAPassword: 'Create without a password',
  enterAPassword: 'Enter a password',
  thisUser: 'This user',
  disabled: 'Disabled',
  usersWhoAreDisabled: 'Users who are disabled',
  expired: 'Expired',
  usersWhoseValidityHasEnded: 'Users whose validity has ended',
  notValidYet: 'Not valid yet',
  usersWhoseValidityHasNot: 'Users whose validity has not started',
  neverLoggedIn: 'Never logged in',
  usersWhoHaveNeverLogged: 'Users who have never logged in',
  unassigned: 'Unassigned',
  usersWithNoGroupAnd: 'Users with no group and no device',
  accessNotProvided: 'Access not provided',
  usersOfWhomTheService: 'Users of whom the service does not provide the group or the device',
  missingGroup: 'Missing group',
  usersAssignedToAGroup: 'Users assigned to a group that is not in the list of groups',
  aUserNeedsAName: 'A user needs a name.',
  aUserNeedsAnE: 'A user needs an e-mail address.',
  chooseACountry: 'Choose a country.',
  chooseATimeZone: 'Choose a time zone.',
  enterADateSuchAs: 'Enter a date such as 22 Nov 2026, or leave the field empty.',
  thisFieldMustNotBe: 'This field must not be empty.',
  enterAnAddressSuchAs: 'Enter an address such as ana@fleet.example.',
  enterAWholeNumberOr: 'Enter a whole number, or leave it empty.',
  active: 'Active',
  notUnderstood: 'Not understood',
  theUserHasANew: 'The user has a new id and no password. Set a password so that they can log in.',
  noFirstDay: 'No first day',
  none: 'None',
  yes: 'Yes',
  no: 'No',
} as const;

/** Whether a user can log in now, and if not, why. */
export const userStatusLabels = {
  active: texts.active,
  disabled: texts.disabled,
  notYetValid: texts.notValidYet,
  expired: texts.expired,
  notProvided: texts.notProvided,
  notUnderstood: texts.notUnderstood,
};
export type UserStatus = keyof typeof userStatusLabels;

export const messages = {
  inZone: (day: string, zone: string) => `${day} (${zone})`,
  lastDayOfUsers: (zone: string) => `The users can log in until the end of this day (${zone}).`,
  wholeFirstDay: (zone: string) => `From the start of this day (${zone}).`,
  wholeLastDay: (zone: string) => `Until the end of this day (${zone}).`,
  notInList: (text: string) => `${text} (not in the list of groups)`,
  asSentByTheService: (current: string) => `${current} (as sent by the service)`,
  nameOfTag: (number: number) => `Name of tag ${number}`,
  textOfTag: (number: number) => `Text of tag ${number}`,
  removeTag: (name: string | number) => `Remove tag ${name}`,
  group: (group: string) => `Group ${group}`,
  groupNotInList: (group: string) => `Group ${group} (not in the list of groups)`,
  noPasswordYet: (name: string) =>
    `${name} may not be able to sign in until a password is set. You can set one later: edit the user and enter a new password.`,
  noLoginWord: (days: number) => `No login for ${days} d`,
  noLoginFor: (days: number) => `No login for ${days} days, or none since the user was created`,
  dayInZone: (day: string, zone: string) => `${day}. Days are in the time zone ${zone}.`,
};

/** Months that are added to the validity of a user, or for which it holds. */
export const extensionTexts = {
  more: {
    1: { label: '+1 month', name: '+1 month of validity' },
    3: { label: '+3 months', name: '+3 months of validity' },
    12: { label: '+1 year', name: '+1 year of validity' },
  },
  fromToday: {
    1: { label: 'For 1 month', name: 'Valid for 1 month from today' },
    3: { label: 'For 3 months', name: 'Valid for 3 months from today' },
    12: { label: 'For 1 year', name: 'Valid for 1 year from today' },
  },
} as const;

/** The bulk actions in the menu; deleting has its own button. */
export const bulkActionLabels = {
  disable: 'Disable…',
  enable: 'Enable',
  setGroup: 'Assign to group…',
  setExpiry: 'Set last valid day…',
  addPrivilege: 'Grant privilege…',
  removePrivilege: 'Revoke privilege…',
} as const;
export type BulkActionKind = keyof typeof bulkActionLabels;

/** The titles of the dialogs that ask for a value, and of the jobs that need none. */
export const bulkTitle = {
  disable: counted({ one: 'Disable 1 user', many: 'Disable {n} users' }),
  enable: counted({ one: 'Enable 1 user', many: 'Enable {n} users' }),
  setGroup: counted({ one: 'Assign 1 user to a group', many: 'Assign {n} users to a group' }),
  setExpiry: counted({
    one: 'Set last valid day of 1 user',
    many: 'Set last valid day of {n} users',
  }),
  addPrivilege: counted({
    one: 'Grant a privilege to 1 user',
    many: 'Grant a privilege to {n} users',
  }),
  removePrivilege: counted({
    one: 'Revoke a privilege from 1 user',
    many: 'Revoke a privilege from {n} users',
  }),
};

/** What the button of a dialog does. */
export const bulkRunLabel: typeof bulkTitle = {
  ...bulkTitle,
  setGroup: counted({ one: 'Assign 1 user', many: 'Assign {n} users' }),
  setExpiry: counted({ one: 'Set last day of 1 user', many: 'Set last day of {n} users' }),
  addPrivilege: counted({ one: 'Grant to 1 user', many: 'Grant to {n} users' }),
  removePrivilege: counted({ one: 'Revoke from 1 user', many: 'Revoke from {n} users' }),
};

/** The titles of jobs; `{value}` is the group, day or privilege. */
export const bulkJobTitle = {
  delete: counted({ one: 'Delete 1 user', many: 'Delete {n} users' }),
  assign: counted({ one: 'Assign 1 user to {value}', many: 'Assign {n} users to {value}' }),
  clearGroup: counted({ one: 'Clear group of 1 user', many: 'Clear group of {n} users' }),
  removeExpiry: counted({ one: 'Remove expiry from 1 user', many: 'Remove expiry from {n} users' }),
  setExpiry: counted({
    one: 'Set last valid day of 1 user to {value}',
    many: 'Set last valid day of {n} users to {value}',
  }),
  addPrivilege: counted({ one: 'Grant {value} to 1 user', many: 'Grant {value} to {n} users' }),
  removePrivilege: counted({
    one: 'Revoke {value} from 1 user',
    many: 'Revoke {value} from {n} users',
  }),
};

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

const unreadMembersMessage = counted({
  one: '1 of them was not understood.',
  many: '{n} of them were not understood.',
});

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
  return `${seenText} ${unreadMembersMessage(unreadMembers, format)}`;
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

const mayAccess = counted({
  one: '1 user may see it: the list of groups was not loaded.',
  many: '{n} users may see it: the list of groups was not loaded.',
});
const unclearAccess = counted({
  one: 'Of 1 user it is not known: the group, its members or the device was not provided or not understood.',
  many: 'Of {n} users it is not known: the group, its members or the device was not provided or not understood.',
});

/** How many users may see a device too. */
export const unclearAccessText = (
  users: number,
  areGroupsKnown: boolean,
  format: Pick<Format, 'count'>,
): string => (areGroupsKnown ? unclearAccess : mayAccess)(users, format);
