/** What waits for a turn, in the order of asking. */
const waiting: (() => void)[] = [];
let isScheduled = false;
/** Until then the window handles a key. */
let restsUntil = 0;

/** About as long as the window takes until a letter is on screen, on a computer without a graphics card. */
const keyMs = 30;

function schedule(): void {
  isScheduled = waiting.length > 0;
  if (!isScheduled) return;
  // A piece waits for one key at most: somebody who keeps a key pressed does not stop the work.
  const restMs = restsUntil - performance.now();
  // Not in the turn of the timer: the immediate of the next piece would belong to it too.
  if (restMs > 0) setTimeout(() => void setImmediate(runNext), restMs);
  else setImmediate(runNext);
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

/** The window receives a key: the next piece of long work waits until it has probably been handled. */
export function restForKey(): void {
  restsUntil = performance.now() + keyMs;
}
