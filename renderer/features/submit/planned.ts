import type { Job } from '#shared/domain/job';

/** Plans made from forms, each with a callback that clears its form. */
export interface Planned {
  /** `clearForm` runs once the plan is started: until then it can be cancelled and corrected. */
  note(jobId: string, clearForm: () => void): void;
  follow(jobs: readonly Pick<Job, 'id' | 'phase'>[]): void;
  /** Another account was opened. */
  clear(): void;
}

/** Clears a form when its plan is started, not when it is only planned. */
export function createPlanned(): Planned {
  const callbacks = new Map<string, () => void>();
  return {
    note: (jobId, clearForm) => void callbacks.set(jobId, clearForm),
    follow: (jobs) => {
      for (const { id, phase } of jobs) {
        const clearForm = callbacks.get(id);
        if (!clearForm || phase === 'planned') continue;
        callbacks.delete(id);
        if (phase !== 'cancelled') clearForm();
      }
    },
    clear: () => callbacks.clear(),
  };
}
