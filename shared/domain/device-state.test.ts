import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  clockToleranceMs,
  deviceState,
  isPresent,
  correctedTime,
  isBehind,
  nextStateChangeAt,
  weekCounterMs,
  type StateInputs,
} from './device-state';

const rules = { movingAbove: 1, staleAfterMs: 100, silentAfterMs: 1000 };
const moving: StateInputs = {
  unlistedAt: Number.NaN,
  expiresAt: Number.NaN,
  checkedAt: 0,
  fixAt: 0,
  hasPosition: true,
  speed: 5,
  inactiveSeconds: 0,
  isNotUnderstood: false,
  isAnswerAhead: false,
  isAnswerBehind: false,
};

describe('deviceState', () => {
  const nan = Number.NaN;
  test.each<[string, Partial<StateInputs>, number]>([
    ['moving', {}, 50],
    ['stopped', { speed: 1 }, 50],
    ['unknownMotion', { speed: nan }, 50],
    ['stopped', { speed: nan, inactiveSeconds: 5 }, 50],
    // Recent when asked, old by now.
    ['unchecked', {}, 101],
    ['unchecked', { checkedAt: 100 }, 1e9],
    ['unchecked', { checkedAt: nan }, 1e9],
    // Already old when asked.
    ['stale', { checkedAt: 101 }, 101],
    ['stale', { checkedAt: 1000 }, 1e9],
    ['silent', { checkedAt: 1001 }, 1001],
    // A check that a corrected clock left in the future proves nothing yet.
    ['moving', { checkedAt: 5000 }, 50],
    ['neverAsked', { fixAt: nan, checkedAt: nan, hasPosition: false }, 50],
    ['silent', { fixAt: nan, checkedAt: 10, hasPosition: false }, 50],
    ['noPosition', { hasPosition: false }, 50],
    ['stale', { hasPosition: false, checkedAt: 101 }, 150],
    ['clockAhead', { fixAt: 60 + clockToleranceMs }, 50],
    ['moving', { fixAt: 50 + clockToleranceMs }, 50],
    ['clockAhead', { isAnswerAhead: true }, 1e9],
    ['clockBehind', { isAnswerBehind: true }, 1e9],
    // A receiver whose week counter has wrapped reports now, or has reported a month ago.
    ['clockBehind', { checkedAt: weekCounterMs - 5_000 }, weekCounterMs],
    ['clockBehind', { checkedAt: weekCounterMs + 30 * 86_400_000 }, weekCounterMs * 1.1],
    ['silent', { checkedAt: weekCounterMs - 86_400_000 }, weekCounterMs * 2],
    ['notUnderstood', { isNotUnderstood: true, fixAt: nan }, 50],
    ['notUnderstood', { isNotUnderstood: true, checkedAt: 1e9 }, 1e9],
    ['expired', { expiresAt: 40, isNotUnderstood: true }, 50],
    ['unlisted', { expiresAt: 40, unlistedAt: 45 }, 50],
  ])('is %s: %j at %i', (state, change, now) => {
    expect(deviceState({ ...moving, ...change }, rules, now)).toBe(state);
  });
});

const moment = fc.oneof(
  fc.integer({ min: -2000, max: 2000 }),
  fc.integer({ min: clockToleranceMs - 2000, max: clockToleranceMs + 2000 }),
  fc.constant(Number.NaN),
);
const inputs: fc.Arbitrary<StateInputs> = fc.record({
  unlistedAt: fc.constantFrom(Number.NaN, Number.NaN, Number.NaN, 5),
  expiresAt: moment,
  checkedAt: moment,
  fixAt: moment,
  hasPosition: fc.boolean(),
  speed: fc.constantFrom(0, 5, Number.NaN),
  inactiveSeconds: fc.constantFrom(0, 9, Number.NaN),
  isNotUnderstood: fc.boolean(),
  isAnswerAhead: fc.boolean(),
  isAnswerBehind: fc.boolean(),
});
const anyRules = fc.record({
  movingAbove: fc.constant(1),
  staleAfterMs: fc.integer({ min: 1, max: 1500 }),
  silentAfterMs: fc.integer({ min: 1, max: 1500 }),
});
const anyNow = fc.integer({ min: -2000, max: 4000 });

