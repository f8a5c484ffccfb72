import { expect, test } from 'vitest';
import { deviceStates } from '#shared/domain/device-state';
import type { FleetColumns } from '#shared/fleet/columns';
import { estimatesOf } from './estimates';
import type { FleetGrid } from './grid';
import { mercatorX, mercatorY, metresPerUnit } from './mercator';

const moving = deviceStates.indexOf('moving');
const now = 1_000_000;

/** Devices at 15° east and 45° north that reported ten seconds ago. */
function setup(part: {
  speed?: number;
  course?: number;
  at?: number;
  fixAt?: number;
  state?: number;
}) {
  const at = part.at ?? now - 10_000;
  const columns = {
    positionAt: Float64Array.of(at),
    fixAt: Float64Array.of(part.fixAt ?? at),
    speed: Float32Array.of(part.speed ?? 36),
    course: Float32Array.of(part.course ?? 90),
  } as FleetColumns;
  const grid = {
    x: Float64Array.of(mercatorX(15)),
    y: Float64Array.of(mercatorY(45)),
  } as unknown as FleetGrid;
  const devices = { columns, grid, states: Uint8Array.of(part.state ?? moving) };
  const estimate = (zoom = 15, at = now) =>
    estimatesOf([0], devices, { zoom, now: at, metresPerSecond: 1 / 3.6 });
  return { estimate, grid };
}

test('a moving device is estimated ahead of its reported place', () => {
  const { estimate, grid } = setup({});
  const { visible, changeAt } = estimate();
  expect([visible.fromX[0], visible.fromY[0]]).toEqual([grid.x[0], grid.y[0]]);
  expect((visible.x[0]! - grid.x[0]!) * metresPerUnit(grid.y[0]!)).toBeCloseTo(100, 3);
  expect(visible.y[0]).toBeCloseTo(grid.y[0]!, 12);
  expect(changeAt).toBe(now + 1_000);
});

test('all devices move on at once, each second', () => {
  const { estimate } = setup({});
  const first = estimate();
  expect(estimate(15, now + 999)).toEqual(first);
  expect(estimate(15, now + 1_000).visible.x[0]).toBeGreaterThan(first.visible.x[0]!);
});

test('after 45 seconds nothing is estimated, and the last estimate is taken away in time', () => {
  const { estimate, grid } = setup({ at: now - 45_000 });
  const { visible, changeAt } = estimate();
  expect((visible.x[0]! - grid.x[0]!) * metresPerUnit(grid.y[0]!)).toBeCloseTo(450, 3);
  expect(changeAt).toBe(now + 1_000);
  const later = estimate(15, changeAt);
  expect(later.visible.slot).toHaveLength(0);
  expect(later.changeAt).toBe(Number.POSITIVE_INFINITY);
});

test.each([
  ['a device that stands', { state: deviceStates.indexOf('stopped') }],
  ['a report without a position', { fixAt: now }],
  ['an unknown course', { course: Number.NaN }],
  ['an unknown speed', { speed: Number.NaN }],
])('nothing is estimated for %s', (_, part) => {
  expect(setup(part).estimate().visible.slot).toHaveLength(0);
});

test('where the estimate is as near as a symbol, nothing is drawn and nothing moves', () => {
  const { visible, changeAt } = setup({}).estimate(8);
  expect(visible.slot).toHaveLength(0);
  expect(changeAt).toBe(Number.POSITIVE_INFINITY);
});
