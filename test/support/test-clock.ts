import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../main/pace/clock';

/** A clock that follows real time and that a test can advance. */
export interface TestClock extends Clock {
  /** Advances the time and runs every timer that becomes due. */
  advance(ms: number): Promise<void>;
  /** Advances the time only, as when a computer sleeps or its clock is set. */
  jump(ms: number): void;
  /** Timers that have not run yet. */
  pending(): number;
}

interface Timer {
  dueAt: number;
  run: () => void;
  handle: NodeJS.Timeout;
}

/** Timers run `speed` times as fast as requested; the time itself does not. */
export function createTestClock({ speed = 1 } = {}): TestClock {
  let aheadMs = 0;
  const timers = new Set<Timer>();
  const now = () => Date.now() + aheadMs;
  const arm = (timer: Timer) => {
    clearTimeout(timer.handle);
    timer.handle = setTimeout(timer.run, Math.max(0, timer.dueAt - now()));
  };
  return {
    now,
    after: (delayMs, run) => {
      // Like the time of a computer, the time of this clock is whole milliseconds.
      const delay = Math.ceil(delayMs / speed);
      const timer: Timer = {
        dueAt: now() + delay,
        run: () => {
          timers.delete(timer);
          clearTimeout(timer.handle);
          run();
        },
        handle: setTimeout(() => timer.run(), delay),
      };
      timers.add(timer);
      return () => {
        timers.delete(timer);
        clearTimeout(timer.handle);
      };
    },
    advance: async (ms) => {
      const until = now() + ms;
      for (;;) {
        const [next] = [...timers].toSorted((a, b) => a.dueAt - b.dueAt);
        if (!next || next.dueAt > until) break;
        aheadMs += Math.max(0, next.dueAt - now());
        next.run();
        // The callback may set another timer.
        await nextTurn();
      }
      aheadMs += Math.max(0, until - now());
      for (const timer of timers) arm(timer);
    },
    jump: (ms) => {
      aheadMs += ms;
    },
    pending: () => timers.size,
  };
}
