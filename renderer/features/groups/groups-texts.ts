import type { AccessLoss } from '#shared/domain/access';
import { userLabel } from '#shared/domain/user';
import { counted, type Format } from '#lib/format';
import { itemsText, listText } from '#lib/list-text';

/** The texts without values. */
export const texts = {
  search: 'Search',
  searchGroupsToDropOn: 'Search groups to drop on',
  dropDevicesOnAGroup: 'Drop devices on a group',
  nothingToChange: 'Nothing to change',
  removeDevices: 'Remove devices…',
  addDevices: 'Add devices…',
  modified: 'Modified',
  created: 'Created',
  description: 'Description',
  thisGroupHasNoMembers: 'This group has no members.',
  noneOfTheKnownMembers: 'None of the known members is in your list of devices.',
  members: 'Members',
  noUserIsAssignedTo: 'No user is assigned to it',
  visibleTo: 'Visible to',
  groupDetails: 'Group details',
  theMembersYouChooseReplace: 'The members you choose replace the current ones, which are unknown.',
  chooseMembers: 'Choose members',
  theServiceDidNotSend: 'The service did not send the members of this group',
  theMembersOfThisGroup: 'The members of this group were not understood',
  anotherGroupHasThisName: 'Another group has this name. The service may refuse it.',
  filterGroups: 'Filter groups',
  devicesByGroup: 'Devices by group',
  view: 'View',
  change: 'Change',
  noDevicesMatchTheSearch: 'No devices match the search.',
  addDevicesFromAList: 'Add devices from a list',
  pasteAList: 'Paste a list…',
  theGroupHasNoMembers:
    'The group has no members. Drag devices here, or select them in the other list and press Enter.',
  everyDeviceIsInThe: 'Every device is in the group.',
  in: 'In',
  noDevicesMatchTheSearchAnd: 'No devices match the search and the filter.',
  exportMembership: 'Export membership',
  exportDevices: 'Export devices',
  pressEnterOrClickA:
    'Press Enter or click a device to show it on the fleet page. Press Space to select it.',
  searchDevicesByGroup: 'Search devices by group',
  removeFromGroups: 'Remove from groups…',
  addToGroups: 'Add to groups…',
  numberOfGroups: 'Number of groups',
  reason: 'Reason',
  pasted: 'Pasted',
  notFound: 'Not found',
  onePerLineOrSeparated: 'One per line, or separated by commas or semicolons.',
  namesOrIds: 'Names or ids',
  reassign: 'Reassign…',
  thisAccountHasNoGroups: 'This account has no groups yet.',
  noGroupsMatchTheSearch: 'No groups match the search.',
  devicesCannotBeAddedBecause:
    'Devices cannot be added because the members of the groups are not known.',
  usersAssignedToThisGroup: 'Users assigned to this group',
  aGroupNeedsAName: 'A group needs a name.',
  emptyGroup: 'Empty group',
  groupsWithoutDevices: 'Groups without devices',
  oneDevice: 'One device',
  groupsWithASingleDevice: 'Groups with a single device',
  noUsers: 'No users',
  groupsWithoutAssignedUsers: 'Groups without assigned users',
  unknownMembers: 'Unknown members',
  groupsWhoseMembersWereNot: 'Groups whose members were not provided or not all understood',
  groupsNotLoaded: 'Groups not loaded',
  inAtLeast1Group: 'In at least 1 group',
  in1Group: 'In 1 group',
  noDeviceHasThisName: 'No device has this name or id.',
  noneEveryGroupWithIts: 'none: every group with its devices',
  notInYourListOf: 'not in your list of devices',
  none: 'None',
} as const;

type Count = Pick<Format, 'count'>;
export type Membership = 'add' | 'remove';

const dialogTitle = {
  add: counted({ one: 'Add 1 device to groups', many: 'Add {n} devices to groups' }),
  remove: counted({ one: 'Remove 1 device from groups', many: 'Remove {n} devices from groups' }),
};
const jobTitle = {
  add: counted({ one: 'Add 1 device to {groups}', many: 'Add {n} devices to {groups}' }),
  remove: counted({
    one: 'Remove 1 device from {groups}',
    many: 'Remove {n} devices from {groups}',
  }),
};

/** So that a title stays readable. */
const namesInTitle = 5;

