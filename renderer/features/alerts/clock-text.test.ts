import { expect, test } from 'vitest';
import { clockText, minutesOf } from './clock-text';

test('every minute of the day survives formatting and parsing', () => {
  for (let minutes = 0; minutes < 1440; minutes++) {
    expect(minutesOf(clockText(minutes))).toBe(minutes);
  }
});

test.each(['', '25:00', '7:5', 'noon'])('"%s" is not a time of day', (text) =>
  expect(minutesOf(text)).toBeNull(),
);
