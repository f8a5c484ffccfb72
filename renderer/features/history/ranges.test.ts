import { expect, test } from 'vitest';
import { neighbourOf, rangeOf, type RangeChoice } from './ranges';

const at = (text: string) => Date.parse(text);
const zone = 'Europe/Zagreb';

test('presets in hours count back from now in any zone', () => {
  const now = at('2026-11-21T14:03:00Z');
  expect(rangeOf({ preset: 'hours3' }, now, zone)).toEqual({
    from: at('2026-11-21T11:03:00Z'),
    to: now,
  });
});

test('today and yesterday are days of the zone', () => {
  const now = at('2026-11-20T23:30:00Z');
  expect(rangeOf({ preset: 'today' }, now, zone).from).toBe(at('2026-11-20T23:00:00Z'));
  expect(rangeOf({ preset: 'yesterday' }, now, zone)).toEqual({
    from: at('2026-11-19T23:00:00Z'),
    to: at('2026-11-20T23:00:00Z') - 1,
  });
  expect(rangeOf({ preset: 'today' }, now, 'UTC').from).toBe(at('2026-11-20T00:00:00Z'));
});

test('yesterday has 25 hours when clocks were set back', () => {
  const { from, to } = rangeOf({ preset: 'yesterday' }, at('2026-10-26T12:00:00Z'), zone);
  expect((to + 1 - from) / 3_600_000).toBe(25);
});

test.each(['2026-11-16', '2026-11-18', '2026-11-22'])(
  'the week of %s begins on the 16th',
  (day) => {
    expect(rangeOf({ preset: 'week' }, at(`${day}T12:00:00Z`), 'UTC').from).toBe(
      at('2026-11-16T00:00:00Z'),
    );
  },
);

const noon = at('2026-10-27T12:00:00Z');

const step = (choice: RangeChoice, direction: 'earlier' | 'later') =>
  neighbourOf(choice, direction, noon, zone);

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
