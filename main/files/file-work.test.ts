import { english, says } from '../../test/support/english';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AlertFormat, AlertRow } from '#main/exchange/alert-files';
import type { ImportContext } from '#main/exchange/import';
import type { ExportProgress } from '#shared/ipc/history';
import type { FileReadProgress } from '#shared/domain/submission';
import type { Clock } from '#main/pace/clock';
import { defaultTripRules } from '#shared/domain/history';
import { circle, depot } from '#shared/domain/places.test-support';
import type { TrackColumns } from '#shared/history/columns';
import { emptyTrack } from '#shared/history/track';
import { FileWork, type Prepare, type StartFileProcess } from './file-work';
import { openTemporaryFiles, writeFault } from './part-file';
import { filesInProcess } from './in-process.test-support';
import type { TracksTask, WriteTask } from './messages';

let folder = '';
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-files-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const at = Date.UTC(2026, 0, 1);

function fixes(from: number, count: number): TrackColumns {
  return {
    ...emptyTrack(),
    count,
    at: Float64Array.from({ length: count }, (_, i) => at + (from + i) * 1_000),
    latitude: Float64Array.from({ length: count }, (_, i) => 40 + (from + i) * 1e-5),
    longitude: new Float64Array(count).fill(-3),
    measures: { speed: new Float32Array(count).fill(12) },
    flags: new Uint8Array(count),
  };
}

const task: WriteTask = {
  kind: 'tracks',
  what: 'fixes',
  format: 'csv',
  devices: [{ deviceId: 'van', label: 'Van' }],
  context: {
    language: english,
    account: 'ann at https://fleet.example',
    filter: null,
    timeZone: 'UTC',
    exportedAt: at,
    serviceSpeedUnit: 'm/s',
    speedUnit: 'km/h',
    rules: defaultTripRules,
  },
  towns: null,
};

const prepare: Prepare = (post) => {
  // Two parts that share a fix at their boundary.
  post({ type: 'columns', device: 0, columns: fixes(0, 6_000) });
  post({ type: 'columns', device: 0, columns: fixes(5_999, 6_001) });
  return Promise.resolve(task);
};

function workWith(
  start: StartFileProcess,
  options: Partial<ConstructorParameters<typeof FileWork>[0]> = {},
) {
  const reports: (ExportProgress | null)[] = [];
  /** Names of the files read, in order; null when reading ended. */
  const readings: (string | null)[] = [];
  const shares: FileReadProgress[] = [];
  const work = new FileWork({
    start,
    ...options,
    onProgress: (progress) => reports.push(progress),
    onReadProgress: (reading) => {
      const name = reading?.file ?? null;
      if (readings.at(-1) !== name) readings.push(name);
      if (reading) shares.push(reading);
    },
  });
  return { work, reports, readings, shares, file: path.join(folder, 'van.csv') };
}

/** A process that never answers. */
const silent: StartFileProcess = ({ onEnd }) => ({ post: () => undefined, kill: () => onEnd() });

/** Processes that never answer, counted. */
function counted() {
  let alive = 0;
  const made = workWith(({ onEnd }) => {
    let isAlive = true;
    alive += 1;
    return {
      post: () => undefined,
      kill: () => {
        if (isAlive) alive -= 1;
        isAlive = false;
        onEnd();
      },
    };
  });
  return { ...made, alive: () => alive };
}

test('writes a complete file and reports progress', async () => {
  const { work, reports, file } = workWith(filesInProcess);
  expect(await work.write(file, prepare)).toEqual({ file, rows: 12_000 });
  const lines = fs.readFileSync(file, 'utf8').trim().split('\r\n');
  expect(lines.filter((line) => line.startsWith('van,'))).toHaveLength(12_000);
  expect(fs.readdirSync(folder)).toEqual(['van.csv']);
  expect(reports[0]).toEqual({ file: 'van.csv', done: 0, total: null });
  const done = reports.flatMap((each) => (each?.total ? [each.done] : []));
  expect(done.length).toBeGreaterThan(3);
  expect(done).toEqual(done.toSorted((a, b) => a - b));
  expect(reports.at(-1)).toBeNull();
  expect(work.progress()).toBeNull();
});

