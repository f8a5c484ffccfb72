import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { RecordKind } from '#shared/domain/edit';
import type { Job, JobStep } from '#shared/domain/job';
import type { Outcome } from '#shared/fault';
import { api } from '#lib/api';
import { createMirror } from '#lib/mirror';

/** The account's jobs, mirrored from main. */
export const jobsMirror = createMirror(
  () => api.jobs.list(),
  (listener) => api.jobs.onChanged(listener),
);

/** Every job, newest first. */
export function useJobs(): readonly Job[] {
  return useStore(jobsMirror, ({ value }) => value ?? noJobs);
}
const noJobs: readonly Job[] = [];

const view = createStore<{ openId: string | null }>(() => ({ openId: null }));

/** The job shown on the jobs page. */
export function useOpenJobId(): string | null {
  return useStore(view, ({ openId }) => openId);
}

export function chooseJob(id: string | null): void {
  view.setState({ openId: id });
}

/** Opens the jobs page with this job. */
export function openJob(id: string): void {
  chooseJob(id);
  window.location.hash = '#/jobs';
}

/** Plans undoing journal entries as one job, and opens the plan for review. */
export async function planUndoOfEntries(ids: readonly string[]): Promise<Outcome<Job>> {
  const outcome = await api.jobs.planUndoOfEntries({ ids: [...ids] });
  if (outcome.ok) openJob(outcome.value.id);
  return outcome;
}

/**
 * Plans a bulk action and opens the plan for review. Sends nothing. Every bulk action starts here.
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
