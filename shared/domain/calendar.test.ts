import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  dayFractionInZone,
  dayInZone,
  daysBetween,
  hourInZone,
  isCalendarDay,
  plusDays,
  startOfDayInZone,
  zoneOffsetMs,
} from './calendar';

const hourMs = 3_600_000;
const zones = ['UTC', 'Europe/Berlin', 'America/Sao_Paulo', 'Pacific/Apia', 'Asia/Kathmandu'];
const moments = fc.double({ min: 0, max: 4e12, noNaN: true });

test('a moment between two milliseconds is in the day and hour of the earlier one', () => {
  const midnight = Date.parse('2026-11-22T00:00:00Z');
  expect(dayInZone(midnight - 0.5, 'UTC')).toBe('2026-11-21');
  expect(hourInZone(midnight - 0.5, 'UTC')).toBe(23);
  expect(dayInZone(midnight + 0.5, 'UTC')).toBe('2026-11-22');
  expect(zoneOffsetMs(midnight + 0.5, 'Asia/Kathmandu')).toBe(5.75 * hourMs);
});

test('any moment is inside its day, in any zone', () => {
  fc.assert(
    fc.property(moments, fc.constantFrom(...zones), (at, zone) => {
      const day = dayInZone(at, zone);
      expect(isCalendarDay(day)).toBe(true);
      expect(startOfDayInZone(day, zone)).toBeLessThanOrEqual(at);
      expect(startOfDayInZone(plusDays(day, 1), zone)).toBeGreaterThan(at);
      const fraction = dayFractionInZone(at, zone);
      expect(fraction).toBeGreaterThanOrEqual(0);
      expect(fraction).toBeLessThan(1);
    }),
  );
});

test('days have 23 and 25 hours when the clocks change', () => {
  const noon = (day: string) => startOfDayInZone(day, 'Europe/Berlin') + 12 * hourMs;
  expect(dayFractionInZone(noon('2026-03-29'), 'Europe/Berlin')).toBeCloseTo(12 / 23, 10);
  expect(dayFractionInZone(noon('2026-10-25'), 'Europe/Berlin')).toBeCloseTo(12 / 25, 10);
  expect(dayFractionInZone(noon('2026-11-22'), 'Europe/Berlin')).toBeCloseTo(12 / 24, 10);
});

test('a day that begins after midnight begins when its first hour does', () => {
  // In 2018 the clocks of São Paulo went from 00:00 to 01:00 on this day.
  expect(new Date(startOfDayInZone('2018-11-04', 'America/Sao_Paulo')).toISOString()).toBe(
    '2018-11-04T03:00:00.000Z',
  );
});

test('days are counted over months and leap years, backwards too', () => {
  expect(daysBetween('2028-02-28', '2028-03-01')).toBe(2);
  expect(daysBetween('2027-03-01', '2027-02-28')).toBe(-1);
  expect(plusDays('2027-12-31', 1)).toBe('2028-01-01');
});

test('text that is not an existing day is not a day', () => {
  for (const text of ['2026-02-29', '2026-13-01', '26-01-01', '2026-1-1', '', '2026-01-01T00:00']) {
    expect(isCalendarDay(text), text).toBe(false);
  }
  expect(isCalendarDay('2028-02-29')).toBe(true);
});
