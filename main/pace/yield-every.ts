import { setImmediate as othersHadTheirTurn } from 'node:timers/promises';

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
