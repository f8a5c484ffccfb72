import type { Job, JobStep } from '#shared/domain/job';
import { faultText } from '#lib/faults';
import type { Format } from '#lib/format';

/** The number of rows with a result. */
export function settledRows({ counts }: Pick<Job, 'counts'>): number {
  return counts.done + counts.failed + counts.undone;
}

/** The number of rows that are not refused. */
export function sendableRows({ rows, counts }: Pick<Job, 'rows' | 'counts'>): number {
  return rows - counts.refused;
}

/** Whether failed rows can be run again; a cancelled job cannot continue. */
export const canRetry = ({ phase, counts }: Pick<Job, 'phase' | 'counts'>) =>
  (phase === 'paused' || phase === 'done') && counts.failed > 0;

/** Jobs that continue automatically. */
export const isInFlight = ({ phase }: Pick<Job, 'phase'>) =>
  phase === 'running' || phase === 'paused';

export const isOver = ({ phase }: Pick<Job, 'phase'>) => phase === 'done' || phase === 'cancelled';

/** What all rows of a bulk action do; `mixed`: different things, or not known. */
export type BulkAction = NameOf<JobStep> | 'activate' | 'mixed';

type NameOf<Step> = Step extends JobStep ? `${Step['kind']}.${Step['action']}` : never;

/** The action that all steps have in common. */
export function bulkActionOf(steps: readonly JobStep[]): BulkAction {
  const all = new Set(steps.map(({ kind, action }) => `${kind}.${action}` as NameOf<JobStep>));
  const [first] = all;
  if (first === undefined || all.size > 1) return 'mixed';
  const isDated = (step: JobStep) => step.action === 'renew' && step.expirationDate !== null;
  return first === 'limits.renew' && !steps.some(isDated) ? 'activate' : first;
}

/** The progress of a job as a short sentence. */
export function jobSentence(job: Job, now: number, format: Format): string {
  const { t, items } = format;
  const { counts } = job;
  const progress = { done: settledRows(job), all: sendableRows(job) };
  switch (job.phase) {
    case 'planned':
      return t('activity.sentence.plan', {
        counts: items(plannedCounts(job, format)),
        time: format.duration(job.estimatedSeconds),
      });
    case 'running': {
      const time = format.duration(job.estimatedSeconds);
      return t('activity.sentence.running', { ...progress, time });
    }
    case 'paused':
      return pausedSentence(job, progress, now, format);
    case 'done': {
      const parts = finishedCounts(job, format);
      return parts.length === 0
        ? t('activity.sentence.finishedNothing')
        : t('activity.sentence.finished', { counts: items(parts) });
    }
    case 'cancelled':
      return t('activity.sentence.cancelled', { done: counts.done, waiting: counts.waiting });
  }
}

type CountName =
  | 'rowsWillChange'
  | 'recordsWillBeSent'
  | 'refused'
  | 'upToDate'
  | 'done'
  | 'submitted'
  | 'failed'
  | 'undone'
  | 'expiresOff'
  | 'notConfirmed';

/** "3 refused"; nothing for none. */
const counted = (name: CountName, count: number | undefined, { t }: Format): string[] =>
  count ? [t(`activity.count.${name}`, { count })] : [];

function plannedCounts(job: Job, format: Format): string[] {
  const name = job.kind === 'report' ? 'recordsWillBeSent' : 'rowsWillChange';
  return [
    format.t(`activity.count.${name}`, { count: sendableRows(job) }),
    ...counted('refused', job.counts.refused, format),
    ...counted('upToDate', job.unchanged, format),
  ];
}

function finishedCounts(job: Job, format: Format): string[] {
  const { counts, heldBack = [] } = job;
  const done = heldBack.length > 0 ? 'submitted' : 'done';
  return [
    ...counted(done, counts.done, format),
    ...heldBackTexts(job, format),
    ...counted('failed', counts.failed, format),
    ...counted('refused', counts.refused, format),
    ...counted('undone', counts.undone, format),
    ...counted('expiresOff', job.expiresOff, format),
    ...counted('notConfirmed', job.unconfirmed, format),
  ];
}

/** What daily limits held back of submissions. */
function heldBackTexts({ counts, heldBack = [] }: Job, { t }: Format): string[] {
  return heldBack.map(({ channel, limit, records }) => {
    if (counts.done > 1) return t(`activity.heldBack.${channel}.several`, { records, limit });
    return limit === 0
      ? t(`activity.heldBack.${channel}.oneAtZero`)
      : t(`activity.heldBack.${channel}.one`, { limit });
  });
}

function pausedSentence(
  { pausedBy, pausedByRestart, resumesAt }: Job,
  progress: { done: number; all: number },
  now: number,
  format: Format,
): string {
  const { t } = format;
  const when = resumesAt !== null && resumesAt > now ? format.until(resumesAt, now) : null;
  if (pausedBy) {
    const reason = faultText(pausedBy, 'open', format).title;
    return when === null
      ? t('activity.sentence.pausedBy', { ...progress, reason })
      : t('activity.sentence.pausedByUntil', { ...progress, reason, when });
  }
  if (pausedByRestart) return t('activity.sentence.pausedByRestart', progress);
  return when === null
    ? t('activity.sentence.paused', progress)
    : t('activity.sentence.pausedUntil', { ...progress, when });
}

/** The running job in the header; `others`: how many more are in progress. */
export function progressText(job: Job, others: number, { t }: Format): string {
  const progress = { done: settledRows(job), all: sendableRows(job) };
  const isPaused = job.phase === 'paused';
  if (others === 0) {
    return isPaused
      ? t('activity.job.pausedInHeader', progress)
      : t('activity.job.inHeader', { ...progress, job: job.title });
  }
  return isPaused
    ? t('activity.job.pausedInHeaderAndMore', { ...progress, more: others })
    : t('activity.job.inHeaderAndMore', { ...progress, job: job.title, more: others });
}

/** That answers do not confirm what was submitted; null if all of them do. */
export function unconfirmedText(
  { unconfirmed, counts }: Pick<Job, 'unconfirmed' | 'counts'>,
  { t }: Format,
): string | null {
  if (!unconfirmed) return null;
  return t('activity.submission.notConfirmedHelp', { count: unconfirmed, done: counts.done });
}
