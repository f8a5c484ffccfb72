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
/** Takes links; until the parts are made, keeps the last one for them. */
let openLink = (link: DeepLink | null) => {
  firstLink = link ?? firstLink;
};
let firstLink = linkAmong(process.argv);
/** The same for files. */
let openFile = (given: Given | null) => {
  firstFile = given ?? firstFile;
};
const fileAmong = (args: readonly string[], folder: string) =>
  givenAmong(args, { folder, ownFolder: app.getAppPath() });
let firstFile = fileAmong(process.argv, process.cwd());
/** Brings the window to the front, and back where macOS runs without one; before the first, nothing. */
let showWindow = () => {};

registerAppScheme();
guardContents();
allowSharedMemory();
// As root Chromium runs without a sandbox, and asking for one would end every child process.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();

if (app.requestSingleInstanceLock()) {
  app.on('second-instance', (_event, args, folder) => {
    showWindow();
    openLink(linkAmong(args));
    openFile(fileAmong(args, folder));
  });
  // macOS hands links and files over as events, also before the app is ready.
  app.on('open-url', (event, url) => {
    event.preventDefault();
    openLink(readDeepLink(url));
  });
  app.on('open-file', (event, file) => {
    event.preventDefault();
    showWindow();
    openFile(readGiven([file]));
  });
  // On Linux and macOS the installer registers the scheme; a link of Windows needs the program itself.
  if (app.isPackaged && process.platform === 'win32') app.setAsDefaultProtocolClient('waypost');
  void app.whenReady().then(start);
} else {
  const trouble = troubleWithFolder(app.getPath('userData'));
  if (trouble === null) app.quit();
  else void app.whenReady().then(() => endWith(trouble));
}

/** The end of a start that cannot go on, with its reason on screen and for a terminal. */
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
        // The next start finds them again, a moment after its window.
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

  // What nobody caught is a mistake of ours: it goes to the log as a reference, not into a dialog with
  // its text, and what is on screen stays.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => void asFault(error, parts.log));
  }

  async function useMapStyle(address: string): Promise<void> {
    // The policy is fixed when a document loads, so the window loads again with the new one.
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
  // The window comes first; what is kept of the fleet follows while it loads, the network last.
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

  // Timers stood still while the computer slept, and so did the claims of the status line.
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
    // The demo is made anew at every start, with nothing of what was saved in it either.
    const isUnsavedLost = !session.profile.isDemo;
    const question = quitQuestion({
      jobs: jobs.list(),
      drafts: isUnsavedLost ? records.drafts.all().length : 0,
      typed: isUnsavedLost ? records.drafts.typed() : 0,
      isKept: session.copyStoredIn !== 'memory',
    });
    if (!question) return true;
    // The last window may be closed already; somebody who stays gets it back.
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
