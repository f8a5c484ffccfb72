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
  /** Called when the number of typed, unsaved passwords changes. */
  onTyped: (passwords: number) => void;
}

/**
 * Counts the unsaved work of the account on screen. Start it after the code that clears the drafts when
 * another account opens.
 */
export function followUnsaved({ session, drafts, jobs, unsaved, onTyped }: Followed): void {
  let reported = 0;
  const update = () => {
    const { value } = session.getState();
    if (value?.phase !== 'open') {
      reported = 0;
      if (value) unsaved.leave();
      return;
    }
    const { drafts: all, isRead } = drafts.getState();
    if (!isRead) return;
    const isStored = value.copyStoredIn !== 'memory' && !value.notStored;
    unsaved.noteStorage(value.notStored ?? null);
    const work = workOf([...all.values()], jobs.getState().value ?? [], isStored);
    unsaved.note(value.profile.id, work);
    if (work.passwords !== reported) onTyped(work.passwords);
    reported = work.passwords;
  };
  session.subscribe(update);
  drafts.subscribe(update);
  jobs.subscribe(update);
}

export function workOf(
  drafts: readonly Draft[],
  jobs: readonly Pick<Job, 'phase'>[],
  isStored: boolean,
): UnsavedWork {
  const fields = drafts.flatMap(({ edit }) => Object.keys(edit));
  const passwords = fields.filter((field) => field === 'password').length;
  const isOpen = ({ phase }: Pick<Job, 'phase'>) => phase === 'running' || phase === 'paused';
  const open = jobs.filter(isOpen).length;
  return { changes: fields.length - passwords, passwords, jobs: open, isStored };
}
