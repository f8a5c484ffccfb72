import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { openCache } from '#main/cache/cache';
import { defaultSettings } from '#shared/domain/settings';
import { defaultTripRules } from '#shared/domain/history';
import { fail } from '#shared/fault';
import { FileWork, type StartFileProcess } from '#main/files/file-work';
import { createDayStore } from '#main/features/history/day-store';
import { createHistoryFiles, type HistoryFilesOptions } from './history-files';
import { syntheticDays } from '#main/features/history/synthetic-year.test-support';
import { dayMs } from '#main/features/history/ranges';

/** What an export of a year of one device costs; milliseconds but for the rows and the bytes. */
export interface ExportBench {
  name: string;
  rows: number;
  total: number;
  /** How long the event loop of the asking process, in the app main's, stood still at most. */
  stall: number;
  /** The longest it worked itself in one go: what is left of `stall` on an idle machine. */
  busy: number;
  bytes: number;
}

const wanted = [
  ['fixes', 'csv'],
  ['fixes', 'xlsx'],
  ['fixes', 'geojson'],
  ['fixes', 'kml'],
  ['fixes', 'gpx'],
  ['trips', 'csv'],
  ['trips', 'xlsx'],
] as const;

/** Measures on real files in the system's folder for temporary files, from a sealed copy. */
export async function* benchExports(
  start: StartFileProcess,
  { fixes = 500_000, days = 365, random = Math.random } = {},
): AsyncGenerator<ExportBench> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-export-bench-'));
  const cache = openCache({ file: path.join(folder, 'cache.db'), key: randomBytes(32) });
  const from = Date.UTC(2025, 0, 1);
  const range = { from, to: from + days * dayMs };
  try {
    const store = createDayStore(cache.days());
    for (const { range: day, records } of syntheticDays(from, days, fixes, random)) {
      store.putTrack('van', day, { range: day, requestedAt: day.to, settledTo: day.to, records });
    }
    let file = '';
    const account = {
      fleet: { details: () => fail({ kind: 'notFound' }) },
      history: {
        track: store.track,
      },
      alertLog: { entries: () => [] },
    };
    const files = createHistoryFiles({
      account: () => account,
      profile: () => null,
      settings: () => defaultSettings,
      now: () => range.to,
      towns: () => Promise.resolve(null),
      printPage: () => Promise.resolve(new Uint8Array()),
      pickSaveFile: (name) => Promise.resolve((file = path.join(folder, name))),
      work: new FileWork({
        start,
      }),
    } satisfies HistoryFilesOptions);
    const input = { deviceIds: ['van'], range, rules: defaultTripRules, timeZone: 'Europe/Madrid' };
    for (const [what, format] of wanted) {
      const watch = watchLoop();
      const since = performance.now();
      const written = await files.exportTracks({ what, format, ...input });
      const total = performance.now() - since;
      const name = `${what} as ${format}`;
      yield {
        name,
        rows: written?.rows ?? 0,
        total,
        ...(await watch.end()),
        bytes: sizeOf(file),
      };
    }
  } finally {
    cache.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

const sizeOf = (file: string) => fs.statSync(file).size;

/** How long nothing else could happen here at most, and how long this thread worked meanwhile. */
function watchLoop(): { end: () => Promise<{ stall: number; busy: number }> } {
  let [stall, busy] = [0, 0];
  let [lastAt, lastWork] = [performance.now(), workDone()];
  const look = () => {
    const [at, work] = [performance.now(), workDone()];
    stall = Math.max(stall, at - lastAt);
    busy = Math.max(busy, work - lastWork);
    [lastAt, lastWork] = [at, work];
  };
  const timer = setInterval(look, 1);
  return {
    end: async () => {
      await wait(2);
      look();
      clearInterval(timer);
      return { stall, busy };
    },
  };
}

function workDone(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
