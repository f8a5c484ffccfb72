import path from 'node:path';
import { BrowserWindow, screen } from 'electron';
import { appOrigin } from './protocol';
import { smallest } from './window-bounds';

const usual = { width: 1440, height: 900 };

export interface MakeWindowOptions {
  /** The folder of the bundles. */
  folder: string;
  /** False: developer tools cannot be opened. */
  allowsDevTools: boolean;
}

/**
 * Makes the app window, hidden, and begins to load the page: its process starts at once. `prepareWindow` in
 * window-content.ts moves it to its place and shows it.
 */
export function makeWindow({ folder, allowsDevTools }: MakeWindowOptions): BrowserWindow {
  const work = screen.getPrimaryDisplay().workAreaSize;
  const window = new BrowserWindow({
    // Without a display its size is 0.
    width: Math.min(usual.width, work.width || usual.width),
    height: Math.min(usual.height, work.height || usual.height),
    minWidth: smallest.width,
    minHeight: smallest.height,
    title: 'Waypost',
    icon: path.join(folder, 'assets', 'icons', '256x256.png'),
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
  // Rejects if another load takes its place, or the window is closed meanwhile.
  window.loadURL(`${appOrigin}/index.html`).catch(() => undefined);
  return window;
}
