import { english, t } from '../../../test/support/english';
import { readFile } from 'node:fs/promises';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { AlertEntry } from '#shared/domain/alert';
import type { Device } from '#shared/domain/device';
import { type LogKind, defaultTripRules } from '#shared/domain/history';
import { defaultSettings } from '#shared/domain/settings';
import { emptyTrack } from '#shared/history/track';
import { fail } from '#shared/fault';
import { FileWork } from '#main/files/file-work';
import { filesInProcess } from '#main/files/in-process.test-support';
import { createHistoryFiles } from './history-files';

const bundledTowns = path.resolve(import.meta.dirname, '../../../assets/basemap/towns.bin');
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Half past midnight in Madrid, the day before in UTC. */
const now = Date.UTC(2026, 5, 9, 22, 30);

const complete = { total: 3, complete: 3, canChange: 0, incomplete: 0, notLoaded: 0 };

function desk(days = complete, alerts: AlertEntry[] = [], track = emptyTrack()) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'waypost-files-'));
  folders.push(folder);
  const asked: string[] = [];
  const covered: LogKind[] = [];
  const account = {
    fleet: {
      details: () => fail({ kind: 'notFound' }),
      devices: () => ['van', 'bus'].map((id) => ({ id, unlistedAt: null }) as Device),
    },
    history: {
      track: () => track,
      coverage: (log: LogKind) => {
        covered.push(log);
        return { days, missing: [], unsettled: [], incomplete: [], asOf: null };
      },
      days: { devices: () => ['van'] },
    },
    alertLog: { entries: () => alerts },
  };
  const files = createHistoryFiles({
    language: () => english,
    t,
    account: () => account,
    profile: () => null,
    settings: () => ({
      ...defaultSettings,
      unitSystem: 'imperial' as const,
      speedUnit: 'mph' as const,
    }),
    now: () => now,
    towns: () => readFile(bundledTowns),
    work: new FileWork({
      start: filesInProcess,
    }),
    printPage: () => Promise.resolve(new Uint8Array()),
    picturePage: () => Promise.resolve(new Uint8Array()),
    written: () => 'id',
    pickSaveFile: (name) => {
      asked.push(name);
      return Promise.resolve(path.join(folder, name));
    },
  });
  const exported = (deviceIds: string[], timeZone: string, what: 'fixes' | 'trips' = 'fixes') =>
    files.exportTracks({
      what,
      format: 'csv',
      deviceIds,
      range: { from: now - 1, to: now },
      rules: defaultTripRules,
      timeZone,
    });
  const exportedAlerts = (deviceIds: string[] | null, timeZone = 'UTC', of: string | null = null) =>
    files.exportAlerts({
      deviceIds,
      range: { from: now - 1, to: now },
      names: null,
      acknowledged: null,
      severity: null,
      format: 'csv',
      filter: '',
      of,
      timeZone,
    });
  return { asked, covered, exported, exportedAlerts };
}

test('a file says which days of its range are not complete', async () => {
  const whole = desk();
  const part = desk({ ...complete, complete: 0, incomplete: 1, notLoaded: 2 });
  const read = async ({ exported }: ReturnType<typeof desk>) =>
    readFileSync((await exported(['van'], 'UTC'))!.file, 'utf8');
  expect(await read(whole)).not.toMatch(/not complete|not loaded/);
  expect(await read(part)).toContain('1 device; 1 day not complete; 2 days not loaded');
});

test('a file of alerts says what of its range is not complete', async () => {
  const whole = desk();
  const part = desk({ ...complete, complete: 0, incomplete: 1, notLoaded: 2 });
  const read = async ({ exportedAlerts }: ReturnType<typeof desk>, deviceIds: string[] | null) =>
    readFileSync((await exportedAlerts(deviceIds))!.file, 'utf8');
  expect(await read(whole, ['van'])).not.toMatch(/not complete|not loaded/);
  expect(await read(whole, null)).toContain('Filter: 1 device not loaded');
  expect(await read(part, ['van'])).toContain('Filter: 1 day not complete; 2 days not loaded');
  expect([...whole.covered, ...part.covered]).not.toContain('locations');
});

test('a file of alerts names the nearest towns in the chosen unit, and none without a position', async () => {
  const alert: AlertEntry = {
    id: 'a1',
    deviceId: 'van',
    at: now,
    alerts: ['SOSButton'],
    text: null,
    channels: { sent: [], notSent: [], isWhole: true },
    asked: null,
    latitude: 45.0995,
    longitude: 7.7241,
    acknowledged: null,
  };
  const nowhere = { ...alert, id: 'a2', latitude: null, longitude: null };
  const { exportedAlerts } = desk(complete, [alert, nowhere]);
  const { file } = (await exportedAlerts(['van']))!;
  const [head, ...rows] = readFileSync(file, 'utf8')
    .split(/\r?\n/)
    .filter((line) => /SOSButton|Place/.test(line));
  expect(head).toContain('Latitude,Longitude,Place,');
  expect(rows[0]).toContain('45.0995,7.7241,"San Mauro Torinese, IT · 2.2 mi W"');
  expect(rows[1]).not.toMatch(/,\s?[A-Z]{2}"/);
});

test('a file of trips names the nearest towns, and a file of fixes does not', async () => {
  const at = Float64Array.from({ length: 20 }, (_, minute) => now - (20 - minute) * 60_000);
  const standing = {
    ...emptyTrack(),
    count: at.length,
    at,
    latitude: new Float64Array(at.length).fill(45.0995),
    longitude: new Float64Array(at.length).fill(7.7241),
    flags: new Uint8Array(at.length),
  };
  const { exported } = desk(complete, [], standing);
  const read = async (what: 'fixes' | 'trips') =>
    readFileSync((await exported(['van'], 'UTC', what))!.file, 'utf8');
  expect(await read('trips')).toContain('"San Mauro Torinese, IT · 2.2 mi W"');
  expect(await read('fixes')).not.toContain('Torinese');
});

test('a file is named by its devices and the days of its range where its times are read', async () => {
  const { asked, exported, exportedAlerts } = desk();
  await exported(['van'], 'Europe/Madrid');
  await exported(['van'], 'UTC');
  await exportedAlerts(null, 'Pacific/Kiritimati');
  await exportedAlerts(['van', 'bus'], 'UTC', 'Northgate');
  expect(asked).toEqual([
    'van fixes 2026-06-10.csv',
    'van fixes 2026-06-09.csv',
    'Waypost alerts 2026-06-10.csv',
    'Northgate alerts 2026-06-09.csv',
  ]);
});

test('it says of how many devices it is', async () => {
  const { exported } = desk();
  const about = async (deviceIds: string[]) =>
    readFileSync((await exported(deviceIds, 'UTC'))!.file, 'utf8');
  expect(await about(['van'])).toMatch(/Z, 1 device\b(?!s)/);
  expect(await about(['van', 'bus'])).toContain('Z, 2 devices');
});

test('a zone that there is not is refused before anybody is asked for a place', async () => {
  const { asked, exported } = desk();
  await expect(exported(['van'], 'Nowhere/Land')).rejects.toMatchObject({
    fault: { kind: 'invalid', field: 'timeZone' },
  });
  expect(asked).toEqual([]);
});
