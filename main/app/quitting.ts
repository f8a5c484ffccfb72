import type { Job } from '#shared/domain/job';
import { quitMessages as messages } from './quitting-messages';

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

function jobQuestion({ jobs, ...unsaved }: OpenWork): QuitQuestion | null {
  const unfinished = jobs.filter(isInFlight);
  const job = unfinished.at(-1);
  if (!job) return null;
  const { title, counts } = job;
  const settled = counts.done + counts.failed + counts.undone;
  const progress = { title, settled, rows: job.rows - counts.refused };
  const setsPasswords = unsaved.isKept && unfinished.some(({ kind }) => kind === 'user');
  return {
    message: messages.unfinished(progress, unfinished.length - 1),
    detail: [
      whatOfTheJob(unsaved),
      ...(setsPasswords ? [messages.passwordsOfJob] : []),
      ...lossesOf(unsaved),
    ].join(' '),
  };
}

type Unsaved = Omit<OpenWork, 'jobs'>;

function whatOfTheJob({ isKept, isRefused }: Unsaved): string {
  if (isKept) return messages.jobResumes;
  return isRefused ? messages.jobNotWritten : messages.jobNotKept;
}

function lossQuestion(unsaved: Unsaved): QuitQuestion | null {
  const losses = lossesOf(unsaved);
  return losses.length > 0 ? { message: messages.lossTitle, detail: losses.join(' ') } : null;
}

/** What quitting loses, in sentences. */
function lossesOf({ drafts, typed, isKept, isRefused }: Unsaved): string[] {
  const ofDrafts = isRefused ? messages.draftsNotWritten : messages.draftsNotKept;
  return [
    ...(!isKept && drafts > 0 ? [ofDrafts(drafts)] : []),
    ...(typed > 0 ? [messages.passwordsTyped(typed)] : []),
  ];
}
