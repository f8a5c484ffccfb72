import type { Allowance } from '#main/pace/allocation';
import type { FieldChange } from '#shared/domain/change';
import type { Job, JobRow, RowState } from '#shared/domain/job';
import type { SubmissionResult } from '#shared/domain/submission-result';
import type { Fault } from '#shared/fault';
import type { JobStore, PlannedDraft, StoredRow } from './stored';

/** The plan of a job, before anything is sent. */
export interface JobPlan<S> {
  rows: StoredRow<S>[];
  /** Passwords by row; in memory only. */
  passwords: Map<number, string>;
  /** Steps left out because there is nothing to change. */
  unchanged: number;
  calls: number;
}

/** What the queue must know about steps, which are otherwise opaque. */
export interface StepRules<S> {
  /** The step as it is sent. */
  withPassword(step: S, password: string): S;
  /** The result of an earlier attempt can be found without the password. */
  canLookUp(step: S): boolean;
  /** A missing record is the result of an earlier attempt. */
  isDoneIfGone(step: S): boolean;
  /** Whether a job of this kind can be undone. */
  canUndo(kind: Job['kind']): boolean;
}

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

/** The context for carrying out a step. */
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
  /** The journal entries that this step undoes. */
  undoesEntries: readonly string[];
}

export interface RunnerOptions<S> {
  store: JobStore<S>;
  steps: StepRules<S>;
  now: () => number;
  /** Runs once after a delay; returns the function that cancels it. */
  after: (delayMs: number, run: () => void) => () => void;
  /** From 0 to below 1. */
  random: () => number;
  newId: () => string;
  /** When jobs may send the next row. */
  budget: Pick<Allowance, 'waitMs' | 'callsPerMinute'>;
  /**
   * Refreshes the lists that jobs of these kinds need: before a job starts or resumes, and when the
   * result of something sent is unknown. Rejects with FaultError.
   */
  prepare: (kinds: ReadonlySet<Job['kind']>) => Promise<void>;
  /** Carries out one step; rejects with FaultError. */
  apply: (step: S, context: StepContext) => Promise<Applied | null>;
  /** Why nothing can be written to disk at present; then nothing new is sent. */
  diskFault?: () => Fault | null;
  onChanged: (jobs: Job[]) => void;
  /** An exception that is no fault; its row fails. Returns the fault to show. */
  onBug: (error: unknown) => Fault;
  concurrency?: number;
  /** How long results are collected before they are written and reported. */
  throttleMs?: number;
}

export interface NewJob {
  title: string;
  kind: Job['kind'];
  undoOf?: string;
  draft?: PlannedDraft | undefined;
}

/** Runs jobs one after the other, a few rows at a time, through faults and restarts. */
export interface JobRunner<S> {
  /** The newest first. */
  jobs(): Job[];
  job(id: string): Job;
  rows(
    id: string,
    range: { from: number; limit: number; state: RowState | null },
  ): { total: number; rows: JobRow[] };
  storedRows(id: string): readonly StoredRow<S>[];
  rowStates(id: string): RowState[];
  /** The change of the job to a record was undone in another way. */
  noteUndone(id: string | null, recordId: string): void;
  add(job: NewJob, plan: JobPlan<S>): Job;
  /** The same, with a `turn` for other work in between; refused if the account is left meanwhile. */
  addInChunks(job: NewJob, plan: JobPlan<S>, turn: () => Promise<void>): Promise<Job>;
  start(id: string): Job;
  pause(id: string): Job;
  cancel(id: string): Job;
  /** `rows`: only these of them; null or absent: all that failed. */
  retryFailed(id: string, rows?: readonly number[] | null): Job;
  remove(id: string): void;
  /** A job runs, or would run if the service responded. */
  isWorking(): boolean;
  /**
   * The service responds, or the key was replaced: tries now. Does not shorten the wait of a 429.
   */
  wake(): void;
  /** Stops; rows in flight are looked up when the account is opened again. */
  close(): void;
}
