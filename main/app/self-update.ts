import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type BrowserWindow, app, dialog, session as electronSession } from 'electron';
import type { AppUpdater } from 'electron-updater';
import type { UpdateState } from '#shared/ipc/desktop';
import type { SettingsStore } from '../features/settings/settings';
import type { ReportStoredFile } from '../files/stored-files';
import { systemClock } from '../pace/clock';
import type { SessionFeature } from '../session/session';
import type { Policy } from './policy';
import {
  type VerifiedPackage,
  openInstallAttempt,
  runAsRoot,
  verifiedCommand,
  updateQuestion,
  type UpdateQuestion,
  createUpdates,
  reasonToWait,
  type Updater,
  type Updates,
} from './updates';
import {
  type UpdateBuild,
  type UpdateListing,
  addressIn,
  channelOf,
  fetchListing,
  isFeedAddress,
  noUpdates,
  readUpdateBuild,
} from './update-listing';
import type { Translate } from '#shared/i18n/translate';
import type { AppLanguage } from './language';

interface UpdateParts {
  policy: Policy;
  settings: SettingsStore;
  /** Every open one. */
  sessions: () => SessionFeature[];
  report: ReportStoredFile;
  window: () => BrowserWindow | null;
  language: AppLanguage;
  onChanged: (state: UpdateState) => void;
  log: (line: string) => void;
}

/** Updates of this installation, asked for in dialogs of its window. */
export function openUpdates({
  policy,
  settings,
  sessions,
  report,
  window,
  language,
  ...rest
}: UpdateParts): Updates {
  const build = updateBuild();
  return createUpdates({
    ...rest,
    version: app.getVersion(),
    build,
    policy,
    settings: settings.current,
    wereSettingsUnreadable: () => settings.wasUnreadable,
    loadUpdater: () => loadUpdater(build),
    canReplaceItself,
    confirm: (question) => confirmUpdate(question, window(), language.t),
    attempt: openInstallAttempt(path.join(app.getPath('userData'), 'update.json'), report),
    quit: () => app.quit(),
    mayInstall: async () => {
      const accounts = sessions().flatMap((session) => session.openAccount() ?? []);
      const drafts = accounts.reduce((sum, { records }) => sum + records.drafts.all().length, 0);
      return reasonToWait(
        drafts,
        accounts.flatMap(({ jobs }) => jobs.list()),
      );
    },
    now: systemClock.now,
  });
}

/** False for a development build, an unpacked folder and the portable Windows build. */
export const canReplaceItself =
  app.isPackaged &&
  process.env['PORTABLE_EXECUTABLE_DIR'] === undefined &&
  (process.platform !== 'linux' || existsSync(path.join(process.resourcesPath, 'package-type')));

function updateBuild(): UpdateBuild {
  try {
    return readUpdateBuild(readFileSync(path.join(app.getAppPath(), 'package.json'), 'utf8'));
  } catch {
    return noUpdates;
  }
}

/** Asks in a native dialog, which code in the window can neither answer nor cover. */
async function confirmUpdate(
  question: UpdateQuestion,
  window: BrowserWindow | null,
  t: Translate,
): Promise<boolean> {
  const text = { type: 'question' as const, title: 'Waypost', ...updateQuestion(question, t) };
  const { response } = window
    ? await dialog.showMessageBox(window, text)
    : await dialog.showMessageBox(text);
  return response === 0;
}

const mostRedirects = 10;

interface RequestTarget {
  protocol?: string | null;
  hostname?: string | null;
}

/** The one method of electron-updater's HTTP executor that is wrapped. */
interface Executor {
  addRedirectHandlers(
    request: unknown,
    options: unknown,
    reject: (error: Error) => void,
    count: number,
    follow: (next: RequestTarget) => void,
  ): void;
}

/** Refuses a redirect to an address that updates may not come from. */
function guardRedirects(executor: Executor, build: UpdateBuild): () => void {
  const original = executor.addRedirectHandlers.bind(executor);
  let hops = 0;
  executor.addRedirectHandlers = (request, options, reject, count, follow) =>
    original(request, options, reject, count, (next) => {
      hops += 1;
      const isSafe = isFeedAddress(`${next.protocol ?? 'https:'}//${next.hostname ?? ''}/`, build);
      if (isSafe && hops <= mostRedirects) follow(next);
      else reject(Object.assign(new Error('redirect refused'), { code: 'ERR_REDIRECT_REFUSED' }));
    });
  return () => {
    hops = 0;
  };
}

