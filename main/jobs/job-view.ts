import type { Job, JobRow } from '#shared/domain/job';
import type { BackOff } from '#main/pace/back-off';
import type { StoredJob, StoredRow } from './stored';

/** A job as the window sees it; `backOff` is what all running jobs wait for. */
export function jobView(
  job: StoredJob,
  backOff: BackOff | null,
  callsPerMinute: number,
  canUndo: boolean,
): Job {
  const { chunkStarts: _chunkStarts, undoOf: _undoOf, ...shown } = job;
  const waitsFor = job.phase === 'running' ? backOff : null;
  const left = job.counts.waiting + job.counts.running;
  const sendable = job.rows - job.counts.refused;
  const callsLeft = sendable === 0 ? 0 : (job.calls * left) / sendable;
  return {
    ...shown,
    counts: { ...job.counts },
    phase: waitsFor ? 'paused' : job.phase,
    pausedBy: waitsFor?.fault ?? null,
    ...(waitsFor?.why === 'restart' ? { pausedByRestart: true } : {}),
    resumesAt: waitsFor?.until ?? null,
    callsPerMinute,
    estimatedSeconds: Math.ceil((callsLeft / Math.max(1, callsPerMinute)) * 60),
    canUndo: canUndo && job.phase !== 'planned' && job.phase !== 'running' && job.counts.done > 0,
  };
}

/** A row as the window sees it. */
export function rowView(row: StoredRow): JobRow {
  const { index, label, action, state, changes, refusal, note, fault, result } = row;
  const shown = { index, label, action, state, changes, refusal, fault };
  return {
    ...shown,
    ...(note === undefined ? {} : { note }),
    ...(result === undefined ? {} : { result }),
  };
}
