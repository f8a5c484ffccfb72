import { setFlagsFromString } from 'node:v8';
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

/**
 * Stops the growth of the youngest part of main's own heap, for which the switch of `keepHeapsSmall` comes too
 * late. V8 reads the flag each time it would grow (docs/decisions/0157-small-young-heap-of-main.md).
 */
export function stopYoungGrowth(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
