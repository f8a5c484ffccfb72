import { expect, test } from 'vitest';
import { presetRange } from './presets';
import { neighbourOf } from './range-steps';
import type { RangeChoice } from './store';

const at = (text: string) => Date.parse(text);
const zone = 'Europe/Zagreb';
const now = at('2026-10-27T12:00:00Z');

function step(
  choice: RangeChoice,
  direction: 'earlier' | 'later',
  moment = now,
): RangeChoice | null {
  const range =
    choice.preset === 'custom' ? choice.range : presetRange(choice.preset, moment, zone);
  return neighbourOf({ choice, range }, direction, moment, zone);
}

test('days are stepped through one by one, and today and yesterday keep their names', () => {
  expect(step({ preset: 'today' }, 'earlier')).toEqual({ preset: 'yesterday' });
  expect(step({ preset: 'yesterday' }, 'later')).toEqual({ preset: 'today' });
  const dayBefore = step({ preset: 'yesterday' }, 'earlier')!;
  // Clocks were set back on this day.
  expect(dayBefore).toEqual({
    preset: 'custom',
    range: { from: at('2026-10-24T22:00:00Z'), to: at('2026-10-25T23:00:00Z') - 1 },
  });
  expect(step(dayBefore, 'later')).toEqual({ preset: 'yesterday' });
});

test('there is no range that begins in the future', () => {
  expect(step({ preset: 'today' }, 'later')).toBeNull();
  expect(step({ preset: 'week' }, 'later')).toBeNull();
  expect(step({ preset: 'hour' }, 'later')).not.toBeNull();
  const range = { from: now - 1, to: now + 3_600_000 };
  expect(step({ preset: 'custom', range }, 'later')).toBeNull();
});

test('before this week is the whole week before', () => {
  expect(step({ preset: 'week' }, 'earlier')).toEqual({
    preset: 'custom',
    range: { from: at('2026-10-18T22:00:00Z'), to: at('2026-10-25T23:00:00Z') - 1 },
  });
});

test('several days are stepped by as many days, hours by their length', () => {
  const range = { from: at('2026-06-09T22:00:00Z'), to: at('2026-06-12T10:00:00Z') };
  expect(step({ preset: 'custom', range }, 'earlier')).toEqual({
    preset: 'custom',
    range: { from: at('2026-06-06T22:00:00Z'), to: at('2026-06-09T22:00:00Z') - 1 },
  });
  expect(step({ preset: 'hours3' }, 'earlier')).toEqual({
    preset: 'custom',
    range: { from: now - 6 * 3_600_000, to: now - 3 * 3_600_000 },
  });
});
