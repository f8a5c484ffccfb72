import path from 'node:path';
import { app, dialog, Menu, session } from 'electron';
import { linkAmong, readDeepLink, registersScheme } from './deep-links';
import { guardContents, guardSession, guardSessions } from './guard';
import { givenAmong, readGiven } from './opened-files';
import { troubleWithFolder } from './profile-folder';
import { registerAppScheme, serveApp, type ServedContent } from './protocol';
import { troubleWithSandbox } from './sandbox';
import type { StartMarks } from './start-marks';
import { readSwitches } from './switches';
import { makeWindow } from './window';

// What has to happen before Electron is ready, and the window: its process starts and asks for the page while
// `start.ts` with the rest of the app is loaded. So this file and what it imports stay small, without schemas.

const marks: StartMarks = {
  processStart: Math.round(performance.timeOrigin),
  mainEntry: Date.now(),
  ready: 0,
  windowMade: 0,
  restored: 0,
};
const switches = readSwitches(app.commandLine, {
  argv: process.argv,
  isPackaged: app.isPackaged,
});
// Before any file is opened. Electron accepts absolute paths only.
if (switches.userDataFolder) app.setPath('userData', path.resolve(switches.userDataFolder));
const sandboxTrouble = troubleWithSandbox(app.commandLine, {
  isPackaged: app.isPackaged,
  uid: process.getuid?.(),
});
const fileAmong = (args: readonly string[], folder: string) =>
  givenAmong(args, { folder, ownFolder: app.getAppPath() });
/** The latest link and file until the app is composed. */
let link = linkAmong(process.argv);
let file = fileAmong(process.argv, workingFolder());
let openLink = (next: typeof link) => {
  link = next ?? link;
};
let openFile = (next: typeof file) => {
  file = next ?? file;
};
/** Shows the window, and recreates it if macOS closed it. Does nothing before the first window. */
let showWindow = () => {};

// Instead of Electron's default menu, until the app's own is there.
Menu.setApplicationMenu(null);
registerAppScheme();
guardContents();
guardSessions();
// Lets the window and its workers share memory, so that half a million fixes are not copied. Isolating the page
// (COOP) would allow it too, but moves it to another process in the middle of its first load
// (docs/decisions/0040-shared-track-memory.md).
addToSwitch('enable-features', 'SharedArrayBuffer', ',');
// The young generation of each heap of the window grows while the fleet arrives and does not shrink afterwards
// (docs/decisions/0101-small-young-heaps.md).
addToSwitch('js-flags', '--max-semi-space-size=2', ' ');
// Nothing but online maps has a cache on the disk.
app.commandLine.appendSwitch('disk-cache-size', '100000000');
// As root Chromium cannot sandbox; enableSandbox() would make every child process exit.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();

if (sandboxTrouble !== null) {
  void app.whenReady().then(() => endWith(sandboxTrouble));
} else if (app.requestSingleInstanceLock()) {
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
  app.on('open-file', (event, opened) => {
    event.preventDefault();
    showWindow();
    openFile(readGiven([opened]));
  });
  if (registersScheme(process.platform, process.env, app.isPackaged)) {
    app.setAsDefaultProtocolClient('waypost');
  }
  void app.whenReady().then(begin);
} else {
  const trouble = troubleWithFolder(app.getPath('userData'));
  if (trouble === null) app.quit();
  else void app.whenReady().then(() => endWith(trouble));
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

/** Adds to a switch of Chromium; what the command line says stays. */
function addToSwitch(name: string, value: string, separator: string): void {
  const given = app.commandLine.getSwitchValue(name);
  app.commandLine.appendSwitch(name, given ? `${given}${separator}${value}` : value);
}

async function begin(): Promise<void> {
  marks.ready = Date.now();
  const folder = path.resolve(import.meta.dirname, '..');
  const { promise: content, resolve: serve } = Promise.withResolvers<ServedContent>();
  guardSession(session.defaultSession);
  serveApp({
    session: session.defaultSession,
    folder,
    content,
  });
  const make = () => makeWindow({ folder, allowsDevTools: switches.devTools });
  const window = make();
  marks.windowMade = Date.now();
  const { start } = await import('./start');
  const running = start({
    folder,
    switches,
    marks,
    window,
    makeWindow: make,
    serve,
  });
  running.openLink(link);
  running.openFile(file);
  ({ openLink, openFile, showWindow } = running);
}
