import { expect, test } from 'vitest';
import type { Fault } from '#shared/fault';
import { createCircuitBreaker } from './circuit-breaker';

const offline: Fault = { kind: 'offline', layer: 'tcp' };
const refused: Fault = { kind: 'unauthorized' };

function setup() {
  const world = { now: 1_000_000 };
  const breaker = createCircuitBreaker({ now: () => world.now, random: () => 1 });
  return { world, breaker };
}

test('opens after a fault, probes when the time has come, and closes with an answer', () => {
  const { world, breaker } = setup();
  expect(breaker.waitMs()).toBe(0);
  expect(breaker.trip(offline, breaker.period())).toBe(true);
  expect([breaker.waitMs(), breaker.reason()]).toEqual([2_000, offline]);
  world.now += 2_000;
  expect([breaker.waitMs(), breaker.isProbing(), breaker.reason()]).toEqual([0, true, offline]);
  breaker.answered();
  expect([breaker.isProbing(), breaker.reason()]).toEqual([false, null]);
});

test('faults of requests from before the stop count once', () => {
  const { breaker } = setup();
  const period = breaker.period();
  breaker.trip(offline, period);
  expect(breaker.trip(offline, period)).toBe(false);
  expect(breaker.trip(offline, breaker.period())).toBe(false);
  expect(breaker.waitMs()).toBe(2_000);
});

test('a refused key stops until it is woken, also while the circuit is open', () => {
  const { world, breaker } = setup();
  breaker.trip(offline, breaker.period());
  expect(breaker.trip(refused, breaker.period())).toBe(true);
  world.now += 3_600_000;
  expect([breaker.waitMs(), breaker.open()?.why]).toEqual([null, 'refused']);
  breaker.wake();
  expect([breaker.waitMs(), breaker.isProbing()]).toEqual([0, true]);
});

test('the answer to an earlier request does not end a stop, but the next one is short again', () => {
  const { world, breaker } = setup();
  breaker.trip(offline, breaker.period());
  breaker.answered();
  expect([breaker.reason(), breaker.waitMs()]).toEqual([offline, 2_000]);
  world.now += 2_000;
  breaker.waitMs();
  breaker.trip(offline, breaker.period());
  expect(breaker.waitMs()).toBe(2_000);
});
