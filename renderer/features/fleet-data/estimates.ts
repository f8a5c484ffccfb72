import { deviceStates } from '#shared/domain/device-state';
import { estimatedForMs, movementSince } from '#shared/domain/fix';
import type { FleetColumns } from '#shared/fleet/columns';
import type { FleetGrid } from './grid';
import { metresPerUnit } from './mercator';
import type { VisibleEstimates } from './types';

/** World size at zoom 0, pixels. */
const worldPixels = 512;
/** A symbol that is nearer to the reported place would only cover it. */
const leastPixels = 6;
/** How often estimated positions move on. */
const stepMs = 1_000;
const moving = deviceStates.indexOf('moving');

/** The estimated positions of devices that are drawn one by one. */
export interface Estimates {
  visible: VisibleEstimates;
  /** When they change next without a message; infinite once none moves. */
  changeAt: number;
}

/**
 * Estimates where moving devices are, from the speed and course of their last reports. Only for devices
 * on screen, and only where the estimate is apart from the reported place at this zoom.
 */
export function estimatesOf(
  slots: Iterable<number>,
  devices: { columns: FleetColumns; grid: FleetGrid; states: Uint8Array },
  view: { zoom: number; now: number; metresPerSecond: number },
): Estimates {
  const { columns, grid, states } = devices;
  const { zoom, metresPerSecond } = view;
  // All at once: positions of other devices arrive many times in each step.
  const now = Math.floor(view.now / stepMs) * stepMs;
  const found: { slot: number; x: number; y: number }[] = [];
  let changeAt = Number.POSITIVE_INFINITY;
  for (const slot of slots) {
    const at = columns.positionAt[slot]!;
    // The last report had no position: the known one is older than its speed.
    if (states[slot] !== moving || at !== columns.fixAt[slot]) continue;
    const speed = columns.speed[slot]! * metresPerSecond;
    const metresPerPixel = metresPerUnit(grid.y[slot]!) / (worldPixels * 2 ** zoom);
    if (!((speed * estimatedForMs) / 1000 >= leastPixels * metresPerPixel)) continue;
    if (now - at <= estimatedForMs) changeAt = now + stepMs;
    const moved = movementSince({ at, speed, course: columns.course[slot]! }, now);
    if (!moved || Math.hypot(moved.east, moved.north) < leastPixels * metresPerPixel) continue;
    const perUnit = metresPerUnit(grid.y[slot]!);
    const x = grid.x[slot]! + moved.east / perUnit;
    const y = grid.y[slot]! - moved.north / perUnit;
    found.push({ slot, x, y });
  }
  const take = (from: Float64Array) => Float64Array.from(found, ({ slot }) => from[slot]!);
  return {
    changeAt,
    visible: {
      slot: Uint32Array.from(found, ({ slot }) => slot),
      x: Float64Array.from(found, ({ x }) => x),
      y: Float64Array.from(found, ({ y }) => y),
      fromX: take(grid.x),
      fromY: take(grid.y),
      course: Float32Array.from(found, ({ slot }) => columns.course[slot]!),
    },
  };
}
