import { expect, test } from 'vitest';
import { initialQuery } from '#features/fleet-data';
import { describeQuery } from './fleet-query';

test('describes a filter as text', () => {
  expect(describeQuery(initialQuery, [])).toBe('none: all devices');
  expect(
    describeQuery(
      {
        ...initialQuery,
        search: ' van ',
        states: ['moving', 'silent'],
        group: 'g',
        olderThanMs: 7_200_000,
      },
      [{ id: 'g', name: 'Depot' }],
    ),
  ).toBe('search “van”; state Moving or No recent fix; group Depot; last report older than 2 h');
  expect(describeQuery({ ...initialQuery, group: 'none' }, [])).toBe('in no group');
});
