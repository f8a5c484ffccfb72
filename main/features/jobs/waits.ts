import { createBackOffPolicy, type BackOff } from '#main/pace/back-off';
import type { Fault } from '#shared/fault';

/** What all running jobs wait for at present: a back-off after a fault, a limit, a restart, the disk. */
export class JobWaits {
  /** null: nothing. */
  current: BackOff | null = null;
  /** The number of waits so far. A request remembers it when it is sent. */
  epoch = 0;
  readonly #now: () => number;
  readonly #policy: ReturnType<typeof createBackOffPolicy>;

  constructor({ now, random }: { now: () => number; random: () => number }) {
    this.#now = now;
    this.#policy = createBackOffPolicy(random);
  }

  /** A fault makes everything wait, unless a wait began after its request was sent. */
  fail(fault: Fault, sentInEpoch: number): void {
    if (sentInEpoch < this.epoch) return;
    this.epoch++;
    this.current = this.#policy.after(fault, this.#now());
  }

  /** Milliseconds to wait; null: until it is woken. */
  leftMs(): number | null {
    if (!this.current) return 0;
    const { until } = this.current;
    return until === null ? null : Math.max(0, until - this.#now());
  }

  /** Tries now; a call limit still applies. */
  wake(): void {
    const { current } = this;
    if (current && current.why !== 'limit') this.current = { ...current, until: this.#now() };
  }

  /** The service carried out a call, so the next wait is short again. */
  answered(): void {
    this.#policy.answered();
  }
}

/**
 * Time for the service to finish calls that were in flight when the app ended, before rows are
 * looked up.
 */
const finishingMs = 2_000;

/** Whether the lists that rows are checked against are recent enough, and the read of them. */
export class ListReading {
  isRunning = false;
  /** The lists must be read when `#wanted` is ahead of `#read`. */
  #wanted = 1;
  #done = 0;
  #requestedAt = -Infinity;
  readonly #now: () => number;
  readonly #read: () => Promise<void>;
  /** The time at which the service has finished calls sent before the restart. */
  readonly #finishedAt: number;

  constructor(now: () => number, read: () => Promise<void>) {
    this.#now = now;
    this.#read = read;
    this.#finishedAt = now() + finishingMs;
  }

  /** The result of something sent is unknown, or a job starts: the lists must be read again. */
  invalidate(): void {
    this.#wanted++;
  }

  isDue(): boolean {
    return this.#done < this.#wanted;
  }

  /**
   * A row in doubt is looked up in lists that were requested after the service had time to finish.
   * 'now': it can be; 'read': the lists are older; otherwise the milliseconds to wait.
   */
  lookUp(): 'now' | 'read' | number {
    if (this.#requestedAt >= this.#finishedAt) return 'now';
    const leftMs = this.#finishedAt - this.#now();
    return leftMs > 0 ? leftMs : 'read';
  }

  /** Reads the lists; never rejects. */
  async run(onError: (error: unknown) => void): Promise<void> {
    this.isRunning = true;
    const goal = this.#wanted;
    const at = this.#now();
    try {
      await this.#read();
      this.#done = goal;
      this.#requestedAt = at;
    } catch (error) {
      onError(error);
    } finally {
      this.isRunning = false;
    }
  }
}
