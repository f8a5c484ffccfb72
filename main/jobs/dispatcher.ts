import type { LiveJob, LiveJobs } from './live-jobs';
import { createPreparation } from './preparation';
import { createRowResults } from './row-results';
import { createRowSender } from './row-sender';
import type { RunnerOptions } from './types';
import type { WaitState } from './wait-state';

/** Rows stored in advance as about to be sent, so that not every row waits for the disk. */
const claimAhead = 8;
const diskRetryMs = 30_000;

/** Sends the rows of running jobs as time, budget and the number in flight allow. */
export interface Dispatcher {
  /** Sends what can be sent now, and sets the next timer. */
  pump(): void;
  /** A job was started: its lists must be read before its first row is sent. */
  invalidate(): void;
  close(): void;
}

export interface DispatcherOptions<S> extends RunnerOptions<S> {
  live: LiveJobs<S>;
  waits: WaitState;
  /** Something changed: it is written and reported soon. */
  onResult: () => void;
  /** A job ended: it is written and reported now. */
  onJobDone: () => void;
}

export function createDispatcher<S>(options: DispatcherOptions<S>): Dispatcher {
  const { now, budget, live, waits } = options;
  const concurrency = options.concurrency ?? 3;
  const preparation = createPreparation(now, () =>
    options.prepare(new Set(live.running().map(({ job }) => job.kind))),
  );
  const sender = createRowSender({
    ...options,
    results: createRowResults({ live, waits, preparation }),
    isClosed: () => isClosed,
    onEnded: () => {
      options.onResult();
      pump();
    },
  });
  let cancelTimer: (() => void) | null = null;
  let isClosed = false;

  function pump(): void {
    cancelTimer?.();
    cancelTimer = null;
    if (isClosed || preparation.isRunning()) return;
    finishJobs();
    if (!next() || isWaiting()) return;
    if (preparation.isDue()) {
      void prepare();
      return;
    }
    waits.clear();
    while (sender.inFlight() < concurrency) {
      const one = next();
      if (!one || !isReady(one) || !claim(one)) break;
      void sender.send(one, one.queue.shift()!);
    }
    options.onResult();
  }

  function next(): LiveJob<S> | null {
    return live.running().find(({ queue }) => queue.length > 0) ?? null;
  }

  function isWaiting(): boolean {
    const leftMs = waits.leftMs();
    if (leftMs !== null && leftMs > 0) later(leftMs);
    return leftMs !== 0;
  }

  function later(delayMs: number): void {
    cancelTimer?.();
    cancelTimer = options.after(Math.max(1, Math.ceil(delayMs)), () => {
      cancelTimer = null;
      pump();
    });
  }

  /** Jobs whose last row has ended are done, also if they were paused meanwhile. */
  function finishJobs(): void {
    for (const one of live.all()) {
      const { phase, counts } = one.job;
      const isOpen = phase === 'running' || phase === 'paused';
      if (!isOpen || counts.waiting > 0 || counts.running > 0) continue;
      live.unclaim(one);
      live.setPhase(one, 'done');
      options.onJobDone();
    }
  }

  /** Whether the next row of a job can be sent now; otherwise a timer or a read of the lists starts. */
  function isReady(one: LiveJob<S>): boolean {
    const lookUp = live.row(one, one.queue[0]!).mayBeSent ? preparation.lookUp() : 'now';
    if (lookUp === 'prepare') void prepare();
    else if (lookUp !== 'now') later(lookUp);
    if (lookUp !== 'now') return false;
    const waitMs = budget.waitMs('burst', sender.inFlight());
    if (waitMs <= 0) return true;
    later(waitMs);
    return false;
  }

  /** False if it cannot be stored: what is not on disk must not be sent. */
  function claim(one: LiveJob<S>): boolean {
    const first = one.queue[0]!;
    if (!one.claimed.has(first)) {
      const ahead = one.queue.slice(0, claimAhead).filter((index) => !one.claimed.has(index));
      for (const index of ahead) live.row(one, index).attemptedAt ??= now();
      live.claim(one, ahead);
    }
    const fault = options.diskFault?.() ?? null;
    if (!fault) return true;
    // The next claim tries to write again.
    live.unclaim(one);
    waits.set({ why: 'fault', fault, until: now() + diskRetryMs });
    later(diskRetryMs);
    return false;
  }

  async function prepare(): Promise<void> {
    const sentInEpoch = waits.epoch();
    await preparation.run((error) => {
      if (!isClosed) waits.fail(sender.faultOf(error), sentInEpoch);
    });
    pump();
    if (!isClosed) options.onResult();
  }

  return {
    pump,
    invalidate: preparation.invalidate,
    close: () => {
      isClosed = true;
      cancelTimer?.();
    },
  };
}
