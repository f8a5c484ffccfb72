import { app, dialog, type BrowserWindow } from 'electron';

/** A second end within this time is not a coincidence. */
const inARowMs = 60_000;

/**
 * Loads the window again when its process has ended. After a second end in a row the user is asked,
 * because loading again could go on for ever and an empty window says nothing.
 */
export function reloadAfterCrash(window: BrowserWindow, onError: (line: string) => void): void {
  let lastAt = Number.NEGATIVE_INFINITY;
  const reload = () => {
    if (!window.isDestroyed()) window.webContents.reload();
  };
  window.webContents.on('render-process-gone', (_event, details) => {
    if (details.reason === 'clean-exit' || window.isDestroyed()) return;
    onError(`the window's process is gone: ${details.reason}`);
    const isInARow = performance.now() - lastAt < inARowMs;
    lastAt = performance.now();
    // Not within the event: reloading while Chromium tears down the renderer crashes the app.
    setTimeout(() => void (isInARow ? ask() : reload()));
  });

  async function ask(): Promise<void> {
    const { response } = await dialog.showMessageBox(window, {
      type: 'error',
      message: 'The window stopped unexpectedly, twice in a row',
      detail:
        'Saved changes, drafts and running jobs were kept. Passwords that were typed and not saved have to be entered again.\n\nLoad the window again. If it stops again, quit Waypost and restart the computer; a faulty graphics driver can cause this.',
      buttons: ['Load again', 'Quit'],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    });
    if (response === 0) reload();
    else app.quit();
  }
}
