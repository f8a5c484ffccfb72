import { app } from 'electron';

/** Sets features of Chromium for the window. Must be called before the app is ready. */
export function setChromiumFeatures(): void {
  // Lets the window and its workers share memory, so that half a million fixes are not copied. Isolating the page
  // (COOP) would allow it too, but moves it to another process in the middle of its first load, and a tool that
  // attaches over DevTools at that moment waits forever (docs/decisions/0040-shared-track-memory.md).
  add('enable-features', 'SharedArrayBuffer');
  // Otherwise the answer of a worker to a key waits until the key itself is painted, and is painted a frame later
  // (docs/decisions/0147-answers-in-the-first-frame.md).
  add('disable-features', 'DeferRendererTasksAfterInput');
}

/** Those of the command line stay. */
function add(name: string, feature: string): void {
  const others = app.commandLine.getSwitchValue(name);
  app.commandLine.appendSwitch(name, others ? `${others},${feature}` : feature);
}
