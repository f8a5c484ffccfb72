import { randomUUID } from 'node:crypto';
import path from 'node:path';
import {
  app,
  clipboard,
  ipcMain,
  MessageChannelMain,
  session as electronSession,
  shell,
  type BrowserWindow,
  type IpcMainInvokeEvent,
  type MessagePortMain,
} from 'electron';
import { openKeychain } from '#main/secrets/keychain';
import { contract } from '#shared/ipc/contract';
import { portMessage, type PortName } from '#shared/ipc/ports';
import type { Settings } from '#shared/domain/settings';
import { createExchange } from '../features/exchange/exchange';
import { systemClock } from '../pace/clock';
import { createFileWork, type FileWork } from '../files/file-work';
import { openTemporaryFiles } from '../files/temporary-files';
import { openProfiles } from '../session/profiles';
import { createHistoryFiles } from '../features/exchange/history-files';
import { createHistoryPort } from '../features/history/host';
import { createSession, type SessionFeature } from '../session/session';
import { createSubmissions } from '../features/submit/submissions';
import {
  migratedSubmissionMode,
  openSettings,
  type SettingsStore,
} from '../features/settings/settings';
import type { FleetDrawn } from '#shared/ipc/desktop';
import { createHandlers } from '../ipc/handlers';
import { createNotifier } from '../ipc/notify';
import { asFault, serve } from '../ipc/serve';
import { startDemoService } from './demo-service';
import { fileDialogs } from './file-dialogs';
import { startFileProcess } from './file-process';
import { isOwnAddress } from './guard';
import { openInstallAttempt } from './install-attempt';
import { openLog } from './log';
import { createLinks, type DeepLink } from './deep-links';
import { createOpenedFiles, type Given } from './opened-files';
import { showNotification } from './notifications';
import { policyFiles, readPolicy } from './policy';
import { canReplaceItself, loadUpdater } from './self-update';
import { createUpdates, reasonToWait, type Updates } from './updates';

export interface Parts {
  session: SessionFeature;
  settings: SettingsStore;
  files: Pick<FileWork, 'close'>;
  log: (line: string) => void;
  /** Passes a `waypost://` link to the window. */
  openLink: (link: DeepLink | null) => void;
  /** Passes on a file opened by the operating system; it waits until the window can open it. */
  openFile: (given: Given | null) => void;
  updates: Updates;
}

