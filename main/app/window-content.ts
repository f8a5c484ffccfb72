import path from 'node:path';
import { nativeTheme, screen, type BrowserWindow } from 'electron';
import { z } from 'zod';
import { readStored, writeStored, type ReportStoredFile } from '../files/stored-files';
import { errorInShort } from './log';
import { clampToDisplays } from './window-bounds';
import { reloadAfterCrash } from './window-crash';

const windowStateSchema = z.object({
  bounds: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
  isMaximized: z.boolean().default(false),
});
type WindowState = z.infer<typeof windowStateSchema>;

export interface WindowContentOptions {
  userDataFolder: string;
  reportStoredFile: ReportStoredFile;
  /** Receives console errors of the window and the reason when its process ends. */
  onError: (line: string) => void;
}

/** Moves a new window to its last position, if that display still exists, and shows it with its first picture. */
export function prepareWindow(window: BrowserWindow, options: WindowContentOptions): void {
  const file = path.join(options.userDataFolder, 'window.json');
  const state = readStored(file, 'window', windowStateSchema, options.reportStoredFile);
  const displays = screen.getAllDisplays().map(({ workArea }) => workArea);
  const bounds = state && clampToDisplays(state.bounds, displays);
  if (bounds) window.setBounds(bounds);
  window.setBackgroundColor(nativeTheme.shouldUseDarkColors ? '#14181d' : '#ffffff');
  window.once('ready-to-show', () => {
    if (state?.isMaximized) window.maximize();
    window.show();
  });
  window.on('close', () => {
    const windowState: WindowState = {
      bounds: window.getNormalBounds(),
      isMaximized: window.isMaximized(),
    };
    // No notice: this window is closing.
    writeStored(file, 'window', JSON.stringify(windowState), () => {
      options.onError(`${path.basename(file)} could not be written`);
    });
  });
  window.webContents.on('console-message', ({ level, message, sourceId, lineNumber }) => {
    if (level !== 'error') return;
    options.onError(
      `window: ${errorInShort(message)} (${path.posix.basename(sourceId)}:${lineNumber})`,
    );
  });
  reloadAfterCrash(window, options.onError);
}
