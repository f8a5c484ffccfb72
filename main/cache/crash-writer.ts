import fs from 'node:fs';
import { openCache } from './cache';
import { madeUpFixes, madeUpFleet, madeUpNow } from './made-up-fleet';

/** Devices of the fleet that crash-writer.ts writes. */
export const crashFleetSize = 400;

/** The key of its file. */
export const crashKey = new Uint8Array(32).fill(9);

/**
 * Writes without end, one state of the whole fleet after another, and says on standard output which
 * one was committed last. Started by crash.test.ts as a process of its own, to be killed.
 */
export function writeUntilKilled(file: string): never {
  const cache = openCache({ file, key: crashKey });
  const fleet = madeUpFleet(crashFleetSize);
  const { columns, asOf } = cache.loadFleet();
  let state = columns.count > 0 ? columns.fixAt[0]! - madeUpNow : (asOf ?? 0);
  if (columns.count === 0) cache.replaceDevices(fleet, 0);
  for (;;) {
    state++;
    cache.putFixes(madeUpFixes(fleet.keys(), madeUpNow + state));
    fs.writeSync(1, `${state}\n`);
    if (state % 3 === 0) {
      cache.replaceDevices(state % 2 === 0 ? fleet : fleet.slice(0, -50), state);
    }
  }
}
