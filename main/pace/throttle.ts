import type { Clock } from './clock';
import { setImmediate as othersHadTheirTurn } from 'node:timers/promises';

/**
 * Reports the first change immediately, then at most once per interval: disk and window are not updated for each
 * row of a job.
 */
export function createThrottle(clock: Clock, everyMs: number | (() => number), report: () => void) {
  let cancel: (() => void) | null = null;
  let isPending = false;
  let isClosed = false;

  function reportNow(): void {
    isPending = false;
    cancel?.();
    cancel = clock.after(typeof everyMs === 'number' ? everyMs : everyMs(), () => {
      cancel = null;
      if (isPending) reportNow();
    });
    report();
  }

  function flush(): void {
    cancel?.();
    cancel = null;
    if (!isPending) return;
    isPending = false;
    report();
  }

  return {
    /** Something changed. */
    due: (): void => {
      if (isClosed) return;
      if (cancel) isPending = true;
      else reportNow();
    },
    /** Reports a pending change now. */
    flush,
    /** The same, for the last time: later changes are not reported. */
    close: (): void => {
      flush();
      isClosed = true;
    },
  };
}

/** Longest work at a time: input and answers of the service wait no longer. */
const longestMs = 6;

/**
 * For long work in an async function: to be awaited between its steps, which take less than a millisecond
 * each. Input and answers come between as soon as the steps since the last pause took long enough.
 */
export function yieldEvery(ms = longestMs, now = () => performance.now()): () => Promise<void> {
  let since = now();
  return async () => {
    if (now() - since < ms) return;
    await othersHadTheirTurn();
    since = now();
  };
}
