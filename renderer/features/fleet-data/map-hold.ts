/**
 * While the user types, only the table is updated: drawing the map for each letter would delay the next
 * one. The map follows when typing pauses, or after the longer time if it does not.
 */
const typingMs = 120;
const mostTypingMs = 1000;

/** How long the map has to wait for the user to finish typing. Times are in milliseconds. */
export class MapHold {
  #until = Number.NEGATIVE_INFINITY;
  #since = Number.NEGATIVE_INFINITY;

  /** The user has typed a letter. */
  typed(now: number): void {
    if (now >= this.#until) this.#since = now;
    this.#until = Math.min(now + typingMs, this.#since + mostTypingMs);
  }

  release(): void {
    this.#until = Number.NEGATIVE_INFINITY;
  }

  /** At most zero: the map need not wait. */
  waitMs(now: number): number {
    return this.#until - now;
  }

  /** The clock was set forward by this much. */
  shift(byMs: number): void {
    this.#until += byMs;
    this.#since += byMs;
  }
}
