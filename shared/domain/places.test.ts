import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { degreesEast, metresBetween } from '../history/distance';
import {
  boundsOf,
  centreOf,
  contains,
  distanceToEdgeM,
  PlaceIndex,
  placeSchema,
  polygonsOf,
  squareMetresOf,
  type LonLat,
  type Place,
  type PlaceShape,
} from './places';

const named = (shape: PlaceShape, n = 0): Place => ({
  id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  name: `Place ${n}`,
  kind: 'other',
  colour: null,
  note: '',
  hours: null,
  groups: [],
  shape,
  updatedAt: 0,
});
const circle = (lon: number, lat: number, radiusM: number, n = 0) =>
  named({ kind: 'circle', centre: [lon, lat], radiusM }, n);
const polygon = (...rings: LonLat[][]) => named({ kind: 'polygon', rings });
const box = (west: number, south: number, east: number, north: number): LonLat[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
];

const longitudes = fc.double({ min: -180, max: 180, noNaN: true });
const latitudes = fc.double({ min: -90, max: 90, noNaN: true });
const point = fc.tuple(longitudes, latitudes);

test('a hole is outside, an island in it inside, and separate parts are one place', () => {
  const place = polygon(box(0, 0, 9, 9), box(2, 2, 7, 7), box(4, 4, 5, 5), box(20, 0, 21, 1));
  const inside = ([lon, lat]: LonLat) => contains(place, lon, lat);
  expect(
    [
      [1, 1],
      [3, 3],
      [4.5, 4.5],
      [20.5, 0.5],
      [15, 0.5],
    ].map((at) => inside(at as LonLat)),
  ).toEqual([true, false, true, true, false]);
});

test('a place goes on beyond 180°, also with a hole there', () => {
  const place = polygon(box(178, -2, -178, 2), box(179.5, -1, -179.5, 1));
  expect([179, -179, 180, -180, 177, 0].map((lon) => contains(place, lon, 0))).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(Math.abs(centreOf(place)[0])).toBe(180);
  expect(contains(circle(179.99, 0, 5_000), -179.99, 0)).toBe(true);
});

test('a ring around a pole contains it, and a hole in it is outside', () => {
  const ring: LonLat[] = [0, 90, 180, -90].map((lon) => [lon, 80]);
  const arctic = polygon(ring, box(-175, 84, -165, 86));
  expect(contains(arctic, 12, 89)).toBe(true);
  expect(contains(arctic, 0, 90)).toBe(true);
  expect(contains(arctic, -170, 85)).toBe(false);
  expect(contains(arctic, 12, 79)).toBe(false);
  expect(distanceToEdgeM(arctic, 45, 79)).toBeCloseTo(metresBetween(79, 45, 80, 45), -2);
  expect(contains(circle(0, 89.99, 10_000), 180, 89.95)).toBe(true);
});

describe('the distance to the outline', () => {
  test('of a circle is that of the radius to the centre', () => {
    fc.assert(
      fc.property(
        point,
        point,
        fc.double({ min: 1, max: 1e6, noNaN: true }),
        (at, from, radiusM) => {
          const place = circle(...at, radiusM);
          const metres = metresBetween(at[1], at[0], from[1], from[0]);
          expect(distanceToEdgeM(place, ...from)).toBeCloseTo(Math.abs(metres - radiusM), 3);
          expect(contains(place, ...from)).toBe(metres <= radiusM);
        },
      ),
    );
  });

  test('of a polygon is that of the nearest of many points on its sides', () => {
    fc.assert(
      fc.property(
        longitudes,
        fc.double({ min: -75, max: 75, noNaN: true }),
        fc.array(fc.tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: -50, max: 50 })), {
          minLength: 3,
          maxLength: 8,
        }),
        fc.tuple(fc.integer({ min: -80, max: 80 }), fc.integer({ min: -80, max: 80 })),
        (lon, lat, corners, [x, y]) => {
          const at = (east: number, north: number): LonLat => [
            degreesEast(0, lon + east / 1e4),
            lat + north / 1e4,
          ];
          const place = polygon(corners.map(([east, north]) => at(east, north)));
          const from = at(x, y);
          let nearest = Number.POSITIVE_INFINITY;
          for (const [i, [east, north]] of corners.entries()) {
            const [toEast, toNorth] = corners[(i + 1) % corners.length]!;
            for (let share = 0; share <= 1; share += 1 / 512) {
              const on = at(east + share * (toEast - east), north + share * (toNorth - north));
              nearest = Math.min(nearest, metresBetween(on[1], on[0], from[1], from[0]));
            }
          }
          const metres = distanceToEdgeM(place, ...from);
          expect(metres).toBeLessThanOrEqual(nearest + 0.01);
          expect(metres).toBeGreaterThan(nearest - 3 - nearest / 500);
        },
      ),
    );
  });
});