test('records a part file while it exists', async () => {
  const left = path.join(folder, 'temporary-files.json');
  const recorded = () => JSON.parse(fs.readFileSync(left, 'utf8')) as string[];
  const { work, file } = workWith(silent, { temporaryFiles: openTemporaryFiles(left) });
  const writing = work.write(file, prepare);
  expect(recorded()).toEqual([expect.stringMatching(/\.van\.csv\..+\.part$/)]);
  work.cancel();
  expect(await writing).toBeNull();
  expect(recorded()).toEqual([]);
});

test('keeps the previous file on cancel and allows another export', async () => {
  const { work, file } = workWith(silent);
  fs.writeFileSync(file, 'old');
  const cancelled = work.write(file, prepare);
  expect(work.progress()).toEqual({ file: 'van.csv', done: 0, total: null });
  work.cancel();
  expect(await cancelled).toBeNull();
  expect(fs.readFileSync(file, 'utf8')).toBe('old');
  expect(work.progress()).toBeNull();
  const again = work.write(file, prepare);
  work.cancel();
  expect(await again).toBeNull();
});

test('stops reading cached tracks when cancelled', async () => {
  const { work, file } = workWith(filesInProcess);
  let turns = 0;
  const outcome = work.write(file, async (post, isActive) => {
    while (isActive()) {
      turns += 1;
      post({ type: 'columns', device: 0, columns: fixes(turns, 1) });
      if (turns === 3) work.cancel();
      await new Promise(setImmediate);
    }
    return task;
  });
  expect(await outcome).toBeNull();
  expect(turns).toBe(3);
  expect(fs.readdirSync(folder)).toEqual([]);
});

test('rejects a second export with the fault busy', async () => {
  const { work, file } = workWith(silent);
  const first = work.write(file, prepare);
  await expect(work.write(path.join(folder, 'other.csv'), prepare)).rejects.toMatchObject({
    fault: { kind: 'file', reason: 'busy', file: 'van.csv' },
  });
  work.cancel();
  await first;
});

test('keeps the previous file and no part file if the process ends early', async () => {
  const { work, file } = workWith(({ onEnd }) => ({
    post: (message) => {
      if (message.type !== 'write') return;
      fs.writeFileSync(message.part, 'half');
      onEnd();
    },
    kill: () => undefined,
  }));
  fs.writeFileSync(file, 'old');
  await expect(work.write(file, prepare)).rejects.toMatchObject({
    fault: { kind: 'file', reason: 'ended', file: 'van.csv' },
  });
  expect(fs.readdirSync(folder)).toEqual(['van.csv']);
  expect(fs.readFileSync(file, 'utf8')).toBe('old');
});

test('reports a missing folder and a folder in place of the file', async () => {
  const { work } = workWith(filesInProcess);
  const place = path.join(folder, 'place.csv');
  fs.mkdirSync(place);
  for (const file of [path.join(folder, 'gone', 'van.csv'), place]) {
    await expect(work.write(file, prepare)).rejects.toMatchObject({
      fault: { kind: 'file', reason: 'unwritable', file: path.basename(file) },
    });
  }
  expect(fs.readdirSync(folder)).toEqual(['place.csv']);
});

// Linux has a device that is always full.
test.runIf(fs.existsSync('/dev/full'))('reports a full disk', async () => {
  const error: unknown = await fs.promises
    .writeFile('/dev/full', 'x')
    .catch((reason: unknown) => reason);
  expect(writeFault(error, 'van.csv')).toMatchObject({
    fault: { kind: 'file', reason: 'full', file: 'van.csv' },
  });
});

test('rejects more rows than a sheet can hold without writing a file', async () => {
  const { work } = workWith(filesInProcess);
  const file = path.join(folder, 'van.xlsx');
  const outcome = work.write(file, (post) => {
    post({ type: 'columns', device: 0, columns: fixes(0, 1_048_576) });
    return Promise.resolve({ ...task, format: 'xlsx' } as WriteTask);
  });
  await expect(outcome).rejects.toMatchObject({
    fault: { kind: 'invalid', message: says('Export it as CSV') },
  });
  expect(fs.readdirSync(folder)).toEqual([]);
});

