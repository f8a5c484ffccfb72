import { expect, test } from 'vitest';
import type { Fault } from '#shared/fault';
import { createBackOffPolicy, createRetryDelays, meaningOf } from './back-off';

const times = (count: number, delay: () => number) => Array.from({ length: count }, delay);

test('delays after faults double up to the longest, and start again after an answer', () => {
  const delays = createRetryDelays({ firstMs: 1_000, longestMs: 5_000 });
  expect(times(5, () => delays.afterFault())).toEqual([1_000, 2_000, 4_000, 5_000, 5_000]);
  delays.reset();
  expect(delays.afterFault()).toBe(1_000);
});

test('jitter shortens a delay by up to a quarter', () => {
  const delays = createRetryDelays({ firstMs: 1_000, longestMs: 1_000, random: () => 0 });
  expect(delays.afterFault()).toBe(750);
  expect(delays.afterFault(10_000)).toBe(7_500);
});

test('a 429 waits as long as the service demands, from a second to a day', () => {
  const delays = createRetryDelays({});
  expect([5, 0, 3e9].map((seconds) => delays.afterLimit(seconds))).toEqual([
    5_000, 1_000, 86_400_000,
  ]);
});

test('a 429 without a time waits 30 seconds, then longer up to five minutes', () => {
  const delays = createRetryDelays({});
  expect(times(5, () => delays.afterLimit())).toEqual([30_000, 60_000, 120_000, 240_000, 300_000]);
  delays.resetFaults();
  expect(delays.afterLimit()).toBe(300_000);
  delays.reset();
  expect(delays.afterLimit()).toBe(30_000);
});

test('the policy gives a service time to finish after a timeout', () => {
  const policy = createBackOffPolicy(() => 1);
  const after = (fault: Fault) => policy.after(fault, 0);
  expect(after({ kind: 'offline', layer: 'tcp' })).toMatchObject({ why: 'fault', until: 2_000 });
  expect(after({ kind: 'offline', layer: 'timeout' })).toMatchObject({ until: 30_000 });
  policy.answered();
  expect(after({ kind: 'busy', status: 503 })).toMatchObject({ until: 2_000 });
});

test('the policy waits for a new key without a time', () => {
  const policy = createBackOffPolicy(() => 1);
  const refused = { why: 'refused', until: null };
  expect(policy.after({ kind: 'unauthorized' }, 0)).toMatchObject(refused);
  expect(policy.after({ kind: 'forbidden' }, 0)).toMatchObject(refused);
});

test.each<[Fault, string]>([
  [{ kind: 'declined', reason: 'state', message: 'No.' }, 'row'],
  [{ kind: 'limitReached' }, 'waitUnsent'],
  [{ kind: 'offline', layer: 'tcp' }, 'waitUnknown'],
  [{ kind: 'bug', reference: 'W-1' }, 'rowUnknown'],
])('%o means %s', (fault, meaning) => {
  expect(meaningOf(fault)).toBe(meaning);
});
