import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { daysBetween, isCalendarDay, plusDays } from './calendar';
import {
  checkLimits,
  dayFractionInZone,
  dayInZone,
  daysLeft,
  expiryBand,
  expiryDay,
  forecastLicences,
  isExpired,
  limitForecast,
  startOfDayInZone,
  warningsDue,
  type ExpiringDevice,
} from './expiry';
import type { Limits } from './limit';

const zones = [
  'UTC',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'America/Los_Angeles',
  'America/Sao_Paulo',
  'America/St_Johns',
  'Europe/Madrid',
  'Africa/Cairo',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
];

const off: Limits = {
  expires: false,
  expirationDate: null,
  dailyEmailLimit: null,
  dailySmsLimit: null,
  emailsSentToday: null,
  smsSentToday: null,
};

function device(given: Partial<ExpiringDevice> = {}): ExpiringDevice {
  return { id: 'd', expiresAt: null, limits: null, unlistedAt: null, ...given };
}

const expiringOn = (day: string, given: Partial<ExpiringDevice> = {}) =>
  device({ limits: { ...off, expires: true, expirationDate: day }, ...given });

describe('calendar days', () => {
  const days = fc.integer({ min: 0, max: 36_500 }).map((offset) => plusDays('1990-01-01', offset));

  test('a day is read back as the same day in every zone, despite clock changes', () => {
    fc.assert(
      fc.property(days, fc.constantFrom(...zones), (day, zone) => {
        const start = startOfDayInZone(day, zone);
        // The Line Islands once skipped a day; its start is that of the next day.
        const isSkipped = day === '1994-12-31' && zone === 'Pacific/Kiritimati';
        expect(dayInZone(start, zone)).toBe(isSkipped ? '1995-01-01' : day);
        expect(dayInZone(start - 1, zone)).not.toBe(day);
      }),
    );
  });

  test.each([
    ['2030-06-15', 'America/Los_Angeles', '2030-06-15T07:00:00Z'],
    ['2030-06-15', 'Pacific/Kiritimati', '2030-06-14T10:00:00Z'],
    ['2030-06-15', 'Asia/Kathmandu', '2030-06-14T18:15:00Z'],
    // Clocks skip midnight: the day begins at 01:00.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00Z'],
    ['2024-04-26', 'Africa/Cairo', '2024-04-25T22:00:00Z'],
    // Midnight occurs twice: the first one counts.
    ['2023-11-05', 'America/Havana', '2023-11-05T04:00:00Z'],
    // Across a clock change, in both directions.
    ['2024-03-31', 'Europe/Madrid', '2024-03-30T23:00:00Z'],
    ['2024-04-01', 'Europe/Madrid', '2024-03-31T22:00:00Z'],
    ['2024-10-28', 'Europe/Madrid', '2024-10-27T23:00:00Z'],
  ])('%s in %s begins at %s', (day, zone, moment) => {
    expect(startOfDayInZone(day, zone)).toBe(Date.parse(moment));
    expect(dayInZone(Date.parse(moment), zone)).toBe(day);
    expect(dayInZone(Date.parse(moment) - 1, zone)).toBe(plusDays(day, -1));
  });

  test('counts days between dates across leap days and clock changes', () => {
    expect(daysBetween('2024-02-28', '2024-03-01')).toBe(2);
    expect(daysBetween('2024-04-01', '2024-03-30')).toBe(-2);
    expect(daysBetween('2024-01-01', '2024-12-31')).toBe(365);
  });

  test('recognizes existing days', () => {
    expect(['2024-02-29', '2000-12-31'].map(isCalendarDay)).toEqual([true, true]);
    expect(['2023-02-29', '2024-2-9', '31-01-2024', '', '2024-13-01'].some(isCalendarDay)).toBe(
      false,
    );
  });

  test('the elapsed part of a day, including days of 23 and 25 hours', () => {
    const noon = (day: string) => startOfDayInZone(day, 'Europe/Madrid') + 12 * 3_600_000;
    expect(dayFractionInZone(noon('2024-05-05'), 'Europe/Madrid')).toBe(12 / 24);
    expect(dayFractionInZone(noon('2024-03-31'), 'Europe/Madrid')).toBe(12 / 23);
    expect(dayFractionInZone(noon('2024-10-27'), 'Europe/Madrid')).toBe(12 / 25);
  });
});

