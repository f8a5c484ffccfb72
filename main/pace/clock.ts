/** Time as a parameter, so that tests control it. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Runs once after `delayMs`; returns the function that cancels it. */
  after(delayMs: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};
