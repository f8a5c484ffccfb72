import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plusDays, startOfDayInZone } from './calendar';
import type { ExpiringDevice } from './expiry';
import { forecastLicences, warningsDue } from './expiry-forecast';
import { type Limits, noLimits } from './device';

const off: Limits = { ...noLimits, expires: false };

function device(given: Partial<ExpiringDevice> = {}): ExpiringDevice {
  return { id: 'd', expiresAt: null, limits: null, unlistedAt: null, ...given };
}

const expiringOn = (day: string, given: Partial<ExpiringDevice> = {}) =>
  device({ limits: { ...off, expires: true, expirationDate: day }, ...given });

describe('the licence forecast', () => {
  const now = Date.UTC(2030, 0, 10, 12);
  const fleet = [
    expiringOn('2030-01-11', { id: 'a' }),
    expiringOn('2030-01-11', { id: 'b' }),
    expiringOn('2030-01-20', { id: 'c' }),
    expiringOn('2030-01-01', { id: 'gone' }),
    expiringOn('2030-01-12', { id: 'unlisted', unlistedAt: 5 }),
    device({ id: 'forever' }),
  ];

  test('counts down as devices expire', () => {
    const days = forecastLicences(fleet, { total: 5, used: 4 }, now, 'UTC', 12);
    expect(days).toHaveLength(13);
    expect(days[0]).toEqual({ day: '2030-01-10', expiring: 0, used: 4, free: 1 });
    expect(days[1]).toEqual({ day: '2030-01-11', expiring: 2, used: 2, free: 3 });
    expect(days[9]).toEqual({ day: '2030-01-19', expiring: 0, used: 2, free: 3 });
    expect(days[10]).toEqual({ day: '2030-01-20', expiring: 1, used: 1, free: 4 });
  });

  test('counts devices if the service provides no numbers, without assuming a total', () => {
    const [today] = forecastLicences(fleet, null, now, 'UTC');
    expect(today).toEqual({ day: '2030-01-10', expiring: 0, used: 4, free: null });
  });

  test('reaches 90 days ahead unless another number is asked for', () => {
    const days = forecastLicences(fleet, null, now, 'UTC');
    expect(days).toHaveLength(91);
    expect(days.at(-1)?.day).toBe('2030-04-10');
  });

  test('a device that is active after its date is in use, and no day is named for its end', () => {
    const late = expiringOn('2030-01-10', { isActive: true, receivedAt: now });
    const days = forecastLicences([late], null, now, 'UTC', 1);
    expect(days.map(({ expiring, used }) => [expiring, used])).toEqual([
      [0, 1],
      [0, 1],
    ]);
  });

  test('a number that the service does not provide is counted, the other is used', () => {
    const [today] = forecastLicences(fleet, { total: 10, used: null }, now, 'UTC', 0);
    expect(today).toMatchObject({ used: 4, free: 6 });
    const [other] = forecastLicences(fleet, { total: null, used: 7 }, now, 'UTC', 0);
    expect(other).toMatchObject({ used: 7, free: null });
  });

  test('never goes below zero, and the sums are consistent', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -5, max: 100 }), { maxLength: 40 }),
        fc.nat(60),
        (offsets, used) => {
          const devices = offsets.map((offset, index) =>
            expiringOn(plusDays('2030-01-10', offset), { id: String(index) }),
          );
          const days = forecastLicences(devices, { total: 60, used }, now, 'UTC');
          let before = used;
          for (const day of days) {
            expect(day.used).toBe(Math.max(0, before - day.expiring));
            expect(day.free).toBe(60 - day.used);
            before = day.used;
          }
        },
      ),
    );
  });
});

describe('warnings', () => {
  const thresholds = [60, 30, 7, 1];
  const zone = 'Europe/Madrid';
  const at = (day: string) => startOfDayInZone(day, zone) + 9 * 3_600_000;

  test('warns once per device and threshold over a whole countdown', () => {
    const warned = new Set<string>();
    const said: [string, number][] = [];
    for (let offset = 0; offset < 100; offset += 1) {
      const day = plusDays('2030-01-01', offset);
      for (const hour of [0, 1]) {
        const now = at(day) + hour * 3_600_000;
        const due = warningsDue([expiringOn('2030-03-20')], now, zone, thresholds, warned);
        for (const warning of due.warnings) said.push([day, warning.threshold]);
        for (const key of due.keys) warned.add(key);
      }
    }
    expect(said).toEqual([
      ['2030-01-19', 60],
      ['2030-02-18', 30],
      ['2030-03-13', 7],
      ['2030-03-19', 1],
    ]);
  });

  test('after a long absence, shows only the nearest threshold', () => {
    const due = warningsDue(
      [expiringOn('2030-01-06')],
      at('2030-01-01'),
      zone,
      thresholds,
      new Set(),
    );
    expect(due.warnings.map(({ threshold, daysLeft: left }) => [threshold, left])).toEqual([
      [7, 5],
    ]);
    expect(due.keys).toHaveLength(3);
  });

  test('warns on the day itself while the moment is ahead, and never after it', () => {
    const now = at('2030-01-06');
    const due = (expiresAt: number) =>
      warningsDue(
        [device({ expiresAt, isActive: true, receivedAt: now })],
        now,
        zone,
        [0],
        new Set(),
      );
    expect(due(now + 1).warnings).toEqual([
      { deviceId: 'd', day: '2030-01-06', daysLeft: 0, threshold: 0 },
    ]);
    expect(due(now).warnings).toEqual([]);
  });

  test('warns at a threshold and not before it', () => {
    const due = (day: string) =>
      warningsDue([expiringOn(day)], at('2030-01-01'), zone, [7], new Set()).warnings.length;
    expect([due('2030-01-08'), due('2030-01-09')]).toEqual([1, 0]);
  });

  test('a new date warns again', () => {
    const first = warningsDue([expiringOn('2030-01-06')], at('2030-01-01'), zone, [7], new Set());
    const again = warningsDue(
      [expiringOn('2030-02-06')],
      at('2030-02-01'),
      zone,
      [7],
      new Set(first.keys),
    );
    expect(again.warnings).toHaveLength(1);
  });

  test('excludes expired, removed and unlimited devices; soonest first', () => {
    const fleet = [
      expiringOn('2030-01-05', { id: 'later' }),
      expiringOn('2030-01-02', { id: 'soon' }),
      expiringOn('2029-12-31', { id: 'expired' }),
      expiringOn('2030-01-02', { id: 'unlisted', unlistedAt: 1 }),
      device({ id: 'never' }),
    ];
    const { warnings } = warningsDue(fleet, at('2030-01-01'), zone, thresholds, new Set());
    expect(warnings.map(({ deviceId }) => deviceId)).toEqual(['soon', 'later']);
    expect(warningsDue(fleet, at('2030-01-01'), zone, [], new Set()).warnings).toEqual([]);
  });
});
