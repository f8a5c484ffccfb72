import { expect, test } from 'vitest';
import { openCache } from '#main/cache/cache';
import type { Cached } from '#main/features/records/cached-list';
import type { Group } from '#shared/domain/group';
import type { User } from '#shared/domain/user';
import { SeenChanges, mostStoredChanges } from './handover';

const listOf = <T>(items: T[], asOf: number | null, skippedRecords = 0): Cached<T> => ({
  items,
  asOf,
  skippedRecords,
  fault: null,
});
const groupOf = (id: string, name = id) =>
  ({ id, name, description: null, deviceIds: [], extra: {} }) as unknown as Group;

function setup() {
  const cache = openCache({ file: null, key: new Uint8Array(32) });
  const lists = { user: listOf<User>([], null), group: listOf<Group>([], null) };
  const open = () =>
    new SeenChanges({
      records: cache.records('setting'),
      cache,
      lists: { user: () => lists.user, group: () => lists.group },
    });
  return { lists, open, cache };
}

test('changes of a list are stored with the moments between which they were made', () => {
  const { lists, open } = setup();
  lists.group = listOf([groupOf('a'), groupOf('b')], 1);
  const changes = open();
  lists.group = listOf([groupOf('a', 'Ambulances'), groupOf('c')], 9);
  changes.look(10);
  changes.look(11);
  const stored = open().since(1);
  expect(stored.map(({ action, label }) => [action, label])).toEqual([
    ['delete', 'b'],
    ['create', 'c'],
    ['change', 'Ambulances'],
  ]);
  expect(stored.every(({ knownAt, seenAt }) => knownAt === 1 && seenAt === 9)).toBe(true);
  expect(open().since(9)).toEqual([]);
});

test('a list that was never received, or not completely read, has no new and deleted records', () => {
  const { lists, open } = setup();
  const changes = open();
  lists.group = listOf([groupOf('a')], 2);
  changes.look(2);
  lists.group = listOf([groupOf('b')], 3, 1);
  changes.look(3);
  expect(changes.since(0)).toEqual([]);
});

test('only so many changes are stored, and from when on is known', () => {
  const { lists, open } = setup();
  lists.group = listOf([], 1);
  const changes = open();
  const many = Array.from({ length: mostStoredChanges + 1 }, (_, n) => groupOf(`g${n}`));
  lists.group = listOf(many, 2);
  changes.look(2);
  lists.group = listOf([], 3);
  changes.look(3);
  expect(open().since(0)).toHaveLength(mostStoredChanges);
  expect(open().completeFrom()).toBe(3);
});