/** The part of electron-updater that runs commands of a package manager as root, on Linux. */
interface PackageUpdater {
  readonly installerPath: string | null;
  runCommandWithSudoIfNeeded(command: readonly string[]): void;
}

/** Loads electron-updater on first use, to keep it out of the start. */
export async function loadUpdater(build: UpdateBuild): Promise<Updater> {
  const { autoUpdater } = await import('electron-updater');
  const updater: AppUpdater = autoUpdater;
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.allowDowngrade = false;
  updater.allowPrerelease = false;
  updater.disableWebInstaller = true;
  // Its block maps are not part of the signed listing.
  updater.disableDifferentialDownload = true;
  updater.logger = null;
  const { httpExecutor } = updater as unknown as { httpExecutor: Executor };
  const restartCount = guardRedirects(httpExecutor, build);
  const network = electronSession.fromPartition('updates', { cache: false });
  const request = ((input: string, init?: RequestInit) =>
    network.fetch(input, init)) as typeof fetch;
  const channel = channelOf(process.platform, process.arch);
  let feed = '';
  let listing: UpdateListing | null = null;
  let files: string[] = [];
  let verified: VerifiedPackage | null = null;

  if (process.platform === 'linux') {
    const packages = updater as unknown as PackageUpdater;
    packages.runCommandWithSudoIfNeeded = (command) => {
      const { installerPath } = packages;
      if (!verified || installerPath === null) throw new Error('no verified package');
      runAsRoot(verifiedCommand(verified, command, installerPath));
    };
  }

  /** Gives electron-updater the files of the signed listing and nothing else. */
  class SignedProvider {
    readonly isUseMultipleRangeRequest = false;
    readonly fileExtraDownloadHeaders = null;
    // It would send an id of this installation to the feed.
    setRequestHeaders() {}
    async getLatestVersion() {
      listing = null;
      listing = await fetchListing(request, feed, channel, build);
      return infoOf(listing);
    }
    resolveFiles(info: ReturnType<typeof infoOf>) {
      return info.files.map((file) => ({ url: addressIn(feed, file.url), info: file }));
    }
  }

  const made: Updater = {
    onError: () => {},
    look: async (address) => {
      feed = address;
      files = [];
      updater.setFeedURL({ provider: 'custom', updateProvider: SignedProvider });
      const answer = await updater.checkForUpdates();
      if (!answer) throw new Error('the updater is not active');
      return { version: answer.updateInfo.version, isNewer: answer.isUpdateAvailable };
    },
    download: async () => {
      restartCount();
      files = await updater.downloadUpdate();
    },
    isUnchanged: async () => {
      const signed = new Set(listing?.files.map(({ sha512 }) => sha512));
      const sums = await Promise.all(files.map(sha512Of));
      verified = files[0] && sums[0] ? { file: files[0], sha512: sums[0] } : null;
      return sums.length > 0 && sums.every((sum) => signed.has(sum));
    },
    install: () => updater.quitAndInstall(false, true),
  };
  // Failures while checking and downloading also reject; the listener is for the installation.
  updater.on('error', (error) => made.onError(error));
  return made;
}

function infoOf({ version, publishedAt, files }: UpdateListing) {
  const all = files.map(({ name, sha512, size }) => ({ url: name, sha512, size }));
  const [first] = all;
  return {
    version,
    files: all,
    path: first!.url,
    sha512: first!.sha512,
    releaseDate: publishedAt,
  };
}

async function sha512Of(file: string): Promise<string> {
  const hash = createHash('sha512');
  await pipeline(createReadStream(file), hash);
  return hash.digest('base64');
}

const firstCheckMs = 60_000;
const everyMs = 6 * 3_600_000;

/** Checks the feed a minute after the start and then every six hours. */
export function keepAskingForUpdates(updates: Updates): void {
  setTimeout(() => void updates.check(), firstCheckMs).unref();
  setInterval(() => void updates.check(), everyMs).unref();
}
