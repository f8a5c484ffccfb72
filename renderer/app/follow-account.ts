import type { StoreApi } from 'zustand/vanilla';
import type { FleetStore } from '#features/fleet';
import { api } from '#lib/api';
import type { Mirror } from '#lib/mirror';
import type { UnsavedWork, createUnsavedWork } from '#lib/unsaved-work';
import type { Draft } from '#shared/domain/edit';
import type { Job } from '#shared/domain/job';
import type { Session } from '#shared/domain/session';
import type { OpenedFile } from '#shared/domain/submission';
import { pageOnScreen } from './routes';

/** Shows the device of a `waypost://` link, as soon as a fleet is open. */
export function followLinks(session: Mirror<Session>, store: FleetStore): void {
  let isOpen = false;
  const take = async () => {
    if (!isOpen) return;
    const outcome = await api.links.take();
    if (!outcome.ok || !outcome.value) return;
    pageOnScreen.show('fleet');
    store.show(outcome.value.device);
  };
  api.links.onCame(() => void take());
  session.subscribe(({ value }) => {
    const wasOpen = isOpen;
    isOpen = value?.phase === 'open';
    if (isOpen && !wasOpen) void take();
  });
}

interface FollowOptions {
  session: Mirror<Session>;
  openedFile: Mirror<OpenedFile | null>;
  /** False if leaving the current page would lose something. */
  mayLeave: () => boolean;
  show: () => void;
}

/** Opens the submit page for a file passed on by the system, once for each file. */
export function followOpenedFiles({ session, openedFile, mayLeave, show }: FollowOptions): void {
  let shownId: string | null = null;
  const showFile = () => {
    const file = openedFile.getState().value;
    if (session.getState().value?.phase !== 'open') return;
    if (!file || file.trouble || file.id === shownId) return;
    shownId = file.id;
    if (mayLeave()) show();
  };
  session.subscribe(showFile);
  openedFile.subscribe(showFile);
}

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
  // They are emptied for another account before its drafts are: the drafts are then still of the one before.
  jobs.subscribe(({ value }) => {
    if (value) update();
  });
}

function workOf(
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
