import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  dayFractionInZone,
  dayInZone,
  daysBetween,
  isCalendarDay,
  plusDays,
  startOfDayInZone,
} from './calendar';
import {
  bandOf,
  checkLimits,
  daysLeft,
  expiryColumns,
  expiryDay,
  expiryOf,
  isExpired,
  type ExpiringDevice,
  expiryNotes,
  isShownAsDay,
  type Expiry,
  type ExpiryContradiction,
  type ExpiryDate,
} from './expiry';
import { type Limits, noLimits } from './device';
import { valueOf } from './known';
import { inEnglish, says } from '../../test/support/english';

const expiryBand = (device: ExpiringDevice, now: number, timeZone: string) =>
  bandOf(expiryOf(device, timeZone, now), now, timeZone);

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

const off: Limits = { ...noLimits, expires: false };

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
    const missingDate = {
      expirationDate: says('Give the expiration date, or switch Expires off.'),
    };
    expect(checkLimits({ expires: true }, off)).toEqual(missingDate);
    expect(checkLimits({ expires: true }, null)).toEqual(missingDate);
    const on = { ...off, expires: true, expirationDate: '2030-01-01' };
    expect(checkLimits({ expirationDate: null }, on)).toEqual(missingDate);
    expect(checkLimits({ expirationDate: null, expires: false }, on)).toEqual({});
    expect(checkLimits({ dailySmsLimit: 3 }, on)).toEqual({});
  });

  test('an empty date is none', () => {
    expect(checkLimits({ expirationDate: '' }, off)).toEqual({});
    expect(checkLimits({ expires: true, expirationDate: '' }, off)).toEqual({
      expirationDate: says('Give the expiration date, or switch Expires off.'),
    });
  });

  test('the date must exist', () => {
    expect(checkLimits({ expirationDate: '2030-02-30' }, off).expirationDate).toEqual(
      says('no such date'),
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
    const still = device({ expiresAt: noon - 1, isActive: true, receivedAt: noon });
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

describe('parts that contradict each other', () => {
  const at = Date.parse('2030-01-10T12:00:00Z');
  const kindsOf = (given: Partial<ExpiringDevice>, now = at) => {
    const { state, statedBy, isConfirmed, contradictions } = expiryOf(device(given), 'UTC', now);
    return [state, statedBy, isConfirmed, ...contradictions.map(({ kind }) => kind)];
  };
  const hours = 3_600_000;

  test('a cached "active" from before the date says nothing about the time after it', () => {
    const past = { isActive: true, expiresAt: at - 36 * hours };
    expect(kindsOf({ ...past, receivedAt: at - 37 * hours })).toEqual(['expired', 'date', false]);
    expect(kindsOf({ ...past, receivedAt: at - 35 * hours })).toEqual([
      'active',
      'active',
      true,
      'activeAfterDate',
    ]);
    expect(kindsOf({ ...past, receivedAt: null })).toEqual(['expired', 'date', false]);
    const band = (receivedAt: number) => expiryBand(device({ ...past, receivedAt }), at, 'UTC');
    expect([band(at - 37 * hours), band(at)]).toEqual(['expired', 'pastDate']);
  });

  test('"not active" counts before the date and without one', () => {
    expect(kindsOf({ isActive: false, expiresAt: at + hours })).toEqual([
      'expired',
      'active',
      true,
      'inactiveBeforeDate',
    ]);
    const none = { expiresAt: null, gaps: { none: ['expiresAt'] } };
    expect(kindsOf({ isActive: false, ...none })).toEqual([
      'expired',
      'active',
      true,
      'inactiveWithoutDate',
    ]);
    expect(kindsOf({ isActive: false })).toEqual(['expired', 'active', true]);
  });

  test('two dates: that of the device decides, unless they are one day', () => {
    const on = { ...off, expires: true, expirationDate: '2030-02-01' };
    const day = (expiresAt: number) => expiryDay(device({ limits: on, expiresAt }), 'UTC');
    // Midnight in Madrid is still the day before in UTC.
    expect(day(startOfDayInZone('2030-02-01', 'Europe/Madrid'))).toBe('2030-02-01');
    const other = { limits: on, expiresAt: Date.parse('2030-05-01T00:00:00Z') };
    expect(day(other.expiresAt)).toBe('2030-05-01');
    expect(kindsOf(other)).toEqual(['active', 'date', true, 'twoDates']);
    expect(kindsOf({ ...other, limits: off })).toContain('switchedOff');
    expect(kindsOf({ limits: on, gaps: { none: ['expiresAt'] } })).toContain('onlyLimitsDate');
  });

  test.each([
    ['2030-01-31T09:59:59.999Z', '2030-01-31'],
    ['2030-01-31T10:00:00Z', '2030-02-01'],
    ['2030-02-02T12:00:00Z', '2030-02-01'],
    ['2030-02-02T12:00:00.001Z', '2030-02-02'],
  ])('a moment is on the day of the limits if it is so in some zone: %s', (moment, day) => {
    const on = { ...off, expires: true, expirationDate: '2030-02-01' };
    const dated = device({ limits: on, expiresAt: Date.parse(moment) });
    expect(expiryDay(dated, 'UTC')).toBe(day);
  });

  test('every contradiction has a sentence with the date', () => {
    const expiry = expiryOf(device({ isActive: false, expiresAt: at + 24 * hours }), 'UTC', at);
    expect(inEnglish(expiryNotes(expiry))).toEqual([
      'The service says not active, but the expiration date 11 Jan 2030 has not been reached.',
    ]);
    const old = device({ isActive: true, expiresAt: at - 1, receivedAt: at - 2 });
    expect(expiryNotes(expiryOf(old, 'UTC', at))[0]).toEqual(says('not confirmed'));
  });

  test('a day without a time is that day in every zone and expires when it begins', () => {
    const dated = device({ gaps: { days: { expiresAt: '2026-12-31' } } });
    for (const zone of zones) {
      expect(expiryDay(dated, zone)).toBe('2026-12-31');
      const start = startOfDayInZone('2026-12-31', zone);
      expect(isExpired(dated, start - 1, zone)).toBe(false);
      expect(isExpired(dated, start, zone)).toBe(true);
    }
    const moment = device({ expiresAt: Date.parse('2026-12-31T23:00:00Z') });
    expect(expiryDay(moment, 'Europe/Paris')).toBe('2027-01-01');
    expect(expiryDay(moment, 'America/New_York')).toBe('2026-12-31');
  });

  test('a date that is not known is not "no expiry"', () => {
    const band = (given: Partial<ExpiringDevice>) => expiryBand(device(given), at, 'UTC');
    expect(band({})).toBe('notProvided');
    expect(band({ gaps: { none: ['expiresAt'] } })).toBe('none');
    expect(band({ gaps: { notUnderstood: { expiresAt: 'soon' } } })).toBe('notUnderstood');
    expect(band({ limits: { ...off, expires: true } })).toBe('notProvided');
    expect(band({ limits: off })).toBe('none');
  });
});

test('the table shows the day that was set, also if the moment is another day in the zone', () => {
  const device = {
    id: 'd',
    expiresAt: Date.parse('2026-12-31T23:59:59Z'),
    limits: { ...off, expires: true, expirationDate: '2026-12-31' },
    unlistedAt: null,
  };
  const { expiresAt } = expiryColumns(device, 'Europe/Paris');
  expect(dayInZone(expiresAt, 'Europe/Paris')).toBe('2026-12-31');
});

describe('the columns of the fleet', () => {
  const at = Date.UTC(2030, 0, 10);
  const columns = (given: Partial<ExpiringDevice>) => {
    const { expiresAt, expiredFrom } = expiryColumns(device(given), 'UTC');
    return [expiresAt, expiredFrom];
  };

  test('have the moment of expiry, or say that there is none or that it is not known', () => {
    expect(columns({ expiresAt: at })).toEqual([at, at]);
    expect(columns({ gaps: { none: ['expiresAt'] } })).toEqual([Infinity, Number.NaN]);
    const unread = { gaps: { notUnderstood: { expiresAt: 'soon' } } };
    expect(columns(unread)).toEqual([-Infinity, Number.NaN]);
    expect(columns({})).toEqual([Number.NaN, Number.NaN]);
    expect(
      columns({ limits: { ...noLimits, expires: true, expirationDate: '2030-01-10' } }),
    ).toEqual([at, at]);
  });

  test('have from when on a device is expired, by its status first', () => {
    expect(columns({ expiresAt: at, isActive: false })).toEqual([at, 0]);
    const active = { expiresAt: at, isActive: true };
    expect(columns({ ...active, receivedAt: at })).toEqual([at, Number.NaN]);
    expect(columns({ ...active, receivedAt: at - 1 })).toEqual([at, at]);
    expect(columns(active)).toEqual([at, at]);
  });

  test('agree with the details of a device at any moment', () => {
    const dates = [null, at, at + 1];
    for (const expiresAt of dates)
      for (const isActive of [null, true, false])
        for (const receivedAt of [null, at - 1, at, at + 1]) {
          const given = { expiresAt, isActive, receivedAt };
          const { expiredFrom } = expiryColumns(device(given), 'UTC');
          const { state } = expiryOf(device(given), 'UTC', at);
          expect({ given, is: state === 'expired' }).toEqual({ given, is: expiredFrom <= at });
        }
  });
});

describe.each(['America/Bogota', 'Europe/Berlin', 'Pacific/Auckland'])(
  'the last day of all calendars in %s',
  (zone) => {
    const never = { gaps: { days: { expiresAt: '9999-12-31' } } };
    const limits = { ...noLimits, expires: true, expirationDate: '9999-12-31' };

    test.each([
      ['of the device', never],
      ['of its limits', { limits }],
      ['of both', { ...never, limits }],
    ])('%s is no expiry, without a contradiction', (_, given) => {
      const expiry = expiryOf(device({ ...given, isActive: true }), zone, Date.UTC(2026, 0, 1));
      expect(expiry).toMatchObject({
        state: 'active',
        date: { is: 'value', value: null },
        contradictions: [],
      });
      const columns = expiryColumns(device(given), zone);
      expect(columns).toEqual({ expiresAt: Infinity, expiredFrom: Number.NaN });
    });

    test('is kept by a renewal', () => {
      expect(expiryDay(device(never), zone)).toBe('9999-12-31');
      expect(expiryDay(device({ limits }), zone)).toBe('9999-12-31');
      expect(expiryDay(device({ limits: { ...limits, expires: false } }), zone)).toBeNull();
      expect(daysLeft(device(never), Date.UTC(2026, 0, 1), zone)).toBeNull();
    });
  },
);

test('a time is shown with the day that it belongs to only', () => {
  const limits = { ...noLimits, expires: true, expirationDate: '2030-05-01' };
  const shown = (expiresAt: number, zone: string) => {
    const { date } = expiryOf(device({ expiresAt, limits }), zone, 0);
    return isShownAsDay(valueOf(date)!, zone);
  };
  // The begin of the day in Paris, with and without that zone known.
  const begin = Date.UTC(2030, 3, 30, 22);
  expect(shown(begin, 'Europe/Paris')).toBe(true);
  expect(shown(begin, 'UTC')).toBe(true);
  expect(shown(Date.UTC(2030, 4, 1, 12), 'Pacific/Auckland')).toBe(true);
  expect(shown(Date.UTC(2030, 4, 1, 6, 30), 'UTC')).toBe(false);
});

describe('the date of the limits', () => {
  const at = Date.UTC(2030, 0, 10, 12);
  const dateOf = (given: Partial<ExpiringDevice>) => expiryOf(device(given), 'UTC', at).date;
  const limits = (given: Partial<Limits>) => ({ limits: { ...noLimits, expires: true, ...given } });

  test('may be sent as a moment', () => {
    expect(dateOf({ ...limits({ expirationAt: at }), receivedAt: 7 })).toEqual({
      is: 'value',
      value: { day: '2030-01-10', at, isDay: false, from: 'expirationDate' },
      asOf: 7,
    });
  });

  test('is a day otherwise, and the one of the device counts before it', () => {
    const day = limits({ expirationDate: '2030-01-11' });
    expect(dateOf(day)).toMatchObject({
      value: { day: '2030-01-11', isDay: true, from: 'expirationDate' },
    });
    expect(dateOf({ ...day, expiresAt: at })).toMatchObject({
      value: { day: '2030-01-11', at, isDay: false, from: 'expires' },
    });
  });

  test('is named if it is another one than that of the device', () => {
    const given = { ...limits({ expirationDate: '2030-03-01' }), expiresAt: at };
    expect(expiryOf(device(given), 'UTC', at).contradictions).toMatchObject([
      { kind: 'twoDates', limitsDate: { day: '2030-03-01', isDay: true, from: 'expirationDate' } },
    ]);
  });

  test('is the same as that of the device if the moments are less than a day apart', () => {
    const kinds = (apart: number) => {
      const given = { ...limits({ expirationAt: at + apart }), expiresAt: at };
      return expiryOf(device(given), 'UTC', at - 1).contradictions.map(({ kind }) => kind);
    };
    const dayMs = 86_400_000;
    expect([kinds(dayMs - 1), kinds(1 - dayMs)]).toEqual([[], []]);
    expect([kinds(dayMs), kinds(-dayMs)]).toEqual([['twoDates'], ['twoDates']]);
  });

  test('is the same as that of the device if both are one day', () => {
    const kinds = (day: string) => {
      const gaps = { days: { expiresAt: '2030-02-01' } };
      const given = { ...limits({ expirationDate: day }), gaps };
      return expiryOf(device(given), 'UTC', at).contradictions.map(({ kind }) => kind);
    };
    expect([kinds('2030-02-01'), kinds('2030-02-02')]).toEqual([[], ['twoDates']]);
    const moment = { ...limits({ expirationAt: at }), gaps: { days: { expiresAt: '2030-01-10' } } };
    expect(expiryOf(device(moment), 'UTC', at - 86_400_000).contradictions).toEqual([]);
  });

  test('that was not understood makes the expiry not understood', () => {
    const gaps = { notUnderstood: { expirationDate: 'soon' } };
    expect(dateOf(limits({ gaps }))).toMatchObject({ is: 'notUnderstood', original: 'soon' });
    const none = { ...limits({ gaps }), gaps: { none: ['expiresAt'] } };
    expect(dateOf(none)).toMatchObject({ is: 'notUnderstood', original: 'soon' });
  });

  test('that is stated to be none while Expires is not stated means no expiry', () => {
    const gaps = { none: ['expirationDate'] };
    expect(dateOf(limits({ expires: null, gaps }))).toMatchObject({ is: 'value', value: null });
    expect(dateOf(limits({ gaps })).is).toBe('notProvided');
  });
});

describe('what decides the state of a device', () => {
  const at = Date.UTC(2030, 0, 10, 12);
  const decided = (given: Partial<ExpiringDevice>) => {
    const { state, statedBy, isConfirmed } = expiryOf(device(given), 'UTC', at);
    return [state, statedBy, isConfirmed];
  };

  test.each<[Partial<ExpiringDevice>, unknown[]]>([
    [{}, ['unknown', null, true]],
    [{ isActive: true }, ['active', 'active', true]],
    [{ isActive: false }, ['expired', 'active', true]],
    [{ gaps: { none: ['expiresAt'] } }, ['active', 'noDate', true]],
    [{ expiresAt: at + 1 }, ['active', 'date', true]],
    [{ expiresAt: at }, ['expired', 'date', false]],
    [{ expiresAt: at, receivedAt: at }, ['expired', 'date', true]],
    [{ expiresAt: at, receivedAt: at - 1 }, ['expired', 'date', false]],
    [{ expiresAt: at, isActive: true, receivedAt: at - 1 }, ['expired', 'date', false]],
    [{ expiresAt: at + 1, isActive: true }, ['active', 'active', true]],
  ])('%j', (given, expected) => {
    expect(decided(given)).toEqual(expected);
  });

  test('a device that expires later today is not in the band of past dates', () => {
    const band = (expiresAt: number) =>
      expiryBand(device({ expiresAt, isActive: true, receivedAt: at }), at, 'UTC');
    expect([band(at + 1), band(at)]).toEqual(['day', 'pastDate']);
  });
});

const dated: Pick<Expiry, 'date'> = {
  date: { is: 'value', value: { day: '2027-03-01' } as ExpiryDate } as Expiry['date'],
};
test.each([
  [{ kind: 'activeAfterDate' }, /says active, but the expiration date 01 Mar 2027 has passed/],
  [{ kind: 'inactiveBeforeDate' }, /not active, but .* 01 Mar 2027 has not been reached/],
  [{ kind: 'inactiveWithoutDate' }, /states no expiration date\.$/],
  [
    { kind: 'twoDates', limitsDate: { day: '2027-04-01' } },
    /expires on 01 Mar 2027, its limits on 01 Apr 2027\.$/,
  ],
  [{ kind: 'onlyLimitsDate' }, /no expiry of the device, but .* 01 Mar 2027 of its limits/],
  [{ kind: 'switchedOff' }, /date 01 Mar 2027, but the Expires switch is off/],
])('%j is said with the date as it is shown', (contradiction, text) => {
  const contradictions = [contradiction as ExpiryContradiction];
  expect(expiryNotes({ ...dated, contradictions, isConfirmed: true })).toEqual([says(text)]);
});

test('an expiry that the service has not confirmed is said first', () => {
  const contradictions = [{ kind: 'switchedOff' }] as ExpiryContradiction[];
  const notes = (isConfirmed: boolean) =>
    inEnglish(expiryNotes({ ...dated, contradictions, isConfirmed }));
  expect(notes(true)).toHaveLength(1);
  expect(notes(false)).toEqual([
    'Expired by its date. The service has not confirmed it yet.',
    ...notes(true),
  ]);
});
