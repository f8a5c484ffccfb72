import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createFileWork } from '../../main/files/file-work';
import { createHistoryFiles } from '../../main/features/exchange/history-files';
import { syntheticDays } from '../../main/features/history/synthetic-year.test-support';
import { hourMs } from '../../main/features/history/missing-ranges';
import { readTracks } from '../../main/exchange/tracks/read-tracks';
import type { ExportProgress } from '../../shared/domain/export-progress';
import { defaultSettings } from '../../shared/domain/settings';
import { defaultTripRules } from '../../shared/domain/trip';
import { mergeTracks } from '../../shared/history/track';
import { fail, FaultError } from '../../shared/fault';
import { service, temporaryFolder, tidyUp } from '../support/own';
import { bundledFileProcess, forkedFiles } from '../support/forked-files';
import { fetched, historyDesk } from '../support/history';

let bundleFolder = '';
let bundle = '';
beforeAll(async () => {
  bundleFolder = mkdtempSync(path.join(os.tmpdir(), 'waypost-file-process-'));
  bundle = await bundledFileProcess(bundleFolder);
}, 60_000);
afterAll(() => rmSync(bundleFolder, { recursive: true, force: true }));
afterEach(tidyUp);

const dayMs = 24 * hourMs;
const start = Date.UTC(2025, 0, 1);
const range = { from: start, to: start + 30 * dayMs };
const input = {
  what: 'fixes',
  format: 'csv',
  deviceIds: ['van'],
  range,
  rules: defaultTripRules,
  timeZone: 'UTC',
} as const;

/** A month with many fixes, kept by an account that is on screen, and the way to its files. */
function month(fixes: number, processes: ReturnType<typeof forkedFiles>) {
  const days = [...syntheticDays(start, 30, fixes, Math.random)];
  const folder = path.join(temporaryFolder(), 'out');
  mkdirSync(folder);
  const file = path.join(folder, 'van.csv');
  const told: (ExportProgress | null)[] = [];
  const work = createFileWork({
    start: processes.start,
    newId: () => 'id',
    onProgress: (progress) => told.push(progress),
    onReadProgress: () => undefined,
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
    account: () => account,
    profile: () => null,
    settings: () => defaultSettings,
    now: () => range.to,
    work,
    pickSaveFile: () => Promise.resolve(file),
  });
  const isBegun = () =>
    vi.waitFor(() => expect(readdirSync(folder)).toContain('.van.csv.id.part'), {
      interval: 2,
      timeout: 15_000,
    });
  return { files, work, folder, file, told, isBegun };
}

const faultOf = async (running: Promise<unknown>) => {
  const error: unknown = await running.catch((reason: unknown) => reason);
  return error instanceof FaultError ? error.fault : error;
};

test('what was fetched goes out by a process of its own, which hears no secret', async () => {
  const running = await service();
  const id = 'unit:1/a';
  await running.control.addDevice({ id, name: 'Van 9' });
  const end = Math.floor(running.control.now() / dayMs) * dayMs - dayMs;
  const past = { from: end - 3 * dayMs, to: end };
  for (let at = past.from; at < past.to; at += hourMs) {
    const fix = { latitude: 40 + (at - past.from) / 1e10, longitude: -3, speed: 10 };
    await running.control.setFix(id, { dateTime: new Date(at).toISOString(), ...fix });
  }
  const desk = await historyDesk(running);
  await fetched(desk, { log: 'locations', deviceIds: [id], range: past });

  const processes = forkedFiles(bundle);
  const folder = temporaryFolder();
  const files = createHistoryFiles({
    account: () => desk.account,
    profile: () => null,
    settings: () => desk.settings,
    now: Date.now,
    work: createFileWork({
      start: processes.start,
      newId: () => 'id',
      onProgress: () => undefined,
      onReadProgress: () => undefined,
    }),
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
  const heard = JSON.stringify(processes.told);
  expect(heard).toContain('Van 9');
  expect(heard).not.toContain(running.apiKey);
  expect(heard).not.toMatch(/token|apiKey|password/i);
  await desk.quit();
});

test('a process that is killed in the middle leaves what was there and no half file', async () => {
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

test('cancelled in the middle it stops, and how far it was had been told', async () => {
  const processes = forkedFiles(bundle);
  const { files, folder, told, isBegun } = month(200_000, processes);
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
  expect(told.at(-1)).toBeNull();
});

test('closing in the middle ends the process before it is over', async () => {
  const processes = forkedFiles(bundle);
  const { files, work, folder, isBegun } = month(200_000, processes);
  const running = files.exportTracks(input);
  await isBegun();
  await work.close();
  expect(processes.children[0]!.signalCode).toBe('SIGKILL');
  expect(readdirSync(folder)).toEqual([]);
  expect(await running).toBeNull();
});

// A limit on the size of files stands for a disk without room; Windows has none to set.
test.skipIf(process.platform === 'win32')('a disk without room is told as one', async () => {
  const limited = ['/bin/sh', '-c', 'ulimit -f 100; exec "$@"', 'sh'];
  const { files, folder } = month(20_000, forkedFiles(bundle, limited));
  expect(await faultOf(files.exportTracks(input))).toEqual({
    kind: 'file',
    reason: 'full',
    file: 'van.csv',
  });
  expect(readdirSync(folder)).toEqual([]);
});
