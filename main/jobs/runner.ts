import { fail, FaultError, type Fault } from '#shared/fault';
import { rowKindsOf } from '#shared/domain/job';
import { createBackOffPolicy, meaningOf, type BackOff } from '#main/pace/back-off';
import { jobView, rowView } from './job-view';
import { LiveJobs, type LiveJob } from './live-jobs';
import { chunkStarts, countsOf, withPassword, type StoredJob, type StoredRow } from './stored';
import type { Plan } from './plan';
import type { Applied, JobRunner, NewJob, RunnerOptions } from './types';

/** Rows written down ahead as about to be sent, so that not every row waits for the disk. */
const claimAhead = 8;
/** After so many times without an answer, while the service answers others, it is the row's fault. */
const mostAttempts = 4;
const diskRetryMs = 30_000;
/** What the service gets to finish what the app had sent when it ended, before it is looked up. */
const finishingMs = 2_000;

const lostPassword: Fault = {
  kind: 'invalid',
  field: 'password',
  message: 'Passwords are not stored. Import this row again.',
};

export function createJobRunner(options: RunnerOptions): JobRunner {
  const { now, budget } = options;
  const concurrency = options.concurrency ?? 3;
  const live = new LiveJobs(options.store);
  const policy = createBackOffPolicy(options.random);
  let hold: BackOff | null = null;
  /** Grows with every hold: what was sent before it has no second vote. */
  let epoch = 0;
  let inFlight = 0;
  /** Lists must be read anew when `wanted` is ahead of `prepared`. */
  let wanted = 1;
  let prepared = 0;
  let isPreparing = false;
  /** When the lists that rows in doubt are looked up in were asked for. */
  let preparedAt = -Infinity;
  /** From then on the service has finished what the app had sent before it was started again. */
  const settledAt = now() + finishingMs;
  let cancelTimer: (() => void) | null = null;
  let cancelGather: (() => void) | null = null;
  let isClosed = false;

  for (const one of live.all()) {
    if (one.job.phase !== 'running') continue;
    live.enqueue(one);
    hold = { why: 'restart', fault: null, until: null };
  }

  const running = () => live.all().filter(({ job }) => job.phase === 'running');

  const view = ({ job }: LiveJob) => jobView(job, hold, budget.callsPerMinute());
  const jobs = () => live.all().map(view).toReversed();

  /** Writes and tells what is gathered. */
  function settle(): void {
    cancelGather?.();
    cancelGather = null;
    live.flush();
    options.onChanged(jobs());
  }

  function gather(): void {
    if (isClosed) return;
    cancelGather ??= options.after(options.throttleMs ?? 250, settle);
  }

  function later(delayMs: number): void {
    cancelTimer?.();
    cancelTimer = options.after(Math.max(1, Math.ceil(delayMs)), () => {
      cancelTimer = null;
      pump();
    });
  }

  function next(): LiveJob | null {
    return running().find(({ queue }) => queue.length > 0) ?? null;
  }

  /** Sends as many rows as time, budget and number in flight allow, and sets the next timer. */
  function pump(): void {
    cancelTimer?.();
    cancelTimer = null;
    if (isClosed || isPreparing) return;
    finish();
    if (!next() || isHeld()) return;
    if (prepared < wanted) {
      void prepare();
      return;
    }
    hold = null;
    while (inFlight < concurrency) {
      const one = next();
      if (!one) break;
      if (preparedAt < settledAt && live.row(one, one.queue[0]!).mayBeSent) {
        if (now() < settledAt) later(settledAt - now());
        else void prepare();
        break;
      }
      const waitMs = budget.waitMs('burst');
      if (waitMs > 0) {
        later(waitMs);
        break;
      }
      if (!claim(one)) break;
      void send(one, one.queue.shift()!);
    }
    gather();
  }

  function isHeld(): boolean {
    if (!hold) return false;
    if (hold.until === null) return true;
    const leftMs = hold.until - now();
    if (leftMs > 0) later(leftMs);
    return leftMs > 0;
  }

  /** Jobs whose last row has ended are done, also when they were paused meanwhile. */
  function finish(): void {
    for (const one of live.all()) {
      const { phase, counts } = one.job;
      const isOpen = phase === 'running' || phase === 'paused';
      if (!isOpen || counts.waiting > 0 || counts.running > 0) continue;
      live.unclaim(one);
      live.setPhase(one, 'done');
      settle();
    }
  }

  /** False where the disk does not take it: what cannot be kept must not be sent. */
  function claim(one: LiveJob): boolean {
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
    hold = { why: 'fault', fault, until: now() + diskRetryMs };
    later(diskRetryMs);
    return false;
  }

  async function prepare(): Promise<void> {
    isPreparing = true;
    const asked = epoch;
    const goal = wanted;
    const askedAt = now();
    try {
      await options.prepare(new Set(running().flatMap(({ job }) => rowKindsOf(job.kind))));
      prepared = goal;
      preparedAt = askedAt;
    } catch (error) {
      if (!isClosed) meet(faultOf(error), asked);
    } finally {
      isPreparing = false;
      pump();
      gather();
    }
  }

  function faultOf(error: unknown): Fault {
    return error instanceof FaultError ? error.fault : options.onBug(error);
  }

  /** Everything waits, unless it waits already for what happened before this was sent. */
  function meet(fault: Fault, asked: number): void {
    if (asked < epoch) return;
    epoch++;
    if (fault.kind === 'limitReached') budget.slowDown();
    hold = policy.after(fault, now());
  }

  async function send(one: LiveJob, index: number): Promise<void> {
    const row = live.row(one, index);
    const asked = epoch;
    const { mayBeSent } = row;
    live.setRow(one, row, 'running');
    one.inFlight.add(index);
    inFlight++;
    budget.take();
    try {
      const applied = await carryOut(one, row);
      if (!isClosed) done(one, row, applied);
    } catch (error) {
      // What still comes after the end is found when the account is opened again.
      if (isClosed) return;
      const fault = faultOf(error);
      const isGone = fault.kind === 'notFound' && mayBeSent && row.action.startsWith('delete');
      if (isGone) done(one, row, { recordId: row.recordId });
      else failed(one, row, fault, asked);
    } finally {
      inFlight--;
      one.inFlight.delete(index);
      one.claimed.delete(index);
      if (!isClosed) {
        gather();
        pump();
      }
    }
  }

  async function carryOut(one: LiveJob, row: StoredRow): Promise<Applied> {
    const password = one.passwords.get(row.index) ?? null;
    const isPasswordLost = row.needsPassword && password === null;
    if (isPasswordLost && (row.action !== 'createUser' || !row.mayBeSent)) fail(lostPassword);
    const applied = await options.apply(withPassword(row.step, password), {
      jobId: one.job.id,
      changes: row.changes,
      attemptedAt: row.mayBeSent ? row.attemptedAt : null,
      onlyLookUp: isPasswordLost,
      undoesEntries: row.undoesEntries ?? [],
    });
    return applied ?? fail(lostPassword);
  }

  function done(one: LiveJob, row: StoredRow, applied: Applied): void {
    policy.answered();
    one.passwords.delete(row.index);
    row.recordId = applied.recordId ?? row.recordId;
    row.changes = applied.changes ?? row.changes;
    row.journalId = applied.journalId ?? null;
    row.mayBeSent = false;
    live.setRow(one, row, 'done');
    const undone = one.job.undoOf === null ? null : live.find(one.job.undoOf);
    if (!undone || row.undoes === null) return;
    const before = live.row(undone, row.undoes);
    if (before.state === 'done') live.setRow(undone, before, 'undone');
  }

  function failed(one: LiveJob, row: StoredRow, fault: Fault, asked: number): void {
    const meaning = meaningOf(fault);
    const isUnknown = meaning === 'waitUnknown' || meaning === 'rowUnknown';
    // A refused key says nothing about what an earlier try did.
    if (isUnknown) row.mayBeSent = true;
    else if (meaning === 'row') row.mayBeSent = false;
    if (isUnknown) wanted++;
    if (meaning === 'waitUnknown') row.attempts++;
    const isHopeless = meaning === 'waitUnknown' && row.attempts >= mostAttempts;
    if (meaning === 'row') policy.answered();
    else if (meaning !== 'rowUnknown') meet(fault, asked);
    // Cancelled while it was under way: nothing will look it up any more.
    const isLast = one.job.phase === 'cancelled' && isUnknown;
    if (meaning === 'row' || meaning === 'rowUnknown' || isHopeless || isLast) {
      live.setRow(one, row, 'failed', fault);
      return;
    }
    live.setRow(one, row, 'waiting', isUnknown ? fault : null);
    // Others first: if it is this row that the service cannot answer, they need not wait for it.
    if (isUnknown) one.queue.push(row.index);
    else one.queue.unshift(row.index);
  }

  function begin(one: LiveJob): void {
    if (one.job.phase !== 'running') {
      live.setPhase(one, 'running');
      live.enqueue(one);
      wanted++;
    }
    wake();
    settle();
  }

  function wake(): void {
    if (hold && hold.why !== 'limit') hold = { ...hold, until: now() };
    pump();
  }

  function needs(one: LiveJob, phases: readonly StoredJob['phase'][], message: string): void {
    if (!phases.includes(one.job.phase)) fail({ kind: 'conflict', message, isOurs: true });
  }

  const newJob = ({ title, kind, undoOf }: NewJob, plan: Plan, starts: number[]): StoredJob => ({
    id: options.newId(),
    title,
    kind,
    createdAt: now(),
    phase: 'planned',
    rows: plan.rows.length,
    unchanged: plan.unchanged,
    counts: countsOf(plan.rows),
    calls: plan.calls,
    chunkStarts: starts,
    undoOf: undoOf ?? null,
  });

  return {
    jobs,
    job: (id) => view(live.get(id)),
    rows: (id, { from, limit, state }) => {
      const all = live.rowsOf(live.get(id));
      const wantedRows = state === null ? all : all.filter((row) => row.state === state);
      const page = wantedRows.slice(from, from + limit);
      return { total: wantedRows.length, rows: page.map(rowView) };
    },
    storedRows: (id) => live.rowsOf(live.get(id)),
    rowStates: (id) => live.rowsOf(live.get(id)).map(({ state }) => state),
    noteUndone: (id, recordId) => {
      const one = id === null ? null : live.find(id);
      const rows = one ? live.rowsOf(one) : [];
      const row = rows.find((each) => each.state === 'done' && each.recordId === recordId);
      if (!one || !row) return;
      live.setRow(one, row, 'undone');
      gather();
    },
    add: (job, plan) => {
      const starts = [...chunkStarts(plan.rows)];
      const one = live.add(newJob(job, plan, starts), plan.rows, plan.passwords);
      settle();
      return view(one);
    },
    addInChunks: async (job, plan, turn) => {
      const wholeTurn = async () => {
        await turn();
        if (isClosed) fail({ kind: 'conflict', message: failAccountClosed, isOurs: true });
      };
      const { rows, passwords } = plan;
      await wholeTurn();
      const one = await live.addInChunks(newJob(job, plan, []), rows, passwords, wholeTurn);
      settle();
      return view(one);
    },
    start: (id) => {
      const one = live.get(id);
      needs(one, ['planned', 'paused', 'running'], 'This job has already ended.');
      begin(one);
      return view(one);
    },
    pause: (id) => {
      const one = live.get(id);
      needs(one, ['running', 'paused'], 'This job is not running.');
      live.unclaim(one);
      live.setPhase(one, 'paused');
      settle();
      return view(one);
    },
    cancel: (id) => {
      const one = live.get(id);
      needs(one, ['planned', 'running', 'paused'], 'This job has already ended.');
      live.unclaim(one);
      live.setPhase(one, 'cancelled');
      for (const row of live.rowsOf(one)) {
        // Nobody will look it up any more, so it must not look as if it had never been sent.
        const isOpen = row.state === 'waiting' && row.mayBeSent;
        if (isOpen) live.setRow(one, row, 'failed', row.fault ?? unknownEnd);
      }
      one.passwords.clear();
      settle();
      return view(one);
    },
    retryFailed: (id, rows = null) => {
      const picked = rows && new Set(rows);
      const one = live.get(id);
      needs(one, ['running', 'paused', 'done'], 'This job cannot be run again.');
      if (one.job.phase === 'running') live.setPhase(one, 'paused');
      for (const row of live.rowsOf(one)) {
        if (row.state !== 'failed' || (picked && !picked.has(row.index))) continue;
        row.attempts = 0;
        live.setRow(one, row, 'waiting');
      }
      begin(one);
      return view(one);
    },
    remove: (id) => {
      const one = live.get(id);
      const isBusy = one.job.phase === 'running' || one.inFlight.size > 0;
      if (isBusy) {
        fail({ kind: 'conflict', message: 'Pause or cancel the job first.', isOurs: true });
      }
      live.remove(id);
      settle();
    },
    isWorking: () => hold === null && running().length > 0,
    wake,
    close: () => {
      isClosed = true;
      cancelTimer?.();
      cancelGather?.();
      live.flush();
    },
  };
}

const failAccountClosed = 'The account was closed before this was planned. Nothing was sent.';

const unknownEnd: Fault = { kind: 'offline', layer: 'network' };
