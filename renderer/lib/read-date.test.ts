import { describe, expect, test } from 'vitest';
import { dayText } from '#shared/domain/day-text';
import { momentText, readDate, readMoment, readTime } from './read-date';

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
    for (
      let day = Temporal.PlainDate.from('2028-01-01');
      day.year === 2028;
      day = day.add({ days: 1 })
    )
      expect(readDate(dayText(day.toString()))).toBe(day.toString());
  });
});

describe('readTime', () => {
  test('reads hours and minutes, and refuses what is no time', () => {
    expect(['00:00', '7:05', '23.59', '24:00', '7', '7:60', ''].map(readTime)).toEqual([
      0,
      425,
      1439,
      null,
      null,
      null,
      null,
    ]);
  });
});

describe('readMoment', () => {
  test('reads the displayed form and the ISO form in the time zone', () => {
    const at = Date.parse('2026-07-01T12:30:00Z');
    expect(momentText(at, 'Europe/Paris')).toBe('01 Jul 2026, 14:30');
    for (const text of [
      '01 Jul 2026, 14:30',
      '1 Jul 2026 14:30',
      '2026-07-01T14:30',
      '1/7/2026 14:30',
    ])
      expect(readMoment(text, 'Europe/Paris')).toBe(at);
  });

  test('reads a time that the clock change skips as the time after it', () => {
    expect(readMoment('2026-03-29T02:30', 'Europe/Paris')).toBe(Date.parse('2026-03-29T01:30:00Z'));
  });

  test.each(['', '01 Jul 2026', '14:30', '2026-07-01T25:00', '31 Jun 2026, 10:00'])(
    'refuses %s',
    (text) => {
      expect(readMoment(text, 'UTC')).toBeNull();
    },
  );
});
