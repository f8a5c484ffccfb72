import { expect, test } from 'vitest';
import type { DistanceUnit } from '#shared/domain/units';
import { createFormat } from '#lib/format';
import { english } from '../../../test/support/english';
import { measure } from './ruler';
import { areaText, lengthText, rulerText } from './ruler-result';

const formatIn = (distanceUnit: DistanceUnit) =>
  createFormat({
    language: english,
    timeZone: 'UTC',
    serviceSpeedUnit: 'm/s',
    speedUnit: 'km/h',
    distanceUnit,
  });

test.each([
  [0, 'km', '0\u00a0m'],
  [350.4, 'km', '350\u00a0m'],
  [12_345, 'km', '12.35\u00a0km'],
  [123_456, 'km', '123.5\u00a0km'],
  [12_345_678, 'km', '12,346\u00a0km'],
  [100, 'mi', '328\u00a0ft'],
  [1609.344, 'mi', '1\u00a0mi'],
  [100, 'nmi', '100\u00a0m'],
  [1852 * 2.5, 'nmi', '2.5\u00a0nmi'],
] as const)('%s m in %s is %s', (metres, unit, text) => {
  expect(lengthText(metres, formatIn(unit))).toBe(text);
});

test.each([
  [500, 'km', '500 m²'],
  [15_000, 'km', '1.5 ha'],
  [3_200_000, 'km', '3.2 km²'],
  [5_000_000_000, 'km', '5,000 km²'],
  [100, 'mi', '1,076 ft²'],
  [8093.71, 'mi', '2 acres'],
  [1609.344 ** 2 * 3, 'mi', '3 mi²'],
  [1852 ** 2, 'nmi', '1 nmi²'],
] as const)('%s m² in %s is %s', (squareMetres, unit, text) => {
  expect(areaText(squareMetres, formatIn(unit))).toBe(text);
});

test('the copied text has the result and its points', () => {
  const points = [
    { latitude: 0, longitude: 0 },
    { latitude: 0, longitude: 1 },
    { latitude: 1, longitude: 1 },
  ];
  const open = { points, isClosed: false, isFinished: true };
  expect(rulerText(open, measure(open), formatIn('km'))).toBe(
    'Distance: 221.9\u00a0km\n0.00000, 0.00000\n0.00000, 1.00000\n1.00000, 1.00000',
  );
  const closed = { ...open, isClosed: true };
  expect(rulerText(closed, measure(closed), formatIn('km')).split('\n').slice(0, 2)).toEqual([
    'Perimeter: 378.8\u00a0km',
    'Area: 6,155 km²',
  ]);
});
