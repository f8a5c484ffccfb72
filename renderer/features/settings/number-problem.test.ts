import { expect, test } from 'vitest';
import { numberProblem } from './number-problem';

const minutes = { min: 0.5, max: 240, decimals: 1 };
const calls = { min: 1, max: 6000, decimals: 0 };

test.each([2.5, 0.5, 240, '7.5', ' 3 '])('accepts %o minutes', (typed) => {
  expect(numberProblem(typed, minutes)).toBeNull();
});

test.each([
  ['', 'Type a number from 0.5 to 240.'],
  ['-', 'Type a number from 0.5 to 240.'],
  ['soon', 'Type a number from 0.5 to 240.'],
  [Number.NaN, 'Type a number from 0.5 to 240.'],
  [0.4, 'It must be from 0.5 to 240.'],
  [-3, 'It must be from 0.5 to 240.'],
  [241, 'It must be from 0.5 to 240.'],
  [2.55, 'At most 1 digit after the point.'],
])('rejects %o minutes with a reason', (typed, words) => {
  expect(numberProblem(typed, minutes)).toBe(words);
});

test('counts must be whole numbers', () => {
  expect(numberProblem(1.5, calls)).toBe('Only whole numbers are valid here.');
  expect(numberProblem(120, calls)).toBeNull();
});
