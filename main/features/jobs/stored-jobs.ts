import { rescuedAtId, type Cache } from '#main/cache/cache';
import type { BackOff } from '#main/pace/back-off';
import { z } from 'zod';
import {
  jobSchema,
  rowStates,
  type Job,
  type JobRow,
  type JobStep,
  type RowState,
} from '#shared/domain/job';
import { submissionResultSchema } from '#shared/domain/submission-result';

/** A stored row: the data shown in the window, and the data needed to send and undo it. */
export interface StoredRow extends Omit<JobRow, 'kind' | 'action'> {
  /** Without its password, which is never stored. */
  step: JobStep;
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
  undoesEntries?: readonly string[];
}

const storedJobSchema = jobSchema
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
    undoOf: z.string().nullable(),
    /** The draft as it was when the job was planned from it, until it is started or cancelled. */
    draft: z.object({ key: z.string(), edit: z.record(z.string(), z.unknown()) }).optional(),
  });

/** A stored job; the other values shown in the window are derived from it. */
export type StoredJob = z.infer<typeof storedJobSchema>;
export type PlannedDraft = NonNullable<StoredJob['draft']>;

/** Rows are stored in chunks, which are written whole whenever one of their rows changes. */
export const rowsInChunk = 50;

export interface Chunk {
  jobId: string;
  chunk: number;
  rows: readonly StoredRow[];
}

/**
 * The jobs of an account in its encrypted cache. Every write is one transaction, on disk when it
 * returns. A job that starts goes to disk together with the removal of the draft it was planned from.
 */
export function createJobStore(cache: Cache, removeDraft: (draft: PlannedDraft) => void) {
  const jobs = cache.records('job');
  const rows = cache.records('jobRows');
  const keyOf = (jobId: string, chunk: number) => `${jobId}:${chunk}`;
  const chunkKeys = (job: Pick<StoredJob, 'id' | 'rows'>) =>
    Array.from({ length: Math.ceil(job.rows / rowsInChunk) }, (_, chunk) => keyOf(job.id, chunk));
  /** All rows of a job in order; empty if one of them cannot be read. */
  const loadRows = (job: Pick<StoredJob, 'id' | 'rows'>): StoredRow[] => {
    const stored = chunkKeys(job).flatMap((key) => rows.get(key) ?? []);
    const isWhole = stored.length === job.rows && stored.every(isRowAt);
    if (!isWhole) return [];
    return (stored as StoredRow[]).map((row) => ({
      ...row,
      result: submissionResultSchema.safeParse(row.result).data,
    }));
  };
  const settings = cache.records('setting');
  const rescuedAt = settings.get(rescuedAtId);
  if (typeof rescuedAt === 'number') doubtJobsBefore(rescuedAt);

  /**
   * Jobs of a file that was damaged may be older than what was sent: they are paused, and every row that is
   * not done is looked up before it is sent.
   */
  function doubtJobsBefore(time: number): void {
    cache.inOneWrite(() => {
      for (const { id, value: job } of jobs.all()) {
        if (!isStoredJob(job, id) || job.createdAt > time) continue;
        if (job.phase === 'running') jobs.put(id, { ...job, phase: 'paused' });
        const doubted = loadRows(job).map((row) => inDoubt(row, job.createdAt));
        for (let first = 0; first < doubted.length; first += rowsInChunk) {
          rows.put(keyOf(id, first / rowsInChunk), doubted.slice(first, first + rowsInChunk));
        }
      }
      settings.remove(rescuedAtId);
    });
  }

  /** A draft whose plan is cancelled stays, to be corrected. */
  function settleDraft(job: StoredJob): void {
    const { draft, phase } = job;
    if (!draft || phase === 'planned') return;
    if (phase !== 'cancelled') removeDraft(draft);
    delete job.draft;
  }

  return {
    /** Jobs that cannot be read are left unchanged. */
    load: (): StoredJob[] =>
      jobs.all().flatMap(({ id, value }) => (isStoredJob(value, id) ? value : [])),
    loadRows,
    write: (changed: readonly StoredJob[], chunks: readonly Chunk[]): void =>
      cache.inOneWrite(() => {
        rows.putMany(
          chunks.map(({ jobId, chunk, rows: body }) => [keyOf(jobId, chunk), body] as const),
        );
        for (const job of changed) settleDraft(job);
        jobs.putMany(changed.map((job) => [job.id, job] as const));
      }),
    remove: (job: StoredJob): void =>
      cache.inOneWrite(() => {
        rows.removeMany(chunkKeys(job));
        jobs.remove(job.id);
      }),
  };
}
export type JobStore = ReturnType<typeof createJobStore>;

function inDoubt(row: StoredRow, plannedAt: number): StoredRow {
  if (!['waiting', 'running', 'failed'].includes(row.state)) return row;
  const state = row.state === 'running' ? 'waiting' : row.state;
  return { ...row, state, mayBeSent: true, attemptedAt: row.attemptedAt ?? plannedAt };
}

function isStoredJob(value: unknown, id: string): value is StoredJob {
  const { success, data } = storedJobSchema.safeParse(value);
  return success && data.id === id;
}

/** The members that the queue relies on; the rest of a step was checked when it was planned. */
function isRowAt(value: unknown, at: number): value is StoredRow {
  if (typeof value !== 'object' || value === null) return false;
  const { index, state, changes, attempts, step } = value as Partial<StoredRow>;
  return (
    index === at &&
    typeof attempts === 'number' &&
    rowStates.some((each) => each === state) &&
    Array.isArray(changes) &&
    typeof step?.kind === 'string' &&
    typeof step.action === 'string'
  );
}

/** A job as the window sees it; `backOff` is what all running jobs wait for. */
export function jobView(job: StoredJob, backOff: BackOff | null, callsPerMinute: number): Job {
  const { undoOf: _undoOf, draft: _draft, ...shown } = job;
  const waitsFor = job.phase === 'running' ? backOff : null;
  const left = job.counts.waiting + job.counts.running;
  const sendable = job.rows - job.counts.refused;
  const callsLeft = sendable === 0 ? 0 : (job.calls * left) / sendable;
  const hasStopped = job.phase !== 'planned' && job.phase !== 'running';
  return {
    ...shown,
    counts: { ...job.counts },
    phase: waitsFor ? 'paused' : job.phase,
    pausedBy: waitsFor?.fault ?? null,
    ...(waitsFor?.why === 'restart' ? { pausedByRestart: true } : {}),
    resumesAt: waitsFor?.until ?? null,
    callsPerMinute,
    estimatedSeconds: Math.ceil((callsLeft / Math.max(1, callsPerMinute)) * 60),
    canUndo: job.kind !== 'report' && hasStopped && job.counts.done > 0,
  };
}

/** A row as the window sees it. */
export function rowView(row: StoredRow): JobRow {
  const { index, label, state, changes, refusal, note, fault, result, step } = row;
  return {
    index,
    label,
    kind: step.kind,
    action: step.action,
    state,
    changes,
    refusal,
    fault,
    ...(note === undefined ? {} : { note }),
    ...(result === undefined ? {} : { result }),
  };
}

export const noCounts: Record<RowState, number> = {
  refused: 0,
  waiting: 0,
  running: 0,
  done: 0,
  failed: 0,
  undone: 0,
};

export function countsOf(rows: readonly StoredRow[]): Record<RowState, number> {
  const counts = { ...noCounts };
  for (const { state } of rows) counts[state]++;
  return counts;
}
