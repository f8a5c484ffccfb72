import { expect, test } from 'vitest';
import { FlushTimer } from './flush-timer';

/** Time that passes by hand. */
function startTimer() {
  let now = 0;
  let waiting: { at: number; run: () => void }[] = [];
  const flushedAt: number[] = [];
  const timer = new FlushTimer(
    {
      now: () => now,
      after: (ms, run) => {
        const entry = { at: now + ms, run };
        waiting.push(entry);
        return () => (waiting = waiting.filter((other) => other !== entry));
      },
    },
    () => flushedAt.push(now),
  );
  const pass = (ms: number) => {
    now += ms;
    const due = waiting.filter(({ at }) => at <= now);
    waiting = waiting.filter(({ at }) => at > now);
    for (const { run } of due) run();
  };
  return { timer, flushedAt, pass, setForward: (ms: number) => (now += ms) };
}

test('flushes once, at the earliest moment that was planned', () => {
  const { timer, flushedAt, pass } = startTimer();
  timer.soon(20);
  timer.soon(10);
  timer.soon(15);
  pass(9);
  expect(flushedAt).toEqual([]);
  pass(1);
  pass(30);
  expect(flushedAt).toEqual([10]);
});

test('can be planned again after a flush', () => {
  const { timer, flushedAt, pass } = startTimer();
  timer.soon(10);
  pass(10);
  timer.soon(10);
  pass(10);
  expect(flushedAt).toEqual([10, 20]);
});

test('compares moments correctly after the clock was set forward', () => {
  const { timer, flushedAt, pass, setForward } = startTimer();
  timer.soon(10);
  setForward(1_000);
  timer.shift(1_000);
  // Without the shift this would seem to be later than the planned flush.
  timer.soon(5);
  pass(5);
  expect(flushedAt).toEqual([1_005]);
});
