import type { Job } from '#shared/domain/job';

/** The question asked before quitting interrupts work. */
export interface QuitQuestion {
  message: string;
  detail: string;
}

/** A job that continues without the user while Waypost is open. */
const isInFlight = ({ phase, pausedBy, pausedByRestart }: Job) =>
  phase === 'running' || (phase === 'paused' && (pausedBy !== null || pausedByRestart === true));

export interface OpenWork {
  /** Newest first; the oldest runs first. */
  jobs: readonly Job[];
  /** Records with unsaved changes. */
  drafts: number;
  /** Passwords typed and not saved. */
  typed: number;
  /** True if drafts and jobs are stored on disk. */
  isKept: boolean;
  /** True if the disk did not accept the last of them. */
  isRefused?: boolean;
}

/** null if quitting interrupts and loses nothing. */
export function quitQuestion(work: OpenWork): QuitQuestion | null {
  return jobQuestion(work) ?? lossQuestion(work);
}

function jobQuestion({ jobs, isKept, ...unsaved }: OpenWork): QuitQuestion | null {
  const unfinished = jobs.filter(isInFlight);
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
    detail: isKept
      ? `Nothing is lost: what was sent is done, and the rest resumes automatically when Waypost is opened again.${password}${lossOf({ ...unsaved, isKept })}`
      : unsaved.isRefused
        ? `What was sent is done; the disk did not accept the last state of the job, so check the service before you repeat it.${lossOf({ ...unsaved, isKept })}`
        : `What was sent is done; the rest is not sent, because nothing of this account is kept on this computer.${lossOf({ ...unsaved, isKept })}`,
  };
}

type Unsaved = Pick<OpenWork, 'drafts' | 'typed' | 'isKept' | 'isRefused'>;

function lossQuestion(unsaved: Unsaved): QuitQuestion | null {
  const loss = lossOf(unsaved).trim();
  return loss ? { message: 'Quit and lose what is not saved?', detail: loss } : null;
}

/** Sentences about what quitting loses; empty if nothing. */
function lossOf({ drafts, typed, isKept, isRefused }: Unsaved): string {
  const records = drafts === 1 ? 'one record are' : `${drafts} records are`;
  return [
    !isKept && drafts > 0
      ? isRefused
        ? ` Unsaved changes of ${drafts === 1 ? 'one record' : `${drafts} records`} may be lost: the disk did not accept the last changes.`
        : ` Unsaved changes of ${records} lost: nothing of this account is kept on this computer.`
      : '',
    typed > 0
      ? ` ${typed === 1 ? 'A password that was' : `${typed} passwords that were`} typed and not saved ${typed === 1 ? 'is' : 'are'} lost: passwords are never kept.`
      : '',
  ].join('');
}
