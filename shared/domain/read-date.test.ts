import { describe, expect, test } from 'vitest';
import { plusDays, dayText, otherReading, readDate } from './calendar';

describe('readDate', () => {
  test.each([
    '2026-11-05',
    '5 Nov 2026',
    '05 Nov 2026',
    ' 5 november 2026 ',
    'Nov 5, 2026',
    '5/11/2026',
    '05.11.2026',
    '5-11-2026',
  ])('reads %s as the same day', (text) => {
    expect(readDate(text)).toBe('2026-11-05');
  });

  test.each([
    '',
    '5 Nov',
    '2026',
    '31 Nov 2026',
    '29/02/2027',
    '5 No 2026',
    '5/11/26',
    'soon',
    '0/1/2026',
  ])('refuses %s', (text) => {
    expect(readDate(text)).toBeNull();
  });

  test('reads every displayed day of a leap year', () => {
    for (let day = '2028-01-01'; day < '2029'; day = plusDays(day, 1))
      expect(readDate(dayText(day))).toBe(day);
  });
});

test.each([
  ['3/4/2027', '2027-03-04'],
  ['03-04-2027', '2027-03-04'],
  ['4/4/2027', null],
  ['26/02/2027', null],
  ['03.04.2027', null],
  ['2027-04-03', null],
  ['3 Apr 2027', null],
])('%s could also be %s', (text, other) => {
  expect(otherReading(text)).toBe(other);
});
