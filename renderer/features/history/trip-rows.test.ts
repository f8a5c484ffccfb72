import { expect, test } from 'vitest';
import { defaultTripRules } from '#shared/domain/history';
import { emptyTrack } from '#shared/history/track';
import type { Journey } from '#shared/history/trips';
import { haveSameDevices, listed, placesOf, totalsOf, tripRows } from './trip-rows';

const here = { latitude: 45, longitude: 15 };
const there = { latitude: 46, longitude: 16 };
const journey = (start: number): Journey => [
  { kind: 'stop', from: start, to: start + 10, fromRow: 0, toRow: 1, ...here },
  {
    kind: 'trip',
    from: start + 10,
    to: start + 70,
    fromRow: 1,
    toRow: 3,
    start: here,
    end: there,
    metres: 1200,
    maxSpeed: null,
    hasGap: true,
  },
];
const track = {
  ...emptyTrack(),
  count: 4,
  latitude: Float64Array.of(45, 45, Number.NaN, 46),
  longitude: Float64Array.of(15, 15, Number.NaN, 16),
};

test('sorts trips and stops of several devices by time', () => {
  const { rows } = tripRows([journey(100), journey(50)], defaultTripRules, 'UTC');
  expect(rows.map(({ part, track: of, from }) => [part.kind, of, from])).toEqual([
    ['stop', 1, 50],
    ['trip', 1, 60],
    ['stop', 0, 100],
    ['trip', 0, 110],
  ]);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(4);
});

test('a trip is framed by its own positions, and a stop by its place', () => {
  const [stop, trip] = tripRows([journey(0)], defaultTripRules, 'UTC').rows;
  expect(placesOf(stop!, track)).toMatchObject([here]);
  const places = placesOf(trip!, track);
  expect(places.every(({ latitude }) => !Number.isNaN(latitude))).toBe(true);
  expect(places[0]).toEqual(here);
  expect(places.at(-1)).toEqual(there);
});

const minuteMs = 60_000;
/** Stops of these minutes at one place, with a trip between two of them. */
const visits = (...minutes: number[]): Journey =>
  minutes.flatMap((length, i): Journey => {
    const from = i * 100 * minuteMs;
    const to = from + length * minuteMs;
    const stop = { ...journey(0)[0]!, from, to };
    return i === 0 ? [stop] : [{ ...journey(0)[1]!, from: from - 1, to: from }, stop];
  });

test('long stops are listed without trips and shorter stops, and keep their numbers', () => {
  const all = tripRows([visits(5, 12, 9, 60)], defaultTripRules, 'UTC');
  expect(listed(all, 0)).toEqual({ rows: all.rows, groups: all.groups });
  const { rows, groups } = listed(all, 10);
  expect(rows.map(({ part }) => part.kind === 'stop' && part.number)).toEqual([2, 4]);
  expect(groups.map(({ visits: shown }) => shown.map(({ id }) => id))).toEqual([
    rows.map(({ id }) => id),
  ]);
  expect(listed(all, 61)).toEqual({ rows: [], groups: [] });
});

test('totals are those of one device', () => {
  const { rows } = tripRows([journey(100), journey(50)], defaultTripRules, 'UTC');
  expect(totalsOf(rows, 1)).toEqual({ trips: 1, stops: 1, metres: 1200, drivingMs: 60 });
});

test('trips stay valid for tracks that were read again, and never for those of other devices', () => {
  const [a, b] = [{ deviceId: 'a' }, { deviceId: 'b' }];
  expect(haveSameDevices([a, b], [{ ...a }, { ...b }])).toBe(true);
  expect(haveSameDevices([a], [b])).toBe(false);
  expect(haveSameDevices([a, b], [b, a])).toBe(false);
  expect(haveSameDevices([a, b], [a])).toBe(false);
  expect(haveSameDevices([], [a])).toBe(false);
});
