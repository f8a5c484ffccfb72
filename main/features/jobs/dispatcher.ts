// Why it is so: docs/decisions/0033-job-rows.md
import type { Allowance } from '#main/pace/budget';
import { meaningOf, createBackOffPolicy, type BackOff } from '#main/pace/back-off';
import type { FieldChange } from '#shared/domain/change';
import type { HeldBack } from '#shared/domain/alert-channels';
import type { Job, JobStep } from '#shared/domain/job';
import {
  isAsSubmitted,
  onlyHeldBack,
  type SubmissionResult,
} from '#shared/domain/submission-result';
import { fail, FaultError, type Fault } from '#shared/fault';
import type { LiveJob, LiveJobs } from './live-jobs';
import type { StoredRow } from './stored-jobs';
import { message } from '#shared/i18n/translate';

/** The result of a step, as returned by the service. */
export interface Applied {
  /** The record; for a creation, the new one. null: not provided by the service. */
  recordId: string | null;
  /** Its journal entry; null or absent: not known. */
  journalId?: string | null;
  /** The actual change, if it is known more precisely than in the plan. */
  changes?: FieldChange[];
  /** Of a submission: what the service answered. */
  result?: SubmissionResult;
}

export interface StepContext {
  jobId: string;
  /** The planned change; `before` is the state it was planned on. */
  changes: readonly FieldChange[];
  /**
   * When it was first attempted with an unknown result, epoch milliseconds: an existing record is
   * then its result. null: it was never sent.
   */
  attemptedAt: number | null;
  /** Its password is lost: only look for its result, and return null if there is none. */
  onlyLookUp: boolean;
  undoesEntries: readonly string[];
}

export interface DispatcherOptions {
  live: LiveJobs;
  waits: JobWaits;
  now: () => number;
  /** Runs once after a delay; returns the function that cancels it. */
  after: (delayMs: number, run: () => void) => () => void;
  /** When jobs may send the next row. */
  budget: Pick<Allowance, 'waitMs' | 'callsPerMinute'>;
  /**
   * Refreshes the lists that jobs of these kinds need: before a job starts or resumes, and when the
   * result of something sent is unknown. Rejects with FaultError.
   */
  prepare: (kinds: ReadonlySet<Job['kind']>) => Promise<void>;
  /** Carries out one step; rejects with FaultError. */
  apply: (step: JobStep, context: StepContext) => Promise<Applied | null>;
  /** Why nothing can be written to disk at present; then nothing new is sent. */
  diskFault?: () => Fault | null;
  /** An exception that is no fault; its row fails. Returns the fault to show. */
  onBug: (error: unknown) => Fault;
}

/** Rows sent at a time. */
const concurrency = 3;
/** Rows stored in advance as about to be sent, so that not every row waits for the disk. */
const claimAhead = 8;
const diskRetryMs = 30_000;
/** Attempts without a response after which a row fails, while the service responds to others. */
const mostAttempts = 4;

const lostPassword: Fault = {
  kind: 'invalid',
  field: 'password',
  message: message('faults.main.passwordsNotStored'),
};

/**
 * Sends the rows of running jobs as time, budget and the number in flight allow. A row is claimed (stored
 * as running) before it is sent; one in doubt is looked up in lists that were read since.
 */
export class Dispatcher {
  readonly #live: LiveJobs;
  readonly #waits: JobWaits;
  readonly #lists: ListReading;
  /** Something changed: it is written and reported soon. */
  readonly #onResult: () => void;
  /** A job ended: it is written and reported now. */
  readonly #onJobDone: () => void;
  /** Rows being sent, of all jobs. */
  #inFlight = 0;
  #cancelTimer: (() => void) | null = null;
  #isClosed = false;

