import type { Allowance } from '#main/pace/budget';
import type { FieldChange } from '#shared/domain/change';
import type { Job, JobKind, JobRow, JobStep, RowKind, RowState } from '#shared/domain/job';
import type { Fault } from '#shared/fault';
import type { Plan } from './plan';
import type { JobStore, StoredRow } from './stored';

/** What a step did, as the service answered it. */
export interface Applied {
  /** The record; of a creation, the new one. null: the service did not tell. */
  recordId: string | null;
  /** The entry of the journal that tells it; null or absent: it is not known. */
  journalId?: string | null;
  /** What really changed, where that is known better than when it was planned. */
  changes?: FieldChange[];
}

/** What whoever carries a step out must know beside it. */
export interface StepContext {
  jobId: string;
  /** What the plan said; `before` is the state the step was planned on. */
  changes: readonly FieldChange[];
  /**
   * When it was tried first without a known end, epoch milliseconds: what is there already is its
   * work. null: it was never sent.
   */
  attemptedAt: number | null;
  /** Its password is lost: find what it made, but make nothing. null is answered where nothing is. */
  onlyLookUp: boolean;
  /** The entries of the journal that this step takes back. */
  undoesEntries: readonly string[];
}

export interface RunnerOptions {
  store: JobStore;
  now: () => number;
  /** Runs once after a delay; answers the function that calls it off. */
  after: (delayMs: number, run: () => void) => () => void;
  /** From 0 to below 1. */
  random: () => number;
  newId: () => string;
  /** The calls that jobs may use; `apply` charges them. */
  budget: Pick<Allowance, 'waitMs' | 'callsPerMinute' | 'slowDown'>;
  /**
   * Reads the lists afresh: before a job begins or goes on, and whenever nobody knows what became
   * of something sent. Rejects with FaultError.
   */
  prepare: (kinds: ReadonlySet<RowKind>) => Promise<void>;
  /** Carries out one step; rejects with FaultError. */
  apply: (step: JobStep, context: StepContext) => Promise<Applied | null>;
  /** Why nothing can be kept on disk at present; then nothing new is sent. */
  diskFault?: () => Fault | null;
  onChanged: (jobs: Job[]) => void;
  /** An exception that is no fault; its row fails. Answers the fault to show. */
  onBug: (error: unknown) => Fault;
  concurrency?: number;
  /** How long results are gathered before they are written and told. */
  throttleMs?: number;
}

export interface NewJob {
  title: string;
  kind: JobKind;
  undoOf?: string;
}

/** Runs bulk actions: one after the other, a few rows at a time, through faults and restarts. */
export interface JobRunner {
  /** The newest first. */
  jobs(): Job[];
  job(id: string): Job;
  rows(
    id: string,
    range: { from: number; limit: number; state: RowState | null },
  ): { total: number; rows: JobRow[] };
  /** All rows with what is kept beside them. */
  storedRows(id: string): readonly StoredRow[];
  rowStates(id: string): RowState[];
  /** What the job did to a record was taken back in another way. */
  noteUndone(id: string | null, recordId: string): void;
  add(job: NewJob, plan: Plan): Job;
  /** The same, with a `turn` for others again and again; refused where the account is left meanwhile. */
  addInChunks(job: NewJob, plan: Plan, turn: () => Promise<void>): Promise<Job>;
  start(id: string): Job;
  pause(id: string): Job;
  cancel(id: string): Job;
  /** `rows`: only these of them; null or absent: all that failed. */
  retryFailed(id: string, rows?: readonly number[] | null): Job;
  remove(id: string): void;
  /** Something runs or would run if the service answered. */
  isWorking(): boolean;
  /** The service answers, or the key was replaced: tries now. A 429 is waited for all the same. */
  wake(): void;
  /** For good; what is in flight is looked up when the account is opened again. */
  close(): void;
}
