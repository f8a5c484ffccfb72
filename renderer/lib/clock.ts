import { useSyncExternalStore } from 'react';

/** Where a clock gets its time from; a parameter so that tests own it. */
export interface TimeSource {
  /** Epoch milliseconds. */
  now(): number;
  /** Calls `tick` about once a second until the answered function is called. */
  everySecond(tick: () => void): () => void;
}

export interface Clock {
  now(): number;
  subscribe(listener: () => void): () => void;
}

/** A clock that ticks only while somebody listens, with one timer for all. */
export function createClock(source: TimeSource): Clock {
  const listeners = new Set<() => void>();
  let now = source.now();
  let stop: (() => void) | null = null;
  const tick = () => {
    now = source.now();
    for (const listener of listeners) listener();
  };
  return {
    now: () => (stop ? now : source.now()),
    subscribe(listener) {
      listeners.add(listener);
      if (!stop) {
        now = source.now();
        stop = source.everySecond(tick);
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop?.();
        stop = null;
      };
    },
  };
}

/** The window's one clock. */
export const clock = createClock({
  now: () => Date.now(),
  everySecond(tick) {
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  },
});

/** The present moment, renewed when another `stepMs` has passed; ages tick without a request. */
export function useNow(stepMs = 1000): number {
  const read = () => Math.floor(clock.now() / stepMs) * stepMs;
  return useSyncExternalStore(clock.subscribe, read);
}

/** How often the words for this age can change: seconds for the young, minutes for the old. */
export function ageStepMs(ageMs: number): number {
  if (ageMs < 60_000) return 1000;
  return ageMs < 3_600_000 ? 10_000 : 60_000;
}
