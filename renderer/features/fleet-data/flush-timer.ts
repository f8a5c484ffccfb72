/** The clock and timers, as a parameter for tests. */
export interface Clock {
  now(): number;
  /** Calls back after a delay in milliseconds; returns a function that cancels it. */
  after(ms: number, callback: () => void): () => void;
}

/** Runs an action once, at the earliest moment it was planned for. */
export class FlushTimer {
  #at = Number.POSITIVE_INFINITY;
  #cancel = () => {};

  constructor(
    private readonly clock: Clock,
    private readonly flush: () => void,
  ) {}

  soon(afterMs: number): void {
    const at = this.clock.now() + afterMs;
    if (at >= this.#at) return;
    this.#cancel();
    this.#at = at;
    this.#cancel = this.clock.after(afterMs, () => this.#run());
  }

  /** The clock was set forward by this much; the moment stays. */
  shift(byMs: number): void {
    this.#at += byMs;
  }

  #run(): void {
    this.#at = Number.POSITIVE_INFINITY;
    this.flush();
  }
}
