import { fail, FaultError, type Fault } from '#shared/fault';
import type { LiveJob, LiveJobs } from './live-jobs';
import { createPreparation } from './preparation';
import { createRowResults } from './row-results';
import type { StoredRow } from './stored';
import type { Applied, RunnerOptions } from './types';
import type { WaitState } from './wait-state';

/** Rows stored in advance as about to be sent, so that not every row waits for the disk. */
const claimAhead = 8;
const diskRetryMs = 30_000;

const lostPassword: Fault = {
  kind: 'invalid',
  field: 'password',
  message: 'Passwords are not stored. Import this row again.',
};

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
  const results = createRowResults({ live, waits, preparation });
  let inFlight = 0;
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
    while (inFlight < concurrency) {
      const one = next();
      if (!one || !isReady(one) || !claim(one)) break;
      void send(one, one.queue.shift()!);
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
    const waitMs = budget.waitMs('burst', inFlight);
    if (waitMs > 0) later(waitMs);
    return waitMs <= 0;
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
      if (!isClosed) waits.fail(faultOf(error), sentInEpoch);
    });
    pump();
    if (!isClosed) options.onResult();
  }

  function faultOf(error: unknown): Fault {
    return error instanceof FaultError ? error.fault : options.onBug(error);
  }

  async function send(one: LiveJob<S>, index: number): Promise<void> {
    const row = live.row(one, index);
    const sentInEpoch = waits.epoch();
    const { mayBeSent } = row;
    live.setRow(one, row, 'running');
    one.inFlight.add(index);
    inFlight++;
    try {
      const applied = await carryOut(one, row);
      if (!isClosed) results.done(one, row, applied);
    } catch (error) {
      // A result that arrives after the end is looked up when the account is opened again.
      if (isClosed) return;
      const fault = faultOf(error);
      const isGone = fault.kind === 'notFound' && mayBeSent && options.steps.isDoneIfGone(row.step);
      if (isGone) results.done(one, row, { recordId: row.recordId });
      else results.failed(one, row, fault, sentInEpoch);
    } finally {
      inFlight--;
      one.inFlight.delete(index);
      one.claimed.delete(index);
      if (!isClosed) {
        options.onResult();
        pump();
      }
    }
  }

  async function carryOut(one: LiveJob<S>, row: StoredRow<S>): Promise<Applied> {
    const password = one.passwords.get(row.index) ?? null;
    const isPasswordLost = row.needsPassword && password === null;
    if (isPasswordLost && !(row.mayBeSent && options.steps.canLookUp(row.step))) fail(lostPassword);
    const step = password === null ? row.step : options.steps.withPassword(row.step, password);
    const applied = await options.apply(step, {
      jobId: one.job.id,
      changes: row.changes,
      attemptedAt: row.mayBeSent ? row.attemptedAt : null,
      onlyLookUp: isPasswordLost,
      undoesEntries: row.undoesEntries ?? [],
    });
    return applied ?? fail(lostPassword);
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
