// Why it is so: docs/decisions/0082-packages-updates-and-policy.md
import type { Job } from '#shared/domain/job';
import type { UpdateState } from '#shared/ipc/desktop';
import type { Policy } from './policy';
import { isFeedAddress, type UpdateBuild } from './update-listing';
import { message, type Message, type Translate } from '#shared/i18n/translate';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { z } from 'zod';
import { type ReportStoredFile, readStored, writeStored } from '#main/files/stored-files';

/** Finds, downloads and installs releases; `self-update.ts` implements it with electron-updater. */
export interface Updater {
  /** The newest release of a feed, if its listing is signed. Rejects with a code otherwise. */
  look(feed: string): Promise<{ version: string; isNewer: boolean }>;
  /** Downloads the release that was found last and verifies it. */
  download(): Promise<void>;
  /** Verifies the downloaded release again. */
  isUnchanged(): Promise<boolean>;
  /** On success the app quits; on failure `onError` is called. */
  install(): void;
  /** Called when an installation fails. */
  onError: (error: Error) => void;
}

interface UpdatesOptions {
  version: string;
  build: UpdateBuild;
  policy: Policy;
  settings: () => { updatesEnabled: boolean };
  /** True if the settings could not be read, so that the choice of the user is not known. */
  wereSettingsUnreadable: () => boolean;
  /** Loads electron-updater on first use. */
  loadUpdater: () => Promise<Updater>;
  /** False if this installation cannot replace itself. */
  canReplaceItself: boolean;
  /** True if the user agrees. The window has no part in it. */
  confirm: (question: UpdateQuestion) => Promise<boolean>;
  /** Persists the installation attempt for the next start. */
  attempt: InstallAttempt;
  quit: () => void;
  /** Why nothing may be installed now; null if it may. */
  mayInstall: () => Promise<Message | null>;
  now: () => number;
  onChanged: (state: UpdateState) => void;
  log: (line: string) => void;
}

export type Updates = ReturnType<typeof createUpdates>;

/** Describes the unsaved work an installation would interrupt; null if none. */
export function reasonToWait(
  drafts: number,
  jobs: readonly Pick<Job, 'phase' | 'title'>[],
): Message | null {
  const running = jobs.find(({ phase }) => phase === 'running');
  if (running) return message('desktop.updates.jobRuns', { job: running.title });
  return drafts === 0 ? null : message('desktop.updates.drafts', { count: drafts });
}