/** The composition root: creates all parts and connects them. */
export function compose(options: {
  window: () => BrowserWindow | null;
  onFleetDrawn: (drawn: FleetDrawn) => void;
  onSettings: (settings: Settings) => void;
}): Parts {
  const userData = app.getPath('userData');
  const log = openLog(path.join(userData, 'logs'), systemClock.now);
  const notify = createNotifier(contract, (channel, payload) => {
    const window = options.window();
    if (window && !window.isDestroyed()) window.webContents.send(channel, payload);
  });
  const policy = readPolicy(policyFiles(process.platform, process.env, process.resourcesPath), log);
  const presets = policy.mapStyleUrl === null ? {} : { mapStyleUrl: policy.mapStyleUrl };
  const settingsFile = path.join(userData, 'settings.json');
  // Must run before the settings are written again: that would drop a value an earlier version stored there.
  const profiles = openProfiles(
    path.join(userData, 'profile.json'),
    migratedSubmissionMode(settingsFile),
  );
  const settings = openSettings(
    settingsFile,
    (next) => {
      options.onSettings(next);
      updates.settingsChanged();
      notify.settings.changed(next);
      if (session.current().phase === 'open') session.account().expiryWarnings.check();
    },
    presets,
  );
  // A separate session without a disk cache: responses must not be written to disk unencrypted.
  const network = electronSession.fromPartition('service', { cache: false });
  const historyPort = createHistoryPort();
  const session = createSession({
    cacheFolder: path.join(userData, 'cache'),
    profiles,
    keychain: openKeychain(),
    fetch: ((input: string | URL, init?: RequestInit) =>
      network.fetch(String(input), init)) as typeof fetch,
    clock: systemClock,
    random: Math.random,
    newId: randomUUID,
    startDemo: startDemoService,
    callsPerMinute: () => settings.current().callsPerMinute,
    onSession: notify.session.changed,
    onStatus: notify.status.changed,
    onFieldMapping: notify.fieldMapping.changed,
    onGroups: notify.groups.changed,
    onUsers: notify.users.changed,
    onDevice: notify.limits.changed,
    onJournal: notify.journal.changed,
    onJobs: notify.jobs.changed,
    warningDays: () => settings.current().expiryWarningDays,
    notify: (notice) => showNotification(notice, options.window),
    history: {
      settings: settings.current,
      post: historyPort.post,
      onFetches: notify.history.fetchChanged,
      onUnacknowledged: notify.alerts.changed,
      notify: ({ deviceId, ...notice }) =>
        showNotification(notice, options.window, () => notify.alerts.clicked({ deviceId })),
    },
    computerTimeZone,
    onBug: (error) => asFault(error, log),
  });

  const temporaryFiles = openTemporaryFiles(path.join(userData, 'temporary-files.json'));
  const swept = temporaryFiles.sweep();
  if (swept > 0) log(`files: removed ${swept} temporary files of an earlier run`);
  const exchangeParts = {
    account: session.account,
    profile: () => {
      const current = session.current();
      return current.phase === 'open' ? current.profile : null;
    },
    settings: settings.current,
    now: () => session.account().now(),
    computerTimeZone,
    ...fileDialogs(options.window),
    temporaryFiles,
  };
  const exchange = createExchange(exchangeParts);
  const files = createFileWork({
    start: startFileProcess,
    newId: randomUUID,
    onProgress: notify.history.exportChanged,
    onReadProgress: notify.submit.readProgressChanged,
    temporaryFiles,
  });

  const updates = createUpdates({
    version: app.getVersion(),
    policy,
    settings: settings.current,
    loadUpdater,
    canReplaceItself,
    attempt: openInstallAttempt(path.join(userData, 'update.json')),
    quit: () => app.quit(),
    mayInstall: async () => {
      if (session.current().phase !== 'open') return null;
      const { records, jobs } = session.account();
      return reasonToWait(records.drafts.all().length, jobs.list());
    },
    now: systemClock.now,
    onChanged: notify.updates.changed,
    log,
  });
  const links = createLinks(() => notify.links.came(undefined));
  const openedFiles = createOpenedFiles(randomUUID, notify.openedFiles.changed);

  function openPort(name: PortName, attach: (port: MessagePortMain) => void): boolean {
    const window = options.window();
    if (!window) return false;
    const { port1, port2 } = new MessageChannelMain();
    port1.start();
    attach(port1);
    window.webContents.postMessage(portMessage(name), null, [port2]);
    return true;
  }

  const handlers = createHandlers({
    session,
    settings,
    exchange,
    historyFiles: createHistoryFiles({ ...exchangeParts, work: files }),
    submissions: createSubmissions({
      ...exchangeParts,
      newId: randomUUID,
      takeOpenedFile: openedFiles.take,
      post: historyPort.post,
      work: files,
    }),
    desktop: {
      info: () => ({
        version: app.getVersion(),
        platform: platformName(),
        userDataFolder: userData,
        keychainName: keychainName(),
        presetAddress: policy.serviceAddress,
      }),
      copyText: (text) => {
        void clipboard.writeText(text);
      },
      openExternal: (address) => shell.openExternal(address),
      openFleetPort: () => openPort('fleet', session.attachPort),
      openHistoryPort: () => openPort('history', historyPort.attach),
      fleetDrawn: options.onFleetDrawn,
      updates,
      takeLink: links.take,
      openedFiles,
    },
  });
  serve(contract, handlers, {
    ipcMain,
    isTrusted: (event: IpcMainInvokeEvent) =>
      event.senderFrame !== null &&
      event.senderFrame.parent === null &&
      isOwnAddress(event.senderFrame.url) &&
      event.sender === options.window()?.webContents,
    checksOutput: !app.isPackaged,
    log,
  });
  return {
    session,
    settings,
    files,
    log,
    openLink: links.came,
    openFile: openedFiles.came,
    updates,
  };
}

const computerTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

function platformName(): 'aix' | 'darwin' | 'linux' | 'win32' | 'other' {
  const { platform } = process;
  return platform === 'darwin' || platform === 'linux' || platform === 'win32' ? platform : 'other';
}

function keychainName(): string {
  if (process.platform === 'darwin') return 'Keychain';
  if (process.platform === 'win32') return 'Windows Credential Manager';
  return 'keyring (Secret Service)';
}
