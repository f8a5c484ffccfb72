import type { Job, JobStep } from '#shared/domain/job';

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
