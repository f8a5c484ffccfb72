import { expect, test } from 'vitest';
import { readTime } from '#lib/read-date';
import { clockText } from './clock-text';

test('every minute of the day survives formatting and parsing', () => {
  for (let minutes = 0; minutes < 1440; minutes++) {
    expect(readTime(clockText(minutes))).toBe(minutes);
  }
});