describe('the rules of section 2.3', () => {
  test('Expires on requires a date, from the edit or the record', () => {
    const missingDate = { expirationDate: 'Give the expiration date, or switch Expires off.' };
    expect(checkLimits({ expires: true }, off)).toEqual(missingDate);
    expect(checkLimits({ expires: true }, null)).toEqual(missingDate);
    const on = { ...off, expires: true, expirationDate: '2030-01-01' };
    expect(checkLimits({ expirationDate: null }, on)).toEqual(missingDate);
    expect(checkLimits({ expirationDate: null, expires: false }, on)).toEqual({});
    expect(checkLimits({ dailySmsLimit: 3 }, on)).toEqual({});
  });

  test('the date must exist', () => {
    expect(checkLimits({ expirationDate: '2030-02-30' }, off).expirationDate).toContain(
      'no such day',
    );
  });

  test.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('%s is not a valid limit', (limit) => {
    const problems = checkLimits({ dailyEmailLimit: limit, dailySmsLimit: limit }, off);
    expect(Object.keys(problems)).toEqual(['dailyEmailLimit', 'dailySmsLimit']);
  });

  test('0 and none are valid limits', () => {
    expect(checkLimits({ dailyEmailLimit: 0, dailySmsLimit: null }, off)).toEqual({});
  });
});

describe('expiry', () => {
  const noon = Date.UTC(2030, 0, 10, 12);

  test('the day that was set is the same in every zone', () => {
    for (const zone of zones) expect(expiryDay(expiringOn('2030-02-01'), zone)).toBe('2030-02-01');
  });

  test('a moment is converted to the day in the zone of the account', () => {
    const madrid = device({ expiresAt: startOfDayInZone('2030-02-01', 'Europe/Madrid') });
    expect(expiryDay(madrid, 'Europe/Madrid')).toBe('2030-02-01');
    expect(expiryDay(device(), 'UTC')).toBeNull();
  });

  test('a device with a date but Expires off does not expire', () => {
    const idle = device({ limits: { ...off, expirationDate: '2020-01-01' } });
    expect(expiryBand(idle, noon, 'UTC')).toBe('none');
  });

  test('a device expires on its expiration day', () => {
    const today = expiringOn('2030-01-10');
    expect(isExpired(today, noon, 'UTC')).toBe(true);
    expect(isExpired(today, noon, 'Pacific/Kiritimati')).toBe(true);
    expect(isExpired(expiringOn('2030-01-11'), noon, 'UTC')).toBe(false);
    // It is already the 11th there.
    expect(isExpired(expiringOn('2030-01-11'), noon, 'Pacific/Kiritimati')).toBe(true);
  });

  test('the status from the service takes precedence over the date', () => {
    const moved = expiringOn('2031-01-01', { isActive: false });
    expect(expiryBand(moved, noon, 'UTC')).toBe('expired');
    const still = device({ expiresAt: noon - 1, isActive: true });
    expect(isExpired(still, noon, 'UTC')).toBe(false);
  });

  test.each([
    [-1, 'expired'],
    [1, 'day'],
    [2, 'week'],
    [7, 'week'],
    [8, 'month'],
    [30, 'month'],
    [31, 'twoMonths'],
    [60, 'twoMonths'],
    [61, 'later'],
  ] as const)('%i days left: %s', (days, band) => {
    const expiring = expiringOn(plusDays('2030-01-10', days));
    expect(daysLeft(expiring, noon, 'UTC')).toBe(days);
    expect(expiryBand(expiring, noon, 'UTC')).toBe(band);
  });
});

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

describe('reaching the daily limit', () => {
  test('missing data gives no forecast', () => {
    expect(limitForecast(null, 10, 0.5)).toBeNull();
    expect(limitForecast(5, null, 0.5)).toBeNull();
    expect(limitForecast(5, 10, 0.01)).toBeNull();
  });

  test('forecasts at the current rate', () => {
    expect(limitForecast(5, 20, 0.5)).toEqual({
      outlook: 'within',
      projected: 10,
      reachedAt: null,
    });
    expect(limitForecast(8, 10, 0.5)).toEqual({
      outlook: 'willReach',
      projected: 16,
      reachedAt: 0.625,
    });
    expect(limitForecast(10, 10, 0.001)?.outlook).toBe('reached');
    expect(limitForecast(0, 0, 0.5)?.outlook).toBe('reached');
    expect(limitForecast(0, 1, 1)?.outlook).toBe('within');
  });
});
