import { app } from 'electron';

/**
 * Lets the window and its workers share memory, so that half a million fixes are not copied about.
 * Isolating the page (COOP) would allow it too, but moves it to another process in the middle of its
 * first load, and what attaches just then over DevTools waits for that page for ever (DECISIONS.md).
 * To be called before the app is ready.
 */
export function allowSharedMemory(): void {
  const named = 'enable-features';
  const others = app.commandLine.getSwitchValue(named);
  app.commandLine.appendSwitch(named, others ? `${others},SharedArrayBuffer` : 'SharedArrayBuffer');
}
