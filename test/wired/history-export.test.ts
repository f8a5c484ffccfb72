import { english, t } from '../support/english';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { FileWork } from '../../main/files/file-work';
import { createHistoryFiles } from '../../main/features/exchange/history-files';
import { syntheticDays } from '../../main/features/history/synthetic-year.test-support';
import { hourMs } from '../../main/features/history/ranges';
import { readTracks } from '../../main/exchange/tracks/read-tracks';
import type { ExportProgress } from '../../shared/ipc/history';
import { defaultSettings } from '../../shared/domain/settings';
import { defaultTripRules } from '../../shared/domain/history';
import { mergeTracks } from '../../shared/history/track';
import { fail, FaultError } from '../../shared/fault';
import { bundledFileProcess, forkedFiles } from '../support/forked-files';
import { fetched } from '../support/history';
import { startMain } from '../support/main-process';
import { cleanUp, startTestService, temporaryFolder } from '../support/resources';

let bundleFolder = '';
let bundle = '';
beforeAll(async () => {
  bundleFolder = mkdtempSync(path.join(os.tmpdir(), 'waypost-file-process-'));
  bundle = await bundledFileProcess(bundleFolder);
}, 60_000);
afterAll(() => rmSync(bundleFolder, { recursive: true, force: true }));
afterEach(cleanUp);

const dayMs = 24 * hourMs;
const start = Date.UTC(2025, 0, 1);
const range = { from: start, to: start + 30 * dayMs };
const input = {
  what: 'fixes',
  format: 'csv',
  deviceIds: ['van'] as string[],
  range,
  rules: defaultTripRules,
  timeZone: 'UTC',
} as const;

/** Exports of an open account with a month of many cached fixes. */
function month(fixes: number, processes: ReturnType<typeof forkedFiles>) {
  const days = [...syntheticDays(start, 30, fixes, Math.random)];
  const folder = path.join(temporaryFolder(), 'out');
  mkdirSync(folder);
  const file = path.join(folder, 'van.csv');
  const reported: (ExportProgress | null)[] = [];
  const work = new FileWork({
    start: processes.start,
    onProgress: (progress) => reported.push(progress),
  });
  const account = {
    fleet: { details: () => fail({ kind: 'notFound' }) },
    history: {
      track: (_deviceId: string, part: { from: number; to: number }) =>
        mergeTracks(
          days
            .filter((day) => day.range.from < part.to && day.range.to > part.from)
            .map(({ records }) => records),
        ),
    },
    alertLog: { entries: () => [] },
  };
  const files = createHistoryFiles({
    language: () => english,
    t,
    account: () => account,
    profile: () => null,
    settings: () => defaultSettings,
    now: () => range.to,
    towns: () => Promise.resolve(null),
    work,
    printPage: () => Promise.resolve(new Uint8Array()),
    picturePage: () => Promise.resolve(new Uint8Array()),
    written: () => 'id',
    pickSaveFile: () => Promise.resolve(file),
  });
  const isBegun = () =>
    vi.waitFor(
      () => expect(readdirSync(folder).some((name) => name.endsWith('.part'))).toBe(true),
      {
        interval: 2,
        timeout: 15_000,
      },
    );
  return { files, work, folder, file, reported, isBegun };
}

const faultOf = async (running: Promise<unknown>) => {
  const error: unknown = await running.catch((reason: unknown) => reason);
  return error instanceof FaultError ? error.fault : error;
};

