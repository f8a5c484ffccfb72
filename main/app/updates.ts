import type { Job } from '#shared/domain/job';
import type { UpdateState } from '#shared/domain/update';
import { isSafeAddress, type Policy } from './policy';

/** The part of electron-updater's `autoUpdater` that is used; injected for tests. */
export interface Updater {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  allowDowngrade: boolean;
  allowPrerelease: boolean;
  disableWebInstaller: boolean;
  logger: unknown;
  isUpdaterActive(): boolean;
  setFeedURL(feed: { provider: 'generic'; url: string }): void;
  checkForUpdates(): Promise<{
    isUpdateAvailable: boolean;
    updateInfo: { version: string };
  } | null>;
  downloadUpdate(): Promise<unknown>;
  /** On success the app quits; on failure an `error` event is emitted. */
  quitAndInstall(isSilent: boolean, isForceRunAfter: boolean): void;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

export interface UpdatesOptions {
  version: string;
  policy: Policy;
  settings: () => { updatesEnabled: boolean; updateFeedUrl: string };
  /** Loads electron-updater on first use. */
  loadUpdater: () => Promise<Updater>;
  /** False if this installation cannot replace itself. */
  canReplaceItself: boolean;
  /** Persists the installation attempt for the next start. */
  attempt: InstallAttempt;
  quit: () => void;
  /** Why nothing may be installed now; null if it may. */
  mayInstall: () => Promise<string | null>;
  now: () => number;
  onChanged: (state: UpdateState) => void;
  log: (line: string) => void;
}

/** Persists across restarts that a version was being installed. */
export interface InstallAttempt {
  /** The version and the one it replaces; null if none. */
  get(): { version: string; from: string } | null;
  set(attempt: { version: string; from: string } | null): void;
}

export interface Updates {
  current(): UpdateState;
  check(): Promise<UpdateState>;
  install(): Promise<UpdateState>;
  /** Called when the settings changed; the feed may differ. */
  settingsChanged(): void;
}

/** Describes the unsaved work an installation would interrupt; null if none. */
export function reasonToWait(drafts: number, jobs: readonly Pick<Job, 'phase' | 'title'>[]) {
  const running = jobs.find(({ phase }) => phase === 'running');
  if (running) return `The bulk job “${running.title}” is running.`;
  if (drafts === 0) return null;
  return drafts === 1 ? 'There is one unsaved draft.' : `There are ${drafts} unsaved drafts.`;
}

/** Updates from the feed of the policy or the settings; without a feed nothing is requested. */
export function createUpdates(options: UpdatesOptions): Updates {
  const { policy, log } = options;
  let state: UpdateState = afterAttempt() ?? resting();
  let updater: Promise<Updater> | null = null;
  /** The version being installed. */
  let installing: string | null = null;
  /** The feed of the latest check. */
  let askedLast: string | null = null;
  let working: Promise<UpdateState> | null = null;

  function feed(): string | null {
    return policy.updateFeed ?? (options.settings().updateFeedUrl || null);
  }

  function resting(): UpdateState {
    if (!policy.allowsUpdates) return { phase: 'off', why: 'policy' };
    if (!options.settings().updatesEnabled) return { phase: 'off', why: 'settings' };
    const address = feed();
    if (address === null || !isSafeAddress(address)) return { phase: 'off', why: 'noFeed' };
    if (!options.canReplaceItself) return { phase: 'off', why: 'unsupported' };
    return { phase: 'idle', checkedAt: null, note: null };
  }

  /** Reports an installation that was declined or killed after the app had quit. */
  function afterAttempt(): UpdateState | null {
    const attempt = options.attempt.get();
    if (!attempt) return null;
    options.attempt.set(null);
    if (attempt.from !== options.version || resting().phase === 'off') return null;
    log('updates: the version that was to be installed is not the one that runs');
    return notInstalled(plain(attempt.version));
  }

  function notInstalled(version: string): UpdateState & { phase: 'failed' } {
    return {
      phase: 'failed',
      message: `${version} could not be installed: the installer did not start, ended with an error or was refused. You still have ${options.version}, and nothing is lost. Check for updates to try again.`,
    };
  }

  function installFailed(error: unknown): void {
    if (installing === null) return;
    const version = installing;
    installing = null;
    options.attempt.set(null);
    log(`updates: the installation failed: ${nameOf(error)}`);
    become(notInstalled(version));
  }

  function become(next: UpdateState): UpdateState {
    state = next;
    options.onChanged(next);
    return next;
  }

  async function load(): Promise<Updater> {
    const made = await options.loadUpdater();
    // Failures while checking and downloading also reject; this handles the installation.
    made.on('error', installFailed);
    return made;
  }

  async function open(): Promise<Updater> {
    const made = await (updater ??= load());
    made.autoDownload = false;
    made.autoInstallOnAppQuit = false;
    made.allowDowngrade = false;
    made.allowPrerelease = false;
    made.disableWebInstaller = true;
    made.logger = null;
    return made;
  }

  /** Repeats the check while the settings change during it. */
  async function look(): Promise<UpdateState> {
    for (;;) {
      const requestedFeed = feed();
      const found = await lookAt(requestedFeed!);
      const rest = resting();
      if (rest.phase === 'off') return become(rest);
      if (feed() === requestedFeed) return found;
    }
  }

  async function lookAt(address: string): Promise<UpdateState> {
    become({ phase: 'checking' });
    askedLast = address;
    let made: Updater;
    let answer: Awaited<ReturnType<Updater['checkForUpdates']>>;
    try {
      made = await open();
      made.setFeedURL({ provider: 'generic', url: address });
      if (!made.isUpdaterActive()) return become({ phase: 'off', why: 'unsupported' });
      answer = await made.checkForUpdates();
    } catch (error) {
      log(`updates: the feed could not be read: ${nameOf(error)}`);
      return become({
        phase: 'failed',
        message: 'The feed of updates could not be read. Nothing was changed.',
      });
    }
    const offered = answer?.updateInfo.version;
    if (!answer?.isUpdateAvailable || !offered) {
      const isOther = offered !== undefined && offered !== options.version;
      const note = isOther
        ? `The feed offers ${plain(offered)}, which is not newer than ${options.version}; it was refused.`
        : null;
      return become({ phase: 'idle', checkedAt: options.now(), note });
    }
    const version = plain(offered);
    become({ phase: 'downloading', version });
    try {
      await made.downloadUpdate();
    } catch (error) {
      log(`updates: the download failed: ${nameOf(error)}`);
      return become({
        phase: 'failed',
        message: isDamage(error)
          ? `The download of ${version} was damaged: its checksum is not the one the feed states. It was thrown away, and nothing was installed.`
          : `The download of ${version} did not succeed. Nothing was installed.`,
      });
    }
    return become({ phase: 'staged', version, waitsFor: await options.mayInstall() });
  }

  return {
    current: () => state,
    check: async () => {
      const rest = resting();
      if (rest.phase === 'off') return become(rest);
      if (state.phase === 'staged') {
        return become({ ...state, waitsFor: await options.mayInstall() });
      }
      working ??= look().finally(() => {
        working = null;
      });
      return working;
    },
    install: async () => {
      const rest = resting();
      if (rest.phase === 'off') return become(rest);
      if (state.phase !== 'staged') return state;
      if (installing !== null) {
        // The installer waits for the app to exit, but quitting was cancelled.
        options.quit();
        return state;
      }
      const waitsFor = await options.mayInstall();
      if (waitsFor !== null) return become({ ...state, waitsFor });
      const made = await open();
      log(`updates: installing ${state.version}`);
      installing = state.version;
      options.attempt.set({ version: state.version, from: options.version });
      try {
        made.quitAndInstall(false, true);
      } catch (error) {
        installFailed(error);
      }
      return state;
    },
    settingsChanged: () => {
      // A check in progress re-reads the settings when it completes.
      if (working) return;
      const rest = resting();
      const isOfThisFeed = rest.phase === 'idle' && feed() === askedLast;
      if (state.phase === 'staged' && isOfThisFeed) return;
      if (rest.phase !== state.phase || rest.phase === 'off') become(rest);
    },
  };
}

/** Version text is displayed, so only valid version characters pass. */
function plain(version: string): string {
  return version.replaceAll(/[^\w.+-]/g, '').slice(0, 40);
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : error.name;
}

function isDamage(error: unknown): boolean {
  return (
    error instanceof Error &&
    /checksum mismatch|ERR_CHECKSUM_MISMATCH/.test(`${error.message} ${nameOf(error)}`)
  );
}
