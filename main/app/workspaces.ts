import { EventEmitter } from 'node:events';
import type { AppEvents } from '#main/account/account-services';
import type { SettingsOfAccount, SettingsStore } from '#main/features/settings/settings';
import type { NearestTowns } from '#main/files/towns';
import type { Profile } from '#shared/domain/session';
import type { Link } from '#shared/domain/link';
import type { OpenWindow } from '#shared/domain/window';
import type { Translate } from '#shared/i18n/translate';
import { contract, type WaypostContract } from '#shared/ipc/contract';
import type { Caller, Notifier } from '#shared/ipc/define';
import type { ReportStoredFile } from '../files/stored-files';
import { createNotifier } from '../ipc/serve';
import type { CallHistory } from '../pace/request-queue';
import type { OtherSession, SessionServices } from '../session/open-account';
import { openProfiles, type ProfileStore } from '../session/profiles';
import { SessionFeature } from '../session/session';
import { createLinks } from './deep-links';
import { followWaiting, type Waiting } from './waiting';
import type { AppWindow } from './window';
import { mainWorkspace, type WorkspaceId } from './workspace-id';

/** One account, or the page that asks for one, with the windows that show it. Nothing of it reaches other windows. */
export interface Workspace {
  readonly id: WorkspaceId;
  readonly session: SessionFeature;
  /** Of its account. */
  readonly events: EventEmitter<AppEvents>;
  /** To its windows. */
  readonly notify: Notifier<WaypostContract>;
  readonly settings: SettingsOfAccount;
  readonly links: ReturnType<typeof createLinks>;
  readonly nearestTowns: NearestTowns;
  waiting(): Waiting | null;
  /** Brings one of its windows to the front. */
  show(): void;
}

type SharedServices = Omit<
  SessionServices,
  | 'events'
  | 'settings'
  | 'profiles'
  | 'elsewhere'
  | 'callHistories'
  | 'refreshPause'
  | 'nearestTowns'
>;

export interface WorkspacesOptions {
  window: Pick<
    AppWindow,
    'on' | 'has' | 'inUse' | 'isVisible' | 'openFurther' | 'send' | 'show' | 'workspaceOf'
  >;
  report: ReportStoredFile;
  profilesFile: string;
  t: Translate;
  settings: SettingsStore;
  /** What all sessions have in common. */
  services: SharedServices;
  refreshPause: (isVisible: boolean) => ReturnType<SessionServices['refreshPause']>;
  nearestTowns: (of: () => SessionFeature) => NearestTowns;
  /** Connects a new one to the rest of the app. */
  onOpened: (workspace: Workspace) => void;
}

/**
 * The accounts that are open at the same time, each in windows of its own. The main one is always there; another one
 * ends with its last window. `waiting`: what waits in one of them changed; `closed`: one has ended.
 */
export class Workspaces extends EventEmitter<{ waiting: []; closed: [Workspace] }> {
  readonly main: Workspace;
  readonly #options: WorkspacesOptions;
  readonly #open = new Map<WorkspaceId, Workspace>();
  /** Those whose last window is closed, until what they sent is answered. */
  readonly #closing = new Map<Workspace, Promise<void>>();
  readonly #callHistories = new Map<string, CallHistory>();
  #lastId: WorkspaceId = mainWorkspace;

  constructor(options: WorkspacesOptions) {
    super();
    this.#options = options;
    this.main = this.#make(mainWorkspace);
    options.window.on('closed', (caller, of) => {
      const workspace = this.#open.get(of);
      if (!workspace) return;
      workspace.session.windowClosed(caller);
      if (workspace !== this.main && !options.window.has(of)) void this.#close(workspace);
    });
  }

