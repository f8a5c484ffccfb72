import { expect, test } from 'vitest';
import { linesOf } from './map-picture';

const length = (text: string) => text.length;

test('words fill lines up to the width, and one that is too long has a line of its own', () => {
  expect(linesOf(['aa', 'bb', 'cc'], length, 4)).toEqual([['aa', 'bb'], ['cc']]);
  expect(linesOf(['aaaaaaaa', 'b'], length, 4)).toEqual([['aaaaaaaa'], ['b']]);
  expect(linesOf([], length, 4)).toEqual([]);
});
