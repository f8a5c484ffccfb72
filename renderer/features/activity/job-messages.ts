import type { Job, JobKind, JobRow, RowState } from '#shared/domain/job';
import { countedMessage, type CountedMessage } from '#lib/counted-message';
import { faultText } from '#lib/fault-text';
import { duration, until, type Format } from '#lib/format';
import { itemsText } from '#lib/list-text';

export const rowStateLabels: Record<RowState, string> = {
  refused: 'Refused',
  waiting: 'Waiting',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  undone: 'Undone',
};

/** In a plan, a waiting row "will change", "will be created" and so on. */
export function rowStateLabel(
  state: RowState,
  { phase, kind }: Pick<Job, 'phase' | 'kind'>,
  action?: JobRow['action'],
): string {
  if (state !== 'waiting' || phase !== 'planned') return rowStateLabels[state];
  if (kind === 'report') return 'Will be sent';
  if (action === 'create') return 'Will be created';
  return action === 'delete' ? 'Will be deleted' : 'Will change';
}

/** That answers do not confirm what was submitted; null if all of them do. */
export function unconfirmedText(
  { unconfirmed, counts }: Pick<Job, 'unconfirmed' | 'counts'>,
  { count }: Pick<Format, 'count'>,
): string | null {
  if (!unconfirmed) return null;
  return unconfirmed === 1 && counts.done === 1
    ? 'The answer of the service does not confirm the record as it was submitted. It is shown in the row below.'
    : `The answers of the service do not confirm ${count(unconfirmed)} of ${count(counts.done)} records as they were submitted. They are shown in the rows below.`;
}

/** How submissions, which cannot be undone, are protected from being sent twice. */
export const submissionPromise =
  'Each record is sent once. After a lost response or a crash, Waypost first asks the service whether it has the record. If the service cannot tell, an alert is not sent again automatically. Submissions cannot be undone.';

const actionLabels: Record<JobRow['action'], string> = {
  create: 'Create',
  change: 'Change',
  delete: 'Delete',
  renew: 'Renew',
  submitLocation: 'Submit',
  submitAlert: 'Submit',
};

const nouns = { user: 'user', group: 'group', limits: 'device', report: 'for device' };

/** The label of a row's action; in a job with several kinds of records it includes the kind. */
export function actionLabel({ action, kind }: Pick<JobRow, 'action' | 'kind'>, jobKind: JobKind) {
  const label = actionLabels[action];
  return jobKind === 'mixed' ? `${label} ${nouns[kind]}` : label;
}

export const isDelete = ({ action }: Pick<JobRow, 'action'>) => action === 'delete';

/** The number of rows with a result. */
export function settledRows({ counts }: Pick<Job, 'counts'>): number {
  return counts.done + counts.failed + counts.undone;
}

/** The number of rows that are not refused. */
export function sendableRows({ rows, counts }: Pick<Job, 'rows' | 'counts'>): number {
  return rows - counts.refused;
}

/** More deletions than this need a typed confirmation. */
export const maxUnconfirmedDeletes = 5;

/** Whether failed rows can be run again; a cancelled job cannot continue. */
export const canRetry = ({ phase, counts }: Pick<Job, 'phase' | 'counts'>) =>
  (phase === 'paused' || phase === 'done') && counts.failed > 0;

/** The progress of a job as a short sentence. */
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
        counts.done > 0 && doneText(job, format),
        counts.failed > 0 && `${count(counts.failed)} failed`,
        counts.refused > 0 && `${count(counts.refused)} refused`,
        counts.undone > 0 && `${count(counts.undone)} undone`,
        job.expiresOff && countedMessage(expiresOffMessage, job.expiresOff, format),
        job.unconfirmed && `${count(job.unconfirmed)} not confirmed as submitted`,
      ].filter((part) => typeof part === 'string');
      return parts.length === 0 ? 'Finished: nothing to do' : `Finished: ${itemsText(parts)}`;
    }
    case 'cancelled':
      return `Cancelled: ${count(counts.done)} done, ${counted(counts.waiting, 'row')} not sent`;
  }
}

