import { app } from 'electron';

/**
 * Limits the youngest part of each JavaScript heap of the window. It grows while the fleet arrives, once
 * for the page and once for each worker, and does not shrink afterwards
 * (docs/decisions/0101-small-young-heaps.md). Must be called before the app is ready.
 */
export function keepHeapsSmall(): void {
  const named = 'js-flags';
  const others = app.commandLine.getSwitchValue(named);
  app.commandLine.appendSwitch(named, `${others} --max-semi-space-size=2`.trim());
}
