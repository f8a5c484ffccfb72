import { expect, test } from 'vitest';
import { alertNames, alertWord } from './alert-messages';

test('each of the 55 documented names has words of its own', () => {
  expect(alertNames).toHaveLength(55);
  expect(new Set(alertNames.map(alertWord)).size).toBe(55);
  for (const name of alertNames) expect(alertWord(name)).not.toBe(name);
});

test('the two names that differ in spelling only by accident are both known', () => {
  expect(alertWord('TemperatureLowerThan')).toBe('Too cold (sensor 1)');
  expect(alertWord('Temperature2LessThan')).toBe('Too cold (sensor 2)');
});

test('a name outside the list stays as it came', () => {
  expect(alertWord('GeofenceX')).toBe('GeofenceX');
  expect(alertWord('toString')).toBe('toString');
});
