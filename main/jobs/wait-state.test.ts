import { expect, test } from 'vitest';
import { createWaitState } from './wait-state';

function setup() {
  const time = { now: 0 };
  const waits = createWaitState({ now: () => time.now, random: () => 0.5 });
  return { time, waits };
}

const offline = { kind: 'offline', layer: 'tcp' } as const;
const limit = { kind: 'limitReached', retryAfterSeconds: 5 } as const;

test('waits after a fault until its time has passed', () => {
  const { time, waits } = setup();
  expect(waits.leftMs()).toBe(0);
  waits.fail(offline, waits.epoch());
  const leftMs = waits.leftMs()!;
  expect(leftMs).toBeGreaterThan(0);
  time.now = leftMs;
  expect(waits.leftMs()).toBe(0);
});

test('ignores the fault of a request that was sent before the last wait began', () => {
  const { waits } = setup();
  const sentInEpoch = waits.epoch();
  waits.fail(limit, sentInEpoch);
  waits.fail(offline, sentInEpoch);
  expect(waits.current()).toMatchObject({ why: 'limit' });
  waits.fail(offline, waits.epoch());
  expect(waits.current()).toMatchObject({ why: 'fault' });
});

test('a limit is not shortened by a wake', () => {
  const { waits } = setup();
  waits.fail(limit, waits.epoch());
  waits.wake();
  expect(waits.leftMs()).toBe(5_000);
});

test('a wake ends every other wait, also one without an end', () => {
  const { waits } = setup();
  waits.set({ why: 'restart', fault: null, until: null });
  expect(waits.leftMs()).toBeNull();
  waits.wake();
  expect(waits.leftMs()).toBe(0);
});
