import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { openCache } from '#main/cache/cache';
import { defaultTripRules } from '#shared/domain/history';
import { trackMetres } from '#shared/history/distance';
import { markBreaks } from '#shared/history/track';
import { findJourney, tripsOf } from '#shared/history/trips';
import { createDayStore } from './day-store';
import { syntheticDays } from './synthetic-year.test-support';
import { dayMs } from './ranges';

/** The cost of a year of one device; milliseconds except for the counts. */
interface HistoryBench {
  fixes: number;
  days: number;
  trips: number;
  megabytes: number;
  /** Storing one day. */
  putDay: number;
  /** From the encrypted days to the columns of the year. */
  load: number;
  markBreaks: number;
  /** The cost of posting the columns to the window. */
  clone: number;
  trackMetres: number;
  findJourney: number;
}

function timed<T>(body: () => T): [result: T, milliseconds: number] {
  const from = performance.now();
  const result = body();
  return [result, performance.now() - from];
}

/** Measures on a real file in the system's folder for temporary files. */
export function benchHistory(fixes = 500_000, days = 365, random = Math.random): HistoryBench {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-history-bench-'));
  const file = path.join(folder, 'cache.db');
  const key = randomBytes(32);
  const start = Date.UTC(2025, 0, 1);
  const year = { from: start, to: start + days * dayMs };
  try {
    const first = openCache({ file, key });
    const store = createDayStore(first.days());
    const puts = [...syntheticDays(start, days, fixes, random)].map(({ range, records }) => {
      const answer = { range, requestedAt: year.to, settledTo: year.to, records };
      return timed(() => store.putTrack('van', range, answer))[1];
    });
    first.close();
    const cache = openCache({ file, key });
    const [track, load] = timed(() => createDayStore(cache.days()).track('van', year));
    cache.close();
    const [, marking] = timed(() => markBreaks(track, defaultTripRules));
    const [, clone] = timed(() => structuredClone(track));
    const [, metres] = timed(() => trackMetres(track));
    const [journey, finding] = timed(() => findJourney(track, defaultTripRules));
    return {
      fixes: track.count,
      days,
      trips: tripsOf(journey).length,
      megabytes: fs.statSync(file).size / 1e6,
      putDay: puts.toSorted((a, b) => a - b)[Math.floor(days / 2)] ?? Number.NaN,
      load,
      markBreaks: marking,
      clone,
      trackMetres: metres,
      findJourney: finding,
    };
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
