import { expect, test } from 'vitest';
import type { FleetRow, RowRange } from '#features/fleet-data';
import { withSameRows } from './same-rows';

const row = (id: string, part: Partial<FleetRow> = {}): FleetRow => ({
  id,
  label: id,
  description: '',
  phone: '',
  tags: '',
  groups: ['North', 'South'],
  state: 'moving',
  fixAt: 1,
  positionAt: 1,
  checkedAt: 1,
  latitude: 45,
  longitude: 7,
  place: { town: 'Turin', region: '', country: 'IT', metres: 10, bearing: 90 },
  speed: Number.NaN,
  course: null,
  battery: 50,
  expiresAt: null,
  unlistedAt: null,
  isCritical: false,
  hasAlert: false,
  ...part,
});

const range = (from: number, ...rows: FleetRow[]): RowRange => ({ version: 1, from, rows });

const isKept = (before: RowRange, next: RowRange) =>
  withSameRows(before, next).rows.map((each) => before.rows.includes(each));

test('a row that did not change is the same object', () => {
  const before = range(0, row('a'), row('b'));
  expect(isKept(before, range(0, row('a'), row('b', { speed: 3 })))).toEqual([true, false]);
});

test.each<[string, Partial<FleetRow>]>([
  ['a group', { groups: ['North', 'East'] }],
  ['one group less', { groups: ['North'] }],
  ['the distance to the town', { place: { ...row('a').place!, metres: 11 } }],
  ['no town', { place: null }],
  ['a value of 0 instead of none', { course: 0 }],
  ['an expiry that cannot be read', { expiresAt: Number.NEGATIVE_INFINITY }],
  ['another member', { matched: { field: 'note', text: 'x' } }],
])('a changed row is a new one: %s', (_, part) => {
  const before = range(0, row('a'));
  const { rows } = withSameRows(before, range(0, row('a', part)));
  expect(rows).toEqual([row('a', part)]);
  expect(isKept(before, range(0, row('a', part)))).toEqual([false]);
});

test('a member that is gone makes a new row', () => {
  const before = range(0, row('a', { matched: { field: 'note', text: 'x' } }));
  expect(isKept(before, range(0, row('a')))).toEqual([false]);
});

test('rows are compared by their place in the list, not in the range', () => {
  const before = range(10, row('a'), row('b'));
  expect(isKept(before, range(11, row('b'), row('c')))).toEqual([true, false]);
  expect(isKept(before, range(9, row('z'), row('a')))).toEqual([false, true]);
  expect(isKept(before, range(10, row('b'), row('a')))).toEqual([false, false]);
});

test('the rest of the range is the new one', () => {
  const next = { version: 7, from: 3, rows: [row('a')] };
  expect(withSameRows(range(0), next)).toEqual(next);
});
