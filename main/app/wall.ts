import { powerSaveBlocker, type BrowserWindow } from 'electron';

/** Makes a window one that hangs on a wall: no menu, the display stays on, and Escape or F11 leaves it. */
export function hangOnWall(window: BrowserWindow): void {
  window.removeMenu();
  // Here, so that it also works when its page does not.
  window.webContents.on('before-input-event', (event, { type, key }) => {
    if (type !== 'keyDown' || (key !== 'Escape' && key !== 'F11')) return;
    event.preventDefault();
    window.close();
  });
  let blocker: number | null = null;
  const keepAwake = () => {
    const isShown = !window.isDestroyed() && window.isVisible() && !window.isMinimized();
    if (isShown === (blocker !== null)) return;
    if (blocker === null) blocker = powerSaveBlocker.start('prevent-display-sleep');
    else {
      powerSaveBlocker.stop(blocker);
      blocker = null;
    }
  };
  window.on('show', keepAwake);
  window.on('hide', keepAwake);
  window.on('minimize', keepAwake);
  window.on('restore', keepAwake);
  window.on('closed', keepAwake);
}
