import { expect, test } from 'vitest';
import { defaultSettings, movingAbove, settingsChangeSchema, stateRules } from './settings';

test('changing one setting includes no other', () => {
  expect(settingsChangeSchema.parse({ theme: 'dark' })).toEqual({ theme: 'dark' });
  expect(settingsChangeSchema.parse({})).toEqual({});
  expect(settingsChangeSchema.safeParse({ theme: 'pink' }).success).toBe(false);
});

test('thresholds of states are in the units that they are compared in', () => {
  const settings = {
    ...defaultSettings,
    serviceSpeedUnit: 'm/s' as const,
    movingAboveKmh: 36,
    staleAfterMinutes: 2,
    silentAfterHours: 3,
  };
  const rules = stateRules(settings);
  expect(rules.movingAbove).toBeCloseTo(10);
  expect([rules.staleAfterMs, rules.silentAfterMs]).toEqual([120_000, 10_800_000]);
  expect(movingAbove({ ...settings, serviceSpeedUnit: 'km/h' })).toBeCloseTo(36);
});
