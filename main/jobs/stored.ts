import type { Cache } from '#main/cache/cache';
import { z } from 'zod';
import { jobSchema, rowStates, type Job, type JobRow, type RowState } from '#shared/domain/job';
import { submissionResultSchema } from '#shared/domain/submission-result';
import { readStoredFault } from './stored-fault';

/** A stored row: the data shown in the window, and the data needed to send and undo it. */
export interface StoredRow<S = unknown> extends JobRow {
  /** Without its password, which is never stored. */
  step: S;
  /** The step came with a password, which is in memory only. */
  needsPassword: boolean;
  /** Sent without an answer, or about to be sent when the app ended: look before sending again. */
  mayBeSent: boolean;
  /** When it was first about to be sent, epoch milliseconds. */
  attemptedAt: number | null;
  /** The number of attempts without a response. */
  attempts: number;
  /** The record of the row; for a creation, once it is known. */
  recordId: string | null;
  /** The row of another job that this one undoes. */
  undoes: number | null;
  /** The journal entry of the change. */
  journalId?: string | null;
  /** The journal entries that this one undoes. */
  undoesEntries?: readonly string[];
}

/** A stored job; the other values shown in the window are derived from it. */
export interface StoredJob extends Pick<
  Job,
  | 'id'
  | 'title'
  | 'kind'
  | 'createdAt'
  | 'phase'
  | 'rows'
  | 'counts'
  | 'calls'
  | 'unchanged'
  | 'unconfirmed'
  | 'heldBack'
  | 'expiresOff'
> {
  /** Index of the first row of each chunk of rows. */
  chunkStarts: number[];
  /** The job this one undoes. */
  undoOf: string | null;
  /** The draft it was planned from, until it is started or cancelled. */
  draft?: PlannedDraft | undefined;
}

/** A draft as it was when a job was planned from it. */
export interface PlannedDraft {
  key: string;
  edit: Record<string, unknown>;
}

/** The rows of one chunk, which is always written completely. */
export interface Chunk<S = unknown> {
  jobId: string;
  chunk: number;
  rows: readonly StoredRow<S>[];
}

/** Where jobs are stored. Every write is one transaction, on disk when it returns. */
export interface JobStore<S = unknown> {
  load(): StoredJob[];
  /** null if they cannot be read. */
  loadChunk(jobId: string, chunk: number): StoredRow<S>[] | null;
  write(jobs: readonly StoredJob[], chunks: readonly Chunk<S>[]): void;
  remove(job: StoredJob): void;
}

/**
 * The jobs of an account in its encrypted cache. `isStep`: whether a stored step can be sent. A job
 * that starts goes to disk together with the removal of the draft it was planned from.
 */
export function cachedJobs<S>(
  cache: Cache,
  isStep: (value: unknown) => value is S,
  removeDraft: (draft: PlannedDraft) => void = () => undefined,
): JobStore<S> {
  /** The rest of a step was checked when it was planned. */
  const isRow = (value: unknown): value is StoredRow<S> => isStoredRow(value) && isStep(value.step);
  const jobs = cache.records('job');
  const rows = cache.records('jobRows');
  const keyOf = (jobId: string, chunk: number) => `${jobId}:${chunk}`;
  return {
    load: () => jobs.all().flatMap(({ id, value }) => (isStoredJob(value, id) ? value : [])),
    loadChunk: (jobId, chunk) => {
      const stored = rows.get(keyOf(jobId, chunk));
      if (!Array.isArray(stored) || !stored.every(isRow)) return null;
      return stored.map((row) => ({
        ...row,
        fault: readStoredFault(row.fault),
        result: submissionResultSchema.safeParse(row.result).data,
      }));
    },
    write: (changed, chunks) =>
      cache.inOneWrite(() => {
        rows.putMany(
          chunks.map(({ jobId, chunk, rows: body }) => [keyOf(jobId, chunk), body] as const),
        );
        for (const job of changed) settleDraft(job, removeDraft);
        jobs.putMany(changed.map((job) => [job.id, job] as const));
      }),
    remove: (job) =>
      cache.inOneWrite(() => {
        rows.removeMany(job.chunkStarts.map((_, chunk) => keyOf(job.id, chunk)));
        jobs.remove(job.id);
      }),
  };
}

/** A draft whose plan is cancelled stays, to be corrected. */
function settleDraft(job: StoredJob, removeDraft: (draft: PlannedDraft) => void): void {
  const { draft, phase } = job;
  if (!draft || phase === 'planned') return;
  if (phase !== 'cancelled') removeDraft(draft);
  delete job.draft;
}

/** Another version may have stored jobs in another form; an unreadable job is left unchanged. */
function isStoredJob(value: unknown, id: string): value is StoredJob {
  const { success, data } = jobHeaderSchema.safeParse(value);
  return success && data.id === id;
}

/** The members that the queue relies on. */
function isStoredRow(value: unknown): value is StoredRow {
  if (typeof value !== 'object' || value === null) return false;
  const { index, state, changes, attempts } = value as Partial<StoredRow>;
  return (
    typeof index === 'number' &&
    typeof attempts === 'number' &&
    rowStates.some((each) => each === state) &&
    Array.isArray(changes)
  );
}

const jobHeaderSchema = jobSchema
  .pick({
    id: true,
    title: true,
    kind: true,
    createdAt: true,
    phase: true,
    rows: true,
    counts: true,
    calls: true,
    unchanged: true,
    unconfirmed: true,
    heldBack: true,
    expiresOff: true,
  })
  .extend({
    chunkStarts: z.array(z.number()),
    undoOf: z.string().nullable(),
    draft: z.object({ key: z.string(), edit: z.record(z.string(), z.unknown()) }).optional(),
  });

const rowsInChunk = 100;
/** A group with thousands of members is a large row; a chunk is written whole whenever one changes. */
const charactersInChunk = 200_000;

/** The first row of each chunk; chunks are small enough to be cheap to write. */
export function* chunkStarts(rows: readonly StoredRow[]): Generator<number> {
  // As after a full chunk.
  let count = rowsInChunk;
  let characters = 0;
  for (const [index, row] of rows.entries()) {
    const size = JSON.stringify(row).length;
    if (count === rowsInChunk || characters + size > charactersInChunk) {
      yield index;
      count = 0;
      characters = 0;
    }
    count++;
    characters += size;
  }
}

/** The chunk of a row. */
export function chunkOf(starts: readonly number[], index: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (starts[middle]! <= index) low = middle;
    else high = middle - 1;
  }
  return low;
}

export const noCounts: Record<RowState, number> = {
  refused: 0,
  waiting: 0,
  running: 0,
  done: 0,
  failed: 0,
  undone: 0,
};

/** The number of rows in each state. */
export function countsOf(rows: readonly JobRow[]): Record<RowState, number> {
  const counts = { ...noCounts };
  for (const { state } of rows) counts[state]++;
  return counts;
}
