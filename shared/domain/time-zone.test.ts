import { expect, test } from 'vitest';
import { isTimeZone } from './calendar';
import { isSameZone, zoneLabel, zoneNamed, zoneOfProcess } from './time-zone';

test.each([
  ['Europe/Madrid', 'Europe/Madrid'],
  [' europe/madrid\u200b', 'Europe/Madrid'],
  ['Asia/Calcutta', 'Asia/Calcutta'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['Europe/Kyiv', 'Europe/Kyiv'],
  ['America/New York', 'America/New_York'],
  ['W. Europe Standard Time', 'Europe/Berlin'],
  ['w. europe standard time', 'Europe/Berlin'],
  ['W. Europe Daylight Time', 'Europe/Berlin'],
  ['Romance Standard Time', 'Europe/Paris'],
  ['GMT+2', '+02:00'],
  ['UTC-5', '-05:00'],
  ['UTC−05:30', '-05:30'],
  ['utc +0545', '+05:45'],
  ['+02:00', '+02:00'],
  ['UTC+0', 'UTC'],
  ['India Standard Time', 'Asia/Calcutta'],
  ['Eastern Standard Time (Mexico)', 'America/Cancun'],
  ['Russia Time Zone 3', 'Europe/Samara'],
  ['UTC-11', '-11:00'],
  ['UTC', 'UTC'],
  ['Mars/Base', null],
  ['Etc/Unknown', null],
  ['2020-01-01T00:00Z', null],
  ['2020-01-01T00:00+01:00[Europe/Paris]', null],
  ['GMT+25', null],
  ['+2:75', null],
  ['12', null],
  ['', null],
])('%j means the zone %j', (text, zone) => {
  expect(zoneNamed(text)).toBe(zone);
  const timeZone = zone ?? 'UTC';
  expect(isTimeZone(timeZone)).toBe(true);
  expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
});

test('old and new names are of one zone', () => {
  expect(isSameZone('Asia/Calcutta', 'Asia/Kolkata')).toBe(true);
  expect(isSameZone('Europe/Kiev', 'Europe/Kyiv')).toBe(true);
  expect(isSameZone('US/Eastern', 'America/New_York')).toBe(true);
  expect(isSameZone('Etc/UTC', 'UTC')).toBe(true);
  expect(isSameZone('Europe/Berlin', 'Europe/Oslo')).toBe(false);
  expect(isSameZone('+02:00', '+03:00')).toBe(false);
});

test('a difference is shown as one from UTC', () => {
  expect(zoneLabel('+05:00')).toBe('UTC+05:00');
  expect(zoneLabel('Europe/Paris')).toBe('Europe/Paris');
});

test('the zone of the process can be used', () => {
  expect(isTimeZone(zoneOfProcess().zone)).toBe(true);
});
