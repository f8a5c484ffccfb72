import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { joinedPieces } from '../../main/exchange/pieces';
import { writeTracks } from '../../main/exchange/tracks/write-tracks';
import { FileWork } from '../../main/files/file-work';
import { filesInProcess } from '../../main/files/in-process.test-support';
import { createSubmissions } from '../../main/features/submit/submissions';
import { defaultSettings } from '../../shared/domain/settings';
import { defaultTripRules } from '../../shared/domain/history';
import type { HistoryMessage } from '../../shared/history/columns';
import { findJourney } from '../../shared/history/trips';
import { otherClient, untilDone } from '../support/jobs';
import { type MainProcess, startMain } from '../support/main-process';
import { cleanUp, startTestService, temporaryFolder } from '../support/resources';
import { english, says, textOf } from '../support/english';

afterEach(cleanUp);

const at = Math.floor(Date.now() / 1_000) * 1_000 - 3_600_000;
const point = (latitude: number, longitude: number, ms: number | null) =>
  `<trkpt lat="${latitude}" lon="${longitude}">${ms === null ? '' : `<time>${new Date(ms).toISOString()}</time>`}</trkpt>`;

const points = [
  point(40, -3, at),
  point(40.001, -3, at + 10_000),
  point(140, -3, at + 20_000),
  point(40.002, -3, null),
  point(40.003, -3, at + 10_000),
  point(0, 0, at + 30_000),
  point(40.004, -3, Date.now() + 86_400_000),
  point(45, -3, at + 40_000),
  point(40.0005, -3, at + 5_000),
];

/** The submissions without their window; `file.open` is the next file picked. */
function submissionsOf(
  main: MainProcess,
  posted: HistoryMessage[] = [],
  newId: () => string = () => 'token',
) {
  return createSubmissions({
    account: () => main.account,
    settings: () => defaultSettings,
    now: Date.now,
    newId,
    computerTimeZone: () => 'Europe/Paris',
    pickTrackFile: () => Promise.resolve(main.file.open),
    takeOpenedFile: (id) => (id === 'given' ? main.file.open : null),
    post: (message) => posted.push(message),
    work: new FileWork({
      start: filesInProcess,
    }),
  });
}

function written(content: string | Uint8Array, name: string): string {
  const file = path.join(temporaryFolder(), name);
  writeFileSync(file, content);
  return file;
}

test('opens a track, checks every point, and submits the valid ones', async () => {
  const running = await startTestService();
  await running.control.addDevice({ id: 'unit' });
  const main = await startMain(running);
  main.file.open = written(
    `<gpx version="1.1"><trk><name>Ride</name><trkseg>${points.join('')}</trkseg></trk></gpx>`,
    'ride.gpx',
  );
  const posted: HistoryMessage[] = [];
  const submissions = submissionsOf(main, posted);
  running.control.resetCalls();
  const opened = await submissions.openTrack();
  expect(opened).toMatchObject({ token: 'token', file: 'ride.gpx', format: 'gpx' });
  const [track] = opened!.tracks;
  expect(track).toMatchObject({ name: 'Ride', points: 9, usable: 4, from: at, to: at + 40_000 });
  const reported = track!.problems.map(({ point: number, refused, message }) => [
    number,
    refused,
    textOf(message)!.split(/[:;]/)[0],
  ]);
  expect(reported).toEqual([
    [3, true, 'A latitude of 140 is outside of the world.'],
    [4, true, 'There is no readable time.'],
    [5, true, 'The same time as point 2.'],
    [6, true, '0, 0 is what a tracker without a satellite says'],
    [7, true, 'Its time lies in the future.'],
    [8, false, 'Too far from the point before'],
    [9, false, 'Older than the point before'],
  ]);
  expect(posted).toMatchObject([
    { type: 'import', token: 'token', track: 0, columns: { count: 4 } },
  ]);

  const job = await submissions.planTrack({ token: 'token', track: 0, deviceId: 'unit' });
  expect(job).toMatchObject({ rows: 4, calls: 4, kind: 'report' });
  expect(Object.keys(running.control.calls()).some((name) => name.includes('/locations'))).toBe(
    false,
  );
  main.account.jobs.start(job.id);
  await untilDone(main, job.id);
  const { items } = await otherClient(running).locations('unit', { from: at, to: at + 60_000 });
  expect(items.map(({ record }) => record.at! - at)).toEqual([0, 5_000, 10_000, 40_000]);
  await expect(
    submissions.planTrack({ token: 'another', track: 0, deviceId: 'unit' }),
  ).rejects.toThrow('declined');
  await main.quit();
});

