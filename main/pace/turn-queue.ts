/** What waits for a turn, in the order of asking. */
const waiting: (() => void)[] = [];
let isScheduled = false;

function schedule(): void {
  isScheduled = waiting.length > 0;
  if (isScheduled) setImmediate(runNext);
}

function runNext(): void {
  const next = waiting.shift();
  // Before the work, which may throw.
  schedule();
  next?.();
}

/**
 * Runs long work of this process, a piece at a time: one piece in each turn of the event loop, whoever asks, so
 * that input and answers never wait for several pieces. Returns a function that cancels it.
 */
export function soon(run: () => void): () => void {
  waiting.push(run);
  if (!isScheduled) schedule();
  return () => {
    const at = waiting.indexOf(run);
    if (at >= 0) waiting.splice(at, 1);
  };
}

/** Resolves when the next piece of long work may run, as `soon` does. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => void soon(resolve));
