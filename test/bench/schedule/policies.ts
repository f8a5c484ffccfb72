import { createTestLists } from '#main/pace/listed-devices.test-support';
import { DeviceOrder, noAttention, type Attention, type Check } from '#main/pace/device-order';
import type { Place, TrueFleet } from './fleet';

/** What a policy decides: the device of the next call. Times are seconds from the first midnight. */
export interface Policy {
  /** The device to ask at this moment; -1: none. */
  next(at: number): number;
  answered(device: number, at: number, place: Place): void;
}

export type CreatePolicy = (fleet: TrueFleet, callsPerMinute: number) => Policy;

export const roundRobin: CreatePolicy = ({ count }) => {
  let next = 0;
  return { next: () => next++ % count, answered: () => undefined };
};

/** Devices that moved at their last answer are asked so many times as often as the others. */
export const movingOftener =
  (times: number): CreatePolicy =>
  ({ count }) => {
    const lines = {
      moving: new Map<number, number>(),
      parked: new Map(Array.from({ length: count }, (_, device) => [device, -1e9])),
    };
    const oldest = (line: Map<number, number>): [number, number] => {
      for (const entry of line) return entry;
      return [-1, Number.POSITIVE_INFINITY];
    };
    return {
      next: (at) => {
        const [moving, movingAt] = oldest(lines.moving);
        const [parked, parkedAt] = oldest(lines.parked);
        return (at - movingAt) * times >= at - parkedAt ? moving : parked;
      },
      answered: (device, at, { vx, vy }) => {
        lines.moving.delete(device);
        lines.parked.delete(device);
        lines[vx !== 0 || vy !== 0 ? 'moving' : 'parked'].set(device, at);
      },
    };
  };

/** A Monday's midnight in UTC. */
const midnight = Date.UTC(2026, 0, 5);
const metresPerDegree = 111_195;

/** The scheduler of the app. */
export const waypost =
  (attention: Attention = noAttention, oldestCheckMs = 3_600_000): CreatePolicy =>
  ({ count }, callsPerMinute) => {
    const order = new DeviceOrder({
      callsPerMinute: () => callsPerMinute,
      oldestCheckMs: () => oldestCheckMs,
    });
    const ids = Array.from({ length: count }, (_, device) => String(device));
    order.sync(createTestLists()(ids));
    let check: Check;
    return {
      next: (at) => {
        const now = midnight + at * 1000;
        const next = order.next(now, attention);
        if (!next || next.dueAt > now) return -1;
        check = next;
        order.begin(check);
        return Number(check.id);
      },
      answered: (_, at, { x, y, vx, vy }) =>
        order.end(check, midnight + at * 1000, {
          isMoving: vx !== 0 || vy !== 0,
          speed: Math.hypot(vx, vy),
          place: { latitude: y / metresPerDegree, longitude: x / metresPerDegree },
        }),
    };
  };

/**
 * Knows where every device truly is, and asks those with the highest age times error, less the error
 * since their last answer.
 */
export const clairvoyant: CreatePolicy = (fleet, callsPerMinute) => {
  const { count } = fleet;
  const tickSeconds = 5;
  const shown = { x: new Float64Array(count), y: new Float64Array(count) };
  const askedAt = new Float64Array(count);
  const errorTime = new Float64Array(count);
  const place: Place = { x: 0, y: 0, vx: 0, vy: 0 };
  const later: Place = { x: 0, y: 0, vx: 0, vy: 0 };
  const calls = Math.max(1, Math.ceil((callsPerMinute * tickSeconds) / 60));
  let queue: number[] = [];
  let plannedAt = Number.NEGATIVE_INFINITY;

  function plan(at: number): void {
    const seconds = Math.min(tickSeconds, at - plannedAt);
    plannedAt = at;
    const best: { device: number; worth: number }[] = [];
    for (let device = 0; device < count; device++) {
      fleet.locate(device, at, place);
      const error = Math.hypot(shown.x[device]! - place.x, shown.y[device]! - place.y);
      errorTime[device]! += error * seconds;
      const isMoving = place.vx !== 0 || place.vy !== 0;
      if (!isMoving) fleet.locate(device, at + 60, later);
      const willMove = isMoving || later.vx !== 0 || later.vy !== 0;
      const worth = willMove
        ? (at - askedAt[device]!) * error - errorTime[device]! + 1e-9 * error
        : 0.001 * error;
      if (best.length === calls && worth <= best.at(-1)!.worth) continue;
      let i = best.length;
      while (i > 0 && best[i - 1]!.worth < worth) i--;
      best.splice(i, 0, { device, worth });
      if (best.length > calls) best.pop();
    }
    queue = best.map((each) => each.device);
  }

  return {
    next: (at) => {
      if (at - plannedAt >= tickSeconds) plan(at);
      return queue.shift() ?? -1;
    },
    answered: (device, at, { x, y }) => {
      shown.x[device] = x;
      shown.y[device] = y;
      askedAt[device] = at;
      errorTime[device] = 0;
    },
  };
};
