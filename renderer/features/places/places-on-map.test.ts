import { expect, test } from 'vitest';
import { mercatorX, mercatorY } from '#shared/domain/mercator';
import { featuresIn } from './places-on-map';
import { circle, depot } from '#shared/domain/places.test-support';

const place = (name: string, lon: number, lat: number, radiusM: number) =>
  depot({ id: name, name, shape: circle(lon, lat, radiusM) });
const view = (west: number, south: number, east: number, north: number, zoom: number) => ({
  west: mercatorX(west),
  east: mercatorX(west) + (east - west) / 360,
  north: mercatorY(north),
  south: mercatorY(south),
  zoom,
});
const drawn = (...of: Parameters<typeof featuresIn>) =>
  featuresIn(...of)
    .filter(({ properties }) => properties!['isOfArea'] !== true)
    .map(({ properties, geometry }) => [properties!['name'], geometry.type]);

const places = [
  place('Turin', 7.68, 45.07, 2_000),
  place('Yard', 7.7, 45.07, 30),
  place('Suva', 179.99, -18, 5_000),
];

test('places in view are outlined, those too small to see are points, and the others are left out', () => {
  expect(drawn(view(7, 44, 8.5, 46, 10), places)).toEqual([
    ['Turin', 'MultiPolygon'],
    ['Yard', 'Point'],
  ]);
  expect(drawn(view(7.69, 45.06, 7.71, 45.08, 15), places)).toEqual([
    ['Turin', 'MultiPolygon'],
    ['Yard', 'MultiPolygon'],
  ]);
});

test('a place at 180° is in view from both sides of it', () => {
  expect(drawn(view(179, -19, 179.98, -17, 10), places)).toEqual([['Suva', 'MultiPolygon']]);
  expect(drawn(view(-179.98, -19, -179, -17, 10), places)).toEqual([['Suva', 'MultiPolygon']]);
});

test('of very many places, the largest are drawn', () => {
  const many = Array.from({ length: 10_000 }, (_, i) => place(`${i}`, 7 + i / 1e4, 45, 1 + i));
  const names = drawn(view(6, 44, 9, 46, 12), many).map(([name]) => Number(name));
  expect(names).toHaveLength(1_500);
  expect(Math.min(...names)).toBe(8_500);
});
