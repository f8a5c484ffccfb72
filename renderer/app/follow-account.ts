import type { StoreApi } from 'zustand/vanilla';
import { knownListOf } from '#features/edits';
import { inAccount } from '#lib/account-scope';
import { api } from '#lib/api';
import type { Mirror, Mirrored } from '#lib/mirror';
import { showToast } from '#lib/toasts';
import type { UnsavedWork, createUnsavedWork } from '#lib/unsaved-work';
import { currentFormat } from '#lib/use-format';
import type { Draft } from '#shared/domain/edit';
import type { Job } from '#shared/domain/job';
import type { Link } from '#shared/domain/link';
import type { Session } from '#shared/domain/session';
import type { OpenedFile } from '#shared/domain/submission';
import type { CachedItems } from '#shared/ipc/fields';

interface LinkOptions {
  session: Mirror<Session>;
  groups: StoreApi<Mirrored<CachedItems<{ id: string }>>>;
  users: StoreApi<Mirrored<CachedItems<{ id: string }>>>;
  showDevice: (id: string) => void;
  showGroup: (id: string) => void;
  showUser: (id: string) => void;
  /** False if it is known that there is no such view. */
  showView: (id: string) => Promise<boolean>;
  showState: (name: string) => void;
  /** `at`: above all what the device raised with its report of this time. */
  showAlerts: (deviceId: string, at: number | null) => Promise<void>;
  showPage: (name: string) => void;
}

/** Shows what a `waypost://` link or a clicked notification names, as soon as a fleet is open. */
export function followLinks(options: LinkOptions): void {
  const { session, showDevice, showGroup, showUser, showView, showState, showAlerts, showPage } =
    options;
  const lists = { group: options.groups, user: options.users };
  let isOpen = false;
  /** Shown already, while the list that it should be in has not been received. */
  let sought: { kind: keyof typeof lists; id: string } | null = null;
  const check = () => {
    if (!sought) return;
    const { kind, id } = sought;
    const list = knownListOf(lists[kind].getState().value);
    if (list.is !== 'value') return;
    sought = null;
    if (!list.value.some((each) => each.id === id)) sayMissing(kind);
  };
  const show = async ({ kind, id, at }: Link) => {
    sought = null;
    if (kind === 'device') return showDevice(id);
    if (kind === 'alerts') return showAlerts(id, at ?? null);
    if (kind === 'state') return showState(id);
    if (kind === 'page') return showPage(id);
    if (kind === 'view') {
      if ((await inAccount(showView(id))) === false) sayMissing('view');
      return;
    }
    if (kind === 'group') showGroup(id);
    else showUser(id);
    sought = { kind, id };
    check();
  };
  const take = async () => {
    if (!isOpen) return;
    const outcome = await api.links.take();
    if (outcome.ok && outcome.value) await show(outcome.value);
  };
  for (const list of Object.values(lists)) list.subscribe(check);
  api.links.onCame(() => void take());
  session.subscribe(({ value }) => {
    const wasOpen = isOpen;
    isOpen = value?.phase === 'open';
    if (!isOpen) sought = null;
    if (isOpen && !wasOpen) void take();
  });
}

function sayMissing(kind: 'group' | 'user' | 'view'): void {
  const { t } = currentFormat();
  showToast({
    tone: 'error',
    title: t(`app.link.missing.${kind}`),
    text: t('app.link.missing.text'),
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
