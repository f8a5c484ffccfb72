/** Input is followed by more input within this time, milliseconds. */
const pauseMs = 200;
/** The map is drawn this often while the user types on, milliseconds. */
const mostMs = 500;

/** Tells how long the map waits while the user types, so that letters and results come first. */
export interface Typing {
  /** Milliseconds until the next frame may begin; 0: now. */
  waitMs(): number;
  stop(): void;
}

export function watchTyping(
  target: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>,
  now = () => performance.now(),
): Typing {
  let typedAt = Number.NEGATIVE_INFINITY;
  let heldSince: number | null = null;
  const typed = () => {
    typedAt = now();
  };
  target.addEventListener('input', typed, { capture: true });
  return {
    waitMs: () => {
      const at = now();
      const isTyping = at - typedAt < pauseMs;
      if (isTyping) heldSince ??= at;
      const until = isTyping ? Math.min(typedAt + pauseMs, heldSince! + mostMs) : at;
      if (until <= at) heldSince = null;
      return Math.max(0, until - at);
    },
    stop: () => target.removeEventListener('input', typed, { capture: true }),
  };
}
