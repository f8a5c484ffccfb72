import path from 'node:path';
import { app, nativeTheme, powerMonitor, type BrowserWindow } from 'electron';
import type { FleetDrawn } from '#shared/ipc/desktop';
import { asFault } from '../ipc/serve';
import { askBeforeQuitting } from './ask-before-quitting';
import { startAutoLock } from './auto-lock';
import { compose, type Parts } from './compose';
import { writeBenchReport, writeSummary } from './headless';
import { installMenu } from './menu';
import type { ServedContent } from './protocol';
import { keepAskingForUpdates } from './self-update';
import type { StartMarks } from './start-marks';
import type { Switches } from './switches';
import { prepareWindow } from './window-content';

/** What `index.ts` prepared. */
export interface Prepared {
  /** The folder of the bundles. */
  folder: string;
  switches: Switches;
  marks: StartMarks;
  /** The first window, which has begun to load the page. */
  window: BrowserWindow;
  makeWindow: () => BrowserWindow;
  /** The scripts of the page wait for this. */
  serve: (content: ServedContent) => void;
}

/** Receives what the system passes on while the app runs. */
export interface Running extends Pick<Parts, 'openLink' | 'openFile'> {
  /** Shows the window, and recreates it if macOS closed it. */
  showWindow(): void;
}

/** The window and how it is opened again. */
interface AppWindow {
  current(): BrowserWindow | null;
  open(): void;
  /** Loads the page again, which also gives up what the window has in memory. */
  reload(): void;
}

/** The network waits this long for the first picture, which a hidden window may not draw. */
const pictureMs = 3_000;
/** The window waits this long for the account: a keychain may ask the user first. */
const accountMs = 2_000;
const afterMs = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

/** Composes the app, loads it into the first window, and opens the account used last. */
export function start(prepared: Prepared): Running {
  const { folder, switches } = prepared;
  let window: BrowserWindow | null = prepared.window;
  const drawn = Promise.withResolvers<FleetDrawn>();
  const lastAccount = Promise.withResolvers<void>();
  const firstPicture = Promise.race([drawn.promise, afterMs(pictureMs)]);
  const parts = compose({
    window: () => window,
    assetsFolder: path.join(folder, 'assets'),
    onFleetDrawn: drawn.resolve,
    firstPicture,
    lastAccountOpened: lastAccount.promise,
    onSettings: (settings) => {
      nativeTheme.themeSource = settings.theme;
    },
  });
  const appWindow: AppWindow = {
    current: () => window,
    open: () => show(prepared.makeWindow()),
    reload: () => window?.webContents.reload(),
  };

  // An uncaught error is a bug. It is logged with a reference, and the window stays usable.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => void asFault(error, parts.log));
  }

  function show(made: BrowserWindow): void {
    window = made;
    made.on('closed', () => {
      window = null;
      parts.windowChanged();
    });
    made.on('show', parts.windowChanged);
    made.on('hide', parts.windowChanged);
    made.on('minimize', parts.windowChanged);
    made.on('restore', parts.windowChanged);
    prepareWindow(made, {
      userDataFolder: app.getPath('userData'),
      reportStoredFile: parts.reportStoredFile,
      onError: parts.log,
    });
  }

  // Order: the page, then the cached fleet while the window runs its script, then the network.
  const { theme } = parts.settings.current();
  nativeTheme.themeSource = theme;
  show(prepared.window);
  prepared.serve({ map: (pathname) => parts.maps.answer(pathname) });
  installMenu({
    addMapFile: () => void parts.maps.files.choose(),
    refresh: parts.askRefresh,
    allowsDevTools: switches.devTools,
  });
  parts.maps.files.begin();
  const opened = openLastAccount(parts, prepared);
  void Promise.race([opened, afterMs(accountMs)]).then(lastAccount.resolve);
  void opened.then(() =>
    finishStart(parts, { switches, marks: prepared.marks, appWindow, drawn: drawn.promise }),
  );

  return {
    openLink: parts.openLink,
    openFile: parts.openFile,
    showWindow: () => {
      if (!window) return appWindow.open();
      if (window.isMinimized()) window.restore();
      window.show();
    },
  };
}

async function openLastAccount(parts: Parts, { switches, marks }: Prepared): Promise<void> {
  try {
    await (switches.demo
      ? parts.session.useDemo({ isRemembered: false })
      : parts.session.restore());
  } catch (error) {
    const { kind } = asFault(error, parts.log);
    parts.log(`the account used last could not be opened: ${kind}`);
  }
  marks.restored = Date.now();
}

/** What the first picture does not need. */
async function finishStart(
  parts: Parts,
  {
    switches,
    marks,
    appWindow,
    drawn,
  }: Pick<Prepared, 'switches' | 'marks'> & { appWindow: AppWindow; drawn: Promise<FleetDrawn> },
): Promise<void> {
  // Timers did not run while the computer slept, so the status is out of date.
  powerMonitor.on('resume', () => {
    parts.session.openAccount()?.wake();
  });
  /** The window is loaded again, so that no record and no text of the user stays in its memory. */
  const lock = async () => {
    if (await parts.session.lock()) appWindow.reload();
  };
  startAutoLock({
    signals: powerMonitor,
    settings: parts.settings.current,
    lock: () => void lock(),
    every: (delayMs, run) => setInterval(run, delayMs),
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('activate', () => {
    if (!appWindow.current()) appWindow.open();
  });
  askBeforeQuitting(parts, () => {
    if (!appWindow.current()) appWindow.open();
  });
  keepAskingForUpdates(parts.updates);

  const window = appWindow.current();
  if (switches.summaryFile && window) {
    await writeSummary(switches, parts, window, drawn);
    app.quit();
  } else if (switches.benchReport) {
    writeBenchReport(switches.benchReport, marks, await drawn);
    if (!switches.benchStay) app.quit();
  }
}
