import { expect, test } from 'vitest';
import { createFakeTime } from '#main/pace/fake-time.test-support';
import { dayInZone, hourInZone } from '#shared/domain/calendar';
import type { CallReport } from '#main/api/caller';
import {
  createAnswerTimes,
  createCallMeter,
  storedCallsSchema,
  type StoredCalls,
  createRequestLog,
} from './account-calls';

const zone = 'America/Bogota';
const noon = Date.UTC(2026, 10, 21, 17);
const hourMs = 3_600_000;
const devices = 'GET /api/devices';
const users = 'GET /api/users';

const open = (earlier: StoredCalls | null, startedAt = noon) =>
  createCallMeter(earlier, {
    dayOf: (at) => ({ day: dayInZone(at, zone), hour: hourInZone(at, zone) }),
    startedAt,
  });

test('calls are counted per minute and per day of the account, also after a restart', () => {
  const meter = open(null);
  meter.record(noon, devices);
  meter.record(noon + 59_000, devices);
  expect(meter.lastMinute(noon + 59_500)).toBe(2);
  expect(meter.lastMinute(noon + 60_500)).toBe(1);
  expect(meter.lastMinute(noon - hourMs)).toBe(0);
  const restarted = open(meter.snapshot(noon + 60_000));
  restarted.record(noon + 120_000, users);
  expect(restarted.today(noon + 120_000)).toBe(3);
  // Midnight of the account is 05:00 UTC.
  expect(restarted.today(noon + 12 * hourMs - 1)).toBe(3);
  expect(restarted.today(noon + 12 * hourMs)).toBe(0);
});

test('calls of the day by endpoint and hour, most calls first', () => {
  const meter = open(null);
  meter.record(noon, users);
  meter.record(noon + hourMs, devices);
  meter.record(noon + hourMs, devices);
  const hours = (hour: number, calls: number) =>
    Array.from({ length: 24 }, (_, each) => (each === hour ? calls : 0));
  expect(meter.endpoints(noon + hourMs)).toEqual([
    { endpoint: devices, hours: hours(13, 2) },
    { endpoint: users, hours: hours(12, 1) },
  ]);
});

test('the recent rate counts the last ten minutes, or those since the start', () => {
  const meter = open(null, noon);
  for (let i = 0; i < 60; i++) meter.record(noon + i * 1_000, devices);
  expect(meter.recentPerMinute(noon + 2 * 60_000)).toBe(30);
  expect(meter.recentPerMinute(noon + 30 * 60_000)).toBe(0);
});

test('the count of the day continues although its endpoints cannot be read', () => {
  const earlier = storedCallsSchema.parse({ day: '2026-11-21', calls: 7, endpoints: 'many' });
  expect(open(earlier).today(noon)).toBe(7);
});

const ok = { status: 200, retryAfterSeconds: null };

function setup() {
  const time = createFakeTime();
  const reported: number[] = [];
  const start = time.now();
  const times = createAnswerTimes({
    clock: time,
    onSlow: () => reported.push(time.now() - start),
  });
  return { time, times, reported, send: times.sent };
}

test('a request that waits for its answer is slow after five seconds, and is reported then', async () => {
  const { time, times, reported, send } = setup();
  const answered = send('refresh');
  await time.pass(4_999);
  expect(times.slow()).toBeNull();
  await time.pass(1);
  expect([times.slow(), reported]).toEqual([{ seconds: 5, isMeasured: false }, [5_000]]);
  await time.pass(15_000);
  answered(ok);
  expect(times.slow()).toEqual({ seconds: 20, isMeasured: true });
  expect(time.pending()).toBe(0);
});

test('answers are slow until one to a later request is quick', async () => {
  const { time, times, send } = setup();
  const slow = send('refresh');
  await time.pass(20_000);
  slow(ok);
  const next = send('refresh');
  expect(times.slow()).toEqual({ seconds: 20, isMeasured: true });
  await time.pass(100);
  next(ok);
  expect(times.slow()).toBeNull();
});

test('one slow request among quick ones says nothing about the service', async () => {
  const { time, times, send } = setup();
  send('refresh');
  await time.pass(1_000);
  const quick = send('refresh');
  await time.pass(100);
  quick(ok);
  await time.pass(20_000);
  expect(times.slow()).toBeNull();
});

test('a whole list may take longer; jobs, downloads and the user do not count', async () => {
  const { time, times, send } = setup();
  send('job');
  send('history');
  send('interactive');
  send('lists');
  await time.pass(9_000);
  expect(times.slow()).toBeNull();
  send('refresh');
  await time.pass(1_000);
  expect(times.slow()).toEqual({ seconds: 10, isMeasured: false });
});

test('a request without an answer is a fault, not a slow answer', async () => {
  const { time, times, send } = setup();
  const failed = send('refresh');
  await time.pass(30_000);
  failed({ status: null, retryAfterSeconds: null });
  expect([times.slow(), times.averageMs()]).toEqual([null, 0]);
});

test('averages the time of last locations, without a sleep of the computer', async () => {
  const { time, times, send } = setup();
  const first = send('refresh');
  await time.pass(2_000);
  first(ok);
  expect(times.averageMs()).toBe(2_000);
  const asleep = send('refresh');
  time.jump(8 * 3_600_000);
  asleep(ok);
  expect(times.averageMs()).toBe(9_250);
  times.close();
});

const call = (path: string, status: number | null, durationMs: number): CallReport => ({
  source: 'interactive',
  method: 'GET',
  path,
  status,
  durationMs,
  at: 0,
  apiUsage: null,
  apiDailyUsage: null,
  clock: null,
  skippedRecords: 0,
});

test('counts, times and failures by endpoint, most calls first', () => {
  const log = createRequestLog();
  log.record(call('/api/users', 200, 7));
  for (const ms of [10, 900, 20]) log.record(call('/api/devices', 200, ms));
  log.record(call('/api/devices', null, 30_000));
  log.record(call('/api/devices', 503, 5));
  log.record(call('/api/devices', 503, 6));
  expect(log.read()).toEqual([
    {
      endpoint: 'GET /api/devices',
      calls: 6,
      medianMs: 20,
      longestMs: 30_000,
      failures: [
        { status: null, count: 1 },
        { status: 503, count: 2 },
      ],
    },
    { endpoint: 'GET /api/users', calls: 1, medianMs: 7, longestMs: 7, failures: [] },
  ]);
});

test('the median is that of the last calls, and memory does not grow', () => {
  const log = createRequestLog();
  for (let n = 0; n < 1_000; n++) log.record(call('/api/devices', 200, 500));
  for (let n = 0; n < 200; n++) log.record(call('/api/devices', 200, 10));
  expect(log.read()).toMatchObject([{ calls: 1_200, medianMs: 10, longestMs: 500 }]);
  for (let n = 0; n < 500; n++) log.record(call(`/api/${n}`, 200, 1));
  expect(log.read()).toHaveLength(100);
});