const expiresOffMessage: CountedMessage = {
  one: 'Expires of 1 switched off, because its date had passed',
  many: 'Expires of {n} switched off, because their dates had passed',
};

/** "3 done"; of submissions, what daily limits held back of them. */
function doneText({ counts, heldBack = [] }: Job, { count }: Pick<Format, 'count'>): string {
  const done = count(counts.done);
  if (heldBack.length === 0) return `${done} done`;
  const held = heldBack.map(({ channel, limit, records }) => {
    const messages = heldBackMessages[channel];
    if (counts.done === 1) return limit === 0 ? messages.oneAtZero : messages.one(count(limit));
    return messages.many(count(records), count(limit));
  });
  return `${done} submitted, ${itemsText(held)}`;
}

const heldBackMessages = {
  email: {
    one: (limit: string) => `its e-mail not sent: the limit of ${limit} is reached`,
    oneAtZero: 'its e-mail not sent: the limit is 0',
    many: (records: string, limit: string) =>
      `the e-mails of ${records} not sent: the limit of ${limit} is reached`,
  },
  sms: {
    one: (limit: string) => `its SMS not sent: the limit of ${limit} is reached`,
    oneAtZero: 'its SMS not sent: the limit is 0',
    many: (records: string, limit: string) =>
      `the SMS of ${records} not sent: the limit of ${limit} is reached`,
  },
};

function planSentence(job: Job, { count, counted }: Format): string {
  const rows = sendableRows(job);
  const changes = [
    job.kind === 'report'
      ? `${counted(rows, 'record')} will be sent`
      : `${counted(rows, 'row')} will change`,
    ...(job.counts.refused > 0 ? [`${count(job.counts.refused)} refused`] : []),
    ...(job.unchanged ? [`${count(job.unchanged)} already up to date`] : []),
  ];
  return planMessage({
    changes: itemsText(changes),
    calls: counted(job.calls, 'call'),
    perMinute: count(Math.floor(job.callsPerMinute)),
    time: duration(job.estimatedSeconds),
  });
}

interface PlanCost {
  changes: string;
  calls: string;
  perMinute: string;
  time: string;
}

const planMessage = ({ changes, calls, perMinute, time }: PlanCost): string =>
  `${changes}; ${calls}, ${perMinute} a minute at most, about ${time}. Nothing has been sent.`;

/** The running job in the header; `others`: how many more are in progress. */
export function progressText(job: Job, others: number, { count }: Pick<Format, 'count'>): string {
  const settled = count(settledRows(job));
  const all = count(sendableRows(job));
  const isPaused = job.phase === 'paused';
  if (others === 0) {
    return isPaused ? `Paused: ${settled} of ${all}` : `${job.title}: ${settled} of ${all}`;
  }
  return isPaused
    ? `Paused: ${settled} of ${all}, and ${count(others)} more`
    : `${job.title}: ${settled} of ${all}, and ${count(others)} more`;
}

function whyPaused(job: Job, now: number): string {
  const resumes =
    job.resumesAt !== null && job.resumesAt > now
      ? `; resumes automatically ${until(job.resumesAt, now)}`
      : '';
  if (job.pausedBy) return `: ${faultText(job.pausedBy, 'open').title}${resumes}`;
  if (job.pausedByRestart) {
    return ': Waypost was closed before it finished; resumes automatically when the service responds';
  }
  return resumes;
}

/** Jobs that continue automatically. */
export const isInFlight = ({ phase }: Pick<Job, 'phase'>) =>
  phase === 'running' || phase === 'paused';

/** What can be done with the selected rows of a job. */
export const rowActionMessages = {
  retry: (rows: number, { count }: Pick<Format, 'count'>) => `Retry ${count(rows)} failed`,
  undo: (rows: number, { count }: Pick<Format, 'count'>) => `Undo ${count(rows)} done…`,
};

export const messages = {
  job: (title: string) => `Job: ${title}`,
  progressOf: (title: string) => `Progress of ${title}`,
  row: (label: string) => `Row: ${label}`,
  change: (before: string, after: string) => `${before} → ${after}`,
};
