import { describe, expect, test } from 'vitest';
import { currentFormat } from '#lib/use-format';
import { momentText, readMoment, readTime } from './date-field';

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
    expect(momentText(at, 'Europe/Paris', currentFormat())).toBe('01 Jul 2026, 14:30');
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