const shapes: fc.Arbitrary<PlaceShape> = fc.oneof(
  fc.record({
    kind: fc.constant('circle' as const),
    centre: point,
    radiusM: fc.oneof(
      fc.double({ min: 1, max: 500, noNaN: true }),
      fc.double({ min: 1, max: 1e6, noNaN: true }),
    ),
  }),
  fc.record({
    kind: fc.constant('polygon' as const),
    rings: fc.array(fc.array(point, { minLength: 3, maxLength: 6 }), {
      minLength: 1,
      maxLength: 3,
    }),
  }),
);

test('the index finds what a look at every place finds, the smallest first', () => {
  fc.assert(
    fc.property(fc.array(shapes, { maxLength: 30 }), fc.array(point), (all, at) => {
      const places = all.map((shape, n) => named(shape, n));
      const index = new PlaceIndex(places);
      const centres = places.flatMap((place): LonLat[] => {
        const { east, north } = boundsOf(place);
        return [centreOf(place), [degreesEast(0, east), north]];
      });
      for (const [lon, lat] of [...at, ...centres, [180, 90], [-180, -90]] as LonLat[]) {
        const found = index.placesAt(lon, lat);
        const expected = places.filter((place) => contains(place, lon, lat));
        expect(new Set(found)).toEqual(new Set(expected));
        const sizes = found.map(squareMetresOf);
        expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
      }
    }),
  );
  expect(new PlaceIndex([circle(0, 0, 50)]).placesAt(Number.NaN, 0)).toEqual([]);
});

test('the area is that of the sphere, without holes', () => {
  expect(squareMetresOf(circle(7, 45, 1_000))).toBeCloseTo(Math.PI * 1e6, -2);
  const degree = metresBetween(0, 0, 0, 1) ** 2;
  expect(squareMetresOf(polygon(box(0, -0.5, 1, 0.5)))).toBeCloseTo(degree, -6);
  expect(squareMetresOf(polygon(box(0, -0.5, 1, 0.5), box(0.25, -0.25, 0.75, 0.25)))).toBeCloseTo(
    degree * 0.75,
    -6,
  );
});

test('times after midnight are stated on the day they begin', () => {
  const open = (hours: unknown) => placeSchema.safeParse({ ...circle(0, 0, 50), hours }).success;
  const week = (day: unknown) => [day, [], [], [], [], [], []];
  expect(
    open(
      week([
        [480, 720],
        [780, 1020],
      ]),
    ),
  ).toBe(true);
  expect(open(week([[1320, 1800]]))).toBe(true);
  expect(open(week([[480, 480]]))).toBe(false);
  expect(open(week([[480, 2000]]))).toBe(false);
  expect(open([[], []])).toBe(false);
});

test('each part is drawn with its own holes, a circle as a ring around its centre', () => {
  const place = polygon(box(0, 0, 9, 9), box(4, 4, 5, 5), box(2, 2, 7, 7), box(20, 0, 21, 1));
  expect(polygonsOf(place).map((rings) => rings.map((ring) => ring[0]))).toEqual([
    [
      [0, 0],
      [2, 2],
    ],
    [[4, 4]],
    [[20, 0]],
  ]);
  fc.assert(
    fc.property(point, fc.double({ min: 1, max: 1e5, noNaN: true }), ([lon, lat], radiusM) => {
      const [ring] = polygonsOf(circle(lon, lat, radiusM))[0]!;
      expect(ring!.at(-1)).toEqual(ring![0]);
      for (const [east, north] of ring!) {
        expect(metresBetween(lat, lon, north, east)).toBeCloseTo(radiusM, 0);
      }
    }),
  );
});
