import { expect, test } from 'vitest';
import { jobStepSchema, rowKind, rowKindsOf } from './job';

test.each([
  ['createUser', 'user'],
  ['changeUser', 'user'],
  ['deleteUser', 'user'],
  ['createGroup', 'group'],
  ['changeGroup', 'group'],
  ['deleteGroup', 'group'],
  ['changeLimits', 'limits'],
  ['renew', 'limits'],
  ['submitLocation', 'report'],
  ['submitAlert', 'report'],
] as const)('a row that does %s is of the kind %s, whatever its job is of', (action, kind) => {
  expect([rowKind(action, 'mixed'), rowKind(action, 'user'), rowKind(action, 'group')]).toEqual([
    kind,
    kind,
    kind,
  ]);
});

test('a row of an action that this version does not know is of the kind of its job', () => {
  expect(rowKind('paintUser', 'group')).toBe('group');
  expect(rowKind('paintUser', 'report')).toBe('report');
  expect(rowKind('paintUser', 'mixed')).toBe('user');
});

test('a mixed job has rows of records, any other one rows of its kind', () => {
  expect(rowKindsOf('mixed')).toEqual(['user', 'group', 'limits']);
  expect(rowKindsOf('limits')).toEqual(['limits']);
  expect(rowKindsOf('report')).toEqual(['report']);
});

const location = { at: 1, latitude: 0, longitude: 1, speed: null, course: null, battery: null };
const alert = { at: 1, latitude: 0, longitude: 1, text: null, alerts: ['SOSButton'], channels: [] };

test.each([
  { action: 'createUser', edit: { name: 'Ana' } },
  { action: 'changeUser', id: 'u', edit: { name: 'Ana' } },
  { action: 'deleteUser', id: 'u' },
  { action: 'createGroup', edit: { name: 'North' } },
  { action: 'changeGroup', id: 'g', edit: { name: 'North' } },
  { action: 'deleteGroup', id: 'g' },
  { action: 'changeLimits', id: 'd', edit: { dailySmsLimit: 4 } },
  { action: 'renew', id: 'd', expirationDate: '2030-01-31' },
  { action: 'submitLocation', id: 'd', location },
  { action: 'submitAlert', id: 'd', alert },
])('the stored step $action is read', (step) => {
  expect(jobStepSchema.parse(step)).toEqual(step);
});
