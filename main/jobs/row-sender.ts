import { fail, FaultError, type Fault } from '#shared/fault';
import type { LiveJob, LiveJobs } from './live-jobs';
import type { RowResults } from './row-results';
import type { StoredRow } from './stored';
import type { Applied, RunnerOptions } from './types';
import type { WaitState } from './wait-state';

/** Sends single rows, and hands over what became of them. */
export interface RowSender<S> {
  /** Resolves when the row has its result; never rejects. */
  send(one: LiveJob<S>, index: number): Promise<void>;
  /** Rows being sent, of all jobs. */
  inFlight(): number;
  faultOf(error: unknown): Fault;
}

interface RowSenderOptions<S> extends Pick<RunnerOptions<S>, 'apply' | 'steps' | 'onBug'> {
  live: LiveJobs<S>;
  waits: Pick<WaitState, 'epoch'>;
  results: RowResults<S>;
  isClosed: () => boolean;
  /** A row has its result, and the jobs are not closed. */
  onEnded: () => void;
}

const lostPassword: Fault = {
  kind: 'invalid',
  field: 'password',
  message: 'Passwords are not stored. Import this row again.',
};

export function createRowSender<S>(options: RowSenderOptions<S>): RowSender<S> {
  const { live, results, waits, isClosed } = options;
  let inFlight = 0;

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
      if (!isClosed()) results.done(one, row, applied);
    } catch (error) {
      // A result that arrives after the end is looked up when the account is opened again.
      if (isClosed()) return;
      const fault = faultOf(error);
      const isGone = fault.kind === 'notFound' && mayBeSent && options.steps.isDoneIfGone(row.step);
      if (isGone) results.done(one, row, { recordId: row.recordId });
      else results.failed(one, row, fault, sentInEpoch);
    } finally {
      inFlight--;
      one.inFlight.delete(index);
      one.claimed.delete(index);
      if (!isClosed()) options.onEnded();
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

  return { send, faultOf, inFlight: () => inFlight };
}