test('returns a bug of the process with its stack and without its message', async () => {
  const { work, file } = workWith(filesInProcess);
  const broken = { ...task, devices: null } as unknown as WriteTask;
  const error: unknown = await work
    .write(file, () => Promise.resolve(broken))
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: 'TypeError', message: '' });
  expect((error as Error).stack).toMatch(/^\s+at .*serve-files/m);
});

test('treats an invalid message as the end of the process', async () => {
  const { work, file } = workWith(({ onMessage, onEnd }) => ({
    post: () => onMessage({ type: 'written', rows: 'many' }),
    kill: onEnd,
  }));
  await expect(work.write(file, prepare)).rejects.toMatchObject({ fault: { reason: 'ended' } });
});

test('close ends running work, waits for it and rejects new work', async () => {
  const { work, file } = workWith(silent);
  const outcome = vi.fn<(outcome: unknown) => void>();
  const running = work.write(file, prepare).then(outcome);
  await work.close();
  await running;
  expect(outcome).toHaveBeenCalledExactlyOnceWith(null);
  await expect(work.write(file, prepare)).rejects.toMatchObject({ fault: { kind: 'file' } });
});

const checkOptions = {
  timeZone: 'UTC',
  now: at,
  rules: defaultTripRules,
  metresPerSecondOfUnit: 1,
  speedUnit: 'km/h' as const,
};

test('checks a track file and keeps missing values missing', async () => {
  const { work } = workWith(filesInProcess);
  const file = path.join(folder, 'ride.csv');
  fs.writeFileSync(
    file,
    'time,latitude,longitude,battery\n2025-12-31T12:00:10Z,40,-3,80\n2025-12-31T12:00:00Z,40,-3,\n2025-12-31T12:00:20Z,,,\n',
  );
  const { format, tracks } = (await work.checkTrackFile(file, checkOptions))!;
  expect(format).toBe('csv');
  const [track] = tracks;
  expect(track).toMatchObject({
    name: { key: 'exchange-files.track.name.rows' },
    points: 3,
    problemCount: 2,
  });
  const noon = Date.UTC(2025, 11, 31, 12);
  expect([...track!.usable.at]).toEqual([noon, noon + 10_000]);
  expect([...track!.usable.battery]).toEqual([Number.NaN, 80]);
  expect([...track!.usable.course]).toEqual([Number.NaN, Number.NaN]);
  expect(track!.preview.count).toBe(2);
});

test('explains why a file cannot be read', async () => {
  const { work } = workWith(filesInProcess);
  const large = path.join(folder, 'large.gpx');
  fs.writeFileSync(large, '');
  fs.truncateSync(large, 129 * 1024 * 1024);
  const empty = path.join(folder, 'empty.gpx');
  fs.writeFileSync(empty, '');
  const endless = process.platform === 'win32' ? '\\\\.\\CON' : '/dev/zero';
  const cases = [
    [endless, 'no ordinary file'],
    [path.join(folder, 'gone.gpx'), 'not there any more'],
    [large, 'larger than 128 MB'],
    [empty, 'is empty'],
    [folder, 'is a folder'],
  ] as const;
  for (const [file, words] of cases) {
    await expect(work.checkTrackFile(file, checkOptions)).rejects.toMatchObject({
      fault: { kind: 'invalid', message: says(words) },
    });
  }
  const ending = workWith(({ onEnd }) => ({ post: () => onEnd(), kill: () => undefined }));
  await expect(ending.work.checkTrackFile(empty, checkOptions)).rejects.toMatchObject({
    fault: { kind: 'file', reason: 'unread', file: 'empty.gpx' },
  });
});

test('reads and writes at the same time; close ends both', async () => {
  const { work, file } = workWith(silent);
  const writing = work.write(file, prepare);
  const reading = work.checkTrackFile(file, checkOptions);
  await Promise.all([
    expect(reading).resolves.toBeNull(),
    expect(writing).resolves.toBeNull(),
    work.close(),
  ]);
});

