import { expect, test } from 'vitest';
import type { Group } from '#shared/domain/group';
import { groupsByIdOrName, accessOf } from '#shared/domain/access';
import { createFormat } from '#lib/format';
import type { UserStatus } from './user-status';
import { accessMessages } from './access-messages';

const format = createFormat({
  locale: 'en-GB',
  timeZone: 'UTC',
  serviceSpeedUnit: 'm/s',
  speedUnit: 'km/h',
});
const groups = groupsByIdOrName([
  { id: 'g1', name: 'Depot North', deviceIds: ['a', 'b'] } as Group,
  { id: 'g2', name: 'Silent', deviceIds: null } as Group,
]);
const text = (group: string | null, deviceId: string | null, status: UserStatus = 'active') =>
  accessMessages({
    name: 'Ana',
    access: accessOf({ group, deviceId }, groups),
    status,
    device: deviceId && `Van ${deviceId}`,
    format,
  });

test.each([
  ['Ana sees 2 devices through Depot North.', 'g1', null],
  ['Ana sees 2 devices through Depot North.', 'Depot North', 'a'],
  ['Ana sees 2 devices through Depot North, and Van x, assigned directly.', 'g1', 'x'],
  ['Ana sees 1 device: Van x, assigned directly.', null, 'x'],
  ['Ana is assigned to Silent. The service did not send the members of this group.', 'g2', null],
  ['Ana is assigned to the group Gone, which does not exist, and sees nothing.', 'Gone', null],
] as const)('%s', (sentence, group, deviceId) => {
  expect(text(group, deviceId)).toBe(sentence);
});

test('an unassigned user: says that the access is unknown', () => {
  expect(text(null, null)).toContain('does not document what such a user sees');
});

test('a disabled user: says what they would see otherwise', () => {
  expect(text('g1', null, 'disabled')).toBe(
    'Ana is disabled. Otherwise this user would see 2 devices through Depot North.',
  );
});
