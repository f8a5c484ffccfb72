import path from 'node:path';
import { app, dialog, Menu, nativeTheme, session } from 'electron';
import { readLink, type Link } from '#shared/domain/link';
import { defaultSettings, stateRules } from '#shared/domain/settings';
import { saidIn } from '#shared/i18n/translate';
import { asFault } from '../ipc/serve';
import { systemClock } from '../pace/clock';
import { linkAmong, registersScheme } from './deep-links';
import { bringToFront, guardContents, guardSession, guardSessions, AppWindow } from './window';
import { writeBenchReport, writeSummary } from './headless';
import { AppLanguage, clockOfSystem, systemLanguages } from './language';
import { openLog } from './log';
import { installIconMenu, installMenu } from './menu';
import { givenAmong, isMapFile, readGiven, type Given } from './opened-files';
import { registerAppScheme, serveApp } from './protocol';
import { askBeforeQuitting } from './quitting';
import { keepAskingForUpdates } from './self-update';
import { serveWindows } from './serve-window';
import { restart } from './restart';
import { createServices, type Services } from './services';
import { hasTray, openTray, type AppTray } from './tray';
import {
  StartAttempts,
  readSwitches,
  type Trouble,
  troubleWithFolder,
  troubleWithSandbox,
  wallAmong,
} from './started-with';
import { followLoginStart, openLoginStart } from './start-at-login';
import { reopenWindows } from './reopen-windows';

/** A window that loads nothing, as after a failure, does not keep the account closed. */
const scriptMs = 1_000;

const mainEntry = Date.now();
const { isPackaged } = app;
const switches = readSwitches(app.commandLine, { argv: process.argv, isPackaged });
// Before any file is opened. Electron accepts absolute paths only.
if (switches.userDataFolder) app.setPath('userData', path.resolve(switches.userDataFolder));
const sandboxTrouble = troubleWithSandbox(app.commandLine, { isPackaged, uid: process.getuid?.() });
/** What the system passes on; until the app is there, the latest link and file wait. */
const waiting: { link: Link | null; file: Given | null } = {
  link: linkAmong(process.argv),
  file: fileAmong(process.argv, workingFolder()),
};
let running: {
  services: Services;
  window: AppWindow;
  openLink: (link: Link) => void;
  openWall: (views: string[]) => void;
} | null = null;

setUpProcess();
if (sandboxTrouble !== null) {
  void endWith(sandboxTrouble);
} else if (app.requestSingleInstanceLock()) {
  receiveFromSystem();
  void start();
} else {
  const folderTrouble = troubleWithFolder(app.getPath('userData'));
  if (folderTrouble === null) app.quit();
  else void endWith(folderTrouble);
}