describe('for any device', () => {
  it('the device is blamed only if it was asked after the threshold', () => {
    fc.assert(
      fc.property(inputs, anyRules, anyNow, (device, thresholds, now) => {
        const state = deviceState(device, thresholds, now);
        if (state !== 'silent' && state !== 'stale') return;
        expect(device.checkedAt).not.toBeNaN();
        expect(device.isNotUnderstood).toBe(false);
        if (Number.isNaN(device.fixAt)) return;
        const { staleAfterMs, silentAfterMs } = thresholds;
        const threshold = state === 'silent' ? silentAfterMs : staleAfterMs;
        expect(device.checkedAt - device.fixAt).toBeGreaterThan(threshold);
        expect(now - device.fixAt).toBeGreaterThan(threshold);
      }),
    );
  });

  it('motion is claimed only of a recent, understood report with a position', () => {
    fc.assert(
      fc.property(inputs, anyRules, anyNow, (device, thresholds, now) => {
        if (!isPresent(deviceState(device, thresholds, now))) return;
        expect(now - device.fixAt).toBeLessThanOrEqual(thresholds.staleAfterMs);
        expect(device.fixAt - now).toBeLessThanOrEqual(clockToleranceMs);
        expect(device).toMatchObject({ hasPosition: true, isNotUnderstood: false });
      }),
    );
  });

  it('nothing changes before the next change', () => {
    fc.assert(
      fc.property(inputs, anyRules, anyNow, (device, thresholds, now) => {
        const next = nextStateChangeAt(device, thresholds, now);
        expect(next).toBeGreaterThan(now);
        const last = Number.isFinite(next) ? next - 1 : 1e9;
        const state = deviceState(device, thresholds, now);
        expect(deviceState(device, thresholds, last)).toBe(state);
      }),
      { numRuns: 2000 },
    );
  });
});

test.each([
  // The counter was 0 on 6 April 2019, so its receiver said 21 August 1999.
  ['2007-04-12T10:00:00Z', '2026-11-26T10:00:00.000Z'],
  ['1999-08-23T00:00:00Z', '2019-04-08T00:00:00.000Z'],
  ['1987-08-27T10:00:00Z', '2026-11-26T10:00:00.000Z'],
  // Clocks that were never set, and times from before GPS.
  ['1970-01-01T00:00:00Z', null],
  ['1980-01-06T00:00:12Z', null],
  ['2000-01-01T00:03:00Z', null],
  ['1969-12-31T23:00:00Z', null],
])('%s is of a clock that is behind; corrected it is %s', (text, corrected) => {
  const now = Date.parse('2026-11-26T10:00:30Z');
  const at = Date.parse(text);
  expect(isBehind(at, now)).toBe(true);
  const time = correctedTime(at, now);
  expect(time && new Date(time).toISOString()).toBe(corrected);
});

test('a report of the years in which devices were tracked is of no such clock', () => {
  const now = Date.parse('2026-11-26T10:00:30Z');
  for (const text of ['2009-01-01T00:00:00Z', '2026-11-26T10:00:00Z', '2080-01-01T00:00:00Z']) {
    expect(isBehind(Date.parse(text), now)).toBe(false);
    expect(correctedTime(Date.parse(text), now)).toBeNull();
  }
});

test('the next change is exact', () => {
  const device = { ...moving, expiresAt: 1e6 };
  expect(nextStateChangeAt(device, rules, 50)).toBe(101);
  expect(deviceState(device, rules, 101)).toBe('unchecked');
  expect(nextStateChangeAt(device, rules, 101)).toBe(1e6);
  expect(nextStateChangeAt(device, rules, 1e6)).toBe(Number.POSITIVE_INFINITY);
  const ahead = { ...moving, fixAt: clockToleranceMs + 500 };
  expect(nextStateChangeAt(ahead, rules, 0)).toBe(500);
  expect(deviceState(ahead, rules, 499)).toBe('clockAhead');
  expect(deviceState(ahead, rules, 500)).toBe('moving');
});