test('reports the file being read; cancelling ends its process', async () => {
  const { work, readings, alive } = counted();
  const running = work.checkTrackFile(path.join(folder, 'ride.gpx'), checkOptions);
  expect(work.readProgress()).toMatchObject({ file: 'ride.gpx', share: null });
  expect(alive()).toBe(1);
  work.cancelRead();
  expect(await running).toBeNull();
  expect(alive()).toBe(0);
  expect(work.readProgress()).toBeNull();
  expect(readings).toEqual(['ride.gpx', null]);
  work.cancelRead();
  expect(readings).toHaveLength(2);
});

test('reports the progress of reading and parsing a large file', async () => {
  const { work, shares } = workWith(filesInProcess);
  const file = path.join(folder, 'long.gpx');
  const point = '<trkpt lat="40" lon="-3"/>'.repeat(100_000);
  fs.writeFileSync(file, `<gpx><trk><trkseg>${point}</trkseg></trk></gpx>`);
  const checked = await work.checkTrackFile(file, checkOptions);
  expect(checked!.tracks[0]!.points).toBe(100_000);
  const { size } = fs.statSync(file);
  for (const step of ['reading', 'parsing'] as const) {
    const ofStep = shares.filter((each) => each.step === step && each.share !== null);
    expect(ofStep.length).toBeGreaterThan(2);
    expect(ofStep.every(({ bytes }) => bytes === size)).toBe(true);
    expect(ofStep.at(-1)!.share).toBe(1);
    const all = ofStep.map(({ share }) => share!);
    expect(all).toEqual(all.toSorted((a, b) => a - b));
  }
});

test('cancels a read when another file is opened', async () => {
  const { work, readings } = workWith(filesInProcess);
  const file = path.join(folder, 'tour.csv');
  fs.writeFileSync(file, 'time,latitude,longitude\n2025-12-31T12:00:10Z,40,-3\n');
  const before = work.checkTrackFile(path.join(folder, 'ride.gpx'), checkOptions);
  const after = work.checkTrackFile(file, checkOptions);
  expect(await before).toBeNull();
  expect((await after)!.tracks).toHaveLength(1);
  expect(readings).toEqual(['ride.gpx', 'tour.csv', null]);
});

const alert: AlertRow = {
  id: 'a1',
  deviceId: 'van',
  device: 'Van <1>',
  at,
  alerts: ['SOSButton'],
  text: '=1+1',
  channels: { sent: ['Email'], notSent: [], isWhole: true },
  asked: null,
  latitude: 40,
  longitude: -3,
  acknowledged: { at: at + 1_000, note: 'Called' },
};

const bundledTowns = path.resolve(import.meta.dirname, '../../assets/basemap/towns.bin');

test('exports the alert log in every format; maps omit alerts without a position', async () => {
  const { work } = workWith(filesInProcess);
  const towns = fs.readFileSync(bundledTowns);
  const alerts = [alert, { ...alert, id: 'a2', latitude: null, longitude: null }];
  const { context } = task as TracksTask;
  const written = async (format: AlertFormat) => {
    const file = path.join(folder, `log.${format}`);
    const { rows } = (await work.write(file, () =>
      Promise.resolve({ kind: 'alerts', format, alerts, context, towns }),
    ))!;
    return { rows, text: fs.readFileSync(file, 'utf8') };
  };
  const csv = await written('csv');
  expect(csv.rows).toBe(2);
  expect(csv.text).toContain(',SOSButton,\'=1+1,Email,40,-3,"Tarancón, ES · 1.1 km SE",');
  // The alert without a position has neither coordinates nor a town.
  expect(csv.text).toContain(",SOSButton,'=1+1,Email,,,,");
  const geoJson = await written('geojson');
  expect(geoJson.rows).toBe(1);
  expect(JSON.parse(geoJson.text)).toMatchObject({
    features: [
      {
        geometry: { coordinates: [-3, 40] },
        properties: { note: 'Called', nearestTown: 'Tarancón, ES · 1.1 km SE' },
      },
    ],
  });
  const kml = await written('kml');
  expect(kml.rows).toBe(1);
  expect(kml.text).toContain('<name>Van &lt;1&gt;: SOSButton</name>');
  expect(kml.text).toContain(
    '<displayName>Place</displayName><value>Tarancón, ES · 1.1 km SE</value>',
  );
  expect(await written('xlsx')).toMatchObject({ rows: 2 });
});

