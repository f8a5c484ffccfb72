import type { Job } from '#shared/domain/job';

/** Plans that were made here, each with what forgets the form it was made from. */
export interface Planned {
  /** `forget` runs once the plan is started: until then it may be called off and corrected. */
  note(jobId: string, forget: () => void): void;
  follow(jobs: readonly Pick<Job, 'id' | 'phase'>[]): void;
  /** Another account is on screen. */
  clear(): void;
}

/** A form is forgotten when its submission is accepted, not when it is only planned. */
export function createPlanned(): Planned {
  const forgets = new Map<string, () => void>();
  return {
    note: (jobId, forget) => void forgets.set(jobId, forget),
    follow: (jobs) => {
      for (const { id, phase } of jobs) {
        const forget = forgets.get(id);
        if (!forget || phase === 'planned') continue;
        forgets.delete(id);
        if (phase !== 'cancelled') forget();
      }
    },
    clear: () => forgets.clear(),
  };
}
