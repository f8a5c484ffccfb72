import { FaultError, type Fault } from '#shared/fault';
import type { Clock } from '../clock';

/** Fetches the whole lists now and then, and again soon after it could not. */
export interface ListRefresh {
  /** Begins at once. */
  start(): void;
  /** Asks now; resolves when this round is over, whatever came of it. */
  now(): Promise<void>;
  /** Tries again at once if it is waiting after a fault. */
  wake(): void;
  stop(): void;
  fault(): Fault | null;
  nextTryAt(): number | null;
}

export interface ListRefreshOptions {
  clock: Clock;
  /** The lists in the order they are needed on screen; each rejects with FaultError. */
  asks: readonly (() => Promise<unknown>)[];
  everyMs?: number;
  /** First wait after a fault; doubles up to `longestRetryMs`. */
  retryMs?: number;
  longestRetryMs?: number;
  onState: (fault: Fault | null) => void;
  /** An exception that is no fault; it ends the round. */
  onBug: (error: unknown) => void;
}

export function createListRefresh(options: ListRefreshOptions): ListRefresh {
  const { clock } = options;
  const retryMs = options.retryMs ?? 2_000;
  const longestRetryMs = options.longestRetryMs ?? 15_000;
  let fault: Fault | null = null;
  let wait = retryMs;
  let dueAt: number | null = null;
  let cancel: (() => void) | null = null;
  let running: Promise<void> | null = null;
  let stopped = false;

  function later(delayMs: number): void {
    if (stopped) return;
    dueAt = clock.now() + delayMs;
    cancel?.();
    cancel = clock.after(delayMs, () => void run());
  }

  async function round(): Promise<void> {
    cancel?.();
    cancel = null;
    dueAt = null;
    let met: Fault | null = null;
    for (const ask of options.asks) {
      try {
        await ask();
      } catch (error) {
        if (!(error instanceof FaultError)) {
          options.onBug(error);
          continue;
        }
        // A refused list (403, 404) is this list's own matter; the rest may still be readable.
        if (error.fault.kind === 'forbidden' || error.fault.kind === 'notFound') continue;
        met = error.fault;
        break;
      }
      if (stopped) return;
    }
    fault = met;
    if (met === null) {
      wait = retryMs;
      later(options.everyMs ?? 5 * 60_000);
    } else if (met.kind === 'limitReached') {
      later((met.retryAfterSeconds ?? 30) * 1000);
    } else if (met.kind !== 'unauthorized') {
      later(wait);
      wait = Math.min(wait * 2, longestRetryMs);
    }
    options.onState(fault);
  }

  function run(): Promise<void> {
    running ??= round().finally(() => {
      running = null;
    });
    return running;
  }

  return {
    start: () => void run(),
    now: run,
    wake: () => {
      if (fault === null || stopped) return;
      wait = retryMs;
      void run();
    },
    stop: () => {
      stopped = true;
      cancel?.();
      cancel = null;
    },
    fault: () => fault,
    nextTryAt: () => (fault ? dueAt : null),
  };
}
