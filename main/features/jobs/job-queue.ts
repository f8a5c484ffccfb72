import { failDeclined, type Fault } from '#shared/fault';
import type { Job, RowState } from '#shared/domain/job';
import { Dispatcher, type DispatcherOptions, JobWaits } from './dispatcher';
import { LiveJobs, type LiveJob } from './live-jobs';
import {
  countsOf,
  jobView,
  rowView,
  type JobStore,
  type PlannedDraft,
  type StoredJob,
  type StoredRow,
} from './stored-jobs';
import { message, type Message, type Said } from '#shared/i18n/translate';

/** The plan of a job, before anything is sent. */
export interface JobPlan {
  rows: StoredRow[];
  /** Passwords by row; in memory only. */
  passwords: Map<number, string>;
  /** Steps left out because there is nothing to change. */
  unchanged: number;
  calls: number;
}

interface NewJob {
  title: Said;
  kind: Job['kind'];
  undoOf?: string;
  draft?: PlannedDraft | undefined;
}

export interface QueueOptions extends Omit<DispatcherOptions, 'live' | 'waits'> {
  store: JobStore;
  /** From 0 to below 1. */
  random: () => number;
  newId: () => string;
  onChanged: (jobs: Job[], rowsOf: (jobId: string) => readonly StoredRow[]) => void;
  /** How long results are collected before they are written and reported. */
  throttleMs?: number;
}

const accountClosed = message('faults.main.accountClosedBeforePlanned');
const resultUnknown: Fault = { kind: 'offline', layer: 'network' };

/**
 * A durable queue: runs jobs one after the other, a few rows at a time, through limits, faults, pauses,
 * crashes and restarts, and every row is carried out exactly once or reports why not. Commands throw
 * FaultError in a phase that does not allow them.
 */
export class JobQueue {
  readonly #live: LiveJobs;
  readonly #waits: JobWaits;
  readonly #dispatcher: Dispatcher;
  #cancelReport: (() => void) | null = null;
  #isClosed = false;

