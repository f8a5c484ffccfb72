import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Coordinates } from '#shared/domain/coordinates';
import { metresBetween as onSphere } from '#shared/history/distance';
import {
  addPoint,
  afterKey,
  canClose,
  close,
  cutAtAntimeridian,
  emptyRuler,
  finish,
  isFillable,
  measure,
  metresBetween,
  mostPoints,
  outline,
  resume,
  undo,
} from './ruler';

const at = (latitude: number, longitude: number): Coordinates => ({ latitude, longitude });
const along = (count: number) =>
  Array.from({ length: count }, (_, i) => at(i / 10, i / 10)).reduce(addPoint, emptyRuler);

test('points are added one after another; the same one twice in a row is one', () => {
  const ruler = addPoint(addPoint(addPoint(emptyRuler, at(1, 2)), at(1, 2)), at(1, 3));
  expect(ruler.points).toEqual([at(1, 2), at(1, 3)]);
});

test('undo opens a closed shape first, then removes points, and ends at nothing', () => {
  const closed = close(along(3));
  expect(closed).toMatchObject({ isClosed: true, isFinished: true });
  const open = undo(closed);
  expect(open).toEqual(along(3));
  expect(undo(open)).toEqual(along(2));
  expect(undo(undo(undo(undo(open))))).toEqual(emptyRuler);
});

test('a shape needs three corners, a result two points', () => {
  expect(close(along(2))).toEqual(along(2));
  expect(canClose(along(2))).toBe(false);
  expect(canClose(along(3))).toBe(true);
  expect(finish(along(1))).toEqual(along(1));
  expect(finish(along(2)).isFinished).toBe(true);
});

test('a finished line takes no points until it is continued', () => {
  const finished = finish(along(2));
  expect(addPoint(finished, at(9, 9))).toBe(finished);
  expect(addPoint(resume(finished), at(9, 9)).points).toHaveLength(3);
  expect(resume(close(along(3))).isClosed).toBe(true);
});

test('the number of points is limited', () => {
  expect(along(mostPoints + 5).points).toHaveLength(mostPoints);
});

describe('keys', () => {
  test('Backspace and Delete undo, Enter ends, the space bar adds the centre of the map', () => {
    expect(afterKey(along(3), 'Backspace', at(9, 9))).toEqual(along(2));
    expect(afterKey(along(3), 'Delete', at(9, 9))).toEqual(along(2));
    expect(afterKey(along(2), 'Enter', at(9, 9))).toEqual(finish(along(2)));
    expect(afterKey(along(2), ' ', at(9, 9))?.points.at(-1)).toEqual(at(9, 9));
  });

  test('other keys are for the map, and after the end only undo is for the ruler', () => {
    expect(afterKey(along(2), 'ArrowLeft', at(9, 9))).toBeNull();
    expect(afterKey(finish(along(2)), ' ', at(9, 9))).toBeNull();
    expect(afterKey(finish(along(2)), 'Enter', at(9, 9))).toBeNull();
    expect(afterKey(finish(along(2)), 'Backspace', at(9, 9))).toEqual(along(1));
  });

  test('no order of keys and clicks makes a shape of fewer than three points', () => {
    const step = fc.constantFrom('Backspace', 'Enter', ' ', 'close', 'resume');
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let ruler = emptyRuler;
        let i = 0;
        for (const each of steps) {
          if (each === 'close') ruler = close(ruler);
          else if (each === 'resume') ruler = resume(ruler);
          else ruler = afterKey(ruler, each, at((i += 1), 0)) ?? ruler;
          expect(ruler.isClosed && ruler.points.length < 3).toBe(false);
          expect(ruler.isFinished && ruler.points.length < 2).toBe(false);
        }
      }),
    );
  });
});

const line = (...points: Coordinates[]) => ({ points, isClosed: false, isFinished: false });
const shape = (...points: Coordinates[]) => ({ points, isClosed: true, isFinished: true });

describe('known distances', () => {
  test.each([
    ['Wellington to Salamanca', at(-41.32, 174.81), at(40.96, -5.5), 19_959_679],
    ['New York JFK to London LHR', at(40.6, -73.8), at(51.6, -0.5), 5_551_759],
    ['one degree along the equator', at(0, 0), at(0, 1), 111_319.49],
    ['the equator to the pole', at(0, 10), at(90, 10), 10_001_965.73],
    ['across 180°', at(0, 179.5), at(0, -179.5), 111_319.49],
    ['from pole to pole', at(-90, 0), at(90, 0), 20_003_931.46],
  ])('%s', (_, from, to, metres) => {
    expect(metresBetween(from, to)).toBeCloseTo(metres, metres > 5e6 && metres < 6e6 ? -1 : -0.3);
  });

  test('agree with the sphere to 0.6 %', () => {
    const latitude = fc.double({ min: -90, max: 90, noNaN: true });
    const longitude = fc.double({ min: -180, max: 180, noNaN: true });
    fc.assert(
      fc.property(latitude, longitude, latitude, longitude, (a, b, c, d) => {
        const sphere = onSphere(a, b, c, d);
        expect(Math.abs(metresBetween(at(a, b), at(c, d)) - sphere)).toBeLessThanOrEqual(
          sphere * 0.006 + 0.001,
        );
      }),
    );
  });
});

