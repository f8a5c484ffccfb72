import { expect, test } from 'vitest';
import { dayText } from '#lib/day-text';
import { dayAhead } from './renewal';

test('dayAhead returns a day that exists', () => {
  expect(dayAhead('2027-01-31', { months: 1 })).toBe('2027-02-28');
  expect(dayAhead('2028-02-29', { years: 1 })).toBe('2029-02-28');
  expect(dayAhead('2027-12-31', { days: 1 })).toBe('2028-01-01');
});

test('dayText shows the same day in every time zone', () => {
  expect(dayText('2027-03-01')).toBe('01 Mar 2027');
  expect(dayText('2027-03-01', false)).toBe('1 Mar');
});
