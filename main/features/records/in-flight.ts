import type { Clock } from '#main/pace/clock';

/** Work that has begun and not ended; closing waits for it, but not for ever. */
export interface InFlight {
  watched<A extends unknown[], T>(work: (...args: A) => Promise<T>): (...args: A) => Promise<T>;
  /** Resolves when all that is under way now has ended, or after `atMostMs`. */
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
