import { expect, test } from 'vitest';
import { findByText } from './find-text';

const find = (items: string[], search: string) =>
  findByText(
    items,
    search,
    (text) => text,
    (text) => text,
  );

test('numbers in names count as numbers, case does not count', () => {
  expect(find(['van 10', 'Van 9', 'alpha'], '')).toEqual(['alpha', 'Van 9', 'van 10']);
});

test('every word must occur, accents and case aside', () => {
  expect(find(['Žuti kamion', 'zuti kombi', 'Crveni kamion'], 'ZUTI kam')).toEqual(['Žuti kamion']);
});

test('the list given stays as it is', () => {
  const items = ['b', 'a'];
  find(items, '');
  expect(items).toEqual(['b', 'a']);
});