test('an export names streets outside the places of the user, and towns where they are too many', async () => {
  const asked: number[] = [];
  const { work } = workWith(filesInProcess, {
    streets: (positions) => {
      asked.push(positions.length);
      return Promise.resolve(positions.map(() => ({ street: 'Calle Mayor', number: '3' })));
    },
  });
  const towns = fs.readFileSync(bundledTowns);
  const { context } = task as TracksTask;
  const file = path.join(folder, 'log.csv');
  const written = async (alerts: AlertRow[]) => {
    const places = [depot({ name: 'Depot North', shape: circle(-4, 41, 100) })];
    await work.write(file, () =>
      Promise.resolve({ kind: 'alerts', format: 'csv', alerts, context, towns, places }),
    );
    return fs.readFileSync(file, 'utf8');
  };
  const atDepot = { ...alert, id: 'a2', latitude: 41, longitude: -4 };
  const few = await written([alert, alert, atDepot]);
  expect(few.match(/"Calle Mayor 3 · Tarancón, ES · 1\.1 km SE"/g)).toHaveLength(2);
  expect(few).toContain(',41,-4,Depot North,');
  expect(asked).toEqual([1]);

  const apart = (n: number) => ({ ...alert, id: `b${n}`, latitude: 40 + n * 0.0001 });
  const many = await written(Array.from({ length: 2_001 }, (_, n) => apart(n)));
  expect(many).toContain('"Tarancón, ES · 1.1 km SE"');
  expect(asked).toEqual([1]);
});

const context = (): Promise<ImportContext> =>
  Promise.resolve({
    users: [],
    groups: [],
    devices: [],
    countries: null,
    timeZones: null,
    timeZone: 'UTC',
  });

test('plans the import of a table, with its first errors and the number of all', async () => {
  const { work } = workWith(filesInProcess);
  const file = path.join(folder, 'groups.csv');
  const rows = Array.from({ length: 3_000 }, (_, i) => (i % 2 ? `,Group ${i}` : `g${i},x`));
  fs.writeFileSync(file, ['Group id,Name,Extra', ...rows].join('\n'));
  const plan = await work.planImport({ file, kind: 'groups', context, language: english });
  expect(plan).toMatchObject({
    errorCount: 1_500,
    rows: 3_000,
    unchanged: 0,
    unknownColumns: ['Extra'],
  });
  expect(plan!.errors).toHaveLength(1_000);
  expect(plan!.wrongRows).toHaveLength(1_000);
  expect(plan!.wrongRows[1]).toEqual({ row: 4, cells: ['g2', 'x'] });
  expect(plan!.steps).toHaveLength(1_500);
  expect(plan!.steps[0]).toEqual({ kind: 'group', action: 'create', edit: { name: 'Group 1' } });
});

test('stops reading after the limit of time and names it', async () => {
  let late: () => void = () => expect.fail('no timer');
  const after: Clock['after'] = (delayMs, run) => {
    late = run;
    expect(delayMs).toBe(180_000);
    return () => undefined;
  };
  const { work } = workWith(silent, { after });
  const reading = work.planImport({
    file: 'slow.csv',
    kind: 'users',
    context,
    language: english,
  });
  late();
  await expect(reading).rejects.toMatchObject({
    fault: {
      kind: 'invalid',
      message: says('took more than 3 minutes'),
    },
  });
  expect(work.importProgress()).toBeNull();
});

test('an error while the account is asked ends the process', async () => {
  const { work, alive } = counted();
  const failing = () => Promise.reject(new Error('closed'));
  await expect(
    work.planImport({ file: 'a.csv', kind: 'users', context: failing, language: english }),
  ).rejects.toThrow('closed');
  expect(alive()).toBe(0);
});
