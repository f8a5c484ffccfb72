import { expect, test } from 'vitest';
import type { Group } from '#shared/domain/group';
import { groupsByIdOrName, accessOf, type UserAssignment } from '#shared/domain/access';
import { accessText } from './access-text';
import type { UserStatus } from './user-rules';
import { format } from '../../../test/support/english';

const groups = groupsByIdOrName([
  { id: 'g1', name: 'Depot North', deviceIds: ['a', 'b'] } as Group,
  { id: 'g2', name: 'Silent', deviceIds: null } as Group,
]);
const text = (group: string | null, deviceId: string | null, status: UserStatus = 'active') =>
  accessText(
    {
      user: 'Ana',
      access: accessOf({ group, deviceId, gaps: { none: ['group', 'deviceId'] } }, groups),
      status,
      device: deviceId && `Van ${deviceId}`,
    },
    format,
  );

test.each([
  ['Ana sees 2 devices through Depot North.', 'g1', null],
  ['Ana sees 2 devices through Depot North.', 'Depot North', 'a'],
  ['Ana sees 2 devices through Depot North, and Van x, assigned directly.', 'g1', 'x'],
  ['Ana sees 1 device: Van x, assigned directly.', null, 'x'],
  ['Ana is assigned to Silent. The service did not send the members of this group.', 'g2', null],
  [
    'Ana is assigned to the group Gone, which is not in the list of groups. What Ana sees is not known.',
    'Gone',
    null,
  ],
] as const)('%s', (sentence, group, deviceId) => {
  expect(text(group, deviceId)).toBe(sentence);
});

test('an unassigned user: says that the access is unknown', () => {
  expect(text(null, null)).toContain('does not document what such a user sees');
});

test('a disabled user: says what they would see otherwise', () => {
  expect(text('g1', null, 'disabled')).toBe(
    'Ana is disabled. Otherwise Ana would see 2 devices through Depot North.',
  );
});

const said = (user: UserAssignment, lookup = groups) =>
  accessText(
    {
      user: 'Ana',
      access: accessOf(user, lookup),
      status: 'active',
      device: user.deviceId,
    },
    format,
  );

test('an assignment that was not provided: never "no group" or "no device"', () => {
  expect(said({ group: null, deviceId: null })).toBe(
    'The service does not say which group or device Ana is assigned to, so what Ana sees is not known.',
  );
  expect(said({ group: 'g1', deviceId: null })).toBe(
    'Ana sees 2 devices through Depot North. The service does not say whether a device is assigned to Ana directly.',
  );
  expect(said({ group: null, deviceId: 'x', gaps: { notUnderstood: { group: {} } } })).toBe(
    'Ana sees 1 device: x, assigned directly. The service does not say which group Ana is assigned to, so not everything that Ana sees is known.',
  );
});

test('groups that were never received: the group is not called missing', () => {
  const user = { group: 'g1', deviceId: null, gaps: { none: ['deviceId'] } };
  expect(said(user, groupsByIdOrName([], false))).toBe(
    'Ana is assigned to the group g1. The list of groups was not loaded, so its devices are not known.',
  );
});

test('members that were not understood are counted and named as such', () => {
  const partly = { id: 'g', name: 'Mixed', deviceIds: ['v2'] } as Group;
  partly.gaps = { partly: { deviceIds: [{ id: 'v1' }] } };
  const user = { group: 'g', deviceId: null, gaps: { none: ['deviceId'] } };
  expect(said(user, groupsByIdOrName([partly]))).toBe(
    'Ana sees 2 devices through Mixed. 1 of them was not understood.',
  );
});
