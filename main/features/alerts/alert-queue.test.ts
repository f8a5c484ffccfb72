import { expect, test } from 'vitest';
import { batchSize, createAlertQueue } from './alert-queue';

const minute = 60_000;

function setup(ids: string[]) {
  let now = 1_000 * minute;
  let due = ids;
  const queue = createAlertQueue({ due: () => [...due] }, () => now);
  return {
    queue,
    pass: (ms: number) => (now += ms),
    setDue: (next: string[]) => (due = next),
  };
}

const named = (count: number) => Array.from({ length: count }, (_, index) => `d${index}`);

test('due devices are taken in batches', () => {
  const { queue } = setup(named(batchSize + 2));
  expect(queue.next()).toEqual(named(batchSize));
  expect(queue.next()).toEqual([`d${batchSize}`, `d${batchSize + 1}`]);
  expect(queue.next()).toEqual([]);
});

test('due devices are searched at most once a minute', () => {
  const { queue, pass, setDue } = setup([]);
  expect(queue.next()).toEqual([]);
  setDue(['late']);
  pass(minute - 1);
  expect(queue.next()).toEqual([]);
  pass(1);
  expect(queue.next()).toEqual(['late']);
});

test('a device that was tried waits for half an hour', () => {
  const { queue, pass } = setup(['a']);
  expect(queue.next()).toEqual(['a']);
  queue.tried('a');
  pass(30 * minute - 1);
  expect(queue.next()).toEqual([]);
  pass(minute);
  expect(queue.next()).toEqual(['a']);
});

test('a device that signals alerts comes first, once, and in its order', () => {
  const { queue } = setup(['a', 'b', 'c']);
  queue.signal('c');
  queue.signal('x');
  queue.signal('c');
  expect(queue.next()).toEqual(['c', 'x', 'a', 'b']);
  expect(queue.next()).toEqual([]);
});

test('more signals than a batch wait for the next', () => {
  const { queue } = setup([]);
  for (const id of named(batchSize + 1)) queue.signal(id);
  expect(queue.next()).toEqual(named(batchSize));
  expect(queue.next()).toEqual([`d${batchSize}`]);
});
