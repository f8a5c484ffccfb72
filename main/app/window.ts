import path from 'node:path';
import { EventEmitter } from 'node:events';
import {
  BrowserWindow,
  MessageChannelMain,
  nativeTheme,
  screen,
  type IpcMainEvent,
  type IpcMainInvokeEvent,
  type Display,
  type MessagePortMain,
  type Rectangle,
  app,
  type Session,
  type WebContents,
} from 'electron';
import { portMessage, type Caller, type PortName } from '#shared/ipc/define';
import {
  furtherWindowAddress,
  windowPlaceSchema,
  type FurtherWindow,
  type OpenWindow,
  type WindowPlace,
} from '#shared/domain/window';
import { readStored, writeStored, type ReportStoredFile } from '../files/stored-files';
import { errorInShort } from './log';
import { appOrigin } from './protocol';
import { hangOnWall } from './wall';
import {
  boundsOn,
  displayOf,
  isAboutAt,
  isSameArea,
  overlap,
  smallestWindow,
} from './window-places';
import { mainWorkspace, type WorkspaceId } from './workspace-id';

const usualSize = { width: 1440, height: 900 };

/** A further window is moved by so much, so that it does not hide the one before. */
const besideBy = 32;
/** Nobody looks at more; each has a process. */
const mostFurther = 12;

/** Who moves a window or goes from page to page is not asked for each step. */
const arrangedAfterMs = 500;

interface AppWindowOptions {
  /** The folder of the bundles. */
  folder: string;
  /** False: developer tools cannot be opened. */
  allowsDevTools: boolean;
  userData: string;
  /** Receives console errors of the window and the reason when its process ends. */
  log: (line: string) => void;
}

/**
 * The windows of the app: the main one, further ones of the same account, and those of other accounts. Each may be
 * closed at any time, and the main one opened again. `arranged`: further ones were opened, closed by the user, moved,
 * or show another page; `changed`: one was shown or hidden; `endedAgain`: the process of one ended twice in a row, and
 * it is empty; `kept`: the main one was closed and is only hidden.
 */
