import type { Clock } from './clock';

/** Tells news at once, then at most every so often while there is more. */
export interface Gathering {
  /** There is something to tell. */
  due(): void;
  /** Tells what waits now. */
  flush(): void;
  /** The same, for the last time: what comes later is not told. */
  close(): void;
}

/** Spares disk and window a bulk action's thousand single pieces of news. */
export function createThrottle(
  clock: Clock,
  everyMs: number | (() => number),
  tell: () => void,
): Gathering {
  let cancel: (() => void) | null = null;
  let waits = false;
  let isClosed = false;

  function told(): void {
    waits = false;
    cancel?.();
    cancel = clock.after(typeof everyMs === 'number' ? everyMs : everyMs(), () => {
      cancel = null;
      if (waits) told();
    });
    tell();
  }

  function flush(): void {
    cancel?.();
    cancel = null;
    if (!waits) return;
    waits = false;
    tell();
  }

  return {
    due: () => {
      if (isClosed) return;
      if (cancel) waits = true;
      else told();
    },
    flush,
    close: () => {
      flush();
      isClosed = true;
    },
  };
}
