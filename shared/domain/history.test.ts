import { expect, test } from 'vitest';
import { rangeSchema, loadedState } from './history';

const day = 86_400_000;
const from = Date.UTC(2026, 0);
const fiveYears = 5 * 366 * day;

test.each([
  ['a moment', from, from, true],
  ['five years', from, from + fiveYears, true],
  ['more than five years', from, from + fiveYears + 1, false],
  ['one that ends before it begins', from, from - 1, false],
  ['one that ends with 2099', Date.UTC(2100, 0) - day, Date.UTC(2100, 0), true],
  ['one that ends later', Date.UTC(2100, 0) - day, Date.UTC(2100, 0) + 1, false],
])('a range of time: %s', (_what, start, to, isValid) => {
  expect(rangeSchema.safeParse({ from: start, to }).success).toBe(isValid);
});

const none = { total: 1, complete: 0, canChange: 0, incomplete: 0, notLoaded: 0 };

test.each([
  ['never loaded', { ...none, notLoaded: 1 }, null, 'notLoaded'],
  ['loaded as a whole', { ...none, complete: 1 }, 5, 'complete'],
  ['loaded early', { ...none, canChange: 1 }, 5, 'canChange'],
  ['loaded up to noon', { ...none, canChange: 1, notLoaded: 1 }, 5, 'partly'],
  ['cut by the service', { ...none, canChange: 1, incomplete: 1, notLoaded: 1 }, 5, 'incomplete'],
] as const)('a day that was %s', (_what, days, asOf, state) => {
  expect(loadedState({ days, asOf })).toBe(state);
});
