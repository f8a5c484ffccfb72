import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openCache, type Cache, type ListedDevice } from './cache';
import {
  syntheticDevice,
  syntheticFixes,
  syntheticFleet,
  syntheticNow,
} from './synthetic-fleet.test-support';

/** The cost of the offline copy of `count` devices, in milliseconds except for the size. */
export interface CacheBench {
  /** A first list of devices, with their records. */
  writeList: number;
  /** The same list again: nothing is written. */
  sameList: number;
  /** The same list compared in chunks: the total and the longest chunk. */
  compareList: number;
  compareTurn: number;
  /** Applying the compared list, with no change and with one changed name. */
  takeSame: number;
  takeRenamed: number;
  /** A fix for every device, with its record, in one transaction. */
  writeAllFixes: number;
  /** 500 fixes scattered over the fleet, in one transaction. */
  write500: number;
  /** 500 moved check times scattered over the fleet: no record is written. */
  check500: number;
  /** From the closed file to the columns of the whole fleet. */
  load: number;
  /** Everything cached of one device. */
  details: number;
  megabytes: number;
}

function timed(body: () => void): number {
  const from = performance.now();
  body();
  return performance.now() - from;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/**
 * Compares a list in chunks and applies it; returns the total time, the longest chunk and the time
 * to apply.
 */
async function comparedList(cache: Cache, devices: readonly ListedDevice[], asOf: number) {
  const turns: number[] = [];
  let from = performance.now();
  await cache.prepareDevices(devices, asOf, async () => {
    turns.push(performance.now() - from);
    await nextTurn();
    from = performance.now();
  });
  turns.push(performance.now() - from);
  const take = timed(() => cache.replaceDevices(devices, asOf));
  return { all: turns.reduce((sum, turn) => sum + turn, 0), longest: Math.max(...turns), take };
}

/** Slots far apart, so that each is in another chunk if the fleet is large enough. */
function scattered(count: number, wanted: number): number[] {
  const step = Math.max(1, Math.floor(count / wanted));
  return Array.from({ length: Math.min(count, wanted) }, (_, i) => (i * step) % count);
}

/** Measures the offline copy on a real file in the system's folder for temporary files. */
export async function benchCache(count: number): Promise<CacheBench> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-bench-'));
  const file = path.join(folder, 'cache.db');
  const options = { file, key: randomBytes(32) };
  const repeat = (body: (round: number) => void) =>
    median(Array.from({ length: 9 }, (_, round) => timed(() => body(round))));
  try {
    const cache = openCache(options);
    const devices = syntheticFleet(count);
    const fixes = syntheticFixes(devices.keys(), syntheticNow);
    const some = scattered(count, 500);
    const rounds = Array.from({ length: 9 }, (_, i) =>
      syntheticFixes(some, syntheticNow + i * 60_000),
    );
    const writeList = timed(() => cache.replaceDevices(devices, syntheticNow));
    const sameList = timed(() => cache.replaceDevices(devices, syntheticNow + 1));
    const same = await comparedList(cache, devices, syntheticNow + 2);
    const middle = Math.floor(count / 2);
    const renamed = devices.with(middle, syntheticDevice(middle, { name: 'Renamed' }));
    const oneRenamed = await comparedList(cache, renamed, syntheticNow + 3);
    const writeAllFixes = timed(() => cache.putFixes(fixes));
    const write500 = repeat((round) => cache.putFixes(rounds[round] ?? []));
    const check500 = repeat((round) =>
      cache.putFixes(some.map((slot) => ({ slot, checkedAt: syntheticNow + round }))),
    );
    const details = repeat((round) => cache.details((round * 101) % count));
    cache.close();
    const load = repeat(() => openCache(options).close());
    const megabytes = fs.statSync(file).size / 1e6;
    return {
      writeList,
      sameList,
      compareList: same.all,
      compareTurn: same.longest,
      takeSame: same.take,
      takeRenamed: oneRenamed.take,
      writeAllFixes,
      write500,
      check500,
      load,
      details,
      megabytes,
    };
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