  all(): Workspace[] {
    return [...this.#open.values()];
  }

  /** That of a window; the main one for a window that is gone. */
  of(caller: Caller): Workspace {
    return this.#open.get(this.#options.window.workspaceOf(caller) ?? mainWorkspace) ?? this.main;
  }

  /** That of the window that the user works in. */
  inUse(): Workspace {
    const window = this.#options.window.inUse();
    return window ? this.of(window.webContents.id) : this.main;
  }

  /** Where a link leads: to the account that has what it names, else where the user works. */
  forLink(link: Link): Workspace {
    const inUse = this.inUse();
    return [inUse, ...this.all()].find(({ session }) => hasLinked(session, link)) ?? inUse;
  }

  /** The name of an open account, as far as several are open; else null. */
  nameOf({ session }: Workspace): string | null {
    const profile = openIn(session);
    const others = this.all().flatMap((each) =>
      each.session === session ? [] : (openIn(each.session) ?? []),
    );
    if (!profile || others.length === 0) return null;
    const { t } = this.#options;
    if (profile.isDemo) return t('session.demo.name');
    const isAmbiguous = others.some(({ userName }) => userName === profile.userName);
    if (!isAmbiguous) return profile.userName;
    return t('session.userAt', { user: profile.userName, address: profile.address });
  }

  /**
   * Opens an account of this computer in a window of its own, or brings that to the front. Rejects if it has neither a
   * key nor a copy. `windows`: those that it had.
   */
  async openInWindow(id: string, windows?: readonly OpenWindow[]): Promise<void> {
    if (await this.#elsewhere(id, null)?.show()) return;
    this.#lastId += 1;
    const workspace = this.#make(this.#lastId);
    try {
      await workspace.session.openKnown(id);
    } catch (error) {
      await this.#close(workspace);
      throw error;
    }
    // It was opened in another window meanwhile.
    if (!workspace.session.has(id)) return this.#close(workspace);
    for (const { shows, place } of windows ?? [{ shows: null }]) {
      this.#options.window.openFurther(shows, workspace.id, place);
    }
    // Nobody would see it: there were too many windows.
    if (!this.#options.window.has(workspace.id)) await this.#close(workspace);
  }

  /** For the end of the app. */
  async close(): Promise<void> {
    await Promise.allSettled(this.all().map(({ session }) => session.close()));
  }

  #make(id: WorkspaceId): Workspace {
    const { window, report, settings, services, refreshPause, nearestTowns, onOpened } =
      this.#options;
    const events = new EventEmitter<AppEvents>();
    const notify = createNotifier(contract, (channel, payload) =>
      window.send(channel, payload, id),
    );
    const towns = nearestTowns(() => session);
    const session: SessionFeature = new SessionFeature({
      ...services,
      settings: settings.current,
      events,
      profiles: this.#profiles(id),
      callHistories: this.#callHistories,
      elsewhere: (account) => this.#elsewhere(account, session),
      refreshPause: () => refreshPause(window.isVisible(id)),
      nearestTowns: towns,
    });
    const workspace: Workspace = {
      id,
      session,
      events,
      notify,
      settings: {
        current: () => settings.current(openIn(session)?.id),
        change: (part) => settings.change(part, openIn(session)?.id),
      },
      links: createLinks(() => notify.links.came(undefined)),
      nearestTowns: towns,
      waiting: followWaiting(events, () => this.emit('waiting')),
      show: () => window.show(report, id),
    };
    this.#open.set(id, workspace);
    onOpened(workspace);
    return workspace;
  }

  /** Its list of accounts; the next start opens the account of the main window. */
  #profiles(id: WorkspaceId): ProfileStore {
    const { profilesFile, report, settings } = this.#options;
    const store = openProfiles(profilesFile, report, () => {
      for (const each of this.all()) if (each.id !== id) each.session.listChanged();
    });
    return {
      ...store,
      remember: id === mainWorkspace ? store.remember : store.note,
      forget: (account) => {
        settings.forget(account);
        store.forget(account);
      },
    };
  }

  #elsewhere(id: string, asking: SessionFeature | null): OtherSession | null {
    const other = this.all().find(({ session }) => session !== asking && session.has(id));
    if (!other) return null;
    return {
      show: async () => {
        const closing = this.#closing.get(other);
        if (!closing) other.show();
        await closing;
        return !closing;
      },
      forget: () => other.session.disconnect(true),
    };
  }

  #close(workspace: Workspace): Promise<void> {
    const closed = workspace.session.close().finally(() => {
      this.#open.delete(workspace.id);
      this.#closing.delete(workspace);
      this.emit('closed', workspace);
      this.emit('waiting');
    });
    this.#closing.set(workspace, closed);
    return closed;
  }
}

function hasLinked(session: SessionFeature, { kind, id }: Link): boolean {
  if (kind === 'page' || kind === 'state') return true;
  const account = session.openAccount();
  if (!account) return false;
  const isIn = (all: readonly { id: string }[]) => all.some((each) => each.id === id);
  if (kind === 'group') return isIn(account.groups.current().items);
  if (kind === 'user') return isIn(account.users.current().items);
  if (kind === 'view') return isIn(account.savedViews.list());
  return account.fleet.listed().slotOf(id) !== null;
}

function openIn(session: SessionFeature): Profile | null {
  const current = session.current();
  return current.phase === 'open' ? current.profile : null;
}
