import { soon } from './turn-queue';

/** Time as a parameter, so that tests control it. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Runs once after `delayMs`; returns the function that cancels it. */
  after(delayMs: number, run: () => void): () => void;
  /** Runs a piece of long work in a turn of its own (`turn-queue`); absent: after a millisecond. */
  soon?(run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
  soon,
};
