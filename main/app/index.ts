import path from 'node:path';
import {
  app,
  dialog,
  nativeTheme,
  powerMonitor,
  session as electronSession,
  type BrowserWindow,
} from 'electron';
import type { FleetDrawn } from '../ipc/handlers';
import { readJsonFile, writeJsonFile } from '../files/json-file';
import { asFault } from '../ipc/serve';
import { compose } from './compose';
import { guardContents, guardSession } from './guard';
import { writeBenchReport, writeSummary, type StartMarks } from './headless';
import { createMapHosts } from './map-hosts';
import { readStyleJson } from './map-style-reader';
import { installMenu } from './menu';
import { troubleWithFolder } from './profile-folder';
import { registerAppScheme, serveApp } from './protocol';
import { quitQuestion } from './quitting';
import { allowSharedMemory } from './shared-memory';
import { readSwitches } from './switches';
import { createWindow } from './window';
import { keepAskingForUpdates } from './self-update';
import { linkAmong, readDeepLink, type DeepLink } from './deep-links';
import { givenAmong, readGiven, type Given } from './opened-files';

const marks: StartMarks = {
  processStart: Math.round(performance.timeOrigin),
  mainEntry: Date.now(),
  ready: 0,
  windowMade: 0,
  restored: 0,
};
const switches = readSwitches();
let window: BrowserWindow | null = null;
/** Receives links; stores the latest one until the app is composed. */
let openLink = (link: DeepLink | null) => {
  firstLink = link ?? firstLink;
};
let firstLink = linkAmong(process.argv);
/** The same for opened files. */
let openFile = (given: Given | null) => {
  firstFile = given ?? firstFile;
};
const fileAmong = (args: readonly string[], folder: string) =>
  givenAmong(args, { folder, ownFolder: app.getAppPath() });
let firstFile = fileAmong(process.argv, process.cwd());
/** Shows the window, and recreates it if macOS closed it. Does nothing before the first window. */
let showWindow = () => {};

registerAppScheme();
guardContents();
allowSharedMemory();
// As root Chromium cannot sandbox; enableSandbox() would make every child process exit.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();

if (app.requestSingleInstanceLock()) {
  app.on('second-instance', (_event, args, folder) => {
    showWindow();
    openLink(linkAmong(args));
    openFile(fileAmong(args, folder));
  });
  // macOS sends links and files as events, possibly before the app is ready.
  app.on('open-url', (event, url) => {
    event.preventDefault();
    openLink(readDeepLink(url));
  });
  app.on('open-file', (event, file) => {
    event.preventDefault();
    showWindow();
    openFile(readGiven([file]));
  });
  // On Linux and macOS the installer registers the scheme; on Windows the app has to.
  if (app.isPackaged && process.platform === 'win32') app.setAsDefaultProtocolClient('waypost');
  void app.whenReady().then(start);
} else {
  const trouble = troubleWithFolder(app.getPath('userData'));
  if (trouble === null) app.quit();
  else void app.whenReady().then(() => endWith(trouble));
}

/** Ends a start that cannot continue, with the reason in a dialog and on stderr. */
async function endWith(trouble: string): Promise<void> {
  process.stderr.write(`${trouble}\n`);
  if (!switches.summaryFile) {
    const [title = '', ...detail] = trouble.split('\n');
    await dialog.showMessageBox({
      type: 'error',
      title: 'Waypost',
      message: title,
      detail: detail.join('\n'),
      buttons: ['Close'],
    });
  }
  app.exit(1);
}

