import { expect, test } from 'vitest';
import { presetRange } from './presets';

const at = (text: string) => Date.parse(text);
const zone = 'Europe/Zagreb';

test('presets in hours count back from now in any zone', () => {
  const now = at('2026-11-21T14:03:00Z');
  expect(presetRange('hours3', now, zone)).toEqual({ from: at('2026-11-21T11:03:00Z'), to: now });
});

test('today and yesterday are days of the zone', () => {
  const now = at('2026-11-20T23:30:00Z');
  expect(presetRange('today', now, zone).from).toBe(at('2026-11-20T23:00:00Z'));
  expect(presetRange('yesterday', now, zone)).toEqual({
    from: at('2026-11-19T23:00:00Z'),
    to: at('2026-11-20T23:00:00Z') - 1,
  });
  expect(presetRange('today', now, 'UTC').from).toBe(at('2026-11-20T00:00:00Z'));
});

test('yesterday has 25 hours when clocks were set back', () => {
  const { from, to } = presetRange('yesterday', at('2026-10-26T12:00:00Z'), zone);
  expect((to + 1 - from) / 3_600_000).toBe(25);
});

test.each(['2026-11-16', '2026-11-18', '2026-11-22'])(
  'the week of %s begins on the 16th',
  (day) => {
    expect(presetRange('week', at(`${day}T12:00:00Z`), 'UTC').from).toBe(
      at('2026-11-16T00:00:00Z'),
    );
  },
);
