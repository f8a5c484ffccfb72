import { expect, test } from 'vitest';
import { createFakeTime } from './fake-time.test-support';
import { inParts, inTurns } from './turns';

/** Work of 3 ms for each item. */
function slowWork(clock: ReturnType<typeof createFakeTime>) {
  const seen: number[] = [];
  const work = (item: number) => {
    seen.push(item);
    clock.jump(3);
  };
  return { seen, work };
}

test('works a few milliseconds at a time and says when it is done', async () => {
  const clock = createFakeTime();
  const { seen, work } = slowWork(clock);
  let isDone = false;
  inTurns(clock, [1, 2, 3, 4, 5], work, () => {
    isDone = true;
  });
  expect(seen).toEqual([]);
  await clock.pass(1);
  expect(seen).toEqual([1, 2]);
  expect(isDone).toBe(false);
  await clock.pass(30);
  expect(seen).toEqual([1, 2, 3, 4, 5]);
  expect(isDone).toBe(true);
});

test('does nothing more once it is ended', async () => {
  const clock = createFakeTime();
  const { seen, work } = slowWork(clock);
  const end = inTurns(clock, [1, 2, 3, 4, 5], work, () => expect.unreachable());
  await clock.pass(1);
  end();
  await clock.pass(1_000);
  expect(seen).toEqual([1, 2]);
  expect(clock.pending()).toBe(0);
});

test('a clock that is set back does not make a turn longer', () => {
  let now = 60_000;
  const turns: (() => void)[] = [];
  const clock = {
    now: () => now,
    after: (_ms: number, run: () => void) => (turns.push(run), () => {}),
  };
  const seen: number[] = [];
  inTurns(clock, [1, 2, 3], (item) => {
    seen.push(item);
    now -= 60_000;
  });
  turns.shift()?.();
  expect(seen).toEqual([1]);
  expect(turns).toHaveLength(1);
});

test('parts have at most the given size', () => {
  expect([...inParts([1, 2, 3, 4, 5], 2)]).toEqual([[1, 2], [3, 4], [5]]);
  expect([...inParts([], 2)]).toEqual([]);
});
