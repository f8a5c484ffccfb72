import fc from 'fast-check';
import { expect, test } from 'vitest';
import { distanceToEdgeM, contains, PlaceIndex } from '../domain/places';
import { emptyTrack } from './track';
import type { TrackColumns } from './columns';
import { findVisits, lengthOf, type VisitRules } from './visits';
import { circle, depot as depotLike } from '../domain/places.test-support';

const minute = 60_000;
const start = Date.UTC(2026, 9, 25);
const rules: VisitRules = { stopRadiusMetres: 60, gapMinutes: 30, jumpKmh: 400 };
/** Metres on the equator. */
const degrees = (metres: number) => metres / 111_195;

const place = (name: string, atMetres: number, radiusM: number) =>
  depotLike({ id: name, name, shape: circle(degrees(atMetres), 0, radiusM) });

/** Fixes on the equator: minutes after the start, metres east. */
const trackOf = (fixes: readonly (readonly [minutes: number, metres: number])[]): TrackColumns => ({
  ...emptyTrack(),
  count: fixes.length,
  at: Float64Array.from(fixes, ([minutes]) => start + minutes * minute),
  latitude: new Float64Array(fixes.length),
  longitude: Float64Array.from(fixes, ([, metres]) => degrees(metres)),
  flags: new Uint8Array(fixes.length),
});

const depot = place('depot', 0, 100);
/** Minutes after the start. */
const found = (fixes: readonly (readonly [number, number])[], places = [depot]) =>
  findVisits(trackOf(fixes), new PlaceIndex(places), rules).map((visit) => ({
    id: visit.placeId,
    ...Object.fromEntries(
      (['arrivedAfter', 'arrivedBy', 'leftAfter', 'leftBy'] as const).map((name) => [
        name,
        visit[name] === null ? null : (visit[name] - start) / minute,
      ]),
    ),
    gaps: visit.gaps.map(({ from, to }) => [(from - start) / minute, (to - start) / minute]),
  }));

test('a visit begins and ends between the fixes around it', () => {
  const fixes = [
    [0, 5_000],
    [10, 2_000],
    [14, 50],
    [20, -20],
    [31, 40],
    [33, 900],
  ] as const;
  expect(found(fixes)).toEqual([
    { id: 'depot', arrivedAfter: 10, arrivedBy: 14, leftAfter: 31, leftBy: 33, gaps: [] },
  ]);
});

test('what lies before and after the fixes is not known', () => {
  expect(found([[5, 10]])).toEqual([
    { id: 'depot', arrivedAfter: null, arrivedBy: 5, leftAfter: 5, leftBy: null, gaps: [] },
  ]);
});

test('a fix near the outline says neither: no visit ends there, and its ends are less exact', () => {
  const fixes = [
    [0, 1_000],
    [4, 150],
    [5, 90],
    [6, 140],
    [7, 80],
    [9, 150],
    [12, 1_000],
  ] as const;
  expect(found(fixes)).toEqual([
    { id: 'depot', arrivedAfter: 0, arrivedBy: 5, leftAfter: 7, leftBy: 12, gaps: [] },
  ]);
});

test('a long time without a fix is named, and one after the last fix inside is when it left', () => {
  const fixes = [
    [0, 1_000],
    [2, 0],
    [100, 0],
    [110, 0],
    [300, 2_000],
  ] as const;
  expect(found(fixes)).toEqual([
    { id: 'depot', arrivedAfter: 0, arrivedBy: 2, leftAfter: 110, leftBy: 300, gaps: [[2, 100]] },
  ]);
  const [visit] = findVisits(trackOf(fixes), new PlaceIndex([depot]), rules);
  expect(lengthOf(visit!)).toEqual({ least: 10 * minute, most: 300 * minute });
});

test('a single fix far away is an error, not a departure; distances count from place to place', () => {
  const fixes = [
    [0, 0],
    [5, 0],
    [6, 900_000],
    [7, 0],
    [20, 5_000],
    [30, 10_000],
  ] as const;
  const visits = findVisits(
    trackOf(fixes),
    new PlaceIndex([depot, place('customer', 10_000, 50)]),
    rules,
  );
  expect(visits.map(({ placeId }) => placeId)).toEqual(['depot', 'customer']);
  expect(visits[0]!.metresSince).toBeNull();
  expect(visits[1]!.metresSince).toBeCloseTo(10_000, -2);
});

