import type { Clock } from '#main/pace/clock';
import type { Status } from '#shared/domain/session';

/** At most two status messages a second: with many devices a position arrives every few milliseconds. */
const shortestIntervalMs = 500;
/** The status is reported at least this often, because what it claims gets older. */
const longestIntervalMs = 15_000;

/** Reports the status often enough, and not too often. */
export interface StatusReporter {
  /** Something changed. */
  soon(): void;
  now(): void;
  close(): void;
}

export function createStatusReporter(options: {
  clock: Clock;
  status: () => Status;
  report: (status: Status) => void;
  /** Runs before a report for which nothing had changed. */
  onIdle: () => void;
}): StatusReporter {
  const { clock } = options;
  let cancelSoon: (() => void) | null = null;
  let cancelIdle: (() => void) | null = null;
  let isClosed = false;

  const report = () => options.report(options.status());

  function reportIn(delayMs: number): void {
    if (isClosed || cancelSoon) return;
    cancelSoon = clock.after(delayMs, () => {
      cancelSoon = null;
      report();
      cancelIdle?.();
      cancelIdle = clock.after(longestIntervalMs, () => {
        options.onIdle();
        reportIn(0);
      });
    });
  }

  return {
    soon: () => reportIn(shortestIntervalMs),
    now: report,
    close: () => {
      isClosed = true;
      cancelSoon?.();
      cancelIdle?.();
    },
  };
}
