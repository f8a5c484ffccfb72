import type { Clock } from './clock';
import { nextTurn } from './turn-queue';

/** Longest work at a time: input and answers of the service wait no longer. */
const turnMs = 6;

/** Runs a piece of long work in a turn of its own, by this clock; returns a function that cancels it. */
export function inOwnTurn(clock: Pick<Clock, 'after' | 'soon'>, run: () => void): () => void {
  return clock.soon ? clock.soon(run) : clock.after(1, run);
}

/**
 * Runs `work` for each item and then `done`, a few milliseconds at a time. Returns a function that ends it.
 */
export function inTurns<T>(
  clock: Clock,
  items: Iterable<T>,
  work: (item: T) => void,
  done: () => void = () => undefined,
): () => void {
  const iterator = items[Symbol.iterator]();
  let isEnded = false;
  let cancel = inOwnTurn(clock, turn);

  function turn(): void {
    const since = clock.now();
    while (!isEnded) {
      const step = iterator.next();
      if (step.done) return done();
      work(step.value);
      // A clock that was set back must not make a turn longer.
      if (Math.abs(clock.now() - since) < turnMs) continue;
      cancel = inOwnTurn(clock, turn);
      return;
    }
  }

  return () => {
    isEnded = true;
    cancel();
  };
}

/**
 * For long work in an async function: to be awaited between its steps, which take less than a millisecond
 * each. Others have a turn as soon as the steps since the last one took long enough.
 */
export function createTurns(now = () => performance.now()): () => Promise<void> {
  let since = now();
  return async () => {
    if (now() - since < turnMs) return;
    await nextTurn();
    since = now();
  };
}

/** The items in parts of at most `size`. */
export function* inParts<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}
