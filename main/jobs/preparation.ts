/**
 * Time for the service to finish calls that were in flight when the app ended, before rows are
 * looked up.
 */
const finishingMs = 2_000;

/** Whether the lists that rows are checked against are recent enough. */
export interface Preparation {
  isRunning(): boolean;
  /** The result of something sent is unknown, or a job starts: the lists must be read again. */
  invalidate(): void;
  isDue(): boolean;
  /**
   * A row in doubt is looked up in lists that were requested after the service had time to finish.
   * 'now': it can be; 'prepare': the lists are older; otherwise the milliseconds to wait.
   */
  lookUp(): 'now' | 'prepare' | number;
  /** Reads the lists; never rejects. */
  run(onError: (error: unknown) => void): Promise<void>;
}

export function createPreparation(now: () => number, read: () => Promise<void>): Preparation {
  /** The lists must be read when `wanted` is ahead of `prepared`. */
  let wanted = 1;
  let prepared = 0;
  let isRunning = false;
  let requestedAt = -Infinity;
  /** The time at which the service has finished calls sent before the restart. */
  const finishedAt = now() + finishingMs;
  return {
    isRunning: () => isRunning,
    invalidate: () => void wanted++,
    isDue: () => prepared < wanted,
    lookUp: () => {
      if (requestedAt >= finishedAt) return 'now';
      return now() < finishedAt ? finishedAt - now() : 'prepare';
    },
    run: async (onError) => {
      isRunning = true;
      const goal = wanted;
      const at = now();
      try {
        await read();
        prepared = goal;
        requestedAt = at;
      } catch (error) {
        onError(error);
      } finally {
        isRunning = false;
      }
    },
  };
}