  constructor(
    private readonly options: DispatcherOptions,
    { onResult, onJobDone }: { onResult: () => void; onJobDone: () => void },
  ) {
    this.#live = options.live;
    this.#waits = options.waits;
    this.#onResult = onResult;
    this.#onJobDone = onJobDone;
    this.#lists = new ListReading(options.now, () =>
      options.prepare(new Set(this.#live.running().map(({ job }) => job.kind))),
    );
  }

  /** Sends what can be sent now, and sets the next timer. */
  pump(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    if (this.#isClosed || this.#lists.isRunning) return;
    this.#finishJobs();
    if (!this.#next() || this.#isWaiting()) return;
    if (this.#lists.isDue()) {
      void this.#readLists();
      return;
    }
    this.#waits.current = null;
    while (this.#inFlight < concurrency) {
      const one = this.#next();
      if (!one || !this.#isReady(one) || !this.#claim(one)) break;
      void this.#send(one, one.queue.shift()!);
    }
    this.#onResult();
  }

  /** A job was started: its lists must be read before its first row is sent. */
  invalidate(): void {
    this.#lists.invalidate();
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelTimer?.();
  }

  #next(): LiveJob | null {
    return this.#live.running().find(({ queue }) => queue.length > 0) ?? null;
  }

  #isWaiting(): boolean {
    const leftMs = this.#waits.leftMs();
    if (leftMs !== null && leftMs > 0) this.#later(leftMs);
    return leftMs !== 0;
  }

  #later(delayMs: number): void {
    this.#cancelTimer?.();
    this.#cancelTimer = this.options.after(Math.max(1, Math.ceil(delayMs)), () => {
      this.#cancelTimer = null;
      this.pump();
    });
  }

  /** Jobs whose last row has ended are done, also if they were paused meanwhile. */
  #finishJobs(): void {
    for (const one of this.#live.all()) {
      const { phase, counts } = one.job;
      const isOpen = phase === 'running' || phase === 'paused';
      if (!isOpen || counts.waiting > 0 || counts.running > 0) continue;
      this.#live.unclaim(one);
      this.#live.setPhase(one, 'done');
      this.#onJobDone();
    }
  }

  /** Whether the next row of a job can be sent now; otherwise a timer or a read of the lists starts. */
  #isReady(one: LiveJob): boolean {
    const isInDoubt = this.#live.row(one, one.queue[0]!).mayBeSent;
    const lookUp = isInDoubt ? this.#lists.lookUp() : 'now';
    if (lookUp === 'read') void this.#readLists();
    else if (lookUp !== 'now') this.#later(lookUp);
    if (lookUp !== 'now') return false;
    const waitMs = this.options.budget.waitMs('burst', this.#inFlight);
    if (waitMs <= 0) return true;
    this.#later(waitMs);
    return false;
  }

  async #readLists(): Promise<void> {
    const sentInEpoch = this.#waits.epoch;
    await this.#lists.run((error) => {
      if (!this.#isClosed) this.#waits.fail(this.#faultOf(error), sentInEpoch);
    });
    this.pump();
    if (!this.#isClosed) this.#onResult();
  }

  /** False if it cannot be stored: what is not on disk must not be sent. */
  #claim(one: LiveJob): boolean {
    const { now, diskFault } = this.options;
    const first = one.queue[0]!;
    if (!one.claimed.has(first)) {
      const ahead = one.queue.slice(0, claimAhead).filter((index) => !one.claimed.has(index));
      for (const index of ahead) this.#live.row(one, index).attemptedAt ??= now();
      this.#live.claim(one, ahead);
    }
    const fault = diskFault?.() ?? null;
    if (!fault) return true;
    // The next claim tries to write again.
    this.#live.unclaim(one);
    this.#waits.current = { why: 'fault', fault, until: now() + diskRetryMs };
    this.#later(diskRetryMs);
    return false;
  }

  /** Resolves when the row has its result; never rejects. */
  async #send(one: LiveJob, index: number): Promise<void> {
    const row = this.#live.row(one, index);
    const sentInEpoch = this.#waits.epoch;
    const { mayBeSent } = row;
    this.#live.setRow(one, row, 'running');
    one.inFlight.add(index);
    this.#inFlight++;
    try {
      const applied = await this.#apply(one, row);
      if (!this.#isClosed) this.#done(one, row, applied);
    } catch (error) {
      // A result that arrives after the end is looked up when the account is opened again.
      if (this.#isClosed) return;
      const fault = this.#faultOf(error);
      // Then an earlier attempt deleted it.
      const isGone = fault.kind === 'notFound' && mayBeSent && row.step.action === 'delete';
      if (isGone) this.#done(one, row, { recordId: row.recordId });
      else this.#failed(one, row, fault, sentInEpoch);
    } finally {
      this.#inFlight--;
      one.inFlight.delete(index);
      one.claimed.delete(index);
      if (!this.#isClosed) {
        this.#onResult();
        this.pump();
      }
    }
  }

  async #apply(one: LiveJob, row: StoredRow): Promise<Applied> {
    const password = one.passwords.get(row.index) ?? null;
    const isPasswordLost = row.needsPassword && password === null;
    // Only a user that was created can be found without the password.
    const canLookUp = row.mayBeSent && row.step.action === 'create';
    if (isPasswordLost && !canLookUp) fail(lostPassword);
    const step = password === null ? row.step : withPassword(row.step, password);
    const applied = await this.options.apply(step, {
      jobId: one.job.id,
      changes: row.changes,
      attemptedAt: row.mayBeSent ? row.attemptedAt : null,
      onlyLookUp: isPasswordLost,
      undoesEntries: row.undoesEntries ?? [],
    });
    return applied ?? fail(lostPassword);
  }

  #done(one: LiveJob, row: StoredRow, applied: Applied): void {
    const { job } = one;
    this.#waits.answered();
    one.passwords.delete(row.index);
    row.recordId = applied.recordId ?? row.recordId;
    if (isSwitchedOff(applied.changes) && !isSwitchedOff(row.changes)) {
      job.expiresOff = (job.expiresOff ?? 0) + 1;
    }
    row.changes = applied.changes ?? row.changes;
    row.journalId = applied.journalId ?? null;
    row.mayBeSent = false;
    if (applied.result) {
      row.result = applied.result;
      const held = onlyHeldBack(applied.result);
      if (held.length > 0) job.heldBack = withHeldBack(job.heldBack, held);
      else if (!isAsSubmitted(applied.result)) job.unconfirmed = (job.unconfirmed ?? 0) + 1;
    }
    this.#live.setRow(one, row, 'done');
    const undone = job.undoOf === null ? null : this.#live.find(job.undoOf);
    if (!undone || row.undoes === null) return;
    const before = this.#live.row(undone, row.undoes);
    if (before.state === 'done') this.#live.setRow(undone, before, 'undone');
  }

  #failed(one: LiveJob, row: StoredRow, fault: Fault, sentInEpoch: number): void {
    const meaning = meaningOf(fault);
    const isUnknown = meaning === 'waitUnknown' || meaning === 'rowUnknown';
    // A refused key does not show whether an earlier attempt was carried out.
    if (isUnknown) row.mayBeSent = true;
    else if (meaning === 'row') row.mayBeSent = false;
    if (isUnknown) this.#lists.invalidate();
    if (meaning === 'waitUnknown') row.attempts++;
    const isHopeless = meaning === 'waitUnknown' && row.attempts >= mostAttempts;
    if (meaning === 'row') this.#waits.answered();
    else if (meaning !== 'rowUnknown') this.#waits.fail(fault, sentInEpoch);
    // Cancelled while it was in flight: it will not be looked up again.
    const isLast = one.job.phase === 'cancelled' && isUnknown;
    if (meaning === 'row' || meaning === 'rowUnknown' || isHopeless || isLast) {
      this.#live.setRow(one, row, 'failed', fault);
      return;
    }
    this.#live.setRow(one, row, 'waiting', isUnknown ? fault : null);
    // Moved behind the others: if the service cannot respond to this row, they need not wait for it.
    if (isUnknown) one.queue.push(row.index);
    else one.queue.unshift(row.index);
  }

  #faultOf(error: unknown): Fault {
    return error instanceof FaultError ? error.fault : this.options.onBug(error);
  }
}

