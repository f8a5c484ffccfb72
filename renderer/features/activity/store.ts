import { useStore } from 'zustand';
import type { Job } from '#shared/domain/job';
import { createAccountStore } from '#lib/account-scope';
import { api } from '#lib/api';
import { createAccountMirror } from '#lib/mirror';
import { isInFlight } from './job-messages';

/** The account's jobs, mirrored from main. */
export const jobsMirror = createAccountMirror(
  () => api.jobs.list(),
  (listener) => api.jobs.onChanged(listener),
);

/** Every job, newest first. */
export function useJobs(): readonly Job[] {
  return useStore(jobsMirror, ({ value }) => value ?? noJobs);
}
const noJobs: readonly Job[] = [];

const view = createAccountStore<{ openId: string | null }>({ openId: null });

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

/** How many jobs are running or paused; the screen changes only with the number. */
export function useRunningJobs(): number {
  return useStore(jobsMirror, ({ value }) => (value ?? noJobs).filter(isInFlight).length);
}
