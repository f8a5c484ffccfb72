import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createScoreQueue } from './movement-queue';

const all = () => true;

/** Takes every device in the order of the queue. */
function drained(queue: ReturnType<typeof createScoreQueue>): number[] {
  const taken = new Set<number>();
  for (;;) {
    const device = queue.head((each) => !taken.has(each));
    if (device < 0) return [...taken];
    taken.add(device);
  }
}

test('keeps the devices with the highest scores, equal ones by number', () => {
  const queue = createScoreQueue(() => 4);
  const scores = [1, 5, 3, 5, 2, 9, 5, 5];
  for (const [device, score] of scores.entries()) queue.offer(device, score);
  expect(queue.head(all)).toBe(-1);
  queue.finish();
  expect(queue.score()).toBe(9);
  expect(drained(queue)).toEqual([5, 1, 3, 6]);
});

test('a sweep replaces the one before, and a capacity of none keeps none', () => {
  let capacity = 3;
  const queue = createScoreQueue(() => capacity);
  for (const device of [1, 2, 3]) queue.offer(device, device);
  queue.finish();
  queue.offer(7, 1);
  expect(queue.head(all)).toBe(3);
  queue.finish();
  expect(drained(queue)).toEqual([7]);
  capacity = 0;
  queue.finish();
  expect(queue.head(all)).toBe(-1);
});

test('forgets everything at once', () => {
  const queue = createScoreQueue(() => 3);
  queue.offer(1, 1);
  queue.finish();
  queue.offer(2, 2);
  queue.clear();
  expect(queue.head(all)).toBe(-1);
  queue.finish();
  expect(queue.head(all)).toBe(-1);
});

test('the order is that of all scores, whatever the order of the offers', () => {
  const anyScores = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 80 });
  fc.assert(
    fc.property(anyScores, fc.integer({ min: 1, max: 40 }), (scores, capacity) => {
      const queue = createScoreQueue(() => capacity);
      for (const [device, score] of scores.entries()) queue.offer(device, score);
      queue.finish();
      const sorted = scores.map((score, device) => ({ score, device }));
      sorted.sort((a, b) => b.score - a.score || a.device - b.device);
      expect(drained(queue)).toEqual(sorted.slice(0, capacity).map(({ device }) => device));
      expect(queue.score()).toBe(0);
    }),
  );
});
