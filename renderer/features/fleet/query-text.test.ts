import { expect, test } from 'vitest';
import { initialQuery } from '#features/fleet-data';
import { queryText } from './query-text';

test('a filter in words', () => {
  expect(queryText(initialQuery, [])).toBe('none: all devices');
  expect(
    queryText(
      {
        ...initialQuery,
        search: ' van ',
        states: ['moving', 'silent'],
        group: 'g',
        olderThanMs: 7_200_000,
      },
      [{ id: 'g', name: 'Depot' }],
    ),
  ).toBe('search “van”; state Moving or No recent fix; group Depot; last fix older than 2 h');
  expect(queryText({ ...initialQuery, group: 'none' }, [])).toBe('in no group');
});