/** Opens the app: services, the window, then the account used last; the rest after that. */
async function start(): Promise<void> {
  await app.whenReady();
  const folder = path.resolve(import.meta.dirname, '..');
  const userData = app.getPath('userData');
  const log = openLog(path.join(userData, 'logs'), systemClock.now);
  // An uncaught error is a bug. It is logged with a reference, and the window stays usable.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => void asFault(error, log));
  }
  const window = new AppWindow({ folder, allowsDevTools: switches.devTools, userData, log });
  const services = createServices({
    window,
    assetsFolder: path.join(folder, 'assets'),
    userData,
    isSafeMode: switches.safeMode,
    log,
  });
  const { settings, language, maps, workspaces, ask } = services;
  const { report } = services.storedFiles;
  const showWindow = () => window.show(report);

  const attempts = new StartAttempts(path.join(userData, 'starts.json'));
  const isUnattended = switches.summaryFile !== null || switches.benchReport !== null;
  const hasFailed = !isUnattended && attempts.begin() && !switches.safeMode;
  if (hasFailed && (await services.dialogs.askForSafeMode())) return restart({ isSafe: true });

  nativeTheme.themeSource = settings.current().theme;
  services.events.on('settings', ({ theme }) => {
    nativeTheme.themeSource = theme;
  });
  guardSession(session.defaultSession);
  const hasScript = serveApp({
    session: session.defaultSession,
    folder,
    answerMap: (name) => maps.answer(name),
    language: language.current,
  });
  const isHidden =
    switches.hidden ||
    (process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin);
  const waitsForTray = isHidden && settings.current().closeToTray;
  if (!waitsForTray) window.open(report, { isMinimized: isHidden });
  const { openWall } = reopenWindows(window, services, switches.wall);
  const { closeFiles, updates } = serveWindows(services, window);
  const showMenu = () =>
    installMenu({
      t: language.t,
      addMapFile: () => void maps.files.choose(window.inUse()?.webContents.id ?? null),
      refresh: () => ask.fleet.refreshAsked(undefined),
      lockNow: services.lockNow,
      showHelp: (topic) => ask.app.helpAsked({ topic }),
      showDiagnostics: () => ask.diagnostics.asked(undefined),
      openMapWindow: () =>
        window.openFurther({ shows: 'map', device: null }, workspaces.inUse().id),
      openWall: () => window.openFurther({ shows: 'wall', views: [] }, workspaces.inUse().id),
      restartSafely: () => restart({ isSafe: true }),
      allowsDevTools: switches.devTools,
    });
  showMenu();
  services.events.on('language', showMenu);
  const openLink = (link: Link) => {
    const workspace = workspaces.forLink(link);
    workspace.show();
    workspace.links.came(link);
  };
  const showIconMenu = () => installIconMenu(language.t, openLink);
  showIconMenu();
  services.events.on('language', showIconMenu);
  maps.files.begin();
  workspaces.main.links.came(waiting.link);
  openFile(services, window, waiting.file);
  running = { services, window, openLink, openWall };
  const tray = openTrayOf(services, { icons: path.join(folder, 'assets', 'icons'), showWindow });
  workspaces.on('waiting', tray.update);
  window.keepsWhenClosed = tray.keepsRunning;
  if (waitsForTray) {
    void tray.shows().then((isShown) => {
      if (!isShown && !window.current()) window.open(report, { isMinimized: true });
    });
  }

  // Opening 100,000 devices keeps this thread busy: it would not send the script of the window meanwhile.
  await Promise.race([hasScript, new Promise((resolve) => void setTimeout(resolve, scriptMs))]);
  await openLastAccount(services);
  followLogin(services, userData);
  void onScreen(services, window).then(() => attempts.succeeded());
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('activate', (_event, hasVisibleWindows) => {
    if (!hasVisibleWindows) showWindow();
  });
  askBeforeQuitting(
    { workspaces, window, maps, closeFiles, language },
    {
      openWindow: showWindow,
      beforeClosing: () => {
        window.leave();
        tray.remove();
      },
    },
  );
  keepAskingForUpdates(updates);
  await runUnattended(services, window);
}

/** The icon of the desktop, with what waits in each open account. */
function openTrayOf(services: Services, own: { icons: string; showWindow: () => void }): AppTray {
  const { workspaces, settings, language } = services;
  return openTray({
    ...services,
    settings: settings.current,
    t: language.t,
    icons: own.icons,
    hasTray,
    accounts: () =>
      workspaces.all().flatMap((workspace) => {
        const account = workspace.session.openAccount();
        const waits = workspace.waiting();
        if (!account || !waits) return [];
        return {
          name: workspaces.nameOf(workspace),
          waiting: waits,
          states: account.fleet.countStates(stateRules(workspace.settings.current())),
          open: (link) => {
            workspace.show();
            workspace.links.came(link);
          },
        };
      }),
    openWindow: own.showWindow,
    lockNow: () => {
      // The window says what is missing.
      if (!workspaces.all().some(({ session }) => session.canLock())) own.showWindow();
      services.lockNow();
    },
    quit: () => app.quit(),
  });
}

/** Starts Waypost when the user signs in, with this profile, as the settings say. */
function followLogin(services: Services, userData: string): void {
  const login = openLoginStart({
    platform: process.platform,
    app,
    configFolder: app.getPath('appData'),
    // The portable program of Windows runs from a folder that is removed when it ends.
    program: process.env['PORTABLE_EXECUTABLE_FILE'] ?? process.execPath,
    args: [
      ...(isPackaged ? [] : [app.getAppPath()]),
      ...(switches.userDataFolder ? [`--user-data-dir=${userData}`] : []),
    ],
  });
  followLoginStart(login, {
    ...services,
    sayRefused: () => void services.dialogs.sayLoginStartRefused(),
  });
}

/** What must happen before Electron is ready. */
function setUpProcess(): void {
  // Instead of Electron's default menu, until the app's own is there.
  Menu.setApplicationMenu(null);
  registerAppScheme();
  guardContents();
  guardSessions();
  // The young generation of each heap of the window grows while the fleet arrives and does not shrink afterwards
  // (docs/decisions/0149-first-picture-first.md). Flags of the command line stay.
  const flags = app.commandLine.getSwitchValue('js-flags');
  app.commandLine.appendSwitch('js-flags', `${flags} --max-semi-space-size=2`.trimStart());
  if (switches.safeMode) {
    app.disableHardwareAcceleration();
    // The processor draws the map then: nothing but Waypost's own map, as no other style is loaded.
    app.commandLine.appendSwitch('enable-unsafe-swiftshader');
  }
  // Nothing but online maps has a cache on the disk.
  app.commandLine.appendSwitch('disk-cache-size', '100000000');
  // As root Chromium cannot sandbox; enableSandbox() would make every child process exit.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
}