function withPassword(step: JobStep, password: string): JobStep {
  return step.kind === 'user' && step.action !== 'delete'
    ? { ...step, edit: { ...step.edit, password } }
    : step;
}

const isSwitchedOff = (changes: readonly FieldChange[] = []) =>
  changes.some(({ field, after }) => field === 'expires' && after === false);

/** The channels held back in a job, with those of one more record. */
function withHeldBack(before: Job['heldBack'] = [], held: readonly HeldBack[]): Job['heldBack'] {
  const counts = new Map(before.map((each) => [`${each.channel} ${each.limit}`, each]));
  for (const each of held) {
    const key = `${each.channel} ${each.limit}`;
    counts.set(key, { ...each, records: (counts.get(key)?.records ?? 0) + 1 });
  }
  return [...counts.values()];
}

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
class ListReading {
  isRunning = false;
  /** The lists must be read when `#wanted` is ahead of `read`. */
  #wanted = 1;
  #done = 0;
  #requestedAt = -Infinity;
  /** The time at which the service has finished calls sent before the restart. */
  readonly #finishedAt: number;

  constructor(
    private readonly now: () => number,
    private readonly read: () => Promise<void>,
  ) {
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
    const leftMs = this.#finishedAt - this.now();
    return leftMs > 0 ? leftMs : 'read';
  }

  /** Reads the lists; never rejects. */
  async run(onError: (error: unknown) => void): Promise<void> {
    this.isRunning = true;
    const goal = this.#wanted;
    const at = this.now();
    try {
      await this.read();
      this.#done = goal;
      this.#requestedAt = at;
    } catch (error) {
      onError(error);
    } finally {
      this.isRunning = false;
    }
  }
}
