import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { deviceStates } from '#shared/domain/device-state';
import { flagCritical, type FleetColumns } from '#shared/fleet/columns';
import { FleetGrid } from './generation';
import { mercatorX, mercatorY, metresPerUnit } from '#shared/domain/mercator';
import { type SketchedDevice, columnsOf } from './synthetic.test-support';
import { discRadius } from './visible';
import { membersOf, estimateOf, expansionZoom, visibleIn } from './visible';

const sorted = (slots: Iterable<number>) => Array.from(slots).sort((a, b) => a - b);

const world = (zoom: number) => ({ west: 0, north: 0, east: 1, south: 1, zoom });

function drawn(devices: readonly SketchedDevice[], selected = -1, matches?: number[]) {
  const columns = columnsOf(devices);
  return {
    grid: new FleetGrid(columns, devices.length),
    matches: Uint8Array.from(matches ?? devices.map(() => 1)),
    states: Uint8Array.from(devices, (_, slot) => slot % 6),
    course: columns.course,
    flags: columns.flags,
    kindCodeOf: () => 0,
    orderOf: (slot: number) => slot,
    selected,
    isCriticalApart: true,
  };
}

const place = fc.tuple(
  fc.double({ min: 40, max: 42, noNaN: true }),
  fc.double({ min: -179.99, max: 179.99, noNaN: true }),
);