test('opens a file handed over by the system once, like one that was picked', async () => {
  const main = await startMain(await startTestService());
  main.file.open = written(
    `<gpx version="1.1"><trk><trkseg>${points.join('')}</trkseg></trk></gpx>`,
    'given.gpx',
  );
  const submissions = submissionsOf(main);
  const picked = await submissions.openTrack();
  await expect(submissions.openReceivedFile({ id: 'given' })).resolves.toEqual(picked);
  await expect(submissions.openReceivedFile({ id: 'another' })).rejects.toMatchObject({
    fault: { kind: 'declined' },
  });
  await main.quit();
});

test('shows an opened file again after the window is reloaded, until it is closed', async () => {
  const main = await startMain(await startTestService());
  main.file.open = written(
    `<gpx version="1.1"><trk><trkseg>${points.join('')}</trkseg></trk></gpx>`,
    'ride.gpx',
  );
  const posted: HistoryMessage[] = [];
  const submissions = submissionsOf(main, posted);
  expect(submissions.opened()).toBeNull();
  const opened = await submissions.openTrack();
  expect(submissions.opened()).toEqual(opened);
  expect(posted).toHaveLength(2);
  expect(posted[1]).toEqual(posted[0]);
  submissions.closeTrack();
  expect(submissions.opened()).toBeNull();
  expect(posted).toHaveLength(2);
  await expect(
    submissions.planTrack({ token: 'token', track: 0, deviceId: 'unit' }),
  ).rejects.toThrow('declined');
  await main.quit();
});

test('plans a long track in chunks so that other work is not blocked', async () => {
  const running = await startTestService();
  await running.control.addDevice({ id: 'unit' });
  const main = await startMain(running);
  const count = 10_000;
  const many = Array.from({ length: count }, (_, i) => point(40 + i / 1e5, -3, at - i * 1_000));
  main.file.open = written(
    `<gpx version="1.1"><trk><trkseg>${many.join('')}</trkseg></trk></gpx>`,
    'long.gpx',
  );
  const submissions = submissionsOf(main);
  await submissions.openTrack();
  let turns = 0;
  let isPlanned = false;
  const others = () => {
    turns += 1;
    if (!isPlanned) setImmediate(others);
  };
  setImmediate(others);
  const job = await submissions.planTrack({ token: 'token', track: 0, deviceId: 'unit' });
  isPlanned = true;
  expect(job).toMatchObject({ phase: 'planned', rows: count, calls: count });
  // Planned in one piece, there would be one or two; how many there are depends on the speed of the machine.
  expect(turns).toBeGreaterThan(3);
  expect(main.account.jobs.rowStates(job.id)).toHaveLength(count);
  await main.quit();
});

test('keeps the previous file open when reading another one is cancelled', async () => {
  const main = await startMain(await startTestService());
  main.file.open = written('time,lat,lon\n2026-07-01T12:00:00Z,45,4\n', 'ride.csv');
  const submissions = submissionsOf(main);
  const opened = await submissions.openTrack();
  const again = submissions.openReceivedFile({ id: 'given' });
  expect(submissions.readProgress()).toMatchObject({ file: 'ride.csv' });
  submissions.cancelRead();
  expect(await again).toBeNull();
  expect(submissions.readProgress()).toBeNull();
  expect(submissions.opened()).toEqual(opened);
  await main.quit();
});

