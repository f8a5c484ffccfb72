import { expect, test } from 'vitest';
import { fixFlags } from '#shared/history/columns';
import { emptyTrack } from '#shared/history/track';
import { extentOf, levelsOf, lineOf } from './track-lines';
import { composePicture, nearestFix } from './track-picture';

const colours = {
  ramp: [
    [0, 0, 0],
    [1, 1, 1],
  ],
  unknown: [1, 0, 0],
} as const;

type Place = readonly [longitude: number, latitude: number];

/** A line through these places, as the worker holds it. */
function lineThrough(
  places: readonly Place[],
  more: { flags?: Uint8Array; speed?: Float32Array } = {},
) {
  const track = {
    ...emptyTrack(),
    count: places.length,
    longitude: Float64Array.from(places, ([longitude]) => longitude),
    latitude: Float64Array.from(places, ([, latitude]) => latitude),
    flags: more.flags ?? new Uint8Array(places.length),
    measures: more.speed ? { speed: more.speed } : {},
  };
  const line = lineOf(track, { measure: 'speed', maxValue: 10, colour: null });
  return { line, levels: levelsOf(line) };
}

const world = { west: 0, east: 1, north: 0, south: 1, zoom: 4 };
const pictureOf = (line: ReturnType<typeof lineThrough>, viewport = world, maxPieces = 1000) =>
  composePicture([line], { viewport, colours, maxPieces });
const rows = (all: Float32Array, width: number) =>
  Array.from({ length: all.length / width }, (_, i) =>
    Array.from(all.slice(i * width, (i + 1) * width)),
  );

test('draws a piece from each fix to the next in the colour of its value', () => {
  const track = lineThrough(
    [
      [0, 0],
      [20, 0],
      [40, 0],
    ],
    { speed: Float32Array.of(0, 10, Number.NaN) },
  );
  const pieces = rows(pictureOf(track).pieces, 8);
  expect(pieces).toHaveLength(2);
  expect(pieces.map((piece) => piece.slice(4, 7))).toEqual([
    [1, 0, 0],
    [1, 1, 1],
  ]);
});

test('draws a gap dashed and no jump', () => {
  const track = lineThrough(
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
  expect(pictureOf(lineThrough(there)).pieces.length / 8).toBe(2);
  const elsewhere = { west: 0.1, east: 0.2, north: 0.4, south: 0.5, zoom: 4 };
  expect(pictureOf(lineThrough(there), elsewhere).pieces).toHaveLength(0);
});

test('draws a coarser line with the same ends when there are too many pieces', () => {
  const track = lineThrough(
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
  const track = lineThrough([
    [179, 0],
    [-179, 0],
  ]);
  const { x } = track.line;
  expect(x[1]! - x[0]!).toBeCloseTo(2 / 360);
  const { west, east } = extentOf([track])!;
  expect([west, east]).toEqual([expect.closeTo(359 / 360), expect.closeTo(361 / 360)]);
  const atEdge = { west: 0.95, east: 1.05, north: 0.4, south: 0.6, zoom: 6 };
  expect(pictureOf(track, atEdge).pieces).toHaveLength(8);
  const fromWest = { ...atEdge, west: -0.05, east: 0.05 };
  expect(pictureOf(track, fromWest).pieces).toHaveLength(8);
});

test('tracks on both sides of 180° have the small box around them, not the whole world', () => {
  const lines = [[[179, 0]], [[-179, 1]]].map((places) => lineThrough(places as never));
  const { west, east } = extentOf(lines)!;
  expect([west, east]).toEqual([expect.closeTo(359 / 360), expect.closeTo(361 / 360)]);
  expect(extentOf([])).toBeNull();
});

test('marks point in the direction of travel', () => {
  const north = lineThrough([
    [0, 0],
    [0, 60],
  ]);
  const [, , angle] = pictureOf(north).marks;
  expect(angle).toBeCloseTo(0);
  const east = lineThrough([
    [0, 0],
    [60, 0],
  ]);
  expect(pictureOf(east).marks[2]).toBeCloseTo(Math.PI / 2);
});

test('skips fixes without a position; a hit has the row of the track', () => {
  const track = lineThrough([
    [0, 0],
    [Number.NaN, Number.NaN],
    [90, 0],
  ]);
  expect(nearestFix([track], 0.75, 0.5, 0.01)).toEqual({ track: 0, row: 2 });
  expect(nearestFix([track], 0.6, 0.5, 0.01)).toBeNull();
});