describe('visibleIn', () => {
  it('draws every matching device with a position once, alone or in a cluster', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ at: place, isMatch: fc.boolean() }), { maxLength: 60 }),
        fc.double({ min: 0, max: 18, noNaN: true }),
        (devices, zoom) => {
          const from = drawn(
            devices,
            devices.length > 0 ? 0 : -1,
            devices.map(({ isMatch }) => (isMatch ? 1 : 0)),
          );
          const { singles, clusters, drawn: count } = visibleIn(from, world(zoom));
          const members = clusters.ref.flatMap((ref, i) => {
            const inside = membersOf(from, ref);
            expect(inside).toHaveLength(clusters.count[i]!);
            const size = deviceStates.length;
            const states = clusters.byState.slice(i * size, (i + 1) * size);
            expect(states.reduce((sum, each) => sum + each, 0)).toBe(inside.length);
            return inside;
          });
          const all = [...singles.slot, ...members].sort((a, b) => a - b);
          const expected = [...devices.keys()].filter((slot) => slot > 0 && devices[slot]!.isMatch);
          expect(all).toEqual(expected);
          expect(count).toBe(expected.length);
        },
      ),
    );
  });

  it('clusters the same way wherever the viewport is', () => {
    const devices = Array.from({ length: 200 }, (_, i) => ({
      at: [40 + Math.sin(i) / 4, 10 + Math.cos(i * 7) / 4] as [number, number],
    }));
    const from = drawn(devices);
    const clustersIn = (viewport: ReturnType<typeof world>) => {
      const { x, count } = visibleIn(from, viewport).clusters;
      return new Set([...x].map((each, i) => `${each}:${count[i]}`));
    };
    const everywhere = clustersIn(world(8.2));
    const part = clustersIn({ west: 0.527, east: 0.528, north: 0.377, south: 0.379, zoom: 8.9 });
    expect(part.size).toBeGreaterThan(0);
    for (const cluster of part) expect(everywhere).toContain(cluster);
  });

  it('dissolves clusters when zoomed in, except for devices on top of each other', () => {
    const from = drawn([{ at: [10, 10] }, { at: [10, 10] }, { at: [10, 10.002] }]);
    expect(visibleIn(from, world(5)).clusters.count).toEqual(Uint32Array.of(3));
    const close = visibleIn(from, world(16));
    expect(close.clusters.count).toEqual(Uint32Array.of(2));
    expect([...close.singles.slot]).toEqual([2]);
  });

  it('draws sparse devices of a city one by one and dense ones in clusters', () => {
    const row = (count: number, degrees: number) =>
      Array.from({ length: count }, (_, i) => ({
        at: [52.5, -1.9 + i * degrees] as [number, number],
      }));
    // 15 pixels of zoom 12 apart, then one pixel apart.
    const street = visibleIn(drawn(row(40, 0.0026)), world(12.4));
    expect(street.clusters.count).toHaveLength(0);
    expect(street.singles.slot).toHaveLength(40);
    expect(visibleIn(drawn(row(40, 0.0026)), world(9.4)).clusters.count.length).toBeGreaterThan(0);
    const depot = visibleIn(drawn(row(400, 0.00018)), world(12.4));
    expect(Math.max(...depot.clusters.count)).toBeGreaterThan(16);
  });

  it('zooms into a few overlapping devices only as far as they separate', () => {
    const devices = drawn([{ at: [52.5, -1.9] }, { at: [52.5, -1.899] }]);
    const zoom = expansionZoom(devices.grid, [0, 1], 10, 20)!;
    expect(zoom).toBeLessThan(15);
    expect(visibleIn(devices, world(zoom)).singles.slot).toHaveLength(2);
    expect(visibleIn(devices, world(zoom - 1)).clusters.count).toEqual(Uint32Array.of(2));
  });

  it('draws the disc of devices at one spot on that spot, at every zoom', () => {
    fc.assert(
      fc.property(place, fc.double({ min: 0, max: 20, noNaN: true }), (at, zoom) => {
        const from = drawn([{ at }, { at }, { at }]);
        const { clusters } = visibleIn(from, world(zoom));
        expect(clusters.x).toEqual(Float64Array.of(from.grid.anchorX[0]!));
        expect(clusters.y).toEqual(Float64Array.of(from.grid.anchorY[0]!));
      }),
    );
  });

  it('never draws a disc over the symbol of another device', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ max: 400 }), fc.integer({ max: 400 })), { maxLength: 60 }),
        fc.integer({ min: 10, max: 20 }),
        (places, zoom) => {
          // In a square of 400 pixels at this zoom.
          const degrees = 360 / (512 * 2 ** zoom);
          const devices = places.map(([x, y]) => ({
            at: [52.5 + y * degrees * 0.6, -1.9 + x * degrees] as [number, number],
          }));
          const { singles, clusters } = visibleIn(drawn(devices), world(zoom));
          const pixels = 512 * 2 ** zoom;
          clusters.count.forEach((count, i) => {
            const from = (x: number, y: number) =>
              Math.hypot(clusters.x[i]! - x, clusters.y[i]! - y) * pixels;
            singles.slot.forEach((_, j) =>
              expect(from(singles.x[j]!, singles.y[j]!)).toBeGreaterThan(discRadius(count) + 6),
            );
          });
        },
      ),
    );
  });

  it('draws critical alerts one by one over all others, unless they are very many', () => {
    const near = Array.from({ length: 5 }, (_, i) => ({
      at: [52.5, -1.9 + i / 1e6] as [number, number],
      ...(i === 2 && { flags: flagCritical }),
    }));
    const { singles, clusters } = visibleIn(drawn(near), world(12));
    expect([...singles.slot]).toEqual([2]);
    expect([...clusters.count]).toEqual([4]);
    const apart = Math.hypot(clusters.x[0]! - singles.x[0]!, clusters.y[0]! - singles.y[0]!);
    expect(apart * 512 * 2 ** 12).toBeGreaterThan(discRadius(4) + 6);
    const many = visibleIn({ ...drawn(near), isCriticalApart: false }, world(12));
    expect([...many.clusters.count]).toEqual([5]);
  });

  it('draws what needs attention most over what it touches', () => {
    const devices = Array.from({ length: 4 }, (_, i) => ({
      at: [52.5, -1.9 + i * 0.0026] as [number, number],
      ...(i === 3 && { flags: flagCritical }),
    }));
    const need = [2, 0, 1, 3];
    const from = { ...drawn(devices), orderOf: (slot: number) => need[slot]! };
    expect([...visibleIn(from, world(12)).singles.slot]).toEqual([0, 2, 1, 3]);
  });

  it('draws nothing twice where the world repeats on screen', () => {
    const from = drawn([{ at: [0, 179.9] }, { at: [0, -100] }]);
    const viewport = { west: -1.2, east: 1.7, north: -1, south: 2, zoom: 0 };
    expect(visibleIn(from, viewport).drawn).toBe(2);
  });

  it('leaves out devices outside the viewport', () => {
    const from = drawn([{ at: [0, 20] }, { at: [0, 0] }, { at: [60, 0] }]);
    const viewport = { west: 0.49, east: 0.51, north: 0.49, south: 0.51, zoom: 9 };
    expect([...visibleIn(from, viewport).singles.slot]).toEqual([1]);
  });

  it('finds a device on each side of the antimeridian', () => {
    const from = drawn([{ at: [0, 179.9] }, { at: [0, -179.9] }, { at: [0, 0] }]);
    const viewport = { west: 0.99, east: 1.01, north: 0.4, south: 0.6, zoom: 12 };
    expect(sorted(visibleIn(from, viewport).singles.slot)).toEqual([0, 1]);
  });
});

