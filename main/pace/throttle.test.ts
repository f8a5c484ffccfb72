import { expect, test } from 'vitest';
import { createThrottle, yieldEvery } from './throttle';

function setup() {
  const timers = new Set<() => void>();
  const clock = {
    now: () => 0,
    after: (_delayMs: number, run: () => void) => {
      timers.add(run);
      return () => void timers.delete(run);
    },
  };
  let reports = 0;
  const throttle = createThrottle(clock, 500, () => reports++);
  const pass = () => {
    const due = [...timers];
    timers.clear();
    for (const run of due) run();
  };
  return { ...throttle, pass, reports: () => reports, timers };
}

test('reports the first change immediately and the next ones together', () => {
  const { due, pass, reports, timers } = setup();
  due();
  expect(reports()).toBe(1);
  for (let i = 0; i < 100; i++) due();
  expect(reports()).toBe(1);
  pass();
  expect(reports()).toBe(2);
  pass();
  expect({ reports: reports(), timers: timers.size }).toEqual({ reports: 2, timers: 0 });
  due();
  expect(reports()).toBe(3);
});

test('flush reports a pending change, and nothing otherwise', () => {
  const { due, flush, reports, timers } = setup();
  flush();
  expect(reports()).toBe(0);
  due();
  due();
  flush();
  flush();
  expect({ reports: reports(), timers: timers.size }).toEqual({ reports: 2, timers: 0 });
});

test('others have a turn only after steps that took long together', async () => {
  let now = 60_000;
  let isOthersTurn = false;
  const pause = yieldEvery(6, () => now);
  setImmediate(() => (isOthersTurn = true));
  for (const ms of [3, 2]) {
    now += ms;
    await pause();
  }
  expect(isOthersTurn).toBe(false);
  now += 1;
  await pause();
  expect(isOthersTurn).toBe(true);
});
