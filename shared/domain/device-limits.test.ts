import { describe, expect, test } from 'vitest';
import {
  limitForecast,
  limitInForce,
  limitsEndedOn,
  overLimitUntil,
  reachedLimit,
} from './device-limits';
import type { Limits } from './device';

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

describe('being over a daily limit', () => {
  const receivedAt = Date.UTC(2026, 10, 22, 20);
  const device = (limits: Partial<Limits> | null) => ({
    limits:
      limits &&
      ({
        expires: null,
        expirationDate: null,
        expirationAt: null,
        dailyEmailLimit: null,
        dailySmsLimit: null,
        emailsSentToday: null,
        smsSentToday: null,
        ...limits,
      } as Limits),
    expiresAt: null,
    receivedAt,
  });

  test('lasts until the end of the day of the count in the zone of the account', () => {
    const over = device({ dailySmsLimit: 10, smsSentToday: 11 });
    expect(overLimitUntil(over, 'UTC')).toBe(Date.UTC(2026, 10, 23));
    expect(overLimitUntil(over, 'Europe/Madrid')).toBe(Date.UTC(2026, 10, 22, 23));
    const mails = device({ dailyEmailLimit: 0, emailsSentToday: 1 });
    expect(overLimitUntil(mails, 'UTC')).toBe(Date.UTC(2026, 10, 23));
  });

  test('is not claimed at the limit, or without a limit, a count or its time', () => {
    expect(overLimitUntil(device({ dailySmsLimit: 10, smsSentToday: 10 }), 'UTC')).toBeNull();
    expect(overLimitUntil(device({ smsSentToday: 500 }), 'UTC')).toBeNull();
    expect(overLimitUntil(device({ dailySmsLimit: 10 }), 'UTC')).toBeNull();
    expect(overLimitUntil(device({ dailySmsLimit: 1, emailsSentToday: 9 }), 'UTC')).toBeNull();
    expect(overLimitUntil(device(null), 'UTC')).toBeNull();
    const untimed = { ...device({ dailySmsLimit: 1, smsSentToday: 2 }), receivedAt: null };
    expect(overLimitUntil(untimed, 'UTC')).toBeNull();
  });

  test.each([
    ['the day before', '2026-11-21', null],
    ['that day', '2026-11-22', null],
    ['the next day', '2026-11-23', Date.UTC(2026, 10, 23)],
    ['later', '2027-01-01', Date.UTC(2026, 10, 23)],
  ])('is not said of limits that ended (%s)', (_, expirationDate, until) => {
    const limits = { expires: true, expirationDate, dailySmsLimit: 1, smsSentToday: 3 };
    expect(overLimitUntil(device(limits), 'UTC')).toBe(until);
  });

  test('lasts until the end of the limits, if they end on that day', () => {
    const expirationAt = Date.UTC(2026, 10, 22, 21);
    const limits = { expires: true, expirationAt, dailySmsLimit: 1, smsSentToday: 3 };
    expect(overLimitUntil(device(limits), 'UTC')).toBe(expirationAt);
  });
});

describe('the end of limits (specification 2.3)', () => {
  const zone = 'America/Bogota';
  /** The first moment of 1 May 2026 there. */
  const may = Date.UTC(2026, 4, 1, 5);
  const device = (limits: Partial<Limits>, more: object = {}) => ({
    expiresAt: null,
    receivedAt: may,
    limits: {
      expires: true,
      expirationDate: '2026-05-01',
      dailyEmailLimit: 1,
      dailySmsLimit: 0,
      emailsSentToday: 3,
      smsSentToday: 0,
      ...limits,
    },
    ...more,
  });
  const endedOn = (of: ReturnType<typeof device>, now: number) => limitsEndedOn(of, zone, now);

  test('is the start of their date in the zone of the account, not a millisecond earlier', () => {
    expect(endedOn(device({}), may - 1)).toBeNull();
    expect(endedOn(device({}), may)).toBe('2026-05-01');
  });

  // The three readings of a service: it may call such a device active or not.
  test.each([true, false, undefined])(
    'does not depend on whether the device is active: %s',
    (isActive) => {
      const ended = device({}, { isActive });
      expect(endedOn(ended, may)).toBe('2026-05-01');
      expect(reachedLimit(ended, 'dailyEmailLimit', zone, may)).toBeNull();
      expect(reachedLimit(ended, 'dailySmsLimit', zone, may)).toBeNull();
      expect(limitInForce(ended, 'dailyEmailLimit', zone, may)).toMatchObject({ value: null });
    },
  );

  test('is not known without a date, and does not come while Expires is off', () => {
    expect(endedOn(device({ expires: false }), may)).toBeNull();
    expect(endedOn(device({ expires: true, expirationDate: null }), may)).toBeNull();
    expect(endedOn({ ...device({}), limits: null } as never, may)).toBeNull();
  });

  test('is that of the device if the limits state no date of their own', () => {
    const none = {
      expires: null,
      expirationDate: null,
      gaps: { notProvided: ['expires', 'expirationDate'] },
    };
    expect(endedOn(device(none as never, { expiresAt: may }), may)).toBe('2026-05-01');
  });
});

describe('a reached daily limit', () => {
  const now = Date.UTC(2026, 4, 1, 12);
  const device = (
    dailyEmailLimit: number | null,
    emailsSentToday: number | null,
    receivedAt = now,
  ) => ({
    expiresAt: null,
    receivedAt,
    limits: {
      expires: false,
      expirationDate: null,
      dailyEmailLimit,
      dailySmsLimit: null,
      emailsSentToday,
      smsSentToday: null,
    },
  });
  const reached = (of: ReturnType<typeof device>, more?: number) =>
    reachedLimit(of, 'dailyEmailLimit', 'UTC', now, more);

  test.each([
    [1, 1, 0, 1],
    [1, 0, 0, null],
    [2, 1, 1, 2],
    [0, 0, 0, 0],
    [0, null, 0, 0],
    [1, null, 0, null],
    [null, 5, 0, null],
  ])('limit %s, %s sent and %i more: %s', (limit, sent, more, expected) => {
    expect(reached(device(limit, sent), more)).toBe(expected);
  });

  test('starts again on the next day', () => {
    expect(reached(device(1, 1, now - 86_400_000))).toBeNull();
    expect(reached(device(1, 1, now - 86_400_000), 1)).toBe(1);
  });
});
