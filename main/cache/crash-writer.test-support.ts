import fs from 'node:fs';
import { openCache, type Cache } from './cache';
import { syntheticFixes, syntheticFleet, syntheticNow } from './synthetic-fleet.test-support';

/** Devices of the fleet that crash-writer.test-support.ts writes. */
export const crashFleetSize = 400;

/** Ids of the job rows it writes, all in one transaction. */
export const crashRows = Array.from({ length: 20 }, (_, i) => `row ${i}`);

/** The key of its file. */
export const crashKey = new Uint8Array(32).fill(9);

function writeRecords({ records, inOneWrite }: Cache, state: number): void {
  inOneWrite(() => {
    records('job').put('the job', { state });
    records('jobRows').putMany(crashRows.map((id) => [id, { state }] as const));
    // The oldest goes and a new one comes, so that a state is also a matter of what is not there.
    records('journal').remove(`entry ${state - crashRows.length}`);
    records('journal').put(`entry ${state}`, { state });
  });
}

/**
 * Writes without end, one state of the whole fleet after another, and says on standard output which
 * one was committed last. Started by crash.test.ts as a process of its own, to be killed.
 */
export function writeUntilKilled(file: string): never {
  const cache = openCache({ file, key: crashKey });
  const fleet = syntheticFleet(crashFleetSize);
  const { columns, asOf } = cache.loadFleet();
  let state = columns.count > 0 ? columns.fixAt[0]! - syntheticNow : (asOf ?? 0);
  if (columns.count === 0) cache.replaceDevices(fleet, 0);
  // The kill before may have come between a state's fixes and its records: they are made up for.
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
