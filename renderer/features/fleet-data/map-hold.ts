/**
 * While the user types, only the table is updated: drawing the map for each letter would delay the next
 * one. The map follows when typing pauses, or after the longer time if it does not.
 *
 * After a frame that held up the window, new positions wait: without a GPU the window would do nothing else than draw.
 */
const typingMs = 120;
const mostTypingMs = 1000;

/** The window is free for so many times as long as a frame held it up. */
const restShare = 2;

/** How long the map has to wait for the user to finish typing, and new positions for the window. Times are in milliseconds. */
export class MapHold {
  #until = Number.NEGATIVE_INFINITY;
  #since = Number.NEGATIVE_INFINITY;
  #restUntil = Number.NEGATIVE_INFINITY;

  /** The user has typed a letter. */
  typed(now: number): void {
    if (now >= this.#until) this.#since = now;
    this.#until = Math.min(now + typingMs, this.#since + mostTypingMs);
  }

  /** A frame held up the window for so long. */
  drew(ms: number, now: number): void {
    this.#restUntil = Math.max(this.#restUntil, now + restShare * ms);
  }

  release(): void {
    this.#until = Number.NEGATIVE_INFINITY;
    this.#restUntil = Number.NEGATIVE_INFINITY;
  }

  /** At most zero: the map need not wait. */
  waitMs(now: number, isPositionsOnly: boolean): number {
    return (isPositionsOnly ? Math.max(this.#until, this.#restUntil) : this.#until) - now;
  }

  /** The clock was set forward by this much. */
  shift(byMs: number): void {
    this.#until += byMs;
    this.#since += byMs;
    this.#restUntil += byMs;
  }
}
