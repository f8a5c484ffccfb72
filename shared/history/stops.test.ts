import { expect, test } from 'vitest';
import { numberedStops } from './stops';
import type { Stop, Trip } from './trips';

const stop = (from: number, latitude: number, longitude: number): Stop => ({
  kind: 'stop',
  from,
  to: from + 10,
  fromRow: 0,
  toRow: 1,
  latitude,
  longitude,
});
const rules = { stopRadiusMetres: 100, stopMinutes: 5 };
const trip = { kind: 'trip' } as Trip;

/** About 56 m. */
const step = 0.0005;

test('numbers stops by time, and groups those at the same place', () => {
  const { stops, places } = numberedStops(
    [stop(0, 45, 15), trip, stop(20, 46, 15), trip, stop(40, 45 + step, 15), stop(60, 45, 15)],
    rules,
    'UTC',
  );
  expect(stops.map(({ number, place, from }) => [number, place, from])).toEqual([
    [1, 0, 0],
    [2, 1, 20],
    [3, 0, 40],
    [4, 0, 60],
  ]);
  expect(places.map((place) => place.stops.map(({ number }) => number))).toEqual([[1, 3, 4], [2]]);
  expect(places[0]!.latitude).toBeCloseTo(45 + step / 3, 9);
});

const hour = 3_600_000;
const lasting = (from: number, to: number) => ({
  ...stop(0, 45, 15),
  from: from * hour,
  to: to * hour,
});

test.each([
  ['each day begins with 1', [lasting(8, 9), lasting(10, 11), lasting(32, 33)], [1, 2, 1]],
  [
    'what lasts into a day is its first stop',
    [lasting(8, 9), lasting(20, 30), lasting(32, 33)],
    [1, 2, 2],
  ],
  ['also days later', [lasting(20, 80), lasting(82, 83)], [1, 2]],
  ['a few minutes of it are none', [lasting(20, 24.05), lasting(32, 33)], [1, 1]],
])('numbers the stops of several days: %s', (_, journey, numbers) => {
  const { stops, places } = numberedStops(journey, rules, 'UTC');
  expect(stops.map(({ number }) => number)).toEqual(numbers);
  expect(places).toHaveLength(1);
});

test('the days are those of the time zone', () => {
  const journey = [lasting(21, 22), lasting(23.5, 24.5)];
  const numbersIn = (timeZone: string) =>
    numberedStops(journey, rules, timeZone).stops.map(({ number }) => number);
  expect([numbersIn('UTC'), numbersIn('Europe/Zagreb')]).toEqual([
    [1, 2],
    [1, 1],
  ]);
});

test('a chain of stops does not become one place, and a stop belongs to the nearest place', () => {
  const row = [0, 1.5, 3, 2].map((steps, i) => stop(i, 45 + steps * step, 15));
  expect(numberedStops(row, rules, 'UTC').stops.map(({ place }) => place)).toEqual([0, 0, 1, 1]);
});

test('a place lies on both sides of 180°', () => {
  const { places } = numberedStops([stop(0, 0, 179.9997), stop(20, 0, -179.9997)], rules, 'UTC');
  expect(places).toHaveLength(1);
  expect(Math.abs(places[0]!.longitude)).toBeCloseTo(180, 9);
});

test('a journey without stops has no places', () => {
  expect(numberedStops([trip], rules, 'UTC')).toEqual({ stops: [], places: [] });
});
