import type { Clock } from '#main/pace/clock';

/** Calls in flight; closing waits for them, with a limit. */
export interface InFlight {
  watched<A extends unknown[], T>(work: (...args: A) => Promise<T>): (...args: A) => Promise<T>;
  /** Resolves when all calls in flight have ended, or after `atMostMs`. */
  settled(atMostMs: number): Promise<void>;
}

export function createInFlight(clock: Clock): InFlight {
  const begun = new Set<Promise<unknown>>();
  return {
    watched:
      (work) =>
      (...args) => {
        const result = work(...args);
        const end = () => void begun.delete(result);
        begun.add(result);
        result.then(end, end);
        return result;
      },
    settled: (atMostMs) =>
      new Promise((resolve) => {
        if (begun.size === 0) return resolve();
        const cancel = clock.after(atMostMs, resolve);
        void Promise.allSettled(begun).then(() => {
          cancel();
          resolve();
        });
      }),
  };
}
