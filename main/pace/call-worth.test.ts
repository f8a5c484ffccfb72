import { expect, test } from 'vitest';
import { createCallWorth, mostWorth } from './call-worth';
import { createAttention, noAttention } from './movement-attention';
import { createRequestTimes } from './request-times';

const start = 1_000_000;

function setup({
  devices = 4,
  worth = (device: number) => device,
  inView = [] as number[],
  callsPerMinute = 60,
} = {}) {
  const attention = createAttention();
  attention.set({ ...noAttention, inView: inView.map(String) }, Number);
  const times = createRequestTimes({ restMs: 10_000, pauseMs: () => 10_000 });
  times.reorder(new Int32Array(devices).fill(-1));
  for (let device = 0; device < devices; device++) times.end(device, start);
  const calls = createCallWorth({
    times,
    attention,
    model: { worth },
    callsPerMinute: () => callsPerMinute,
  });
  return { times, calls };
}

test('the device for which a call is worth most comes first, then the next one', () => {
  const { times, calls } = setup();
  calls.sweep(start + 20_000, 1e9, false);
  expect(calls.most(start + 20_000)).toEqual({ device: 3, score: 3 });
  times.begin(3);
  expect(calls.most(start + 20_000)).toEqual({ device: 2, score: 2 });
});

test('a device of which nothing is known is worth more than any other', () => {
  const { calls } = setup({ worth: (device) => (device === 1 ? Number.NaN : 1e9) });
  calls.sweep(start + 20_000, 1e9, false);
  expect(calls.most(start + 20_000)).toEqual({ device: 1, score: mostWorth });
});

test('a device in view counts more, and one that waited for a pace of the view most of all', () => {
  const { calls } = setup({ inView: [1] });
  calls.sweep(start + 20_000, 1e9, false);
  expect(calls.most(start + 20_000)).toEqual({ device: 1, score: 25 });
  expect(calls.longUnseen(start + 20_000)).toBe(-1);
  const later = start + 2 * calls.viewPaceMs();
  calls.sweep(later, 1e9, false);
  expect(calls.most(later).score).toBeGreaterThan(mostWorth);
  expect(calls.longUnseen(later)).toBe(1);
});

test('the pace of the view takes a tenth of the calls at most', () => {
  expect(setup({ devices: 50, inView: [0] }).calls.viewPaceMs()).toBe(30_000);
  const many = setup({ devices: 50, inView: Array.from({ length: 50 }, (_, i) => i) });
  expect(many.calls.viewPaceMs()).toBe(500_000);
});

test('the oldest device is one that counts as old', () => {
  const { times, calls } = setup();
  times.asked(2, start - 50_000);
  calls.sweep(start + 20_000, 60_000, false);
  expect(calls.oldest(start + 20_000)).toBe(2);
  times.begin(2);
  expect(calls.oldest(start + 20_000)).toBe(-1);
});

test('a large fleet is scored in slices, at once only if there is nothing else to request', () => {
  const waiting = setup({ devices: 10_000 });
  waiting.calls.sweep(start + 20_000, 1e9, true);
  expect(waiting.calls.most(start + 20_000).device).toBe(-1);
  waiting.calls.sweep(start + 20_000, 1e9, true);
  waiting.calls.sweep(start + 20_000, 1e9, true);
  expect(waiting.calls.most(start + 20_000).device).toBe(9_999);
  const idle = setup({ devices: 10_000 });
  idle.calls.sweep(start + 20_000, 1e9, false);
  expect(idle.calls.most(start + 20_000).device).toBe(9_999);
});

test('a large fleet is scored again slice by slice, while the earlier order serves', () => {
  let worthiest = 9_999;
  const { calls } = setup({
    devices: 10_000,
    worth: (device) => (device === worthiest ? 2 : 1),
  });
  calls.sweep(start + 20_000, 1e9, false);
  worthiest = 9_000;
  const later = start + 26_000;
  for (const expected of [9_999, 9_999, 9_000]) {
    calls.sweep(later, 1e9, false);
    expect(calls.most(later).device).toBe(expected);
  }
});

test('a device in view is enough for the next call: the rest of a large fleet is scored later', () => {
  const { times, calls } = setup({ devices: 10_000, inView: [0] });
  calls.sweep(start + 20_000, 1e9, false);
  expect(calls.most(start + 20_000).device).toBe(0);
  times.begin(0);
  expect(calls.most(start + 20_000).device).toBe(-1);
});

test('devices are scored again when one is due, not before', () => {
  const { calls } = setup({ devices: 1 });
  calls.sweep(start + 1_000, 1e9, false);
  calls.idleUntil(start + 10_000);
  calls.sweep(start + 5_000, 1e9, false);
  expect(calls.most(start + 5_000).device).toBe(-1);
  calls.sweep(start + 10_000, 1e9, false);
  expect(calls.most(start + 10_000).device).toBe(0);
});

test('the moment at which the next device is due is that of the earliest', () => {
  const { times, calls } = setup({ devices: 3 });
  // 0 is due at 10 s, 1 at 3 s and 2 at 7 s.
  times.asked(1, start - 7_000);
  times.asked(2, start - 3_000);
  calls.sweep(start + 1_000, 1e9, false);
  expect(calls.most(start + 1_000).device).toBe(-1);
  calls.sweep(start + 2_999, 1e9, false);
  expect(calls.most(start + 3_000).device).toBe(-1);
  calls.sweep(start + 3_000, 1e9, false);
  expect(calls.most(start + 3_000).device).toBe(1);
});

test('a device in view is unseen for long after two paces, not after one', () => {
  const { calls } = setup({ inView: [1] });
  const pace = calls.viewPaceMs();
  for (const [ms, device] of [
    [1.5 * pace, -1],
    [2 * pace, 1],
  ] as const) {
    calls.attentionChanged();
    calls.sweep(start + ms, 1e9, false);
    expect(calls.longUnseen(start + ms)).toBe(device);
  }
});

test('the first device of the list is requested before a device in view that is worth less', () => {
  const { calls } = setup({ worth: (device) => (device === 0 ? 100 : 1), inView: [1] });
  calls.sweep(start + 20_000, 1e9, false);
  expect(calls.most(start + 20_000)).toEqual({ device: 0, score: 100 });
});

test('devices in view are scored again after a second', () => {
  let worth = 1;
  const { calls } = setup({ worth: () => worth, inView: [2] });
  calls.sweep(start + 20_000, 1e9, false);
  worth = 3;
  calls.sweep(start + 20_999, 1e9, false);
  expect(calls.most(start + 20_999).score).toBe(25);
  calls.sweep(start + 21_000, 1e9, false);
  expect(calls.most(start + 21_000)).toEqual({ device: 2, score: 75 });
});
