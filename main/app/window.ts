import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { BrowserWindow, nativeTheme, screen, type Rectangle } from 'electron';
import { readJsonFile } from '../files/json-file';
import { errorInShort } from './log';
import { appOrigin } from './protocol';
import { clampToDisplays, smallest } from './window-bounds';

interface WindowState {
  bounds: Rectangle;
  isMaximized: boolean;
}

const usual = { width: 1440, height: 900 };

function readState(file: string): WindowState | null {
  try {
    const state = JSON.parse(readJsonFile(file) ?? 'null') as WindowState;
    return Number.isFinite(
      state.bounds.width + state.bounds.height + state.bounds.x + state.bounds.y,
    )
      ? state
      : null;
  } catch {
    return null;
  }
}

export interface WindowOptions {
  preload: string;
  userDataFolder: string;
  icon: string;
  /** Receives console errors of the window and the reason when its process ends. */
  onError: (line: string) => void;
}

/** Creates the app window at its last position, if that display still exists. */
export function createWindow(options: WindowOptions): BrowserWindow {
  const file = path.join(options.userDataFolder, 'window.json');
  const state = readState(file);
  const work = screen.getPrimaryDisplay().workAreaSize;
  const bounds = (state &&
    clampToDisplays(
      state.bounds,
      screen.getAllDisplays().map((d) => d.workArea),
    )) ?? {
    width: Math.min(usual.width, work.width),
    height: Math.min(usual.height, work.height),
  };
  const window = new BrowserWindow({
    ...bounds,
    minWidth: smallest.width,
    minHeight: smallest.height,
    title: 'Waypost',
    icon: options.icon,
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#14181d' : '#ffffff',
    webPreferences: {
      preload: options.preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
    },
  });
  window.once('ready-to-show', () => {
    if (state?.isMaximized) window.maximize();
    window.show();
  });
  window.on('close', () => {
    const windowState: WindowState = {
      bounds: window.getNormalBounds(),
      isMaximized: window.isMaximized(),
    };
    try {
      writeFileSync(file, JSON.stringify(windowState));
    } catch {
      // Not essential: the window then opens at its default size.
    }
  });
  window.webContents.on('console-message', ({ level, message, sourceId, lineNumber }) => {
    if (level !== 'error') return;
    options.onError(
      `window: ${errorInShort(message)} (${path.posix.basename(sourceId)}:${lineNumber})`,
    );
  });
  // Reload once after a renderer crash; a second crash in a row stays visible.
  let lastCrashAt = 0;
  window.webContents.on('render-process-gone', (_event, details) => {
    if (details.reason === 'clean-exit' || window.isDestroyed()) return;
    options.onError(`the window's process is gone: ${details.reason}`);
    const now = Date.now();
    // Not within the event: reloading while Chromium tears down the renderer crashes the app.
    if (now - lastCrashAt > 60_000) {
      setTimeout(() => {
        if (!window.isDestroyed()) window.webContents.reload();
      });
    }
    lastCrashAt = now;
  });
  void window.loadURL(`${appOrigin}/index.html`);
  return window;
}
