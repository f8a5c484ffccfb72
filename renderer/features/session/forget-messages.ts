import type { Format } from '#lib/format';

/** What forgetting an account deletes. */
export const forgetMessages = {
  title: (name: string) => `Forget ${name}?`,
  effect: (name: string, address: string) =>
    `This deletes from this computer the key of ${name} at ${address}, and the offline copy with every device, position, group and user in it, the history that was fetched, the journal and the jobs. Nothing changes at the service.`,
  /** null: nothing is lost besides the copy. */
  lost: (changes: number, jobs: number, { counted }: Pick<Format, 'counted'>) => {
    const lostChanges = counted(changes, 'unsaved change');
    const lostJobs = counted(jobs, 'job');
    if (changes > 0 && jobs > 0) {
      return `Lost with it: ${lostChanges}, what is left of ${lostJobs}.`;
    }
    if (changes > 0) return `Lost with it: ${lostChanges}.`;
    return jobs > 0 ? `Lost with it: what is left of ${lostJobs}.` : null;
  },
};
