import fs from 'node:fs';
import { openCache, type Cache } from './cache';
import { syntheticFixes, syntheticFleet, syntheticNow } from './synthetic-fleet.test-support';

/** The number of devices in the fleet. */
export const crashFleetSize = 400;

/** Ids of the job rows, all written in one transaction. */
export const crashRows = Array.from({ length: 20 }, (_, i) => `row ${i}`);

/** The key of the file. */
export const crashKey = new Uint8Array(32).fill(9);

function writeRecords({ records, inOneWrite }: Cache, state: number): void {
  inOneWrite(() => {
    records('job').put('the job', { state });
    records('jobRows').putMany(crashRows.map((id) => [id, { state }] as const));
    // The oldest is removed and a new one added, so that a state also depends on removals.
    records('journal').remove(`entry ${state - crashRows.length}`);
    records('journal').put(`entry ${state}`, { state });
  });
}

/**
 * Writes states of the whole fleet in an endless loop, and prints the last committed one.
 * crash.test.ts starts it as a separate process and kills it.
 */
export function writeUntilKilled(file: string): never {
  const cache = openCache({ file, key: crashKey });
  const fleet = syntheticFleet(crashFleetSize);
  const { columns, asOf } = cache.loadFleet();
  let state = columns.count > 0 ? columns.fixAt[0]! - syntheticNow : (asOf ?? 0);
  if (columns.count === 0) cache.replaceDevices(fleet, 0);
  // The last kill may have been between a state's fixes and its records: the records are written
  // now.
  else if (state > 0) writeRecords(cache, state);
  for (;;) {
    state++;
    cache.putFixes(syntheticFixes(fleet.keys(), syntheticNow + state));
    writeRecords(cache, state);
    fs.writeSync(1, `${state}\n`);
    if (state % 3 === 0) {
      cache.replaceDevices(state % 2 === 0 ? fleet : fleet.slice(0, -50), state);
    }
  }
}