test('a first fix far away from all that follow is an error, not a visit', () => {
  const fixes = [
    [0, 0],
    [1, 900_000],
    [2, 900_010],
    [3, 900_020],
    [30, 905_000],
  ] as const;
  const visits = findVisits(
    trackOf(fixes),
    new PlaceIndex([depot, place('customer', 900_000, 50)]),
    rules,
  );
  expect(visits).toMatchObject([{ placeId: 'customer', arrivedAfter: null, metresSince: null }]);
});

test('a place within another has visits of its own, in the order of arrival', () => {
  const site = place('site', 0, 2_000);
  const fixes = [
    [0, 9_000],
    [10, 1_500],
    [12, 0],
    [40, 1_500],
    [50, 9_000],
  ] as const;
  expect(found(fixes, [site, depot])).toMatchObject([
    { id: 'site', arrivedBy: 10 },
    { id: 'depot', arrivedBy: 12 },
  ]);
});

/** A vehicle that drives and stands by turns, without errors; the true position at any minute. */
const journeys = fc
  .array(
    fc.record({
      minutes: fc.integer({ min: 1, max: 90 }),
      // Within what any vehicle can drive in the time; 0 stands.
      speed: fc.constantFrom(0, 0, 0, 250, -250, 900, -900),
    }),
    { minLength: 2, maxLength: 20 },
  )
  .map((legs) => {
    const corners: [number, number][] = [[0, 0]];
    for (const { minutes, speed } of legs) {
      const [at, metres] = corners.at(-1)!;
      corners.push([at + minutes, metres + speed * minutes]);
    }
    return corners;
  });

function positionAt(corners: readonly [number, number][], minutes: number): number {
  const next = Math.max(
    1,
    corners.findIndex(([at]) => at >= minutes),
  );
  const [[from, a], [to, b]] = [corners[next - 1]!, corners[next]!];
  return a + ((b - a) * (minutes - from)) / (to - from);
}

const sampled = fc.record({
  corners: journeys,
  /** Minutes between fixes. */
  steps: fc.array(fc.constantFrom(1, 2, 4, 10, 60), { minLength: 5, maxLength: 300 }),
  places: fc
    .array(
      fc.record({
        metres: fc.integer({ min: -20_000, max: 20_000 }),
        radius: fc.integer({ min: 20, max: 4_000 }),
      }),
      { minLength: 1, maxLength: 6 },
    )
    .map((all) => all.map(({ metres, radius }, n) => place(`place ${n}`, metres, radius))),
});

test('no visit is more exact than the fixes, and every fix inside is in one visit', () => {
  fc.assert(
    fc.property(sampled, ({ corners, steps, places }) => {
      const end = corners.at(-1)![0];
      const times = steps.reduce((all, step) => [...all, all.at(-1)! + step], [0]);
      const fixes = times
        .filter((at) => at <= end)
        .map((at) => [at, positionAt(corners, at)] as const);
      const track = trackOf(fixes);
      const visits = findVisits(track, new PlaceIndex(places), rules);
      for (const each of places) {
        const own = visits.filter(({ placeId }) => placeId === each.id);
        const fixesAt = fixes.map(([minutes, metres]) => {
          const isInside = contains(each, degrees(metres), 0);
          const isNear = distanceToEdgeM(each, degrees(metres), 0) <= rules.stopRadiusMetres;
          return { at: start + minutes * minute, isInside, isOutside: !isInside && !isNear };
        });
        for (const { at, isInside, isOutside } of fixesAt) {
          const during = own.filter(
            ({ arrivedBy, leftAfter }) => at >= arrivedBy && at <= leftAfter,
          );
          const expected = isInside ? [1] : isOutside ? [0] : [0, 1];
          expect(expected).toContain(during.length);
        }
        for (const { arrivedAfter, arrivedBy, leftAfter, leftBy } of own) {
          const outside = fixesAt.filter((fix) => fix.isOutside).map(({ at }) => at);
          expect(arrivedAfter).toBe(outside.findLast((at) => at < arrivedBy) ?? null);
          expect(leftBy).toBe(outside.find((at) => at > leftAfter) ?? null);
        }
      }
    }),
    { numRuns: 150 },
  );
});
