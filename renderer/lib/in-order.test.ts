import { describe, expect, test } from 'vitest';
import { inOrder, byText, sortIn } from './in-order';

interface Row {
  name: string;
  value: string | number | null;
}
const row = (name: string, value: Row['value']): Row => ({ name, value });
const names = (rows: readonly Row[], descending = false) =>
  inOrder(
    rows,
    ({ value }) => value,
    ({ name }) => name,
    descending,
  ).map(({ name }) => name);

describe('rows in order', () => {
  test('unknown values come last in both directions; 0 is known', () => {
    const rows = [row('a', null), row('b', 2), row('c', ''), row('d', 0)];
    expect(names(rows)).toEqual(['d', 'b', 'a', 'c']);
    expect(names(rows, true)).toEqual(['b', 'd', 'a', 'c']);
  });

  test('equal rows are sorted by name, also in descending order', () => {
    const rows = [row('Van 10', 1), row('Van 9', 1), row('Éva', 1)];
    expect(names(rows)).toEqual(['Éva', 'Van 9', 'Van 10']);
    expect(names(rows, true)).toEqual(['Éva', 'Van 9', 'Van 10']);
  });
});

test('texts are in the order of the language', () => {
  const sorted = (locale: string) => {
    sortIn(locale);
    return ['Oz', 'Ñu', 'Nz', 'Az', 'سيارة', 'حافلة'].toSorted(byText);
  };
  try {
    expect(sorted('es')).toEqual(['Az', 'Nz', 'Ñu', 'Oz', 'حافلة', 'سيارة']);
    expect(sorted('de')).toEqual(['Az', 'Ñu', 'Nz', 'Oz', 'حافلة', 'سيارة']);
    expect(sorted('ar').slice(0, 2)).toEqual(['حافلة', 'سيارة']);
  } finally {
    sortIn('en');
  }
});
