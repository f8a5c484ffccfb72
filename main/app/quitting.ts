import type { Job } from '#shared/domain/job';

/** What a person is asked before bulk work is interrupted. */
export interface QuitQuestion {
  message: string;
  detail: string;
}

/** Bulk work that goes on by itself as long as Waypost is open. */
const isUnderWay = ({ phase, pausedBy, pausedByRestart }: Job) =>
  phase === 'running' || (phase === 'paused' && (pausedBy !== null || pausedByRestart === true));

/** null where quitting interrupts nothing; jobs come newest first, and the oldest runs first. */
export function quitQuestion(jobs: readonly Job[]): QuitQuestion | null {
  const unfinished = jobs.filter(isUnderWay);
  const job = unfinished.at(-1);
  if (!job) return null;
  const { counts } = job;
  const settled = counts.done + counts.failed + counts.undone;
  const others = unfinished.length - 1;
  const more =
    others === 0 ? '' : `, nor ${others === 1 ? 'is another job' : `are ${others} others`}`;
  const password = unfinished.some(({ kind }) => kind === 'user')
    ? ' Passwords are never kept: rows that set one and are not sent by then have to be imported again.'
    : '';
  return {
    message: `“${job.title}” is not finished: ${settled} of ${job.rows - counts.refused} rows are settled${more}.`,
    detail: `Nothing is lost: what was sent is done, and the rest goes on by itself when Waypost is opened again.${password}`,
  };
}
