import { expect, test } from 'vitest';
import { initialQuery } from '#engines/fleet';
import { describeQuery, needsChecks, partChecked } from './filters';
import { format } from '../../../test/support/english';

const whole = {
  filterPlace: null,
  groups: [{ id: 'g', name: 'Depot', count: 3 }],
  checked: 20_000,
  total: 20_000,
};
const part = { ...whole, checked: 65 };

test('describes a filter as text', () => {
  expect(describeQuery(initialQuery, whole, format)).toBe('none: all devices');
  const query = {
    ...initialQuery,
    search: ' van ',
    states: ['moving', 'silentToday'] as const,
    group: 'g',
  };
  const text = 'search “van”; state Moving or Silent since today; group Depot';
  expect(describeQuery(query, whole, format)).toBe(text);
  // A file says of how many devices the state was known.
  expect(describeQuery(query, part, format)).toBe(`${text}; 65 of 20,000 devices checked so far`);
  expect(describeQuery({ ...initialQuery, group: 'none' }, part, format)).toBe('in no group');
});

test('only a filter by what devices report is about the checked ones', () => {
  const isAboutChecked = (query: object) => needsChecks({ ...initialQuery, ...query });
  expect(isAboutChecked({})).toBe(false);
  expect(isAboutChecked({ search: 'van', group: 'g' })).toBe(false);
  expect(isAboutChecked({ states: ['silent'] })).toBe(true);
  expect(isAboutChecked({ states: ['silent', 'neverAsked'] })).toBe(false);
  expect(isAboutChecked({ states: ['expired'] })).toBe(false);
  expect(isAboutChecked({ states: ['critical'] })).toBe(true);
  expect(isAboutChecked({ states: ['expiringSoon'] })).toBe(false);
  expect([whole, part].map((view) => partChecked({ view: view as never }))).toEqual([null, 65]);
});
