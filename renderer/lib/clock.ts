import { useSyncExternalStore } from 'react';

/** The source of time; a parameter so that tests can control it. */
export interface TimeSource {
  /** Epoch milliseconds. */
  now(): number;
  /** Calls `tick` about once a second until the returned function is called. */
  everySecond(tick: () => void): () => void;
}

export interface Clock {
  now(): number;
  /** The source has another time: listeners read it now. */
  refresh(): void;
  subscribe(listener: () => void): () => void;
}

/** A clock that ticks only while it has listeners, with one timer for all. */
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
    refresh: tick,
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

let serviceOffsetMs = 0;

/** The time by the clock of the service, as far as it is known: all moments on screen are of it. */
export const clock = createClock({
  now: () => Date.now() + serviceOffsetMs,
  everySecond(tick) {
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  },
});

/** How far the clock of the service is ahead of that of this computer. */
export function setServiceOffset(offsetMs: number): void {
  if (offsetMs === serviceOffsetMs) return;
  serviceOffsetMs = offsetMs;
  clock.refresh();
}

/** The current time in steps of `stepMs`, for ages that tick. */
export function useNow(stepMs = 1000): number {
  const read = () => Math.floor(clock.now() / stepMs) * stepMs;
  return useSyncExternalStore(clock.subscribe, read);
}

/** How often the text of an age can change: every second at first, later every minute. */
export function ageStepMs(ageMs: number): number {
  if (ageMs < 60_000) return 1000;
  return ageMs < 3_600_000 ? 10_000 : 60_000;
}