test.each(['gpx', 'kml', 'geojson', 'csv'] as const)(
  'what was exported as %s changes nothing for its device and is whole for another',
  async (format) => {
    const running = await startTestService();
    await running.control.addDevice({ id: 'unit' });
    await running.control.addDevice({ id: 'spare' });
    const recorded = Array.from({ length: 40 }, (_, i) => ({
      dateTime: new Date(at + i * 10_000).toISOString(),
      latitude: 45.76 + i / 1_700,
      longitude: 4.84 + Math.sin(i) / 700,
      // The device was silent for a quarter of an hour, so the export has two parts.
      ...(i >= 20 && { dateTime: new Date(at + 900_000 + i * 10_000).toISOString() }),
    }));
    await otherClient(running).submitLocations('unit', recorded);
    const range = { from: at - 1_000, to: at + 2_000_000 };
    const main = await startMain(running);
    const { history, jobs } = main.account;
    const { id } = history.fetcher.fetch({ log: 'locations', deviceIds: ['unit'], range });
    await vi.waitFor(() =>
      expect(history.fetcher.fetches().find((each) => each.id === id)?.phase).toBe('done'),
    );
    const track = history.track('unit', range);
    expect(track.count).toBe(40);
    const journey = findJourney(track, defaultTripRules);
    const { pieces } = writeTracks(
      'fixes',
      format,
      [{ deviceId: 'unit', label: 'Unit', track, journey }],
      {
        language: english,
        account: 'ann',
        filter: null,
        timeZone: 'Europe/Madrid',
        exportedAt: at,
        serviceSpeedUnit: 'm/s',
        speedUnit: 'km/h',
        rules: defaultTripRules,
        nameTown: () => null,
      },
    );
    main.file.open = written(joinedPieces(pieces), `unit.${format}`);
    const submissions = submissionsOf(main);
    const opened = await submissions.openTrack();
    expect(opened).toMatchObject({ format, tracks: [{ points: 40, usable: 40, refused: 0 }] });
    expect(opened!.tracks[0]!.problems).toEqual([]);
    expect(
      await submissions.planTrack({ token: 'token', track: 0, deviceId: 'unit' }),
    ).toMatchObject({
      rows: 0,
      unchanged: 40,
    });

    const job = await submissions.planTrack({ token: 'token', track: 0, deviceId: 'spare' });
    expect(job).toMatchObject({ rows: 40, unchanged: 0 });
    jobs.start(job.id);
    await untilDone(main, job.id);
    const { items } = await otherClient(running).locations('spare', range);
    expect(items.map(({ record }) => record.at)).toEqual(
      recorded.map(({ dateTime }) => Date.parse(dateTime)),
    );
    items.forEach(({ record }, i) => {
      expect(record.latitude).toBeCloseTo(recorded[i]!.latitude, 6);
      expect(record.longitude).toBeCloseTo(recorded[i]!.longitude, 6);
    });
    await main.quit();
  },
);

test('reports rows whose time the history has at another position', async () => {
  const running = await startTestService();
  await running.control.addDevice({ id: 'unit' });
  await otherClient(running).submitLocations('unit', [
    { dateTime: new Date(at).toISOString(), latitude: 45, longitude: 4 },
  ]);
  const main = await startMain(running);
  const { history, jobs } = main.account;
  const range = { from: at - 1_000, to: at + 1_000 };
  history.fetcher.fetch({ log: 'locations', deviceIds: ['unit'], range });
  await vi.waitFor(() => expect(history.track('unit', range).count).toBe(1));
  const location = { at, latitude: 46, longitude: 4, speed: null, course: null, battery: null };
  const job = submissionsOf(main).planLocation({ deviceId: 'unit', location });
  const [row] = jobs.rows(job.id, { from: 0, limit: 1, state: null }).rows;
  expect(row).toMatchObject({
    state: 'waiting',
    note: says('another location'),
  });
  await main.quit();
});

test('reads an opened file again as the user chose, from the disk, and plans it so', async () => {
  const running = await startTestService();
  await running.control.addDevice({ id: 'unit' });
  const main = await startMain(running);
  const seconds = Math.floor(at / 1_000);
  main.file.open = written(`time,lat,lon\n${seconds},40,-3\n${seconds + 10},40.001,-3\n`, 'a.csv');
  let tokens = 0;
  const submissions = submissionsOf(main, [], () => `token-${++tokens}`);
  const opened = await submissions.openTrack();
  expect(opened).toMatchObject({
    reading: { timeUnit: { used: 'seconds', points: 2 } },
    tracks: [{ from: at, usable: 2 }],
  });
  const again = await submissions.readAgain({
    token: opened!.token,
    choices: { timeUnit: 'milliseconds' },
  });
  expect(again).toMatchObject({
    reading: { timeUnit: { used: 'milliseconds' } },
    tracks: [{ usable: 0, refused: 2 }],
  });
  expect(submissions.opened()).toEqual(again);
  await expect(submissions.readAgain({ token: opened!.token, choices: {} })).rejects.toMatchObject({
    fault: { kind: 'declined' },
  });
  const guessed = await submissions.readAgain({ token: again!.token, choices: {} });
  const job = await submissions.planTrack({ token: guessed!.token, track: 0, deviceId: 'unit' });
  expect(job).toMatchObject({ rows: 2 });
  await main.quit();
});
