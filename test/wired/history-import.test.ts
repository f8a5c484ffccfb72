import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createSubmissions } from '../../main/features/submit/submissions';
import { defaultSettings } from '../../shared/domain/settings';
import type { HistoryMessage } from '../../shared/history/columns';
import { colleague, desktop, service, temporaryFolder, tidyUp, untilDone } from '../support/bulk';

afterEach(tidyUp);

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

test('a track is opened, judged point by point, and what is good is submitted', async () => {
  const running = await service();
  await running.control.addDevice({ id: 'unit' });
  const desk = await desktop(running);
  const file = path.join(temporaryFolder(), 'ride.gpx');
  writeFileSync(
    file,
    `<gpx version="1.1"><trk><name>Ride</name><trkseg>${points.join('')}</trkseg></trk></gpx>`,
  );
  const posted: HistoryMessage[] = [];
  const submissions = createSubmissions({
    account: () => desk.account,
    settings: () => defaultSettings,
    now: Date.now,
    newId: () => 'token',
    computerTimeZone: () => 'Europe/Paris',
    pickTrackFile: () => Promise.resolve(file),
    post: (message) => posted.push(message),
  });
  running.control.resetCalls();
  const opened = await submissions.openTrack();
  expect(opened).toMatchObject({ token: 'token', file: 'ride.gpx', format: 'gpx' });
  const [track] = opened!.tracks;
  expect(track).toMatchObject({ name: 'Ride', points: 9, usable: 4, from: at, to: at + 40_000 });
  const told = track!.problems.map(({ point: number, refused, message }) => [
    number,
    refused,
    message.split(/[:;]/)[0],
  ]);
  expect(told).toEqual([
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

  const job = submissions.planTrack('token', 0, 'unit');
  expect(job).toMatchObject({ rows: 4, calls: 4, kind: 'report' });
  expect(Object.keys(running.control.calls()).some((name) => name.includes('/locations'))).toBe(
    false,
  );
  desk.account.bulk.jobs.start(job.id);
  await untilDone(desk, job.id);
  const { items } = await colleague(running).locations('unit', { from: at, to: at + 60_000 });
  expect(items.map(({ record }) => record.at! - at)).toEqual([0, 5_000, 10_000, 40_000]);
  expect(() => submissions.planTrack('another', 0, 'unit')).toThrow('notFound');
  await desk.quit();
});