export class AppWindow extends EventEmitter<{
  arranged: [];
  changed: [];
  closed: [Caller, WorkspaceId];
  endedAgain: [];
  kept: [];
}> {
  /** Whether the main window is hidden instead when it is closed, with all that is on it. */
  keepsWhenClosed = (): boolean => false;
  /** Asks before an account closes with the last window of its own; null: there is nothing to ask. */
  askBeforeLast = (_of: WorkspaceId): Promise<boolean> | null => null;
  readonly #options: AppWindowOptions;
  #window: BrowserWindow | null = null;
  #lastFocused: BrowserWindow | null = null;
  /** With the main one. `isLeading`: links and notifications of its account lead there. */
  readonly #all = new Map<BrowserWindow, { of: WorkspaceId; isLeading: boolean }>();
  readonly #further = new Map<BrowserWindow, FurtherWindow>();
  /** Where a window was before, and where it is instead while the display of that place is not connected. */
  readonly #moved = new WeakMap<BrowserWindow, { from: WindowPlace; to: Rectangle }>();
  /** Where each window was when none had moved for a moment. */
  readonly #rested = new WeakMap<BrowserWindow, WindowPlace>();
  #arranging: NodeJS.Timeout | undefined;
  #isLeaving = false;

  constructor(options: AppWindowOptions) {
    super();
    this.#options = options;
    screen.on('display-removed', (_event, display) => this.#bringIntoView(display));
    screen.on('display-metrics-changed', (_event, display, changed) => {
      if (changed.includes('bounds')) this.#bringIntoView(display);
    });
  }

  /** The main window. */
  current(): BrowserWindow | null {
    return this.#window && !this.#window.isDestroyed() ? this.#window : null;
  }

  /** The window that the user works in: a dialog belongs to it. Nobody works on a wall screen. */
  inUse(): BrowserWindow | null {
    const windows = this.#open().filter((window) => this.#further.get(window)?.shows !== 'wall');
    const focused = windows.find((window) => window.isFocused());
    // While another program is in front, the one before.
    const last = windows.find((window) => window === this.#lastFocused);
    return focused ?? last ?? this.current() ?? windows[0] ?? null;
  }

  /**
   * Opens the main window at its last position, if that display still exists; it shows with its first picture, or stays
   * minimized.
   */
  open(report: ReportStoredFile, { isMinimized = false } = {}): void {
    const file = path.join(this.#options.userData, 'window.json');
    const place = readStored(file, 'window', windowPlaceSchema, report);
    const window = this.#make(place);
    this.#window = window;
    window.once('ready-to-show', () => {
      if (!isMinimized) return showAs(window, place);
      // Linux minimizes no window that was never shown.
      window.showInactive();
      window.minimize();
    });
    window.on('close', (event) => {
      // No notice: this window is closing.
      writeStored(file, 'window', JSON.stringify(this.#placeOf(window)), () => {
        this.#options.log(`${path.basename(file)} could not be written`);
      });
      if (!this.keepsWhenClosed()) return;
      event.preventDefault();
      this.emit('kept');
      // A full screen of macOS would stay behind, black.
      if (process.platform !== 'darwin' || !window.isFullScreen()) return window.hide();
      window.once('leave-full-screen', () => window.hide());
      window.setFullScreen(false);
    });
    window.on('closed', () => {
      this.#window = null;
    });
    this.#load(window, '', mainWorkspace);
  }

  /**
   * Opens one more window: where it was before, else beside the one in use. `shows`: null: whatever that account showed
   * last. A wall screen takes the whole display, and the place of another one there.
   */
  openFurther(shows: FurtherWindow | null, of: WorkspaceId, before?: WindowPlace): void {
    if (this.#all.size > mostFurther) return;
    const isWall = shows?.shows === 'wall';
    const beside = before ?? this.#besideOneInUse();
    const place = isWall ? wholeDisplay(beside) : beside;
    if (isWall) this.#closeWallOn(place);
    const window = this.#make(place);
    if (isWall) hangOnWall(window);
    if (shows) this.#further.set(window, shows);
    if (of !== mainWorkspace) this.#askBeforeLast(window, of);
    window.once('ready-to-show', () => showAs(window, place));
    const arranged = () => this.#arranged();
    window.webContents.on('did-navigate-in-page', arranged);
    window.on('closed', () => {
      this.#further.delete(window);
      arranged();
    });
    this.#load(window, shows ? furtherWindowAddress(shows) : '', of);
    arranged();
  }

  /** The windows beside the main one: whose they are, what they show and where they are. */
  further(): (Omit<OpenWindow, 'account'> & { of: WorkspaceId })[] {
    return this.#open().flatMap((window) => {
      if (window === this.#window) return [];
      const shows = this.#further.get(window);
      return {
        of: this.#all.get(window)!.of,
        shows: shows ? shownNow(shows, window.webContents.getURL()) : null,
        place: this.#placeOf(window),
      };
    });
  }

  /** The app quits: the windows that are open now are those that `arranged` tells of last. */
  leave(): void {
    if (this.#isLeaving) return;
    this.emit('arranged');
    clearTimeout(this.#arranging);
    this.#isLeaving = true;
  }

  #arranged(): void {
    clearTimeout(this.#arranging);
    if (this.#isLeaving) return;
    this.#arranging = setTimeout(() => {
      for (const window of this.#open()) this.#rested.set(window, this.#placeOf(window));
      this.emit('arranged');
    }, arrangedAfterMs);
  }

  /** Loads the page, and follows the window until it is closed. */
  #load(window: BrowserWindow, address: string, of: WorkspaceId): void {
    const caller = window.webContents.id;
    this.#all.set(window, { of, isLeading: address === '' });
    window.on('closed', () => {
      this.#all.delete(window);
      this.emit('closed', caller, of);
      this.emit('changed');
    });
    const arranged = () => this.#arranged();
    window.on('show', arranged);
    window.on('move', arranged);
    window.on('resize', arranged);
    window.on('focus', () => (this.#lastFocused = window));
    const changed = () => this.emit('changed');
    window.on('show', changed);
    window.on('hide', changed);
    window.on('minimize', changed);
    window.on('restore', changed);
    window.webContents.on('console-message', ({ level, message, sourceId, lineNumber }) => {
      if (level !== 'error') return;
      const place = `${path.posix.basename(sourceId)}:${lineNumber}`;
      this.#options.log(`window: ${errorInShort(message)} (${place})`);
    });
    // Windows signs the user out, and ends the app without quitting it.
    window.on('session-end', () => this.leave());
    reloadAfterCrash(window, () => this.emit('endedAgain'), this.#options.log);
    // Rejects if another load takes its place, or the window is closed meanwhile.
    window.loadURL(`${appOrigin}/index.html${address}`).catch(() => undefined);
  }

  /** Brings the leading window of an account to the front, the main one by default, and opens it if it was closed. */
  show(report: ReportStoredFile, of: WorkspaceId = mainWorkspace): void {
    const window = this.#open(of).find((each) => this.#all.get(each)?.isLeading);
    if (!window) return of === mainWorkspace ? this.open(report) : this.openFurther(null, of);
    bringToFront(window);
  }

  /** Loads the page of every window again, or of those of an account, which also gives up what they have in memory. */
  reload(of?: WorkspaceId, except?: Caller): void {
    for (const { webContents } of this.#open(of)) {
      if (webContents.id !== except) webContents.reload();
    }
  }

  isVisible(of?: WorkspaceId): boolean {
    return this.#open(of).some((window) => window.isVisible() && !window.isMinimized());
  }

  /** Whether there is one of that account. */
  has(of: WorkspaceId): boolean {
    return this.#open(of).length > 0;
  }

  /** The account of a window; null if that is gone. */
  workspaceOf(caller: Caller): WorkspaceId | null {
    const found = this.#open().find(({ webContents }) => webContents.id === caller);
    return (found && this.#all.get(found)?.of) ?? null;
  }

  /** Sends an event of the contract to every window, or to those of an account; dropped without one. */
  send(channel: string, payload: unknown, of?: WorkspaceId, except?: Caller): void {
    for (const { webContents } of this.#open(of)) {
      if (webContents.id !== except) webContents.send(channel, payload);
    }
  }

  /** Sends an event to one window; null: to all. */
  sendTo(caller: Caller | null, channel: string, payload: unknown): void {
    for (const { webContents } of this.#open()) {
      if (caller === null || webContents.id === caller) webContents.send(channel, payload);
    }
  }

  /** Sends an event that asks something of the user: to the window that they work in. */
  sendToOne(channel: string, payload: unknown): void {
    this.inUse()?.webContents.send(channel, payload);
  }

  /** Passes a port to the page of a window and its other end to `attach`; false if the window is gone. */
  openPort(name: PortName, of: Caller, attach: (port: MessagePortMain) => void): boolean {
    const window = this.#open().find(({ webContents }) => webContents.id === of);
    if (!window) return false;
    const { port1, port2 } = new MessageChannelMain();
    port1.start();
    attach(port1);
    window.webContents.postMessage(portMessage(name), null, [port2]);
    return true;
  }

  /** Whether a message is from the app's own page in its main frame, and not from another one. */
  isTrusted({ sender, senderFrame }: IpcMainInvokeEvent | IpcMainEvent): boolean {
    return (
      senderFrame !== null &&
      senderFrame.parent === null &&
      isOwnAddress(senderFrame.url) &&
      this.#open().some(({ webContents }) => sender === webContents)
    );
  }

  #open(of?: WorkspaceId): BrowserWindow[] {
    return [...this.#all].flatMap(([window, workspace]) =>
      window.isDestroyed() || (of !== undefined && workspace.of !== of) ? [] : [window],
    );
  }

  #askBeforeLast(window: BrowserWindow, of: WorkspaceId): void {
    let isSure = false;
    window.on('close', (event) => {
      const answer = isSure || this.#open(of).length > 1 ? null : this.askBeforeLast(of);
      if (!answer) return;
      event.preventDefault();
      void answer.then((wanted) => {
        isSure = wanted;
        if (wanted && !window.isDestroyed()) window.close();
      });
    });
  }

  #make(place: WindowPlace | null): BrowserWindow {
    const { folder, allowsDevTools } = this.#options;
    const work = screen.getPrimaryDisplay().workAreaSize;
    const bounds = place && boundsOn(place, connectedDisplays());
    const window = new BrowserWindow({
      // Without a display its size is 0.
      width: Math.min(usualSize.width, work.width || usualSize.width),
      height: Math.min(usualSize.height, work.height || usualSize.height),
      // From the start, so that the scale of that display counts.
      ...bounds,
      minWidth: smallestWindow.width,
      minHeight: smallestWindow.height,
      title: 'Waypost',
      icon: path.join(folder, 'assets', 'icons', '256x256.png'),
      backgroundColor: nativeTheme.shouldUseDarkColors ? '#14181d' : '#ffffff',
      show: false,
      webPreferences: {
        preload: path.join(folder, 'preload', 'preload.cjs'),
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webviewTag: false,
        navigateOnDragDrop: false,
        spellcheck: false,
        devTools: allowsDevTools,
      },
    });
    const isAway = place?.display && !displayOf(place.display, connectedDisplays());
    if (isAway && bounds) this.#moved.set(window, { from: place, to: bounds });
    return window;
  }

  #closeWallOn(place: WindowPlace | null): void {
    for (const [window, { shows }] of this.#further) {
      const isThere = this.#placeOf(window).display?.id === place?.display?.id;
      if (shows === 'wall' && isThere) window.close();
    }
  }

  #placeOf(window: BrowserWindow): WindowPlace {
    const { isMaximized, isFullScreen } = {
      isMaximized: window.isMaximized(),
      isFullScreen: window.isFullScreen(),
    };
    const bounds = window.getNormalBounds();
    const moved = this.#moved.get(window);
    // Its display may be connected again at the next start.
    if (moved && isAboutAt(moved.to, bounds)) return { ...moved.from, isMaximized, isFullScreen };
    const { id, bounds: ofDisplay } = screen.getDisplayMatching(window.getBounds());
    return { bounds, isMaximized, isFullScreen, display: { id, bounds: ofDisplay } };
  }

  #besideOneInUse(): WindowPlace | null {
    const window = this.inUse();
    if (!window) return null;
    const { bounds, display } = this.#placeOf(window);
    const moved = { ...bounds, x: bounds.x + besideBy, y: bounds.y + besideBy };
    return { bounds: moved, display, isMaximized: false, isFullScreen: false };
  }

  /**
   * A display was disconnected or changed: its windows are whole on one that is left. Not every desktop moves them, and
   * some leave only a strip in view. At the next start they are on it again, if it is.
   */
  #bringIntoView({ id, bounds: ofDisplay }: Display): void {
    // Where a desktop has just moved them to is not where they were.
    clearTimeout(this.#arranging);
    const displays = connectedDisplays();
    for (const window of this.#open()) {
      const bounds = window.getNormalBounds();
      const rested = this.#rested.get(window);
      const from =
        rested?.display?.id === id
          ? rested
          : { bounds, isMaximized: false, isFullScreen: false, display: { id, bounds: ofDisplay } };
      if (from !== rested && displays.some((each) => overlap(bounds, each.bounds) > 0)) continue;
      const to = boundsOn(from, displays);
      if (!to || isSameArea(to, bounds)) continue;
      this.#moved.set(window, { from, to });
      if (!window.isFullScreen()) window.setBounds(to);
    }
    this.#arranged();
  }
}

export function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/** The primary one first. */
function connectedDisplays(): Display[] {
  const primary = screen.getPrimaryDisplay();
  return [primary, ...screen.getAllDisplays().filter(({ id }) => id !== primary.id)];
}

/** Also where no desktop makes a window full screen. */
function wholeDisplay(place: WindowPlace | null): WindowPlace {
  const connected = connectedDisplays();
  const { id, bounds } = (place?.display && displayOf(place.display, connected)) ?? connected[0]!;
  return { bounds, isMaximized: false, isFullScreen: true, display: { id, bounds } };
}

function showAs(window: BrowserWindow, place: WindowPlace | null): void {
  if (place?.isMaximized) window.maximize();
  if (place?.isFullScreen) window.setFullScreen(true);
  window.show();
}

/** A window with all pages is on the one that the user went to. */
function shownNow(shows: FurtherWindow, address: string): FurtherWindow {
  const page = /#\/([a-z]+)$/.exec(address)?.[1];
  return shows.shows === 'page' && page !== undefined ? { ...shows, page } : shows;
}

/** A second end within this time is not a coincidence. */
const inARowMs = 60_000;

/**
 * Loads the window again when its process has ended. After a second end in a row the user is asked,
 * because loading again could go on for ever and an empty window says nothing.
 */
function reloadAfterCrash(
  window: BrowserWindow,
  ask: () => void,
  log: (line: string) => void,
): void {
  let lastAt = Number.NEGATIVE_INFINITY;
  const reload = () => {
    if (!window.isDestroyed()) window.webContents.reload();
  };
  window.webContents.on('render-process-gone', (_event, details) => {
    if (details.reason === 'clean-exit' || window.isDestroyed()) return;
    log(`the window's process is gone: ${details.reason}`);
    const isInARow = performance.now() - lastAt < inARowMs;
    lastAt = performance.now();
    // Not within the event: reloading while Chromium tears down the renderer crashes the app.
    setTimeout(isInARow ? ask : reload);
  });
}

/** True for URLs of the app's own origin. */
export function isOwnAddress(address: string): boolean {
  return address === appOrigin || address.startsWith(`${appOrigin}/`);
}

/** Denies navigation, new windows, webviews and permissions, which the window never needs. */
export function guardContents(): void {
  app.on('web-contents-created', (_event, contents: WebContents) => {
    contents.on('will-navigate', (event) => {
      if (!isOwnAddress(event.url)) event.preventDefault();
    });
    contents.on('will-frame-navigate', (event) => {
      // Only the main frame, only our own pages.
      if (!event.isMainFrame || !isOwnAddress(event.url)) event.preventDefault();
    });
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    // WebRTC ignores the page's CSP and the request filter, but it uses the proxy.
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  });
}

/**
 * Denies permissions, devices and downloads in every session, also in those that are created later.
 * Must run before Electron is ready, when the first session is created.
 */
export function guardSessions(): void {
  app.on('session-created', (session) => {
    session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
    session.setPermissionCheckHandler(() => false);
    session.setDevicePermissionHandler(() => false);
    session.on('will-download', (event) => event.preventDefault());
    // Chromium would fetch dictionaries from a server of its own.
    session.setSpellCheckerEnabled(false);
  });
  // The default too, but stated: no certificate is trusted that the system does not trust.
  app.on('certificate-error', (event, _contents, _url, _error, _certificate, answer) => {
    event.preventDefault();
    answer(false);
  });
  // The default too, but stated: no server and no proxy receives a password. The request fails at once.
  app.on('login', (event, _contents, _details, _asking, answer) => {
    event.preventDefault();
    answer();
  });
}

/** A proxy address on which nothing listens, so that no connection succeeds. */
const nowhere = { proxyRules: 'http://127.0.0.1:9', proxyBypassRules: '<-loopback>' };

/** Gives the window no network: it loads the app's own files and what main answers. */
export function guardSession(session: Session): void {
  void session.setProxy(nowhere);
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    const isLocal = ['app:', 'devtools:', 'data:', 'blob:'].includes(new URL(url).protocol);
    answer({ cancel: !isLocal });
  });
}