test('exports fetched history in a separate process, which receives no secret', async () => {
  const running = await startTestService();
  const id = 'unit:1/a';
  await running.control.addDevice({ id, name: 'Van 9' });
  const end = Math.floor(running.control.now() / dayMs) * dayMs - dayMs;
  const past = { from: end - 3 * dayMs, to: end };
  for (let at = past.from; at < past.to; at += hourMs) {
    const fix = { latitude: 40 + (at - past.from) / 1e10, longitude: -3, speed: 10 };
    await running.control.setFix(id, { dateTime: new Date(at).toISOString(), ...fix });
  }
  const main = await startMain(running);
  await fetched(main, { log: 'locations', deviceIds: [id], range: past });

  const processes = forkedFiles(bundle);
  const folder = temporaryFolder();
  const files = createHistoryFiles({
    language: () => english,
    t,
    account: () => main.account,
    profile: () => null,
    settings: () => main.settings,
    now: Date.now,
    towns: () => Promise.resolve(null),
    work: new FileWork({
      start: processes.start,
    }),
    printPage: () => Promise.resolve(new Uint8Array()),
    picturePage: () => Promise.resolve(new Uint8Array()),
    written: () => 'id',
    pickSaveFile: (name) => Promise.resolve(path.join(folder, name)),
  });
  const request = { ...input, deviceIds: [id], range: past };
  for (const format of ['csv', 'gpx'] as const) {
    const written = await files.exportTracks({ ...request, format });
    expect(written).toMatchObject({ rows: 72 });
    const bytes = readFileSync(written!.file);
    const points = readTracks(bytes, 'UTC').tracks.flatMap((track) => track.points);
    expect(points.map(({ at }) => at)).toEqual(
      Array.from({ length: 72 }, (_, hour) => past.from + hour * hourMs),
    );
    expect(bytes.toString()).toContain('Van 9');
  }
  expect(await files.exportTracks({ ...request, what: 'trips', format: 'xlsx' })).not.toBeNull();

  expect(processes.children).toHaveLength(3);
  for (const { pid, killed, exitCode, signalCode } of processes.children) {
    expect(pid).not.toBe(process.pid);
    expect(killed || exitCode !== null || signalCode !== null).toBe(true);
  }
  const received = JSON.stringify(processes.sent);
  expect(received).toContain('Van 9');
  expect(received).not.toContain(running.apiKey);
  // The catalogue of the language has these words too.
  const values = JSON.stringify(processes.sent, (name, value: unknown) =>
    name === 'messages' ? undefined : value,
  );
  expect(values).not.toMatch(/token|apiKey|password/i);
  await main.quit();
});

test('keeps the existing file and removes the temporary one when the export process is killed', async () => {
  const processes = forkedFiles(bundle);
  const { files, folder, file, isBegun } = month(200_000, processes);
  writeFileSync(file, 'old');
  const running = faultOf(files.exportTracks(input));
  await isBegun();
  processes.children[0]!.kill('SIGKILL');
  expect(await running).toEqual({ kind: 'file', reason: 'ended', file: 'van.csv' });
  expect(readdirSync(folder)).toEqual(['van.csv']);
  expect(readFileSync(file, 'utf8')).toBe('old');
});

test('stops an export that is cancelled, after reporting its progress', async () => {
  const processes = forkedFiles(bundle);
  const { files, folder, reported, isBegun } = month(200_000, processes);
  const running = files.exportTracks(input);
  await isBegun();
  expect(await faultOf(files.exportTracks(input))).toMatchObject({ kind: 'file', reason: 'busy' });
  await vi.waitFor(() => expect(files.progress()?.total).toBeGreaterThan(199_000), {
    timeout: 15_000,
    interval: 2,
  });
  files.cancel();
  expect(await running).toBeNull();
  expect(readdirSync(folder)).toEqual([]);
  expect(processes.children).toHaveLength(1);
  expect(processes.children[0]!.signalCode).toBe('SIGKILL');
  expect(reported.at(-1)).toBeNull();
});

test('ends the export process when the app closes', async () => {
  const processes = forkedFiles(bundle);
  const { files, work, folder, isBegun } = month(200_000, processes);
  const running = files.exportTracks(input);
  await isBegun();
  await work.close();
  expect(processes.children[0]!.signalCode).toBe('SIGKILL');
  expect(readdirSync(folder)).toEqual([]);
  expect(await running).toBeNull();
});

// A limit on the size of files simulates a full disk; Windows has none to set.
test.skipIf(process.platform === 'win32')('reports a full disk as such', async () => {
  const limited = ['/bin/sh', '-c', 'ulimit -f 100; exec "$@"', 'sh'];
  const { files, folder } = month(20_000, forkedFiles(bundle, limited));
  expect(await faultOf(files.exportTracks(input))).toEqual({
    kind: 'file',
    reason: 'full',
    file: 'van.csv',
  });
  expect(readdirSync(folder)).toEqual([]);
});
