import { expect, test } from 'vitest';
import { fixFlags } from '#shared/history/columns';
import { extentOf, lineOf } from './track-line';
import { levelsOf } from './track-lod';
import { composePicture, nearestFix } from './track-picture';
import type { TrackInput } from './track-types';

const colours = { ramp: ['#000000', '#ffffff'], unknown: '#ff0000' };

function trackOf(
  places: readonly (readonly [longitude: number, latitude: number])[],
  more: Partial<TrackInput> = {},
): TrackInput {
  return {
    id: 'van',
    longitude: Float64Array.from(places, ([longitude]) => longitude),
    latitude: Float64Array.from(places, ([, latitude]) => latitude),
    flags: new Uint8Array(places.length),
    values: null,
    maxValue: 1,
    colour: null,
    ...more,
  };
}

const world = { west: 0, east: 1, north: 0, south: 1, zoom: 4 };
const pictureOf = (track: TrackInput, viewport = world, maxPieces = 1000) => {
  const line = lineOf(track);
  return composePicture([{ line, levels: levelsOf(line) }], viewport, colours, maxPieces, 1);
};
const rows = (all: Float32Array, width: number) =>
  Array.from({ length: all.length / width }, (_, i) =>
    Array.from(all.slice(i * width, (i + 1) * width)),
  );

test('draws a piece from each fix to the next in the colour of its value', () => {
  const track = trackOf(
    [
      [0, 0],
      [20, 0],
      [40, 0],
    ],
    { values: Float32Array.of(0, 10, Number.NaN), maxValue: 10 },
  );
  const pieces = rows(pictureOf(track).pieces, 8);
  expect(pieces).toHaveLength(2);
  expect(pieces.map((piece) => piece.slice(4, 7))).toEqual([
    [1, 0, 0],
    [1, 1, 1],
  ]);
});

test('draws a gap dashed and no jump', () => {
  const track = trackOf(
    [
      [0, 0],
      [20, 0],
      [40, 0],
    ],
    { flags: Uint8Array.of(0, fixFlags.afterGap, fixFlags.afterJump) },
  );
  const pieces = rows(pictureOf(track).pieces, 8);
  expect(pieces.map((piece) => piece[7])).toEqual([1]);
});

test('leaves out what is not in view, and draws a street driven twice once', () => {
  const there = [
    [10, 10],
    [12, 10],
    [10, 10],
    [12, 10],
  ] as const;
  expect(pictureOf(trackOf(there)).pieces.length / 8).toBe(2);
  const elsewhere = { west: 0.1, east: 0.2, north: 0.4, south: 0.5, zoom: 4 };
  expect(pictureOf(trackOf(there), elsewhere).pieces).toHaveLength(0);
});

test('draws a coarser line with the same ends when there are too many pieces', () => {
  const track = trackOf(
    Array.from({ length: 4000 }, (_, i) => [i / 40, i % 2 === 0 ? 0 : 1 / 40] as const),
  );
  const { pieces: all } = pictureOf(track, { ...world, zoom: 8 }, 10_000);
  const { pieces: some, origin } = pictureOf(track, { ...world, zoom: 8 }, 500);
  expect(all.length / 8).toBe(3999);
  expect(some.length / 8).toBeLessThanOrEqual(500);
  const ends = rows(some, 8).flatMap(([from, , to]) => [from! + origin.x, to! + origin.x]);
  expect(Math.max(...ends) - Math.min(...ends)).toBeCloseTo(3999 / 40 / 360);
});

test('a track across 180° continues without a jump', () => {
  const track = trackOf([
    [179, 0],
    [-179, 0],
  ]);
  const line = lineOf(track);
  expect(line.x[1]! - line.x[0]!).toBeCloseTo(2 / 360);
  const { west, east } = extentOf([line])!;
  expect([west, east]).toEqual([expect.closeTo(359 / 360), expect.closeTo(361 / 360)]);
  const atEdge = { west: 0.95, east: 1.05, north: 0.4, south: 0.6, zoom: 6 };
  expect(pictureOf(track, atEdge).pieces).toHaveLength(8);
  const fromWest = { ...atEdge, west: -0.05, east: 0.05 };
  expect(pictureOf(track, fromWest).pieces).toHaveLength(8);
});

test('tracks on both sides of 180° have the small box around them, not the whole world', () => {
  const lines = [[[179, 0]], [[-179, 1]]].map((places) => lineOf(trackOf(places as never)));
  const { west, east } = extentOf(lines)!;
  expect([west, east]).toEqual([expect.closeTo(359 / 360), expect.closeTo(361 / 360)]);
  expect(extentOf([])).toBeNull();
});

test('marks point in the direction of travel', () => {
  const north = trackOf([
    [0, 0],
    [0, 60],
  ]);
  const [, , angle] = pictureOf(north).marks;
  expect(angle).toBeCloseTo(0);
  const east = trackOf([
    [0, 0],
    [60, 0],
  ]);
  expect(pictureOf(east).marks[2]).toBeCloseTo(Math.PI / 2);
});

test('skips fixes without a position; a hit has the row of the track', () => {
  const track = trackOf([
    [0, 0],
    [Number.NaN, Number.NaN],
    [90, 0],
  ]);
  const line = lineOf(track);
  expect(nearestFix([line], 0.75, 0.5, 0.01)).toEqual({ track: 0, row: 2 });
  expect(nearestFix([line], 0.6, 0.5, 0.01)).toBeNull();
});
