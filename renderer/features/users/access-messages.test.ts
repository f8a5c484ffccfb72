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
const text = (group: string | null, deviceId: string | null, standing: UserStatus = 'active') =>
  accessMessages({
    name: 'Ana',
    sight: accessOf({ group, deviceId }, groups),
    standing,
    device: deviceId && `Van ${deviceId}`,
    format,
  });

test.each([
  ['Ana sees 2 devices through Depot North.', 'g1', null],
  ['Ana sees 2 devices through Depot North.', 'Depot North', 'a'],
  ['Ana sees 2 devices through Depot North, and Van x, tied to it directly.', 'g1', 'x'],
  ['Ana sees 1 device: Van x, tied to it directly.', null, 'x'],
  ['Ana is tied to Silent. The service did not send who is in it.', 'g2', null],
  [
    'Ana is tied to the group Gone, which does not exist (any more), and sees nothing.',
    'Gone',
    null,
  ],
] as const)('%s', (sentence, group, deviceId) => {
  expect(text(group, deviceId)).toBe(sentence);
});

test('tied to nothing: nothing is claimed', () => {
  expect(text(null, null)).toContain('the service does not say');
});

test('who cannot work at present would see', () => {
  expect(text('g1', null, 'disabled')).toBe(
    'Ana is disabled. Enabled, this user would see 2 devices through Depot North.',
  );
});