/** Updates from the feed of the policy or the build; without a feed or a key nothing is requested. */
export function createUpdates(options: UpdatesOptions) {
  const { policy, build, log } = options;
  const feed = policy.updateFeed ?? build.feed;
  const installation = createInstallation({
    ...options,
    onFailed: (version) => become(notInstalled(version)),
  });
  let state: UpdateState = afterAttempt() ?? resting();
  let updater: Promise<Updater> | null = null;
  let working: Promise<UpdateState> | null = null;

  function resting(): UpdateState {
    if (!policy.allowsUpdates) return { phase: 'off', why: 'policy' };
    if (!options.settings().updatesEnabled) {
      return { phase: 'off', why: options.wereSettingsUnreadable() ? 'unreadable' : 'settings' };
    }
    if (build.keys.length === 0) return { phase: 'off', why: 'noKey' };
    if (feed === null || !isFeedAddress(feed, build)) return { phase: 'off', why: 'noFeed' };
    if (!options.canReplaceItself) return { phase: 'off', why: 'unsupported' };
    return { phase: 'idle', checkedAt: null, note: null };
  }

  function isOff(): boolean {
    return resting().phase === 'off';
  }

  const host = () => new URL(feed!).host;

  function notInstalled(version: string): UpdateState {
    return {
      phase: 'failed',
      message: message('desktop.updates.notInstalled', { version, running: options.version }),
    };
  }

  /** Reports an installation that was declined or killed after the app had quit. */
  function afterAttempt(): UpdateState | null {
    const version = installation.takeAttempt();
    return version === null || isOff() ? null : notInstalled(version);
  }

  function become(next: UpdateState): UpdateState {
    state = next;
    options.onChanged(next);
    return next;
  }

  async function load(): Promise<Updater> {
    const made = await options.loadUpdater();
    made.onError = installation.failed;
    return made;
  }

  async function open(): Promise<Updater> {
    updater ??= load();
    return updater;
  }

  async function look(): Promise<UpdateState> {
    become({ phase: 'checking' });
    let found: Awaited<ReturnType<Updater['look']>>;
    try {
      found = await (await open()).look(feed!);
    } catch (error) {
      log(`updates: the feed could not be read: ${nameOf(error)}`);
      return become(isOff() ? resting() : { phase: 'failed', message: lookFailed(nameOf(error)) });
    }
    if (isOff()) return become(resting());
    const version = plain(found.version);
    if (found.isNewer) return become({ phase: 'available', version, host: host() });
    const note =
      found.version === options.version
        ? null
        : message('desktop.updates.notNewer', { offered: version, running: options.version });
    return become({ phase: 'idle', checkedAt: options.now(), note });
  }

  async function download(version: string): Promise<UpdateState> {
    const isAgreed = await options.confirm({ kind: 'download', version, host: host() });
    if (isOff()) return become(resting());
    if (!isAgreed) return state;
    become({ phase: 'downloading', version });
    try {
      await (await open()).download();
    } catch (error) {
      log(`updates: the download failed: ${nameOf(error)}`);
      if (isOff()) return become(resting());
      return become({
        phase: 'failed',
        message: message(
          isDamage(error) ? 'desktop.updates.downloadDamaged' : 'desktop.updates.downloadFailed',
          { version },
        ),
      });
    }
    if (isOff()) return become(resting());
    return become({ phase: 'staged', version, waitsFor: await options.mayInstall() });
  }

  async function install(version: string): Promise<UpdateState> {
    const staged = async () =>
      become({ phase: 'staged', version, waitsFor: await options.mayInstall() });
    if ((await options.mayInstall()) !== null) return staged();
    const isAgreed = await options.confirm({ kind: 'install', version, host: host() });
    // While the dialog was open, drafts may have been made or updates turned off.
    if (isOff()) return become(resting());
    if (!isAgreed) return state;
    if ((await options.mayInstall()) !== null) return staged();
    const made = await open();
    if (!(await made.isUnchanged().catch(() => false))) {
      log('updates: the downloaded file was changed');
      return become({
        phase: 'failed',
        message: message('desktop.updates.fileChanged', { version }),
      });
    }
    installation.begin(version, () => made.install());
    return state;
  }

  /** One thing at a time, so that there is never a second dialog. */
  function once(work: () => Promise<UpdateState>): Promise<UpdateState> {
    working ??= work().finally(() => {
      working = null;
    });
    return working;
  }

  return {
    current: (): UpdateState => state,
    /** Reads the listing of the feed; downloads nothing. */
    check: async (): Promise<UpdateState> => {
      if (working) return working;
      if (isOff()) return become(resting());
      if (state.phase === 'staged') {
        return become({ ...state, waitsFor: await options.mayInstall() });
      }
      return once(look);
    },
    /** Asks the user, then downloads. */
    download: async (): Promise<UpdateState> => {
      if (working) return working;
      if (isOff()) return become(resting());
      if (state.phase !== 'available') return state;
      const { version } = state;
      return once(() => download(version));
    },
    /** Asks the user, then installs. */
    install: async (): Promise<UpdateState> => {
      if (working) return working;
      if (isOff()) return become(resting());
      if (state.phase !== 'staged') return state;
      if (installation.isRunning()) {
        // The installer waits for the app to exit, but quitting was cancelled.
        options.quit();
        return state;
      }
      const { version } = state;
      return once(() => install(version));
    },
    settingsChanged: (): void => {
      // A check in progress re-reads the settings when it completes.
      if (working) return;
      if (isOff()) become(resting());
      else if (state.phase === 'off') become(resting());
    },
  };
}

/** A question to the user, asked by main in a native dialog. */
export interface UpdateQuestion {
  kind: 'download' | 'install';
  version: string;
  host: string;
}

/** The text of the dialog; the first button agrees, and closing the dialog does not. */
export function updateQuestion({ kind, version, host }: UpdateQuestion, t: Translate) {
  const text =
    kind === 'download'
      ? {
          message: t('desktop.updates.download.question', { version, host }),
          detail: t('desktop.updates.download.detail'),
        }
      : {
          message: t('desktop.updates.install.question', { version }),
          detail: t('desktop.updates.install.detail', { host }),
        };
  const buttons = [t(`desktop.updates.${kind}.agree`), t('desktop.updates.notNow')];
  return { ...text, buttons, defaultId: 1, cancelId: 1 };
}