  constructor(private readonly options: QueueOptions) {
    this.#live = new LiveJobs(options.store);
    this.#waits = new JobWaits(options);
    for (const one of this.#live.running()) {
      this.#live.enqueue(one);
      this.#waits.current = { why: 'restart', fault: null, until: null };
    }
    this.#dispatcher = new Dispatcher(
      { ...options, live: this.#live, waits: this.#waits },
      { onResult: () => this.#reportSoon(), onJobDone: () => this.#report() },
    );
  }

  /** The newest first. */
  list(): Job[] {
    return this.#live
      .all()
      .map((one) => this.#view(one))
      .toReversed();
  }

  job(id: string): Job {
    return this.#view(this.#live.get(id));
  }

  rows(id: string, range: { from: number; limit: number; state: RowState | null }) {
    const { from, limit, state } = range;
    const all = this.storedRows(id);
    const found = state === null ? all : all.filter((row) => row.state === state);
    return { total: found.length, rows: found.slice(from, from + limit).map(rowView) };
  }

  storedRows(id: string): readonly StoredRow[] {
    return this.#live.rowsOf(this.#live.get(id));
  }

  rowStates(id: string): RowState[] {
    return this.storedRows(id).map(({ state }) => state);
  }

  add(job: NewJob, plan: JobPlan): Job {
    return this.#reported(this.#live.add(this.#newJob(job, plan), plan.rows, plan.passwords));
  }

  /** The same, with a `turn` for other work in between; refused if the account is left meanwhile. */
  async addInChunks(job: NewJob, plan: JobPlan, turn: () => Promise<void>): Promise<Job> {
    const openTurn = async () => {
      await turn();
      if (this.#isClosed) failDeclined(accountClosed);
    };
    await openTurn();
    const header = this.#newJob(job, plan);
    return this.#reported(
      await this.#live.addInChunks(header, plan.rows, plan.passwords, openTurn),
    );
  }

  start(id: string): Job {
    const one = this.#live.get(id);
    requirePhase(one, ['planned', 'paused', 'running'], message('faults.main.jobEnded'));
    if (one.job.phase !== 'running') this.#run(one);
    this.wake();
    return this.#reported(one);
  }

  pause(id: string): Job {
    const one = this.#live.get(id);
    requirePhase(one, ['running', 'paused'], message('faults.main.jobNotRunning'));
    this.#live.unclaim(one);
    this.#live.setPhase(one, 'paused');
    return this.#reported(one);
  }

  cancel(id: string): Job {
    const one = this.#live.get(id);
    requirePhase(one, ['planned', 'running', 'paused'], message('faults.main.jobEnded'));
    this.#live.unclaim(one);
    this.#live.setPhase(one, 'cancelled');
    for (const row of this.#live.rowsOf(one)) {
      // It will not be looked up again, so its state must show that it may have been sent.
      const isInDoubt = row.state === 'waiting' && row.mayBeSent;
      if (isInDoubt) this.#live.setRow(one, row, 'failed', row.fault ?? resultUnknown);
    }
    one.passwords.clear();
    return this.#reported(one);
  }

  /** `rows`: only these of them; null: all that failed. */
  retryFailed(id: string, rows: readonly number[] | null = null): Job {
    const picked = rows && new Set(rows);
    const one = this.#live.get(id);
    requirePhase(one, ['running', 'paused', 'done'], message('faults.main.jobNotAgain'));
    for (const row of this.#live.rowsOf(one)) {
      if (row.state !== 'failed' || (picked && !picked.has(row.index))) continue;
      row.attempts = 0;
      this.#live.setRow(one, row, 'waiting');
    }
    this.#run(one);
    this.wake();
    return this.#reported(one);
  }

  remove(id: string): void {
    const one = this.#live.get(id);
    if (one.job.phase === 'running' || one.inFlight.size > 0) {
      failDeclined(message('faults.main.jobInProgress'));
    }
    this.#live.remove(id);
    this.#report();
  }

  /** The change of the job to a record was undone in another way. */
  noteUndone(id: string | null, recordId: string): void {
    const one = id === null ? null : this.#live.find(id);
    const rows = one ? this.#live.rowsOf(one) : [];
    const row = rows.find((each) => each.state === 'done' && each.recordId === recordId);
    if (!one || !row) return;
    this.#live.setRow(one, row, 'undone');
    this.#reportSoon();
  }

  /** A job runs, or would run if the service responded. */
  isWorking(): boolean {
    return this.#waits.current === null && this.#live.running().length > 0;
  }

  /**
   * The service responds, or the key was replaced: tries now. Does not shorten the wait of a 429.
   */
  wake(): void {
    this.#waits.wake();
    this.#dispatcher.pump();
  }

  /** Stops; rows in flight are looked up when the account is opened again. */
  close(): void {
    this.#isClosed = true;
    this.#dispatcher.close();
    this.#cancelReport?.();
    this.#live.flush();
  }

  #newJob({ title, kind, undoOf, draft }: NewJob, plan: JobPlan): StoredJob {
    return {
      id: this.options.newId(),
      title,
      kind,
      createdAt: this.options.now(),
      phase: 'planned',
      rows: plan.rows.length,
      unchanged: plan.unchanged,
      counts: countsOf(plan.rows),
      calls: plan.calls,
      undoOf: undoOf ?? null,
      ...(draft && { draft }),
    };
  }

  #run(one: LiveJob): void {
    this.#live.setPhase(one, 'running');
    this.#live.enqueue(one);
    this.#dispatcher.invalidate();
  }

  #view({ job }: LiveJob): Job {
    return jobView(job, this.#waits.current, this.options.budget.callsPerMinute());
  }

  #reported(one: LiveJob): Job {
    this.#report();
    return this.#view(one);
  }

  /** Writes and reports every change now. */
  #report(): void {
    this.#cancelReport?.();
    this.#cancelReport = null;
    this.#live.flush();
    this.options.onChanged(this.list(), (id) => this.storedRows(id));
  }

  #reportSoon(): void {
    if (this.#isClosed) return;
    this.#cancelReport ??= this.options.after(this.options.throttleMs ?? 250, () => this.#report());
  }
}

function requirePhase({ job }: LiveJob, phases: readonly StoredJob['phase'][], why: Message) {
  if (!phases.includes(job.phase)) failDeclined(why);
}
