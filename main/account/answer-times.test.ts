import { expect, test } from 'vitest';
import { createFakeTime } from '#main/pace/fake-time.test-support';
import { createAnswerTimes } from './answer-times';

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
