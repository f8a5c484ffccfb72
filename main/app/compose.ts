import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { app, ipcMain, type BrowserWindow } from 'electron';
import { openKeychain } from '#main/secrets/keychain';
import { contract } from '#shared/ipc/contract';
import { droppedFileMessage } from '#shared/ipc/ports';
import type { Settings } from '#shared/domain/settings';
import { unitsOf } from '#shared/domain/units';
import type { Maps } from '../features/maps/maps';
import { createNearestTowns } from '../files/towns';
import { systemClock } from '../pace/clock';
import type { FileWork } from '../files/file-work';
import { createStoredFileProblems, storedText, type ReportStoredFile } from '../files/stored-files';
import { createHistoryPort } from '../features/history/history-port';
import type { SessionFeature } from '../session/session';
import type { SettingsStore } from '../features/settings/settings';
import type { FleetDrawn } from '#shared/ipc/desktop';
import { createNotifier } from '../ipc/notify';
import { serve } from '../ipc/serve';
import { watchAttendance } from './attendance';
import { appHandlers } from './desktop-calls';
import { createHandlers } from './handlers';
import { createDialogs } from './dialogs';
import { openFileFeatures } from './file-features';
import { allowedHostsSchema, HostConsent, withConsent } from './host-consent';
import { openMaps } from './maps';
import { openLog } from './log';
import { createLinks, type DeepLink } from './deep-links';
import { createOpenedFiles, isMapFile, isUsablePath, type Given } from './opened-files';
import { readPolicy } from './policy';
import { policySources } from './policy-sources';
import { createTrustedWindow } from './trusted-window';
import { openSession } from './open-session';
import { openStores } from './open-stores';
import { openUpdates } from './open-updates';
import type { Updates } from './updates';

export interface Parts {
  session: SessionFeature;
  settings: SettingsStore;
  files: Pick<FileWork, 'close'>;
  log: (line: string) => void;
  /** Passes a `waypost://` link to the window. */
  openLink: (link: DeepLink | null) => void;
  /** The user chose to refresh now. */
  askRefresh: () => void;
  /** Passes on a file opened by the operating system; it waits until the window can open it. */
  openFile: (given: Given | null) => void;
  updates: Updates;
  reportStoredFile: ReportStoredFile;
  consent: HostConsent;
  /** The window was shown or hidden. */
  windowChanged: () => void;
  /** The user does something in the window. */
  maps: Maps;
}

/** The composition root: creates all parts and connects them. */
export function compose(options: {
  window: () => BrowserWindow | null;
  assetsFolder: string;
  onFleetDrawn: (drawn: FleetDrawn) => void;
  /** When cached devices are on screen; then the account's service is called. */
  firstPicture: Promise<unknown>;
  /** When the account used last is open, or did not open in time. */
  lastAccountOpened: Promise<void>;
  onSettings: (settings: Settings) => void;
}): Parts {
  const userData = app.getPath('userData');
  const log = openLog(path.join(userData, 'logs'), systemClock.now);
  const window = createTrustedWindow(options.window);
  const notify = createNotifier(contract, window.send);
  const policy = readPolicy(policySources(process.platform), log);
  const storedFiles = createStoredFileProblems(notify.storedFiles.changed);
  const dialogs = createDialogs(options.window);
  const consent = new HostConsent({
    ask: dialogs.askAboutHosts,
    memory: storedText(
      path.join(userData, 'allowed-hosts.json'),
      'allowedHosts',
      allowedHostsSchema,
      storedFiles.report,
    ),
    policy: { service: policy.allowedServiceHosts, map: policy.allowedMapHosts },
    presets: { service: policy.serviceAddress, map: policy.mapStyleUrl },
  });
  const { profiles, settings, cacheFolder } = openStores({
    userData,
    policy,
    report: storedFiles.report,
    onSettings: (next) => {
      options.onSettings(next);
      updates.settingsChanged();
      notify.settings.changed(next);
      session.openAccount()?.expiryWarnings.check();
      attendance.check();
    },
  });
  const historyPort = createHistoryPort();
  const townsFile = path.join(options.assetsFolder, 'basemap', 'towns.bin');
  const nearestTowns = createNearestTowns({
    file: townsFile,
    distanceUnit: () => unitsOf(settings.current()).distance,
    log,
  });
  const attendance = watchAttendance({
    settings: settings.current,
    isWindowVisible: window.isVisible,
    account: () => session.openAccount(),
  });
  const keychain = openKeychain();
  const maps = openMaps({
    userData,
    style: () => settings.current().mapStyleUrl,
    preset: policy.mapFiles,
    pickFile: dialogs.pickMapFile,
    consent,
    keychain,
    report: storedFiles.report,
    onFiles: notify.mapFiles.changed,
    onOffer: notify.mapFiles.offerChanged,
    onOnlineMaps: notify.keyedMaps.changed,
  });
  const session = openSession({
    cacheFolder,
    profiles,
    settings,
    keychain,
    consent,
    firstPicture: options.firstPicture,
    refreshPause: attendance.refreshPause,
    nearestTowns,
    post: historyPort.post,
    window: options.window,
    notify,
    log,
  });

  const openedFiles = createOpenedFiles(randomUUID, notify.openedFiles.changed);
  const { work: files, ...fileFeatures } = openFileFeatures({
    userData,
    townsFile,
    nearestTowns,
    session,
    settings,
    dialogs,
    notify,
    takeOpenedFile: openedFiles.take,
    post: historyPort.post,
    report: storedFiles.report,
    log,
  });

  const updates = openUpdates({
    policy,
    settings,
    session,
    report: storedFiles.report,
    window: options.window,
    onChanged: notify.updates.changed,
    log,
  });
  const links = createLinks(() => notify.links.came(undefined));

  const handlers = createHandlers({
    ...withConsent({ consent, settings }),
    session,
    ...fileFeatures,
    maps,
    lastAccountOpened: options.lastAccountOpened,
    openPort: (name) =>
      window.openPort(name, (port) =>
        name === 'fleet' ? session.attachPort(port) : historyPort.attach(port),
      ),
    desktop: {
      app: appHandlers({
        userData,
        presetAddress: policy.serviceAddress,
        fleetDrawn: options.onFleetDrawn,
      }),
      updates,
      links,
      openedFiles: { current: openedFiles.current, drop: ({ id }) => openedFiles.drop(id) },
      storedFiles: { problems: storedFiles.list, dismiss: ({ id }) => storedFiles.dismiss(id) },
    },
  });
  ipcMain.on(droppedFileMessage, (event, file: unknown) => {
    if (window.isTrusted(event) && isUsablePath(file)) void maps.files.consider(file);
  });
  serve(contract, handlers, {
    ipcMain,
    isTrusted: window.isTrusted,
    checksOutput: !app.isPackaged,
    log,
  });
  return {
    session,
    settings,
    files,
    log,
    openLink: links.came,
    askRefresh: () => notify.fleet.refreshAsked(undefined),
    openFile: (given) => {
      if (given && given.trouble === null && isMapFile(given.path)) {
        void maps.files.consider(given.path);
      } else openedFiles.came(given);
    },
    maps,
    updates,
    reportStoredFile: storedFiles.report,
    consent,
    windowChanged: attendance.windowChanged,
  };
}
