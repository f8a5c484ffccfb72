import { describe, expect, test } from 'vitest';
import { limitForecast, overLimitUntil } from './device-limits';
import type { Limits } from './limit';

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
});
