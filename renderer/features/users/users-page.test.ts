import { expect, test } from 'vitest';
import { groupsByIdOrName, type UserAssignment } from '#shared/domain/access';
import type { Group } from '#shared/domain/group';
import type { ReactElement } from 'react';
import type { User } from '#shared/domain/user';
import { format } from '../../../test/support/english';
import { accessLabel, userColumns } from './users-page';

const groups = groupsByIdOrName([{ id: 'g', name: 'North' } as Group]);
const bare: UserAssignment = { group: null, deviceId: null };
const none = { none: ['group', 'deviceId'] };

test.each<[string, UserAssignment]>([
  ['None', { ...bare, gaps: none }],
  ['Not provided', bare],
  ['Not understood: {}', { ...bare, gaps: { notUnderstood: { deviceId: {} } } }],
  ['Group North', { group: 'g', deviceId: null, gaps: none }],
  ['Group South (not in the list of groups)', { group: 'South', deviceId: 'v1' }],
  ['Van v1', { group: null, deviceId: 'v1', gaps: none }],
  ['Van v1; Visible group: Not provided', { group: null, deviceId: 'v1' }],
  [
    'Van v1; Visible group: Not understood: 7',
    { group: null, deviceId: 'v1', gaps: { notUnderstood: { group: 7 } } },
  ],
  [
    'Group North; Visible device: Not understood: 7',
    { group: 'g', deviceId: null, gaps: { notUnderstood: { deviceId: 7 } } },
  ],
])('the access of a user is shown with what is not known: %s', (text, user) => {
  expect(accessLabel(user, groups, (id) => `Van ${id}`, format)).toBe(text);
});

test.each([
  ['America/Bogota', '2027-02-27T05:00:00Z'],
  ['Europe/Berlin', '2027-02-26T23:00:00Z'],
  ['Europe/Berlin', '2027-02-26T22:59:59Z'],
  ['Pacific/Auckland', '2027-02-26T11:00:00Z'],
])('the list shows the last valid day of %s, not the day after it', (zone, at) => {
  const column = userColumns(groups, String, zone, format).find(({ id }) => id === 'until');
  const user = { id: 'u', expiresAt: Date.parse(at) } as User;
  const cell = column!.cell(user) as ReactElement<{ children: string; title: string }>;
  expect(cell.props).toEqual({ children: '26 Feb 2027', title: `26 Feb 2027 (${zone})` });
});