async function start(): Promise<void> {
  marks.ready = Date.now();
  const folder = path.resolve(import.meta.dirname, '..');
  const mapHostsFile = path.join(app.getPath('userData'), 'map-hosts.json');
  const mapHosts = createMapHosts(readStyleJson, {
    read: () => readJsonFile(mapHostsFile),
    write: (text) => {
      try {
        writeJsonFile(mapHostsFile, text);
      } catch {
        // Not essential: the next start determines the hosts again.
      }
    },
  });
  const drawn = Promise.withResolvers<FleetDrawn>();
  const parts = compose({
    window: () => window,
    onFleetDrawn: drawn.resolve,
    onSettings: (settings) => {
      nativeTheme.themeSource = settings.theme;
      void useMapStyle(settings.mapStyleUrl);
    },
  });

  openLink = parts.openLink;
  openLink(firstLink);
  openFile = parts.openFile;
  openFile(firstFile);

  // An uncaught error is a bug. It is logged with a reference, and the window stays usable.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => void asFault(error, parts.log));
  }

  async function useMapStyle(address: string): Promise<void> {
    // A document's CSP is fixed when it loads, so the window has to be reloaded.
    if (await mapHosts.use(address)) window?.webContents.reload();
  }

  nativeTheme.themeSource = parts.settings.current().theme;
  guardSession(electronSession.defaultSession, mapHosts.current);
  serveApp({
    session: electronSession.defaultSession,
    rendererFolder: path.join(folder, 'renderer'),
    assetsFolder: path.join(folder, 'assets'),
    mapHosts: mapHosts.current,
  });
  installMenu({
    refresh: () => {
      if (parts.session.current().phase === 'open') void parts.session.account().refreshNow();
    },
    isPackaged: app.isPackaged,
  });

  const open = () => {
    window = createWindow({
      preload: path.join(folder, 'preload', 'preload.cjs'),
      userDataFolder: app.getPath('userData'),
      icon: path.join(folder, 'assets', 'icons', '256x256.png'),
      onError: parts.log,
    });
    window.on('closed', () => {
      window = null;
    });
  };
  // Order: window, then the cached fleet while it loads, then the network.
  const { mapStyleUrl } = parts.settings.current();
  mapHosts.begin(mapStyleUrl);
  open();
  void useMapStyle(mapStyleUrl);
  showWindow = () => {
    if (!window) return open();
    if (window.isMinimized()) window.restore();
    window.show();
  };
  marks.windowMade = Date.now();
  try {
    await (switches.demo
      ? parts.session.useDemo({ isRemembered: false })
      : parts.session.restore());
  } catch (error) {
    const { kind } = asFault(error, parts.log);
    parts.log(`the account used last could not be opened: ${kind}`);
  }
  marks.restored = Date.now();

  // Timers did not run while the computer slept, so the status is out of date.
  powerMonitor.on('resume', () => {
    if (parts.session.current().phase === 'open') parts.session.account().wake();
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('activate', () => {
    if (!window) open();
  });
  const mayQuit = async () => {
    const session = parts.session.current();
    if (session.phase !== 'open') return true;
    const { jobs, records } = parts.session.account();
    // The demo fleet is regenerated at every start, so nothing in it can be lost.
    const isUnsavedLost = !session.profile.isDemo;
    const question = quitQuestion({
      jobs: jobs.list(),
      drafts: isUnsavedLost ? records.drafts.all().length : 0,
      typed: isUnsavedLost ? records.drafts.typed() : 0,
      isKept: session.copyStoredIn !== 'memory',
    });
    if (!question) return true;
    // The last window may be closed already; if quitting was cancelled, open it again.
    const { response } = await dialog.showMessageBox({
      type: 'question',
      title: 'Waypost',
      ...question,
      buttons: ['Quit', 'Keep Waypost open'],
      defaultId: 1,
      cancelId: 1,
    });
    if (response === 1 && !window) open();
    return response === 0;
  };
  let isQuitting = false;
  let isClosed = false;
  app.on('before-quit', (event) => {
    if (isClosed) return;
    event.preventDefault();
    if (isQuitting) return;
    isQuitting = true;
    void mayQuit().then(async (isSure) => {
      isQuitting = isSure;
      if (!isSure) return;
      await Promise.allSettled([parts.files.close(), parts.session.close()]);
      isClosed = true;
      app.quit();
    });
  });

  keepAskingForUpdates(parts.updates);

  if (switches.summaryFile && window) {
    await writeSummary(switches, parts, window, drawn.promise);
    app.quit();
  } else if (switches.benchReport) {
    writeBenchReport(switches.benchReport, marks, await drawn.promise);
    app.quit();
  }
}
