import { expect, test } from 'vitest';
import type { Device } from '#shared/domain/device';
import type { Fix } from '#shared/domain/fix';
import { createDeviceSignals } from './device-signals';

const fix = (more: Partial<Fix>): Fix =>
  ({
    at: 1_000,
    latitude: 40,
    longitude: -3,
    speed: 10,
    alerts: [],
    warnings: [],
    hasCriticalAlert: null,
    ...more,
  }) as Fix;

test('keeps the time since when a moving device reports the same position', () => {
  const signals = createDeviceSignals();
  const since = () => signals.of('van')?.frozenSince;
  signals.addFix('van', fix({}), 1);
  signals.addFix('van', fix({ at: 2_000 }), 1);
  expect(since()).toBe(1_000);
  signals.addFix('van', fix({ at: 3_000, latitude: 41 }), 1);
  expect(since()).toBe(3_000);
  signals.addFix('van', fix({ at: 4_000, latitude: 41, speed: 0 }), 1);
  expect(signals.of('van')).toBeNull();
});

test('keeps the events of the last fix only', () => {
  const signals = createDeviceSignals();
  signals.addFix('van', fix({ speed: 0, alerts: ['SOSButton'], hasCriticalAlert: true }), 1);
  expect(signals.of('van')).toMatchObject({ alerts: ['SOSButton'], hasCriticalAlert: true });
  signals.addFix('van', fix({ speed: 0 }), 1);
  expect(signals.ids()).toEqual([]);
});

test('takes the used share of each message limit; a limit of 0 cannot run out', () => {
  const signals = createDeviceSignals();
  const device = (id: string, limits: object) => ({ id, limits }) as unknown as Device;
  const van = device('van', {
    emailsSentToday: 5,
    dailyEmailLimit: 10,
    smsSentToday: 9,
    dailySmsLimit: 10,
  });
  const bus = device('bus', {
    emailsSentToday: 5,
    dailyEmailLimit: 0,
    smsSentToday: null,
    dailySmsLimit: 10,
  });
  const day = '2027-01-15';
  expect(signals.setQuotas(van, day, 'UTC')).toBe(true);
  expect(signals.setQuotas(bus, day, 'UTC')).toBe(false);
  expect(signals.quotas('van')).toEqual([
    { counter: 'email', share: 0.5, day },
    { counter: 'sms', share: 0.9, day },
  ]);
  expect(signals.ids()).toEqual(['van']);
  signals.setQuotas(device('van', {}), day, 'UTC');
  expect(signals.quotas('van')).toEqual([]);
  const ended = { expires: true, expirationDate: day, emailsSentToday: 3, dailyEmailLimit: 1 };
  expect(signals.setQuotas(device('van', ended), day, 'UTC')).toBe(false);
});