/** Why the listing of a feed was not used; `code`: the name or code of the error. */
function lookFailed(code: string): Message {
  switch (code) {
    case 'ERR_LISTING_UNSIGNED':
      return message('desktop.updates.unsigned');
    case 'ERR_LISTING_INVALID':
      return message('desktop.updates.damaged');
    default:
      return message('desktop.updates.unreadable');
  }
}

/** Version text is displayed, so only valid version characters pass. */
export function plain(version: string): string {
  return version.replaceAll(/[^\w.+-]/g, '').slice(0, 40);
}

export function nameOf(error: unknown): string {
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

/** Persists across restarts that a version was being installed. */
export interface InstallAttempt {
  /** The version and the one it replaces; null if none. */
  get(): { version: string; from: string } | null;
  set(attempt: { version: string; from: string } | null): void;
}

/** The installation of a verified release, which ends this process if it succeeds. */
function createInstallation(options: {
  version: string;
  attempt: InstallAttempt;
  log: (line: string) => void;
  onFailed: (version: string) => void;
}) {
  const { attempt, log } = options;
  let installing: string | null = null;

  function failed(error: unknown): void {
    if (installing === null) return;
    const version = installing;
    installing = null;
    attempt.set(null);
    log(`updates: the installation failed: ${nameOf(error)}`);
    options.onFailed(version);
  }

  return {
    isRunning: (): boolean => installing !== null,
    /** `install` ends this process later, or throws. */
    begin: (version: string, install: () => void): void => {
      log(`updates: installing ${version}`);
      installing = version;
      attempt.set({ version, from: options.version });
      try {
        install();
      } catch (error) {
        failed(error);
      }
    },
    /** Ignored if nothing is being installed. */
    failed,
    /**
     * The version that an earlier process was to install, if it still is this version that runs; null
     * otherwise. Forgets it.
     */
    takeAttempt: (): string | null => {
      const last = attempt.get();
      if (!last) return null;
      attempt.set(null);
      if (last.from !== options.version) return null;
      log('updates: the version that was to be installed is not the one that runs');
      return plain(last.version);
    },
  };
}

const schema = z.object({ version: z.string().max(100), from: z.string().max(100) }).nullable();

/** Stored in a JSON file in the profile. */
export function openInstallAttempt(
  file: string,
  report: ReportStoredFile = () => {},
): InstallAttempt {
  return {
    get: () => readStored(file, 'updates', schema, report),
    // A missing report of a failed installation must not prevent the update.
    set: (attempt) => writeStored(file, 'updates', JSON.stringify(attempt), report),
  };
}

/**
 * What root runs: a copy that only root can write is verified, and the command gets that. The file itself
 * lies in a folder of the user and could be exchanged while the system asks for the password.
 * Arguments: the file, its sha512 in hex, the name of the copy, and the command.
 */
const script = `set -eu
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
cp -- "$1" "$folder/$3"
cd -- "$folder"
echo "$2  $3" | sha512sum --check --status
shift 3
"$@"`;

/** A package in a folder of the user, and the sum that the signed listing has for it. */
export interface VerifiedPackage {
  file: string;
  sha512: string;
}

/**
 * The arguments of /bin/sh for a command of a package manager, in which `named` is the package. A changed
 * package fails the command.
 */
export function verifiedCommand(
  { file, sha512 }: VerifiedPackage,
  command: readonly string[],
  named: string,
): string[] {
  const copy = `package${path.extname(file)}`;
  const sum = Buffer.from(sha512, 'base64').toString('hex');
  const own = command.map((part) => (part === named ? `./${copy}` : part));
  return ['-c', script, 'sh', file, sum, copy, ...own];
}

/** Runs it as root, for which the system asks. Throws if it is refused or fails. */
export function runAsRoot(shellArguments: readonly string[]): void {
  const isRoot = process.getuid?.() === 0;
  const [program, before] = isRoot
    ? ['/bin/sh', []]
    : ['pkexec', ['--disable-internal-agent', '/bin/sh']];
  execFileSync(program, [...before, ...shellArguments], { stdio: 'ignore' });
}
