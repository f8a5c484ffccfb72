import { expect, test } from 'vitest';
import { jobStepSchema, rowKindsOf } from './job';

test('a mixed job has rows of records, any other one rows of its kind', () => {
  expect(rowKindsOf('mixed')).toEqual(['user', 'group', 'limits']);
  expect(rowKindsOf('limits')).toEqual(['limits']);
  expect(rowKindsOf('report')).toEqual(['report']);
});

const location = { at: 1, latitude: 0, longitude: 1, speed: null, course: null, battery: null };
const alert = { at: 1, latitude: 0, longitude: 1, text: null, alerts: ['SOSButton'], channels: [] };

test.each([
  { kind: 'user', action: 'create', edit: { name: 'Ana' } },
  { kind: 'user', action: 'change', id: 'u', edit: { name: 'Ana' } },
  { kind: 'user', action: 'delete', id: 'u' },
  { kind: 'group', action: 'create', edit: { name: 'North' } },
  { kind: 'group', action: 'change', id: 'g', edit: { name: 'North' } },
  { kind: 'group', action: 'delete', id: 'g' },
  { kind: 'limits', action: 'change', id: 'd', edit: { dailySmsLimit: 4 } },
  { kind: 'limits', action: 'renew', id: 'd', expirationDate: '2030-01-31' },
  { kind: 'report', action: 'submitLocation', id: 'd', location },
  { kind: 'report', action: 'submitAlert', id: 'd', alert },
])('a step that does $action of a $kind is read', (step) => {
  expect(jobStepSchema.parse(step)).toEqual(step);
});
