import { expect, test } from 'vitest';
import type { Fault } from '#shared/fault';
import {
  createCallMeter,
  isFleetCurrent,
  liveForMs,
  liveWithinSeconds,
  statusMode,
} from './status';

const now = 1_000_000_000;
const claim = (part: Partial<Parameters<typeof statusMode>[0]>) =>
  statusMode({ reason: null, freshAt: now - 1_000, now, isFleetCurrent: true, ...part });

test('the status is live only with recent answers of this session and without a fault', () => {
  expect(claim({})).toBe('live');
  expect(claim({ freshAt: now - liveForMs - 1 })).toBe('delayed');
  expect(claim({ freshAt: now + liveForMs + 1 })).toBe('delayed');
  expect(claim({ freshAt: null })).toBe('delayed');
});

test('one answer does not make a fleet live that is checked in hours', () => {
  expect(claim({ isFleetCurrent: false })).toBe('updating');
  expect(claim({ isFleetCurrent: false, freshAt: null })).toBe('delayed');
});

test('a live fleet was checked within a round, but at most ten minutes', () => {
  expect([10, 206, 10_000].map(liveWithinSeconds)).toEqual([90, 257.5, 600]);
  expect(isFleetCurrent({ listed: 100, refused: 0, checked: 90 })).toBe(true);
  expect(isFleetCurrent({ listed: 100, refused: 0, checked: 89 })).toBe(false);
  expect(isFleetCurrent({ listed: 100, refused: 20, checked: 72 })).toBe(true);
  expect(isFleetCurrent({ listed: 0, refused: 0, checked: 0 })).toBe(true);
});

test('an unreachable service is offline, a busy or limiting one is delayed', () => {
  const mode = (reason: Fault) => claim({ reason });
  expect(mode({ kind: 'offline', layer: 'tcp' })).toBe('offline');
  expect(mode({ kind: 'notThisService', evidence: 'html' })).toBe('offline');
  expect(mode({ kind: 'limitReached' })).toBe('delayed');
  expect(mode({ kind: 'busy', status: 503 })).toBe('delayed');
  expect(mode({ kind: 'unauthorized' })).toBe('delayed');
});

test('calls are counted per minute and per day, also after a restart', () => {
  const noon = new Date(2026, 10, 21, 12).getTime();
  const meter = createCallMeter(null);
  meter.record(noon);
  meter.record(noon + 59_000);
  expect(meter.lastMinute(noon + 59_500)).toBe(2);
  expect(meter.lastMinute(noon + 60_500)).toBe(1);
  expect(meter.lastMinute(noon - 3_600_000)).toBe(0);
  const restarted = createCallMeter(meter.snapshot(noon + 60_000));
  restarted.record(noon + 120_000);
  expect(restarted.today(noon + 120_000)).toBe(3);
  expect(restarted.today(noon + 24 * 3_600_000)).toBe(0);
});
