import { expect, test } from 'vitest';
import type { JobStep } from '#shared/domain/job';
import {
  bulkActionOf,
  createAndChangeMessage,
  deleteMessage,
  doneMessage,
  runMessage,
} from './bulk-messages';

const format = { count: (value: number) => value.toLocaleString('en') };
const renew = (expirationDate: string | null): JobStep => ({
  kind: 'limits',
  action: 'renew',
  id: 'v1',
  expirationDate,
});

test('the button and the result name what all rows do', () => {
  expect(bulkActionOf([renew('2027-01-01'), renew(null)])).toBe('limits.renew');
  expect(bulkActionOf([renew(null)])).toBe('activate');
  expect(bulkActionOf([renew(null), { kind: 'user', action: 'delete', id: 'u' }])).toBe('mixed');
  expect(bulkActionOf([])).toBe('mixed');
  expect(runMessage('limits.renew', 1, format)).toBe('Renew 1 device');
  expect(runMessage('limits.change', 1200, format)).toBe('Set limits of 1,200 devices');
  expect(doneMessage('activate', 2, format)).toBe('2 devices activated');
});

test('a deletion names the kind, or records of several kinds', () => {
  expect(deleteMessage('user', 7, format)).toBe('Delete 7 users');
  expect(deleteMessage('mixed', 1, format)).toBe('Delete 1 record');
});

test('the plan of a file names what it creates and what it changes', () => {
  const format = { count: (n: number) => n.toLocaleString('en') };
  expect(createAndChangeMessage('user', { creates: 1_035, changes: 12 }, format)).toBe(
    'Create 1,035 and change 12 users',
  );
  expect(createAndChangeMessage('group', { creates: 2, changes: 1 }, format)).toBe(
    'Create 2 and change 1 group',
  );
});
