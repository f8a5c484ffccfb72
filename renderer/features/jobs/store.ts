import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { RecordKind } from '#shared/domain/edit';
import type { Job, JobStep } from '#shared/domain/job';
import type { Outcome } from '#shared/fault';
import { api } from '#lib/api';
import { createMirror } from '#lib/mirror';

/** The account's bulk jobs, as main tells them. */
export const jobsMirror = createMirror(
  () => api.jobs.list(),
  (listener) => api.jobs.onChanged(listener),
);

/** Every job, the newest first. */
export function useJobs(): readonly Job[] {
  return useStore(jobsMirror, ({ value }) => value ?? noJobs);
}
const noJobs: readonly Job[] = [];

const view = createStore<{ openId: string | null }>(() => ({ openId: null }));

/** Which job the jobs page shows. */
export function useOpenJobId(): string | null {
  return useStore(view, ({ openId }) => openId);
}

export function chooseJob(id: string | null): void {
  view.setState({ openId: id });
}

/** Goes to the jobs page and shows one job there. */
export function openJob(id: string): void {
  chooseJob(id);
  window.location.hash = '#/jobs';
}

/** Plans the inverse of entries of the journal as one job, and shows the plan for review. */
export async function planUndoOfEntries(ids: readonly string[]): Promise<Outcome<Job>> {
  const outcome = await api.jobs.planUndoOfEntries({ ids: [...ids] });
  if (outcome.ok) openJob(outcome.value.id);
  return outcome;
}

/**
 * Plans a bulk action, which sends nothing, and shows the plan for review. Every bulk action of the
 * window begins here.
 */
export async function planJob(
  title: string,
  kind: RecordKind,
  steps: JobStep[],
): Promise<Outcome<Job>> {
  const outcome = await api.jobs.plan({ title, kind, steps });
  if (outcome.ok) openJob(outcome.value.id);
  return outcome;
}