/** Links, files and further starts; macOS sends links and files as events, possibly before the app is ready. */
function receiveFromSystem(): void {
  const openLink = (link: Link | null) => {
    if (running && link) running.openLink(link);
    else waiting.link = link ?? waiting.link;
  };
  const receiveFile = (file: Given | null) => {
    if (running) openFile(running.services, running.window, file);
    else waiting.file = file ?? waiting.file;
  };
  const comeToFront = (file: Given | null) => {
    const inUse = isMap(file) ? running?.window.inUse() : null;
    // It asks about the map.
    if (inUse) bringToFront(inUse);
    else running?.services.workspaces.inUse().show();
  };
  app.on('second-instance', (_event, args, folder) => {
    const file = fileAmong(args, folder);
    comeToFront(file);
    const wall = wallAmong(args);
    if (wall) running?.openWall(wall);
    openLink(linkAmong(args));
    receiveFile(file);
  });
  app.on('open-url', (event, url) => {
    event.preventDefault();
    openLink(readLink(url));
  });
  app.on('open-file', (event, opened) => {
    event.preventDefault();
    const file = readGiven([opened]);
    comeToFront(file);
    receiveFile(file);
  });
  if (registersScheme(process.platform, process.env, isPackaged)) {
    app.setAsDefaultProtocolClient('waypost');
  }
}

function fileAmong(args: readonly string[], folder: string): Given | null {
  return givenAmong(args, { folder, ownFolder: app.getAppPath() });
}

/** The folder that Waypost was started in; the root if somebody has deleted it since. */
function workingFolder(): string {
  try {
    return process.cwd();
  } catch {
    return path.parse(process.execPath).root;
  }
}

/** Ends a start that cannot continue, with the reason in a dialog and on stderr. */
async function endWith(trouble: Trouble): Promise<void> {
  await app.whenReady();
  const { t } = new AppLanguage({
    folder: path.resolve(import.meta.dirname, '..', 'locales'),
    choice: defaultSettings,
    ofSystem: systemLanguages,
    clockOfSystem,
    onChanged: () => undefined,
  });
  const [title = '', ...detail] = trouble.map((each) => saidIn(t, each));
  process.stderr.write(`${[title, ...detail].join('\n')}\n`);
  if (!switches.summaryFile) {
    await dialog.showMessageBox({
      type: 'error',
      title: 'Waypost',
      message: title,
      detail: detail.join('\n'),
      buttons: [t('desktop.start.close')],
    });
  }
  app.exit(1);
}

/** Passes on a file opened by the operating system; a track waits until the window can open it. */
function openFile({ maps, openedFiles }: Services, window: AppWindow, given: Given | null): void {
  if (isMap(given)) {
    void maps.files.consider(given.path, window.inUse()?.webContents.id ?? null);
  } else openedFiles.came(given);
}

const isMap = (given: Given | null): given is Given =>
  given?.trouble === null && isMapFile(given.path);

/** A window that has been there for so long without a fleet is in order too. */
const steadyMs = 60_000;

/** Resolves when the fleet is drawn, or the page that asks for an account or its passphrase is there. */
async function onScreen({ drawn, workspaces }: Services, window: AppWindow): Promise<void> {
  const steady = new Promise((resolve) => void setTimeout(resolve, steadyMs));
  const contents = window.current()?.webContents;
  const isLoaded =
    contents?.isLoadingMainFrame() === false
      ? Promise.resolve()
      : new Promise<void>((resolve) => contents?.once('did-finish-load', () => resolve()));
  const needsFleet = workspaces.main.session.current().phase === 'open';
  await Promise.race([drawn.promise, steady, ...(needsFleet ? [] : [isLoaded])]);
}

async function openLastAccount({ workspaces, log }: Services): Promise<void> {
  try {
    await workspaces.main.session.restore({ isDemo: switches.demo });
  } catch (error) {
    const { kind } = asFault(error, log);
    log(`the account used last could not be opened: ${kind}`);
  }
}

/** Runs of development that write a summary or the time of the start, and then end. */
async function runUnattended(services: Services, window: AppWindow): Promise<void> {
  const shown = window.current();
  if (switches.summaryFile && shown) {
    await writeSummary(switches, services.workspaces.main.session, shown, services.drawn.promise);
    app.quit();
  } else if (switches.benchReport) {
    writeBenchReport(switches.benchReport, mainEntry, await services.drawn.promise);
    if (!switches.benchStay) app.quit();
  }
}
