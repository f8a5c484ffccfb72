import { expect, test } from 'vitest';
import { neighbourOf, rangeOf, type RangeChoice } from './ranges';

const at = (text: string) => Date.parse(text);
const days = { timeZone: 'Europe/Zagreb', firstDay: 1 };
const inUtc = { timeZone: 'UTC', firstDay: 1 };

test('presets in hours count back from now in any zone', () => {
  const now = at('2026-11-21T14:03:00Z');
  expect(rangeOf({ preset: 'hours3' }, now, days)).toEqual({
    from: at('2026-11-21T11:03:00Z'),
    to: now,
  });
});

test('today and yesterday are days of the zone', () => {
  const now = at('2026-11-20T23:30:00Z');
  expect(rangeOf({ preset: 'today' }, now, days).from).toBe(at('2026-11-20T23:00:00Z'));
  expect(rangeOf({ preset: 'yesterday' }, now, days)).toEqual({
    from: at('2026-11-19T23:00:00Z'),
    to: at('2026-11-20T23:00:00Z') - 1,
  });
  expect(rangeOf({ preset: 'today' }, now, inUtc).from).toBe(at('2026-11-20T00:00:00Z'));
});

test('yesterday has 25 hours when clocks were set back', () => {
  const { from, to } = rangeOf({ preset: 'yesterday' }, at('2026-10-26T12:00:00Z'), days);
  expect((to + 1 - from) / 3_600_000).toBe(25);
});

test.each([
  ['2026-11-16', 1, '2026-11-16'],
  ['2026-11-22', 1, '2026-11-16'],
  ['2026-11-22', 7, '2026-11-22'],
  ['2026-11-20', 6, '2026-11-14'],
  ['2026-11-21', 6, '2026-11-21'],
])('the week of %s, where weeks begin with day %i, begins on %s', (day, firstDay, first) => {
  const { from } = rangeOf({ preset: 'week' }, at(`${day}T12:00:00Z`), { ...inUtc, firstDay });
  expect(from).toBe(at(`${first}T00:00:00Z`));
});

const noon = at('2026-10-27T12:00:00Z');

const step = (choice: RangeChoice, direction: 'earlier' | 'later') =>
  neighbourOf(choice, direction, noon, days);

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
  const range = { from: noon - 1, to: noon + 3_600_000 };
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
    range: { from: noon - 6 * 3_600_000, to: noon - 3 * 3_600_000 },
  });
});
