import { expect, test } from 'vitest';
import type { LonLat, PlaceShape } from '#shared/domain/places';
import { metresBetween } from '#shared/history/distance';
import { handlesOf } from './place-handles';

const circle: PlaceShape = { kind: 'circle', centre: [7.68, 45.07], radiusM: 150 };
const square: LonLat[] = [
  [179.9, 1],
  [-179.9, 1],
  [-179.9, 2],
  [179.9, 2],
];
const polygon: PlaceShape = { kind: 'polygon', rings: [square] };
const handle = (shape: PlaceShape, key: string) =>
  handlesOf(shape).find((each) => each.key === key)!;

test('the edge of a circle stays on it, and what is dragged changes the radius', () => {
  const { at, moved } = handle(circle, 'radius');
  expect(metresBetween(45.07, 7.68, at[1], at[0])).toBeCloseTo(150, 3);
  expect(at[0]).toBeGreaterThan(7.68);
  const wider = moved([7.68, 45.08]);
  expect(wider).toMatchObject({ centre: [7.68, 45.07] });
  expect((wider as typeof circle).radiusM).toBeCloseTo(metresBetween(45.07, 7.68, 45.08, 7.68));
  expect(handle(circle, 'centre').moved([8, 46])).toEqual({ ...circle, centre: [8, 46] });
});

test('corners are moved and removed, and the middle of a side becomes a corner, also across 180°', () => {
  expect(handle(polygon, 'corner 0 1').moved([-179.8, 0.5])).toMatchObject({
    rings: [[square[0], [-179.8, 0.5], square[2], square[3]]],
  });
  const side = handle(polygon, 'side 0 0');
  expect(Math.abs(side.at[0])).toBeCloseTo(180, 9);
  expect(side.moved([180, 0])).toMatchObject({
    rings: [[square[0], [180, 0], ...square.slice(1)]],
  });
  const triangle = handle(polygon, 'corner 0 3').removed!();
  expect(triangle).toMatchObject({ rings: [square.slice(0, 3)] });
  expect(handlesOf(triangle).every(({ removed }) => !removed)).toBe(true);
});
