import { expect, test } from 'vitest';
import {
  defaultSettings,
  movingAbove,
  settingsChangeSchema,
  settingsSchema,
  stateRules,
} from './settings';

test('a new profile begins with these settings', () => {
  expect(settingsSchema.parse({})).toEqual({
    theme: 'system',
    language: 'system',
    clock: 'system',
    coordinateStyle: 'dd',
    firstDay: 'system',
    serviceSpeedUnit: 'm/s',
    speedUnit: 'km/h',
    unitSystem: null,
    distanceUnit: null,
    timeZone: 'computer',
    movingAboveKmh: 3,
    staleAfterMinutes: 30,
    silentAfterHours: 24,
    callsPerMinute: 120,
    pauseOnBattery: false,
    oldestCheckMinutes: 60,
    estimatePositions: true,
    expiryWarningDays: [60, 30, 7, 1],
    mapStyleUrl: '',
    hiddenMaps: [],
    streetsDeclined: false,
    placesOnMap: true,
    startPage: 'fleet',
    labels: 'auto',
    updatesEnabled: true,
    lockOnScreenLock: false,
    lockAfterIdleMinutes: null,
    tripRules: {
      stopMinutes: 5,
      stopRadiusMetres: 100,
      minTripMetres: 300,
      minTripMinutes: 1,
      gapMinutes: 15,
      jumpKmh: 300,
    },
    historySettleHours: 6,
    notifyAlerts: 'all',
    notifyWarnings: false,
    notifySilentHours: 24,
    notifyFrozenMinutes: 60,
    notifyBatteryBelow: 15,
    notifyQuotaPercent: 90,
    notifyKeyTrouble: true,
    notifyWithoutNames: false,
    closeToTray: false,
    startAtLogin: false,
    reopenWindows: true,
    wallViews: [],
    wallAtStart: false,
    badgeSos: false,
    notifyCoolDownMinutes: 15,
    quietHours: null,
    importColumns: {},
    showRawData: false,
    reportCompany: '',
    tourEnded: false,
  });
});

const isAccepted = (change: object) => settingsChangeSchema.safeParse(change).success;

test.each([
  ['movingAboveKmh', 0, 50],
  ['staleAfterMinutes', 1, 1440],
  ['silentAfterHours', 1, 720],
  ['callsPerMinute', 1, 6000],
  ['oldestCheckMinutes', 5, 1440],
  ['lockAfterIdleMinutes', 1, 1440],
  ['historySettleHours', 0, 168],
  ['notifySilentHours', 0.25, 720],
  ['notifyFrozenMinutes', 5, 1440],
  ['notifyBatteryBelow', 1, 99],
  ['notifyQuotaPercent', 1, 100],
  ['notifyCoolDownMinutes', 1, 1440],
])('%s is from %d to %d', (name, least, most) => {
  expect([least, most].map((value) => isAccepted({ [name]: value }))).toEqual([true, true]);
  const outside = [least - 0.01, least - 1, most + 0.01, most + 1];
  expect(outside.map((value) => isAccepted({ [name]: value }))).not.toContain(true);
});

test.each(['callsPerMinute', 'oldestCheckMinutes'])('%s is whole', (name) => {
  expect(isAccepted({ [name]: 7 })).toBe(true);
  expect(isAccepted({ [name]: 7.5 })).toBe(false);
});

test.each([
  ['off', null, true],
  ['the whole day', { from: 0, to: 1439 }, true],
  ['over midnight', { from: 1439, to: 0 }, true],
  ['from before the day', { from: -1, to: 10 }, false],
  ['from after the day', { from: 1440, to: 10 }, false],
  ['to before the day', { from: 10, to: -1 }, false],
  ['to after the day', { from: 10, to: 1440 }, false],
  ['from a part of a minute', { from: 0.5, to: 10 }, false],
  ['to a part of a minute', { from: 10, to: 0.5 }, false],
])('quiet hours: %s', (_what, quietHours, is) => {
  expect(isAccepted({ quietHours })).toBe(is);
});

test.each([
  ['none', [], true],
  ['the day itself and ten years before it', [0, 3650], true],
  ['more than ten years', [3651], false],
  ['after the date', [-1], false],
  ['a part of a day', [1.5], false],
  ['twenty of them', Array.from({ length: 20 }, (_, day) => day), true],
  ['more than twenty', Array.from({ length: 21 }, (_, day) => day), false],
])('days of warnings before an expiry: %s', (_what, expiryWarningDays, is) => {
  expect(isAccepted({ expiryWarningDays })).toBe(is);
});

test('the address of a map style has at most 2048 characters', () => {
  expect(isAccepted({ mapStyleUrl: 'x'.repeat(2048) })).toBe(true);
  expect(isAccepted({ mapStyleUrl: 'x'.repeat(2049) })).toBe(false);
});

test.each([
  ['stopMinutes', 0.5, 240],
  ['stopRadiusMetres', 10, 2_000],
  ['minTripMetres', 0, 20_000],
  ['minTripMinutes', 0, 120],
  ['gapMinutes', 1, 1_440],
  ['jumpKmh', 50, 2_000],
])('the threshold of trips %s is from %d to %d', (name, least, most) => {
  const accepts = (value: number) =>
    isAccepted({ tripRules: { ...defaultSettings.tripRules, [name]: value } });
  expect([least, most].map(accepts)).toEqual([true, true]);
  expect([least - 0.01, most + 0.01].map(accepts)).toEqual([false, false]);
});

test.each([
  ['theme', ['system', 'light', 'dark']],
  ['serviceSpeedUnit', ['m/s', 'km/h', 'mph', 'kn']],
  ['unitSystem', ['metric', 'imperial', 'nautical']],
  ['distanceUnit', ['km', 'mi', 'nmi']],
  ['timeZone', ['computer', 'utc', 'account']],
  ['labels', ['auto', 'always', 'hover', 'off']],
  ['notifyAlerts', ['off', 'critical', 'all']],
])('%s is one of %j', (name, choices) => {
  expect(choices.filter((choice) => !isAccepted({ [name]: choice }))).toEqual([]);
  expect(isAccepted({ [name]: 'other' })).toBe(false);
});

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
  expect(movingAbove({ ...settings, serviceSpeedUnit: 'mph' })).toBeCloseTo(22.369);
  expect(movingAbove({ ...settings, serviceSpeedUnit: 'kn' })).toBeCloseTo(19.438);
});
