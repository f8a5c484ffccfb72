import { expect, test } from 'vitest';
import { createThrottle } from './throttle';

function setup() {
  const timers = new Set<() => void>();
  const clock = {
    now: () => 0,
    after: (_delayMs: number, run: () => void) => {
      timers.add(run);
      return () => void timers.delete(run);
    },
  };
  let told = 0;
  const gathering = createThrottle(clock, 500, () => told++);
  const pass = () => {
    const due = [...timers];
    timers.clear();
    for (const run of due) run();
  };
  return { ...gathering, pass, told: () => told, timers };
}

test('the first news is told at once, the rest together', () => {
  const { due, pass, told, timers } = setup();
  due();
  expect(told()).toBe(1);
  for (let i = 0; i < 100; i++) due();
  expect(told()).toBe(1);
  pass();
  expect(told()).toBe(2);
  pass();
  expect({ told: told(), timers: timers.size }).toEqual({ told: 2, timers: 0 });
  due();
  expect(told()).toBe(3);
});

test('flush tells what waits, and nothing when nothing waits', () => {
  const { due, flush, told, timers } = setup();
  flush();
  expect(told()).toBe(0);
  due();
  due();
  flush();
  flush();
  expect({ told: told(), timers: timers.size }).toEqual({ told: 2, timers: 0 });
});
