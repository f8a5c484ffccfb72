import { expect, test } from 'vitest';
import type { Group } from '#shared/domain/group';
import { groupProblems, matchesGroupFilter, usersText } from './group-rules';

const group = (id: string, deviceIds: string[] | null) => ({ id, deviceIds }) as Group;

test('a group with unknown members is not empty', () => {
  expect(matchesGroupFilter('empty', group('g', null), 0)).toBe(false);
  expect(matchesGroupFilter('unknown', group('g', null), 0)).toBe(true);
  expect(matchesGroupFilter('empty', group('g', []), 2)).toBe(true);
  expect(matchesGroupFilter('single', group('g', ['a', 'a']), 2)).toBe(true);
  expect(matchesGroupFilter('noUsers', group('g', ['a']), 0)).toBe(true);
  expect(matchesGroupFilter('noUsers', group('g', ['a']), 1)).toBe(false);
});

test('a group may have users whose group is not known', () => {
  expect(matchesGroupFilter('noUsers', group('g', ['a']), 0, 2)).toBe(false);
  expect(matchesGroupFilter('noUsers', group('g', ['a']), null)).toBe(false);
  expect(usersText({ assigned: 0, unclear: 2 }, String)).toBe('0 (2 not known)');
  expect(usersText({ assigned: 3, unclear: 0 }, String)).toBe('3');
});

test('texts of a group are refused above the length that an import refuses', () => {
  const fields = (edit: object) => [...groupProblems(edit, false).keys()];
  expect(fields({ name: 'x'.repeat(4096) })).toEqual([]);
  expect(fields({ name: 'x'.repeat(4097), description: 'y'.repeat(4097) })).toEqual([
    'name',
    'description',
  ]);
  expect(fields({ name: '\u200b' })).toEqual(['name']);
});
