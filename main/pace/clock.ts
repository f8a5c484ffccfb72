/** Time as a parameter: tests hand in their own. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Runs once after `delayMs`; answers the function that calls it off. */
  after(delayMs: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};
