import { expect, test } from 'vitest';
import { tickText, zoomed } from './chart-axis';

const hour = 3_600_000;

test('formats ticks in the zone, with the date where a day begins', () => {
  const at = Date.parse('2026-11-20T22:00:00Z');
  expect(tickText('Europe/Zagreb')([at, at + hour, at + 2 * hour], hour)).toEqual([
    '23:00',
    '21 Nov',
    '01:00',
  ]);
  expect(tickText('UTC')([at], 24 * hour)).toEqual(['20 Nov']);
  expect(tickText('UTC')([at + 5000], 5000)).toEqual(['22:00:05']);
});

test('zooming keeps the time under the pointer in place, within the range', () => {
  const whole = { from: 0, to: 100 * hour };
  const half = zoomed(whole, whole, 0.5, 25 * hour)!;
  expect(half).toEqual({ from: 12.5 * hour, to: 62.5 * hour });
  expect(zoomed(half, whole, 0.5, half.from)!.from).toBe(half.from);
  expect(zoomed(half, whole, 4, 30 * hour)).toBeNull();
  expect(zoomed({ from: 0, to: 20_000 }, whole, 0.1, 0)).toEqual({ from: 0, to: 10_000 });
});