describe('a line', () => {
  test('has the length of its parts and no area', () => {
    const measured = measure(line(at(0, 0), at(0, 1), at(0, 3)));
    expect(measured.metres).toBeCloseTo(3 * 111_319.49, -1);
    expect(measured.lastMetres).toBeCloseTo(2 * 111_319.49, -1);
    expect(measured.squareMetres).toBeNull();
  });

  test('of fewer than two points has no length', () => {
    expect(measure(line())).toMatchObject({ metres: 0, lastMetres: 0, squareMetres: null });
    expect(measure(line(at(1, 1)))).toMatchObject({ metres: 0, lastMetres: 0 });
  });
});

describe('a shape', () => {
  test('of one degree at the equator has the area of the ellipsoid there', () => {
    const { squareMetres, metres } = measure(shape(at(0, 0), at(0, 1), at(1, 1), at(1, 0)));
    expect(squareMetres! / 1e6).toBeCloseTo(12_308.8, 0);
    expect(metres / 1000).toBeCloseTo(443.77, 1);
  });

  test('has the same area whichever way round it is drawn, and across 180°', () => {
    const there = measure(shape(at(0, 0), at(0, 1), at(1, 1), at(1, 0))).squareMetres!;
    const back = measure(shape(at(1, 0), at(1, 1), at(0, 1), at(0, 0))).squareMetres!;
    const across = shape(at(0, 179.5), at(0, -179.5), at(1, -179.5), at(1, 179.5));
    expect(back).toBeCloseTo(there, 0);
    expect(measure(across).squareMetres!).toBeCloseTo(there, 0);
  });

  test('around a pole has an area and is not filled', () => {
    const corners = [0, 90, 180, -90].map((longitude) => at(80, longitude));
    expect(measure(shape(...corners)).squareMetres! / 1e6).toBeCloseTo(2_500_000, -5.5);
    expect(isFillable(outline(corners, true))).toBe(false);
    expect(isFillable(outline([at(0, 0), at(0, 1), at(1, 1)], true))).toBe(true);
  });

  test('that crosses itself has no area', () => {
    const crossed = measure(shape(at(0, 0), at(1, 1), at(1, 0), at(0, 1)));
    expect(crossed).toMatchObject({ squareMetres: null, isCrossed: true });
    expect(measure(shape(at(0, 0), at(0, 1), at(1, 1), at(1, 0))).isCrossed).toBe(false);
  });
});

describe('the line on the map', () => {
  test('is curved where it is long and straight where it is short', () => {
    expect(outline([at(50, 8), at(50.05, 8.05)], false)).toHaveLength(2);
    const long = outline([at(50, -120), at(50, 8)], false);
    expect(long.length).toBeGreaterThan(50);
    expect(Math.max(...long.map(([, latitude]) => latitude))).toBeGreaterThan(60);
  });

  test('is in one piece without 180°, and in two with it', () => {
    expect(cutAtAntimeridian(outline([at(0, 0), at(10, 10)], false))).toHaveLength(1);
    const parts = cutAtAntimeridian(outline([at(0, 170), at(0, -170)], false));
    expect(parts).toHaveLength(2);
    expect(parts[0]!.at(-1)).toEqual([180, 0]);
    expect(parts[1]![0]).toEqual([-180, 0]);
  });

  test('stays within the world and keeps its ends, wherever the points are', () => {
    const point = fc.record({
      latitude: fc.double({ min: -85, max: 85, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    fc.assert(
      fc.property(
        fc.array(point, { minLength: 2, maxLength: 6 }),
        fc.boolean(),
        (points, closed) => {
          const whole = outline(points, closed);
          for (let i = 1; i < whole.length; i++) {
            expect(Math.abs(whole[i]![0] - whole[i - 1]![0])).toBeLessThanOrEqual(180.001);
          }
          const parts = cutAtAntimeridian(whole);
          for (const [longitude, latitude] of parts.flat()) {
            expect(Math.abs(longitude)).toBeLessThanOrEqual(180.000001);
            expect(Math.abs(latitude)).toBeLessThanOrEqual(90);
          }
        },
      ),
    );
  });
});
