import { expect, test } from 'vitest';
import { defaultSettings, settingsSchema } from './settings';
import { choiceOfSystem, convertSpeed, metresPer, systemOf, unitChoiceOf, unitsOf } from './units';

test('one switch sets all units', () => {
  expect(unitsOf(choiceOfSystem('metric'))).toEqual({
    speed: 'km/h',
    distance: 'km',
    length: 'm',
  });
  expect(unitsOf(choiceOfSystem('imperial'))).toEqual({
    speed: 'mph',
    distance: 'mi',
    length: 'ft',
  });
  expect(unitsOf(choiceOfSystem('nautical'))).toEqual({
    speed: 'kn',
    distance: 'nmi',
    length: 'm',
  });
});

test('a single unit differs from its system without changing the others', () => {
  const choice = { ...choiceOfSystem('nautical'), speedUnit: 'km/h' as const };
  expect(unitsOf(choice)).toMatchObject({ speed: 'km/h', distance: 'nmi' });
  expect(systemOf(choice)).toBe('nautical');
});

test('without a system, the unit of speeds decides', () => {
  const stored = (speedUnit: string) => settingsSchema.parse({ speedUnit });
  expect(unitsOf(stored('mph'))).toMatchObject({ speed: 'mph', distance: 'mi' });
  expect(unitsOf(stored('kn'))).toMatchObject({ speed: 'kn', distance: 'nmi' });
  expect(unitsOf(stored('m/s'))).toMatchObject({ speed: 'm/s', distance: 'km' });
  expect(unitsOf(defaultSettings)).toMatchObject({ speed: 'km/h', distance: 'km' });
});

test('speeds and distances are converted by their definitions', () => {
  expect(convertSpeed(36, 'km/h', 'm/s')).toBeCloseTo(10, 9);
  expect(convertSpeed(1, 'kn', 'km/h')).toBeCloseTo(1.852, 9);
  expect(convertSpeed(1, 'mph', 'km/h')).toBeCloseTo(1.609_344, 9);
  expect(metresPer).toEqual({ km: 1000, mi: 1609.344, nmi: 1852 });
});

test('only the units of the settings are chosen from them', () => {
  expect(unitChoiceOf({ ...defaultSettings, unitSystem: 'nautical', distanceUnit: 'km' })).toEqual({
    speedUnit: 'km/h',
    unitSystem: 'nautical',
    distanceUnit: 'km',
  });
  expect(unitChoiceOf({ speedUnit: 'kn' })).toEqual({
    speedUnit: 'kn',
    unitSystem: null,
    distanceUnit: null,
  });
});
