import { expect, test } from 'vitest';
import type { Fault } from '#shared/fault';
import { isFleetCurrent, liveForMs, liveWithinSeconds, statusMode } from './status';

const now = 1_000_000_000;
const claim = (part: Partial<Parameters<typeof statusMode>[0]>) =>
  statusMode({
    reason: null,
    freshAt: now - 1_000,
    now,
    isFleetCurrent: true,
    isSlow: false,
    ...part,
  });

test('the status is live only with recent answers of this session and without a fault', () => {
  expect(claim({})).toBe('live');
  expect(claim({ freshAt: now - liveForMs - 1 })).toBe('delayed');
  expect(claim({ freshAt: now + liveForMs + 1 })).toBe('delayed');
  expect(claim({ freshAt: null })).toBe('delayed');
});

test('a fleet is not live while answers are slow', () => {
  expect(claim({ isSlow: true })).toBe('updating');
  expect(claim({ isSlow: true, reason: { kind: 'offline', layer: 'tcp' } })).toBe('offline');
});

test('one answer does not make a fleet live that is checked in hours', () => {
  expect(claim({ isFleetCurrent: false })).toBe('updating');
  expect(claim({ isFleetCurrent: false, freshAt: null })).toBe('delayed');
});

test('a live fleet was checked within its longest interval, but at most within the setting', () => {
  const within = (longestCheckSeconds: number) => liveWithinSeconds({ longestCheckSeconds }, 600);
  expect([10, 206, 10_000].map(within)).toEqual([90, 206, 600]);
  const isCurrent = (listed: number, checked: number, failed: object = {}) =>
    isFleetCurrent({ listed, checked, refused: 0, notUnderstood: 0, ...failed });
  expect([isCurrent(100, 90), isCurrent(100, 89), isCurrent(0, 0)]).toEqual([true, false, true]);
  expect(isCurrent(100, 72, { refused: 20 })).toBe(true);
  expect(isCurrent(100, 72, { notUnderstood: 20 })).toBe(true);
  // Most answers are not understood: the rest does not speak for the fleet.
  expect(isCurrent(100, 40, { notUnderstood: 60 })).toBe(false);
});

test('an unreachable service is offline, a busy or limiting one is delayed', () => {
  const mode = (reason: Fault) => claim({ reason });
  expect(mode({ kind: 'offline', layer: 'tcp' })).toBe('offline');
  expect(mode({ kind: 'notThisService', evidence: 'html' })).toBe('offline');
  expect(mode({ kind: 'limitReached' })).toBe('delayed');
  expect(mode({ kind: 'busy', status: 503 })).toBe('delayed');
  expect(mode({ kind: 'unauthorized' })).toBe('delayed');
});
