import { fail, type Fault } from '#shared/fault';
import type { LiveJob, LiveJobs } from './live-jobs';
import { chunkStarts, countsOf, type StoredJob } from './stored';
import type { JobPlan, NewJob } from './types';

/** Commands on a whole job; each throws FaultError in a phase that does not allow it. */
export interface JobCommands<S> {
  add(job: NewJob, plan: JobPlan<S>): LiveJob<S>;
  addInChunks(job: NewJob, plan: JobPlan<S>, turn: () => Promise<void>): Promise<LiveJob<S>>;
  start(id: string): LiveJob<S>;
  pause(id: string): LiveJob<S>;
  cancel(id: string): LiveJob<S>;
  retryFailed(id: string, rows: readonly number[] | null): LiveJob<S>;
  remove(id: string): void;
}

export interface JobCommandsOptions<S> {
  live: LiveJobs<S>;
  now: () => number;
  newId: () => string;
  /** A job was started or started again. */
  onStarted: () => void;
}

const resultUnknown: Fault = { kind: 'offline', layer: 'network' };

export function createJobCommands<S>(options: JobCommandsOptions<S>): JobCommands<S> {
  const { live } = options;

  const newJob = ({ title, kind, undoOf, draft }: NewJob, plan: JobPlan<S>): StoredJob => ({
    id: options.newId(),
    title,
    kind,
    createdAt: options.now(),
    phase: 'planned',
    rows: plan.rows.length,
    unchanged: plan.unchanged,
    counts: countsOf(plan.rows),
    calls: plan.calls,
    chunkStarts: [],
    undoOf: undoOf ?? null,
    ...(draft && { draft }),
  });

  function run(one: LiveJob<S>): LiveJob<S> {
    live.setPhase(one, 'running');
    live.enqueue(one);
    options.onStarted();
    return one;
  }

  return {
    add: (job, plan) => {
      const header = { ...newJob(job, plan), chunkStarts: [...chunkStarts(plan.rows)] };
      return live.add(header, plan.rows, plan.passwords);
    },
    addInChunks: (job, plan, turn) =>
      live.addInChunks(newJob(job, plan), plan.rows, plan.passwords, turn),
    start: (id) => {
      const one = live.get(id);
      requirePhase(one, ['planned', 'paused', 'running'], 'This job has already ended.');
      return one.job.phase === 'running' ? one : run(one);
    },
    pause: (id) => {
      const one = live.get(id);
      requirePhase(one, ['running', 'paused'], 'This job is not running.');
      live.unclaim(one);
      live.setPhase(one, 'paused');
      return one;
    },
    cancel: (id) => {
      const one = live.get(id);
      requirePhase(one, ['planned', 'running', 'paused'], 'This job has already ended.');
      live.unclaim(one);
      live.setPhase(one, 'cancelled');
      for (const row of live.rowsOf(one)) {
        // It will not be looked up again, so its state must show that it may have been sent.
        const isInDoubt = row.state === 'waiting' && row.mayBeSent;
        if (isInDoubt) live.setRow(one, row, 'failed', row.fault ?? resultUnknown);
      }
      one.passwords.clear();
      return one;
    },
    retryFailed: (id, rows) => {
      const picked = rows && new Set(rows);
      const one = live.get(id);
      requirePhase(one, ['running', 'paused', 'done'], 'This job cannot be run again.');
      for (const row of live.rowsOf(one)) {
        if (row.state !== 'failed' || (picked && !picked.has(row.index))) continue;
        row.attempts = 0;
        live.setRow(one, row, 'waiting');
      }
      return run(one);
    },
    remove: (id) => {
      const one = live.get(id);
      if (one.job.phase === 'running' || one.inFlight.size > 0) {
        fail({ kind: 'declined', reason: 'state', message: 'Pause or cancel the job first.' });
      }
      live.remove(id);
    },
  };
}

function requirePhase({ job }: LiveJob, phases: readonly StoredJob['phase'][], message: string) {
  if (!phases.includes(job.phase)) fail({ kind: 'declined', reason: 'state', message });
}
