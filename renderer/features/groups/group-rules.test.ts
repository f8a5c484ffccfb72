import { expect, test } from 'vitest';
import type { Group } from '#shared/domain/group';
import { matchesGroupFilter } from './group-rules';

const group = (id: string, deviceIds: string[] | null) => ({ id, deviceIds }) as Group;

test('a group with unknown members is not empty', () => {
  expect(matchesGroupFilter('empty', group('g', null), 0)).toBe(false);
  expect(matchesGroupFilter('unknown', group('g', null), 0)).toBe(true);
  expect(matchesGroupFilter('empty', group('g', []), 2)).toBe(true);
  expect(matchesGroupFilter('single', group('g', ['a', 'a']), 2)).toBe(true);
  expect(matchesGroupFilter('noUsers', group('g', ['a']), 0)).toBe(true);
  expect(matchesGroupFilter('noUsers', group('g', ['a']), 1)).toBe(false);
});
