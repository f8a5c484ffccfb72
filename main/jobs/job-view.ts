import type { Job, JobRow } from '#shared/domain/job';
import type { BackOff } from '#main/pace/back-off';
import type { StoredJob, StoredRow } from './stored';

/** A job as the window sees it; `hold` is what keeps all running jobs waiting. */
export function jobView(job: StoredJob, hold: BackOff | null, callsPerMinute: number): Job {
  const { chunkStarts: _chunkStarts, undoOf: _undoOf, ...told } = job;
  const held = job.phase === 'running' ? hold : null;
  const left = job.counts.waiting + job.counts.running;
  const sendable = job.rows - job.counts.refused;
  const callsLeft = sendable === 0 ? 0 : (job.calls * left) / sendable;
  return {
    ...told,
    counts: { ...job.counts },
    phase: held ? 'paused' : job.phase,
    pausedBy: held?.fault ?? null,
    ...(held?.why === 'restart' ? { pausedByRestart: true } : {}),
    resumesAt: held?.until ?? null,
    callsPerMinute,
    estimatedSeconds: Math.ceil((callsLeft / Math.max(1, callsPerMinute)) * 60),
    canUndo:
      job.kind !== 'report' &&
      job.phase !== 'planned' &&
      job.phase !== 'running' &&
      job.counts.done > 0,
  };
}

/** A row as the window sees it. */
export function rowView(row: StoredRow): JobRow {
  const { index, label, action, state, changes, refusal, note, fault } = row;
  const told = { index, label, action, state, changes, refusal, fault };
  return note === undefined ? told : { ...told, note };
}