describe('expansionZoom', () => {
  it('returns the zoom at which a cluster separates, or null for one spot', () => {
    const { grid } = drawn([{ at: [10, 10] }, { at: [10, 10.4] }, { at: [10, 10] }]);
    const zoom = expansionZoom(grid, [0, 1], 2, 20)!;
    expect(zoom).toBeGreaterThan(2);
    expect(visibleIn(drawn([{ at: [10, 10] }, { at: [10, 10.4] }]), world(zoom)).drawn).toBe(2);
    expect(expansionZoom(grid, [0, 2], 2, 20)).toBeNull();
  });
});

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
    estimateOf(0, devices, { zoom, now: at, metresPerSecond: 1 / 3.6 });
  return { estimate, grid };
}

test('a moving device is estimated ahead of its reported place', () => {
  const { estimate, grid } = setup({});
  const { estimate: ahead, changeAt } = estimate();
  expect((ahead!.x - grid.x[0]!) * metresPerUnit(grid.y[0]!)).toBeCloseTo(100, 3);
  expect(ahead!.y).toBeCloseTo(grid.y[0]!, 12);
  expect(changeAt).toBe(now + 1_000);
});

test('the estimate moves on each second', () => {
  const { estimate } = setup({});
  const first = estimate();
  expect(estimate(15, now + 999)).toEqual(first);
  expect(estimate(15, now + 1_000).estimate!.x).toBeGreaterThan(first.estimate!.x);
});

test('after 45 seconds nothing is estimated, and the last estimate is taken away in time', () => {
  const { estimate, grid } = setup({ at: now - 45_000 });
  const { estimate: last, changeAt } = estimate();
  expect((last!.x - grid.x[0]!) * metresPerUnit(grid.y[0]!)).toBeCloseTo(450, 3);
  expect(changeAt).toBe(now + 1_000);
  const later = estimate(15, changeAt);
  expect(later.estimate).toBeNull();
  expect(later.changeAt).toBe(Number.POSITIVE_INFINITY);
});

test.each([
  ['a device that stands', { state: deviceStates.indexOf('stopped') }],
  ['a report without a position', { fixAt: now }],
  ['an unknown course', { course: Number.NaN }],
  ['an unknown speed', { speed: Number.NaN }],
])('nothing is estimated for %s', (_, part) => {
  expect(setup(part).estimate().estimate).toBeNull();
});

test('where the estimate is as near as a symbol, nothing is drawn and nothing moves', () => {
  const { estimate, changeAt } = setup({}).estimate(8);
  expect(estimate).toBeNull();
  expect(changeAt).toBe(Number.POSITIVE_INFINITY);
});
