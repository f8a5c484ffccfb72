import { expect, test } from 'vitest';
import { createClock } from './clock';

function setUp() {
  const time = { now: 1000, ticks: new Set<() => void>() };
  const clock = createClock({
    now: () => time.now,
    everySecond(tick) {
      time.ticks.add(tick);
      return () => time.ticks.delete(tick);
    },
  });
  return { time, clock };
}

test('many listeners share one timer, which stops with the last of them', () => {
  const { time, clock } = setUp();
  const stops = [clock.subscribe(() => {}), clock.subscribe(() => {})];
  expect(time.ticks.size).toBe(1);
  stops.forEach((stop) => stop());
  expect(time.ticks.size).toBe(0);
});

test('every reader sees the same time between two ticks', () => {
  const { time, clock } = setUp();
  let ticks = 0;
  clock.subscribe(() => (ticks += 1));
  time.now = 1400;
  expect(clock.now()).toBe(1000);
  time.now = 2000;
  time.ticks.forEach((tick) => tick());
  expect([clock.now(), ticks]).toEqual([2000, 1]);
});

test('another offset is seen before the next tick', () => {
  const { time, clock } = setUp();
  let ticks = 0;
  clock.subscribe(() => (ticks += 1));
  time.now = 9000;
  clock.refresh();
  expect([clock.now(), ticks]).toEqual([9000, 1]);
});
