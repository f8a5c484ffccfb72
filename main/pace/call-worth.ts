import { levels, type IndexedAttention } from './movement-attention';
import type { MovementModel } from './movement-model';
import { createScoreQueue } from './movement-queue';
import type { RequestTimes } from './request-times';

/** The due devices, ordered by what a call for them is worth; devices are named by their index. */
export interface CallWorth {
  /**
   * Scores devices, a part of the fleet with each call. `agingMs`: the age from which a device counts as
   * old; `hasFirst`: there are devices that were never requested, so no full sweep is needed now.
   */
  sweep(now: number, agingMs: number, hasFirst: boolean): void;
  /** The due device for which a call is worth most, and that worth; -1: none. */
  most(now: number): { device: number; score: number };
  /** The device that is due and was checked longest ago, if it counts as old; -1: none. */
  oldest(now: number): number;
  /** The device in view that waits far longer than usual, as after a pause of the refresh; -1: none. */
  longUnseen(now: number): number;
  /** Devices in view are asked at least this often, also parked ones, for a part of the calls. */
  viewPaceMs(): number;
  /** No device is due before `at`: none is known until then. */
  idleUntil(at: number): void;
  attentionChanged(): void;
  /** The indexes changed. */
  reset(): void;
}

/** The devices are scored again after this time. */
const sweepEveryMs = 5_000;
const attendedSweepEveryMs = 1_000;
/** Devices scored by one call, so that a large fleet never holds up the main process. */
const sliceLength = 4_096;
const longestQueue = 1_024;
/** Devices in view are asked at least this often, if that takes no more than this part of the calls. */
const shortestViewPaceMs = 30_000;
const viewShare = 1 / 10;
/** A device of which nothing is known has no finite worth. */
export const mostWorth = 1e12;

export function createCallWorth({
  times,
  attention,
  model,
  callsPerMinute,
}: {
  times: RequestTimes;
  attention: IndexedAttention;
  model: Pick<MovementModel, 'worth'>;
  callsPerMinute: () => number;
}): CallWorth {
  /** Devices for several sweeps at the present rate, so that a faulty rate never empties a queue. */
  const capacity = () =>
    Math.ceil(Math.min(longestQueue, 32 + (4 * callsPerMinute() * sweepEveryMs) / 60_000));
  const best = createScoreQueue(capacity);
  const aging = createScoreQueue(capacity);
  const attended = createScoreQueue(capacity);
  const state = { cursor: 0, startedAt: Number.NaN, finishedAt: Number.NaN, soonestAt: 0 };
  let attendedSweptAt = Number.NaN;

  function scoreOf(device: number, now: number): number {
    const worth = model.worth(device, now);
    return Number.isNaN(worth) ? mostWorth : worth * attention.weight(device);
  }

  /** Scores the next devices; returns whether the sweep is finished. */
  function sweepSlice(now: number, agingMs: number): boolean {
    const end = Math.min(times.size(), state.cursor + sliceLength);
    for (let device = state.cursor; device < end; device++) {
      if (times.isBusy(device) || times.isFirst(device)) continue;
      const readyAt = times.readyAt(device, now);
      if (readyAt > now) {
        if (readyAt < state.soonestAt) state.soonestAt = readyAt;
        continue;
      }
      const age = now - times.askedAt(device, now);
      if (age >= agingMs) aging.offer(device, age);
      if (attention.level(device) < levels.inView) best.offer(device, scoreOf(device, now));
    }
    state.cursor = end;
    if (end < times.size()) return false;
    best.finish();
    aging.finish();
    state.finishedAt = now;
    return true;
  }

  function continueSweep(now: number, agingMs: number, hasFirst: boolean): void {
    const isDue = (device: number) => times.isDue(device, now);
    const isSweeping = state.cursor < times.size() && !Number.isNaN(state.startedAt);
    const isEmpty = best.head(isDue) < 0 && attended.head(isDue) < 0;
    const isOver = !(Math.abs(now - state.finishedAt) < sweepEveryMs);
    if (!isSweeping) {
      if (!isOver && !(isEmpty && state.soonestAt <= now)) return;
      Object.assign(state, { cursor: 0, startedAt: now, soonestAt: Number.POSITIVE_INFINITY });
    }
    // Without a device to request the sweep is completed now.
    while (!sweepSlice(now, agingMs) && isEmpty && !hasFirst);
  }

  function viewPaceMs(): number {
    const callMs = 60_000 / callsPerMinute();
    return Math.max(shortestViewPaceMs, (attention.inView().length * callMs) / viewShare);
  }

  function sweepAttended(now: number): void {
    if (Math.abs(now - attendedSweptAt) < attendedSweepEveryMs) return;
    attendedSweptAt = now;
    const paceMs = viewPaceMs();
    for (const device of attention.inView()) {
      if (!times.isDue(device, now)) continue;
      const age = now - times.askedAt(device, now);
      attended.offer(device, age >= paceMs ? mostWorth + age : scoreOf(device, now));
    }
    attended.finish();
  }

  return {
    sweep: (now, agingMs, hasFirst) => {
      sweepAttended(now);
      continueSweep(now, agingMs, hasFirst);
    },
    most: (now) => {
      const isDue = (device: number) => times.isDue(device, now);
      const seen = attended.head(isDue);
      const other = best.head(isDue);
      if (seen >= 0 && (other < 0 || attended.score() >= best.score())) {
        return { device: seen, score: attended.score() };
      }
      return { device: other, score: other < 0 ? 0 : best.score() };
    },
    oldest: (now) => aging.head((device) => times.isDue(device, now)),
    longUnseen: (now) => {
      const device = attended.head((each) => times.isDue(each, now));
      return device >= 0 && attended.score() >= mostWorth + 2 * viewPaceMs() ? device : -1;
    },
    viewPaceMs,
    idleUntil: (at) => {
      state.soonestAt = at;
      attendedSweptAt = Number.NaN;
    },
    attentionChanged: () => {
      attendedSweptAt = Number.NaN;
    },
    reset: () => {
      for (const queue of [best, aging, attended]) queue.clear();
      state.startedAt = Number.NaN;
      state.finishedAt = Number.NaN;
      attendedSweptAt = Number.NaN;
    },
  };
}
