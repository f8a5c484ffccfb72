import type { Draft } from '#shared/domain/edit';
import type { Job } from '#shared/domain/job';
import type { Session } from '#shared/domain/session';
import type { Mirror } from '#lib/mirror';
import type { createUnsavedWork, UnsavedWork } from '#lib/unsaved-work';
import type { StoreApi } from 'zustand/vanilla';

interface Followed {
  session: Mirror<Session>;
  drafts: StoreApi<{ drafts: ReadonlyMap<string, Draft>; isRead: boolean }>;
  jobs: Mirror<Job[]>;
  unsaved: ReturnType<typeof createUnsavedWork>;
  /** Told when another number of passwords is typed and not saved. */
  onTyped: (passwords: number) => void;
}

/**
 * Keeps the number of what is unsaved in the account on screen. To be begun after whatever empties the
 * drafts when another account opens.
 */
export function followUnsaved({ session, drafts, jobs, unsaved, onTyped }: Followed): void {
  let told = 0;
  const look = () => {
    const { value } = session.getState();
    if (value?.phase !== 'open') {
      told = 0;
      if (value) unsaved.leave();
      return;
    }
    const { drafts: all, isRead } = drafts.getState();
    if (!isRead) return;
    const isKept = value.copyStoredIn !== 'memory';
    const work = workOf([...all.values()], jobs.getState().value ?? [], isKept);
    unsaved.note(value.profile.id, work);
    if (work.passwords !== told) onTyped(work.passwords);
    told = work.passwords;
  };
  session.subscribe(look);
  drafts.subscribe(look);
  jobs.subscribe(look);
}

export function workOf(
  drafts: readonly Draft[],
  jobs: readonly Pick<Job, 'phase'>[],
  isKept: boolean,
): UnsavedWork {
  const fields = drafts.flatMap(({ edit }) => Object.keys(edit));
  const passwords = fields.filter((field) => field === 'password').length;
  const isOpen = ({ phase }: Pick<Job, 'phase'>) => phase === 'running' || phase === 'paused';
  const open = jobs.filter(isOpen).length;
  return { changes: fields.length - passwords, passwords, jobs: open, isKept };
}
