import {
  rowKind,
  type Job,
  type JobKind,
  type JobRow,
  type JobStep,
  type RowState,
} from '#shared/domain/job';
import { faultText } from '#lib/fault-text';
import { duration, until, type Format } from '#lib/format';

/** A row's state in one word. */
export const rowStateWords: Record<RowState, string> = {
  refused: 'Refused',
  waiting: 'Waiting',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  undone: 'Undone',
};

/** In a plan nothing is waiting yet: it will change, be created, be deleted or be sent. */
export function rowStateWord(
  state: RowState,
  { phase, kind }: Pick<Job, 'phase' | 'kind'>,
  action = '',
): string {
  if (state !== 'waiting' || phase !== 'planned') return rowStateWords[state];
  if (kind === 'report') return 'Will be sent';
  if (action.startsWith('create')) return 'Will be created';
  return action.startsWith('delete') ? 'Will be deleted' : 'Will change';
}

/** What can be promised of submissions, which nothing takes back. */
export const submissionPromise =
  'Each record is sent once: after a lost answer or a crash Waypost asks the service first whether it is there; where it cannot be asked, an alert is not sent again by itself. What was sent cannot be taken back.';

const actionWords: Record<JobStep['action'], string> = {
  createUser: 'Create',
  changeUser: 'Change',
  deleteUser: 'Delete',
  createGroup: 'Create',
  changeGroup: 'Change',
  deleteGroup: 'Delete',
  changeLimits: 'Change',
  renew: 'Renew',
  submitLocation: 'Submit',
  submitAlert: 'Submit',
};

const nouns = { user: 'user', group: 'group', limits: 'device', report: 'for device' };

/**
 * What a row does; main's own word where it is none of the known ones. Where a job is about records
 * of several kinds, the kind is said.
 */
export function actionWord(action: string, kind: JobKind): string {
  const word = (actionWords as Record<string, string>)[action] ?? action;
  return kind === 'mixed' ? `${word} ${nouns[rowKind(action, kind)]}` : word;
}

const deletes: ReadonlySet<string> = new Set(['deleteUser', 'deleteGroup']);
export const isDelete = ({ action }: Pick<JobRow, 'action'>) => deletes.has(action);

/** Rows that are settled, one way or the other. */
export function settledRows({ counts }: Pick<Job, 'counts'>): number {
  return counts.done + counts.failed + counts.undone;
}

/** Rows that are to be sent at all. */
export function sendableRows({ rows, counts }: Pick<Job, 'rows' | 'counts'>): number {
  return rows - counts.refused;
}

/** Whether what failed can be run again; a job that was cancelled is over for good. */
export const canRetry = ({ phase, counts }: Pick<Job, 'phase' | 'counts'>) =>
  (phase === 'paused' || phase === 'done') && counts.failed > 0;

/** Where a job stands, in a short sentence. */
export function jobSentence(job: Job, now: number, format: Format): string {
  const { count, counted } = format;
  const { counts } = job;
  const of = `${count(settledRows(job))} of ${count(sendableRows(job))}`;
  switch (job.phase) {
    case 'planned':
      return planSentence(job, format);
    case 'running':
      return `Running: ${of} done, about ${duration(job.estimatedSeconds)} left`;
    case 'paused':
      return `Paused at ${of}${whyPaused(job, now)}`;
    case 'done': {
      const parts = [
        counts.done > 0 && `${count(counts.done)} done`,
        counts.failed > 0 && `${count(counts.failed)} failed`,
        counts.refused > 0 && `${count(counts.refused)} refused`,
        counts.undone > 0 && `${count(counts.undone)} undone`,
      ].filter(Boolean);
      return `Finished: ${parts.join(', ') || 'nothing to do'}`;
    }
    case 'cancelled':
      return `Cancelled: ${count(counts.done)} done, ${counted(counts.waiting, 'row')} not sent`;
  }
}

function planSentence(job: Job, { count, counted }: Format): string {
  const rows = sendableRows(job);
  const change =
    job.kind === 'report'
      ? `${counted(rows, 'record')} will be sent`
      : `${counted(rows, 'row')} will change`;
  const refused = job.counts.refused > 0 ? `, ${count(job.counts.refused)} refused` : '';
  const same = job.unchanged ? `, ${count(job.unchanged)} so already` : '';
  const pace = `${count(Math.floor(job.callsPerMinute))} a minute at most`;
  const cost = `${counted(job.calls, 'call')}, ${pace}, about ${duration(job.estimatedSeconds)}`;
  return `${change}${refused}${same}; ${cost}. Nothing has been sent.`;
}

function whyPaused(job: Job, now: number): string {
  const resumes =
    job.resumesAt !== null && job.resumesAt > now ? `; goes on ${until(job.resumesAt, now)}` : '';
  if (job.pausedBy) return `: ${faultText(job.pausedBy, 'open').title}${resumes}`;
  if (job.pausedByRestart) {
    return ': Waypost was closed in the middle of it; goes on by itself once the service answers';
  }
  return resumes;
}

/** Jobs that go on by themselves, for the shell. */
export const isInFlight = ({ phase }: Pick<Job, 'phase'>) =>
  phase === 'running' || phase === 'paused';
