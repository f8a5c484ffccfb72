import { app } from 'electron';

/**
 * Lets the window and its workers share memory, so that half a million fixes are not copied.
 * Isolating the page (COOP) would allow it too, but moves it to another process in the middle of its
 * first load, and a tool that attaches over DevTools at that moment waits forever
 * (docs/decisions/0040-shared-track-memory.md).
 * Must be called before the app is ready.
 */
export function allowSharedMemory(): void {
  const named = 'enable-features';
  const others = app.commandLine.getSwitchValue(named);
  app.commandLine.appendSwitch(named, others ? `${others},SharedArrayBuffer` : 'SharedArrayBuffer');
}
