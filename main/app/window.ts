import { EventEmitter } from 'node:events';
import path from 'node:path';
import {
  BrowserWindow,
  MessageChannelMain,
  nativeTheme,
  screen,
  type IpcMainEvent,
  type IpcMainInvokeEvent,
  type MessagePortMain,
  type Rectangle,
} from 'electron';
import { z } from 'zod';
import type { Caller } from '#shared/ipc/define';
import { furtherWindowAddress, type FurtherWindow } from '#shared/domain/window';
import { portMessage, type PortName } from '#shared/ipc/ports';
import { readStored, writeStored, type ReportStoredFile } from '../files/stored-files';
import { isOwnAddress } from './guard';
import { errorInShort } from './log';
import { appOrigin } from './protocol';

const usualSize = { width: 1440, height: 900 };
/** Minimum usable window size. */
const smallestWindow = { width: 720, height: 480 };

/** A further window is moved by so much, so that it does not hide the one before. */
const besideBy = 32;
/** Nobody looks at more; each has a process. */
const mostFurther = 12;

const windowStateSchema = z.object({
  bounds: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
  isMaximized: z.boolean().default(false),
});
type WindowState = z.infer<typeof windowStateSchema>;

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
/**
 * The windows of the app: the main one, and further ones of the same account. Each may be closed at any time, and the
 * main one opened again. `changed`: one was shown or hidden; `endedAgain`: the process of one ended twice in a row, and
 * it is empty; `kept`: the main one was closed and is only hidden.
 */
export class AppWindow extends EventEmitter<{
  changed: [];
  closed: [Caller];
  endedAgain: [];
  kept: [];
}> {
  /** Whether the main window is hidden instead when it is closed, with all that is on it. */
  keepsWhenClosed = (): boolean => false;
  readonly #options: AppWindowOptions;
  #window: BrowserWindow | null = null;
  /** With the main one. */
  readonly #all = new Set<BrowserWindow>();

  constructor(options: AppWindowOptions) {
    super();
    this.#options = options;
  }

  /** The main window. */
  current(): BrowserWindow | null {
    return this.#window && !this.#window.isDestroyed() ? this.#window : null;
  }

  /** The window that the user works in: a dialog belongs to it. */
  inUse(): BrowserWindow | null {
    const windows = this.#open();
    return windows.find((window) => window.isFocused()) ?? this.current() ?? windows[0] ?? null;
  }

  /**
   * Opens the main window at its last position, if that display still exists; it shows with its first picture, or stays
   * minimized.
   */
  open(report: ReportStoredFile, { isMinimized = false } = {}): void {
    const file = path.join(this.#options.userData, 'window.json');
    const state = readStored(file, 'window', windowStateSchema, report);
    const window = this.#make();
    this.#window = window;
    const displays = screen.getAllDisplays().map(({ workArea }) => workArea);
    const bounds = state && clampToDisplays(state.bounds, displays);
    if (bounds) window.setBounds(bounds);
    window.once('ready-to-show', () => {
      if (isMinimized) {
        // Linux minimizes no window that was never shown.
        window.showInactive();
        return window.minimize();
      }
      if (state?.isMaximized) window.maximize();
      window.show();
    });
    window.on('close', (event) => {
      this.#storeState(window, file);
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
    this.#load(window, '');
  }

  /** Opens one more window of the same account, beside the one in use. */
  openFurther(shows: FurtherWindow): void {
    if (this.#all.size > mostFurther) return;
    const beside = this.inUse()?.getNormalBounds();
    const window = this.#make();
    if (beside) {
      const displays = screen.getAllDisplays().map(({ workArea }) => workArea);
      const moved = { ...beside, x: beside.x + besideBy, y: beside.y + besideBy };
      const bounds = clampToDisplays(moved, displays);
      if (bounds) window.setBounds(bounds);
    }
    window.once('ready-to-show', () => window.show());
    this.#load(window, furtherWindowAddress(shows));
  }

  /** Loads the page, and follows the window until it is closed. */
  #load(window: BrowserWindow, address: string): void {
    const caller = window.webContents.id;
    this.#all.add(window);
    window.on('closed', () => {
      this.#all.delete(window);
      this.emit('closed', caller);
      this.emit('changed');
    });
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
    reloadAfterCrash(window, () => this.emit('endedAgain'), this.#options.log);
    // Rejects if another load takes its place, or the window is closed meanwhile.
    window.loadURL(`${appOrigin}/index.html${address}`).catch(() => undefined);
  }

  /** Brings the window to the front, and opens it again if macOS closed it. */
  show(report: ReportStoredFile): void {
    if (!this.#window) return this.open(report);
    if (this.#window.isMinimized()) this.#window.restore();
    this.#window.show();
    this.#window.focus();
  }

  /** Loads the page of every window again, which also gives up what they have in memory. */
  reload(): void {
    for (const window of this.#open()) window.webContents.reload();
  }

  isVisible(): boolean {
    return this.#open().some((window) => window.isVisible() && !window.isMinimized());
  }

  /** Sends an event of the contract to every window, but for the one that caused it; dropped without one. */
  send(channel: string, payload: unknown, by: Caller | null = null): void {
    for (const { webContents } of this.#open()) {
      if (webContents.id !== by) webContents.send(channel, payload);
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

  #open(): BrowserWindow[] {
    return [...this.#all].filter((window) => !window.isDestroyed());
  }

  #make(): BrowserWindow {
    const { folder, allowsDevTools } = this.#options;
    const work = screen.getPrimaryDisplay().workAreaSize;
    return new BrowserWindow({
      // Without a display its size is 0.
      width: Math.min(usualSize.width, work.width || usualSize.width),
      height: Math.min(usualSize.height, work.height || usualSize.height),
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
  }

  #storeState(window: BrowserWindow, file: string): void {
    const state: WindowState = {
      bounds: window.getNormalBounds(),
      isMaximized: window.isMaximized(),
    };
    // No notice: this window is closing.
    writeStored(file, 'window', JSON.stringify(state), () => {
      this.#options.log(`${path.basename(file)} could not be written`);
    });
  }
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

/** Moves and shrinks the bounds so that the window is visible on some display. */
export function clampToDisplays(
  bounds: Rectangle,
  displays: readonly Rectangle[],
): Rectangle | null {
  const area = (d: Rectangle) =>
    Math.max(0, Math.min(bounds.x + bounds.width, d.x + d.width) - Math.max(bounds.x, d.x)) *
    Math.max(0, Math.min(bounds.y + bounds.height, d.y + d.height) - Math.max(bounds.y, d.y));
  const best = displays.toSorted((a, b) => area(b) - area(a))[0];
  if (!best || area(best) === 0) return null;
  const width = Math.min(Math.max(bounds.width, smallestWindow.width), best.width);
  const height = Math.min(Math.max(bounds.height, smallestWindow.height), best.height);
  return {
    width,
    height,
    x: Math.min(Math.max(bounds.x, best.x), best.x + best.width - width),
    y: Math.min(Math.max(bounds.y, best.y), best.y + best.height - height),
  };
}
