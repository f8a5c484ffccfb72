import type { z } from 'zod';

/** A process that does one task; in the app a utility process. */
interface RunningProcess<Sent> {
  post(message: Sent): void;
  /** Ends it immediately; `onEnd` is called when it is gone. */
  kill(): void;
}

export type StartProcess<Sent> = (options: {
  onMessage: (message: unknown) => void;
  onEnd: () => void;
  /** The process ends when its heap exceeds this; absent: the limit of the runtime. */
  heapMegabytes?: number;
}) => RunningProcess<Sent>;

interface TaskOptions<Sent, Received extends { type: string }> {
  start: StartProcess<Sent>;
  /** What the process may send. It handles untrusted files, so every message is checked. */
  schema: z.ZodType<Received>;
  /** Receive the messages that come before the result. */
  listeners: { [Type in Received['type']]?: (message: Extract<Received, { type: Type }>) => void };
  heapMegabytes?: number;
  /** The process is ended after this time. */
  limit?: { ms: number; after: (delayMs: number, run: () => void) => () => void };
}

/** `ended`: without memory, killed from outside, or after an invalid message. */
interface NoResult {
  type: 'ended' | 'cancelled' | 'late';
}

/** One task in a process of its own. The first message without a listener is its result. */
export class TaskProcess<Sent, Received extends { type: string }> {
  readonly result: Promise<Received | NoResult>;
  readonly #settle: (result: Received | NoResult) => void;
  readonly #gone = Promise.withResolvers<void>();
  readonly #child: RunningProcess<Sent>;
  readonly #stopTimer: () => void;
  #isActive = true;
  #isCancelled = false;

  constructor({ start, schema, listeners, heapMegabytes, limit }: TaskOptions<Sent, Received>) {
    const { promise, resolve } = Promise.withResolvers<Received | NoResult>();
    this.result = promise;
    this.#settle = (result) => {
      this.#isActive = false;
      resolve(result);
    };
    this.#child = start({
      ...(heapMegabytes !== undefined && { heapMegabytes }),
      onMessage: (message) => {
        if (!this.#isActive) return;
        const { data } = schema.safeParse(message);
        if (!data) return this.#settle({ type: 'ended' });
        const listen = listeners[data.type as Received['type']];
        if (listen) listen(data as Extract<Received, { type: Received['type'] }>);
        else this.#settle(data);
      },
      onEnd: () => {
        this.#settle({ type: 'ended' });
        this.#gone.resolve();
      },
    });
    const stopTimer = limit?.after(limit.ms, () => this.#stop('late'));
    this.#stopTimer = stopTimer ?? (() => undefined);
  }

  /** Whether the result is still to come. */
  get isActive(): boolean {
    return this.#isActive;
  }

  /** Whether it was cancelled, also after the result came. */
  get isCancelled(): boolean {
    return this.#isCancelled;
  }

  post(message: Sent): void {
    this.#child.post(message);
  }

  cancel(): void {
    this.#isCancelled = true;
    this.#stop('cancelled');
  }

  /** Ends the process and waits until it is gone. */
  async close(): Promise<void> {
    this.#stopTimer();
    this.#child.kill();
    await this.#gone.promise;
  }

  #stop(type: NoResult['type']): void {
    this.#settle({ type });
    this.#child.kill();
  }
}
