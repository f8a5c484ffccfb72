import { expect, test } from 'vitest';
import { emptyTrack } from '#shared/history/track';
import { unitsOf } from '#shared/domain/units';
import { createFormat } from '#lib/format';
import { english } from '../../../test/support/english';
import { factorOf, measuresOf, tickText, upperEnd, zoomed } from './measures';

const metric = unitsOf({ speedUnit: 'km/h' });
const formatWith = (options: Partial<Parameters<typeof createFormat>[0]> = {}) =>
  createFormat({
    language: english,
    timeZone: 'UTC',
    serviceSpeedUnit: 'm/s',
    speedUnit: 'km/h',
    ...options,
  });

const track = {
  ...emptyTrack(),
  count: 1,
  measures: { speed: Float32Array.of(10), course: Float32Array.of(90), fuel: Float32Array.of(50) },
  attributes: { Voltage: Float32Array.of(12.4) },
};

test('lists the fields of the record with their units, without the course', () => {
  expect(measuresOf([emptyTrack(), track], formatWith())).toMatchObject([
    { key: 'm:speed', label: 'Speed', unit: 'km/h' },
    { key: 'm:fuel', label: 'Fuel', unit: '%' },
    { key: 'a:Voltage', label: 'Voltage', unit: '' },
  ]);
});

test('converts speeds and mileages', () => {
  const imperial = unitsOf({ speedUnit: 'mph' });
  expect(factorOf('m:speed', 'm/s', metric)).toBeCloseTo(3.6);
  expect(factorOf('m:fuel', 'm/s', metric)).toBe(1);
  expect(factorOf('m:mileageKm', 'm/s', metric)).toBe(1);
  expect(factorOf('m:mileageKm', 'm/s', imperial)).toBeCloseTo(0.6214, 4);
  const driven = { ...track, measures: { mileageKm: Float32Array.of(10) } };
  expect(measuresOf([driven], formatWith({ speedUnit: 'mph' }))[0]).toMatchObject({
    label: 'Mileage',
    unit: 'mi',
  });
});

test('the colour scale ends at a round number above the usual values', () => {
  const speeds = Float32Array.from({ length: 1000 }, (_, i) => (i === 999 ? 400 : (i % 100) * 0.9));
  expect(upperEnd([speeds])).toBe(100);
  expect(upperEnd([Float32Array.of(10)], 3.6)).toBe(40);
  expect(upperEnd([Float32Array.of(0, 0)])).toBe(1);
  expect(upperEnd([null])).toBe(1);
  expect(upperEnd([Float32Array.of(Number.NaN)])).toBe(1);
});

const hour = 3_600_000;

test('formats ticks in the zone, with the date where a day begins', () => {
  const at = Date.parse('2026-11-20T22:00:00Z');
  expect(
    tickText(formatWith({ timeZone: 'Europe/Zagreb' }))([at, at + hour, at + 2 * hour], hour),
  ).toEqual(['23:00', '21 Nov', '01:00']);
  expect(tickText(formatWith())([at], 24 * hour)).toEqual(['20 Nov']);
  expect(tickText(formatWith())([at + 5000], 5000)).toEqual(['22:00:05']);
});

test('zooming keeps the time under the pointer in place, within the range', () => {
  const whole = { from: 0, to: 100 * hour };
  const half = zoomed(whole, whole, 0.5, 25 * hour)!;
  expect(half).toEqual({ from: 12.5 * hour, to: 62.5 * hour });
  expect(zoomed(half, whole, 0.5, half.from)!.from).toBe(half.from);
  expect(zoomed(half, whole, 4, 30 * hour)).toBeNull();
  expect(zoomed({ from: 0, to: 20_000 }, whole, 0.1, 0)).toEqual({ from: 0, to: 10_000 });
});
