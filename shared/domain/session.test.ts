import { expect, test } from 'vitest';
import { submissionModeOf, submitsAlerts, submitsLocations } from './session';

const announced = (takesSubmissions: boolean) => ({
  writesLimits: false,
  activates: false,
  takesSubmissions,
});

test('the setting of the connection overrides what the service announced', () => {
  expect(submissionModeOf('auto', announced(true))).toBe('submit');
  expect(submissionModeOf('auto', announced(false))).toBe('query');
  expect(submissionModeOf('query', announced(true))).toBe('query');
  expect(submissionModeOf('submit', announced(false))).toBe('submit');
  expect(submissionModeOf('submitRanged', announced(true))).toBe('submitRanged');
});

test.each([
  ['query', false, false],
  ['submit', true, true],
  ['submitRanged', true, false],
] as const)('mode %s submits locations: %s, alerts: %s', (mode, locations, alerts) => {
  expect([submitsLocations(mode), submitsAlerts(mode)]).toEqual([locations, alerts]);
});
