import { expect, test } from 'vitest';
import { createRequestTimes } from './request-times';

const againMs = 10_000;

function timesOf(count: number) {
  const times = createRequestTimes({
    restMs: againMs,
    pauseMs: (device) => (device === 0 ? 5_000 : againMs),
  });
  times.reorder(new Int32Array(count).fill(-1));
  return times;
}

function request(times: ReturnType<typeof timesOf>, device: number, at: number) {
  times.begin(device);
  times.end(device, at);
}

test('a device is due after its own pause', () => {
  const times = timesOf(2);
  for (const device of [0, 1]) request(times, device, 100_000);
  expect(times.isDue(0, 104_999)).toBe(false);
  expect(times.isDue(0, 105_000)).toBe(true);
  expect(times.isDue(1, 109_999)).toBe(false);
  expect(times.readyAt(1, 100_000)).toBe(110_000);
});

test('a device that was never requested is first, not due, and counted until its answer', () => {
  const times = timesOf(2);
  expect([times.isFirst(0), times.isDue(0, 0), times.neverRequested()]).toEqual([true, false, 2]);
  times.begin(0);
  expect([times.isFree(0, 0), times.isBusy(0), times.neverRequested()]).toEqual([false, true, 2]);
  times.end(0, 1_000);
  request(times, 0, 2_000);
  expect([times.isFirst(0), times.neverRequested()]).toEqual([false, 1]);
});

test('a device that rests is due when its rest ends, also if it rested while requested', () => {
  const times = timesOf(2);
  times.begin(1);
  times.rest(1, 60_000);
  times.end(1, 1_000);
  expect(times.isFree(1, 59_999)).toBe(false);
  expect(times.isDue(1, 60_000)).toBe(true);
  expect(times.readyAt(1, 2_000)).toBe(60_000);
});

test('a clock that was set back does not extend the wait', () => {
  const times = timesOf(1);
  request(times, 0, 10_000_000);
  expect(times.askedAt(0, 1_000)).toBe(1_000);
  expect(times.isDue(0, 6_000)).toBe(true);
});

test('restart forgets requests, but neither a rest nor a request in flight', () => {
  const times = timesOf(3);
  for (const device of [0, 1, 2]) request(times, device, 1_000);
  times.rest(1, 60_000);
  times.begin(2);
  times.restart();
  expect([0, 1, 2].map(times.isFirst)).toEqual([true, false, false]);
  expect(times.neverRequested()).toBe(0);
});

test('a new order keeps what is known of the devices that stay', () => {
  const times = timesOf(3);
  request(times, 0, 1_000);
  request(times, 2, 2_000);
  times.rest(2, 90_000);
  times.reorder(Int32Array.from([2, -1, 0]));
  expect([0, 1, 2].map(times.isFirst)).toEqual([false, true, false]);
  expect([times.restsUntil(0), times.askedAt(2, 3_000)]).toEqual([90_000, 1_000]);
  expect([times.size(), times.neverRequested()]).toEqual([3, 1]);
});