export const groupMessages = {
  groups: 'Groups',
  noGroups: 'This account has no groups yet. Enter a name to create one.',
  noMatch: 'No match',
  createOption: (name: string) => `Create group “${name}”`,
  newOption: (name: string) => `${name} (new)`,
  newGroup: 'New group…',
  name: 'Name',
  createGroup: 'Create group',
  nameTaken: (name: string) => `There already is a group named ${name}.`,
  skipped: (groups: readonly string[]) =>
    `Skipped because their members are not known: ${listText(groups)}.`,
  dialogTitle,
  jobTitle: (how: Membership, devices: number, groups: readonly string[], format: Count) =>
    groups.length > namesInTitle
      ? dialogTitle[how](devices, format)
      : jobTitle[how](devices, format, { groups: listText(groups) }),
  runLabel: {
    add: counted({ one: 'Add 1 device', many: 'Add {n} devices' }),
    remove: counted({ one: 'Remove 1 device', many: 'Remove {n} devices' }),
  },
  willChange: counted({ one: '1 group will change.', many: '{n} groups will change.' }),
  newGroupTitle: counted({
    one: 'New group of 1 device',
    many: 'New group of {n} devices',
  }),
  deleteTitle: counted({ one: 'Delete 1 group', many: 'Delete {n} groups' }),
  pasteTitle: {
    add: counted({ one: 'Add devices to 1 group', many: 'Add devices to {n} groups' }),
    remove: counted({
      one: 'Remove devices from 1 group',
      many: 'Remove devices from {n} groups',
    }),
  },
  reviewMembers: {
    add: counted({ one: 'Review adding 1 device', many: 'Review adding {n} devices' }),
    remove: counted({ one: 'Review removing 1 device', many: 'Review removing {n} devices' }),
  },
  /** Groups whose members are not known are left out of a plan. */
  without: (title: string, groups: readonly string[]) =>
    `${title} (without ${listText(groups)}, whose members are not known)`,
  nothingChanges: 'None of the groups will change.',
  nothingChangesWithout: (groups: readonly string[]) =>
    `None of the groups will change. The members of ${listText(groups)} are not known.`,
  found: counted({ one: '1 device found.', many: '{n} devices found.' }),
  alreadyMember: counted({
    one: '1 of them is already in the group.',
    many: '{n} of them are already in the group.',
  }),
  notFound: counted({ one: '1 entry not found.', many: '{n} entries not found.' }),
  /** `{group}`: its name. */
  addedTo: counted({
    one: '1 device added to {group}.',
    many: '{n} devices added to {group}.',
  }),
  allMembers: counted({
    one: 'The device is already in {group}.',
    many: 'All {n} devices are already in {group}.',
  }),
  wereMembers: counted({
    one: '1 device was already in the group.',
    many: '{n} devices were already in the group.',
  }),
  changedMeanwhile: (group: string) =>
    `Nothing was added to ${group}: someone else is changing it.`,
  unlisted: counted({
    one: '1 of them is not in your list of devices.',
    many: '{n} of them are not in your list of devices.',
  }),
  /** What happens to the devices when a group is deleted. */
  deletion: counted({
    one: 'The device in it is not changed. You can undo this. The restored group has a new id.',
    many: 'The {n} devices in it are not changed. You can undo this. The restored group has a new id.',
  }),
  deletionOfNone: 'The group has no devices. You can undo this. The restored group has a new id.',
  deletionOfUnknown:
    'The members of this group are not known. Its devices are not changed. You can undo this. The restored group has a new id.',
  membersUnknown: (gap: string | null) => `Members: ${gap ?? ''}`,
  showMember: 'Press Enter or click a member to show it on the fleet page.',
  unreadKept: 'Changes keep what was not understood.',
  unreadStays: 'What was not understood stays in the group.',
  /** `original`: the members as the service sent them. */
  notUnderstood: (original: string) =>
    `${original} Writing other members would drop them, so they cannot be changed here.`,
  usersNotProvided:
    'The service does not provide users to this account: Waypost cannot tell who uses this group.',
  usersNotLoaded: 'The list of users was not loaded: Waypost cannot tell who uses this group.',
  noUser: 'No user is assigned to this group.',
  usersWhoLose: 'Users who lose access to devices',
  /** What a user loses with the group. */
  loss: (
    { user, lostIds, remaining }: AccessLoss,
    { count, counted }: Pick<Format, 'count' | 'counted'>,
  ): string => {
    const name = userLabel(user);
    if (lostIds === null) {
      return `${name}: the devices of this group, not all of which are known.`;
    }
    const lost = counted(lostIds.length, 'device');
    if (remaining === null) {
      return `${name}: ${lost}. The service does not say which device ${name} is assigned to.`;
    }
    return remaining > 0
      ? `${name}: ${lost}, and keeps ${count(remaining)}`
      : `${name}: ${lost}. The service does not document what a user without a group sees.`;
  },
  losers: counted({
    one: '1 user loses access to devices:',
    many: '{n} users lose access to devices:',
  }),
  lostAccess: counted({
    one: '1 user lost access to devices in this group.',
    many: '{n} users lost access to devices in this group.',
  }),
  unclearUsers: counted({
    one: 'Of 1 user the group is not known: Waypost cannot tell whether it is this one.',
    many: 'Of {n} users the group is not known: Waypost cannot tell whether it is this one.',
  }),
  reassignTitle: counted({
    one: 'Reassign 1 user to {group}',
    many: 'Reassign {n} users to {group}',
  }),
  stillAssigned: counted({
    one: 'The group has a new id, and {users} is still assigned to the old one.',
    many: 'The group has a new id, and {users} are still assigned to the old one.',
  }),
  ambiguous: (devices: number, ids: readonly string[], rest: number) =>
    rest > 0
      ? `${devices} devices have this name. Paste the id of one (${itemsText(ids)} and ${rest} more).`
      : `${devices} devices have this name. Paste the id of one (${itemsText(ids)}).`,
  createTitle: (name: string) => `Create group ${name}`,
  usersAssigned: (users: string) =>
    `Users assigned to this group. Of ${users} the group is not known.`,
  countAndNotUnderstood: (all: string, unread: string) => `${all} (${unread} not understood)`,
  groupNotKnownOf: (users: string) => `Of ${users} the group is not known.`,
  countAndNotKnown: (assigned: string, unclear: string) => `${assigned} (${unclear} not known)`,
  foundCount: (count: string) => `${count} found`,
  shownOfAll: (shown: string, total: string) => `${shown} of ${total}`,
  inAtLeastGroups: (groups: number) => `In at least ${groups} groups`,
  inGroups: (groups: number) => `In ${groups} groups`,
};

/** The panes of the member picker: the devices outside and inside the group. */
export const paneMessages = {
  others: {
    title: 'Devices not in the group',
    search: 'Search: devices not in the group',
    move: 'Add',
    moveCount: (devices: string) => `Add ${devices}`,
    moveSelected: 'Add the selected devices (Enter)',
  },
  members: {
    title: 'In the group',
    search: 'Search: in the group',
    move: 'Remove',
    moveCount: (devices: string) => `Remove ${devices}`,
    moveSelected: 'Remove the selected devices (Enter)',
  },
};
