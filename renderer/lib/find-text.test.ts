import { expect, test } from 'vitest';
import { findByText } from './find-text';

const find = (items: string[], search: string) =>
  findByText(
    items,
    search,
    (text) => text,
    (text) => text,
  );

test('sorts numbers in names by value and ignores case', () => {
  expect(find(['van 10', 'Van 9', 'alpha'], '')).toEqual(['alpha', 'Van 9', 'van 10']);
});

test('requires every word, ignoring accents and case', () => {
  expect(find(['Žuti kamion', 'zuti kombi', 'Crveni kamion'], 'ZUTI kam')).toEqual(['Žuti kamion']);
});

test('does not change the given list', () => {
  const items = ['b', 'a'];
  find(items, '');
  expect(items).toEqual(['b', 'a']);
});
