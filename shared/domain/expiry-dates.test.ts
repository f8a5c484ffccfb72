import { describe, expect, test } from 'vitest';
import {
  daysLeft,
  expiryBand,
  expiryColumns,
  expiryDay,
  expiryOf,
  isShownAsDay,
  type ExpiringDevice,
} from './expiry';
import { valueOf } from './known';
import { noLimits, type Limits } from './device';

function device(given: Partial<ExpiringDevice> = {}): ExpiringDevice {
  return { id: 'd', expiresAt: null, limits: null, unlistedAt: null, ...given };
}

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
