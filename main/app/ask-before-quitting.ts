import { once } from 'node:events';
import { setTimeout as afterMs } from 'node:timers/promises';
import { app, BrowserWindow, dialog } from 'electron';
import type { Parts } from './compose';
import { quitQuestion } from './quitting';

/** Asks the user before quitting would interrupt or lose work; then closes everything and quits. */
export function askBeforeQuitting(
  parts: Pick<Parts, 'session' | 'files' | 'maps'>,
  openWindow: () => void,
): void {
  const mayQuit = async () => {
    const session = parts.session.current();
    if (session.phase !== 'open') return true;
    const { jobs, records } = parts.session.account();
    // The demo fleet is regenerated at every start, so nothing in it can be lost.
    const isUnsavedLost = !session.profile.isDemo;
    const question = quitQuestion({
      jobs: jobs.list(),
      drafts: isUnsavedLost ? records.drafts.all().length : 0,
      typed: isUnsavedLost ? records.drafts.typed() : 0,
      isKept: session.copyStoredIn !== 'memory' && session.notStored === null,
      isRefused: session.notStored !== null,
    });
    if (!question) return true;
    const { response } = await dialog.showMessageBox({
      type: 'question',
      title: 'Waypost',
      ...question,
      buttons: ['Quit', 'Keep Waypost open'],
      defaultId: 1,
      cancelId: 1,
    });
    // The last window may be closed already; if quitting was cancelled, open it again.
    if (response === 1) openWindow();
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
      await closeWindows();
      parts.maps.files.close();
      await Promise.allSettled([parts.files.close(), parts.session.close()]);
      isClosed = true;
      app.quit();
    });
  });
}

/** A window that does not respond is not waited for longer. */
const closeWithinMs = 1_000;

/** While the account is open: a window stores at its end what is on screen. */
async function closeWindows(): Promise<void> {
  const windows = BrowserWindow.getAllWindows();
  const closed = Promise.all(windows.map((window) => once(window, 'closed')));
  for (const window of windows) window.close();
  await Promise.race([closed, afterMs(closeWithinMs)]);
}
