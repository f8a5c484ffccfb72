import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deviceState } from '#shared/domain/device-state';
import { nextStateChangeAt, StateClock } from './state-clock';
import { columnsOf } from './synthetic.test-support';

const rules = { movingAbove: 1, staleAfterMs: 100, silentAfterMs: 1000 };
const moment = fc.oneof(fc.integer({ min: -2000, max: 2000 }), fc.constant(Number.NaN));

describe('nextStateChangeAt', () => {
  it('returns a time before which nothing changes', () => {
    const inputs = fc.record({
      fixAt: moment,
      hasPosition: fc.boolean(),
      speed: fc.constantFrom(0, 5, Number.NaN),
      inactiveSeconds: fc.constantFrom(0, 9, Number.NaN),
      expiresAt: moment,
    });
    fc.assert(
      fc.property(inputs, fc.integer({ min: -2000, max: 4000 }), (device, now) => {
        const next = nextStateChangeAt(device, rules, now);
        expect(next).toBeGreaterThan(now);
        const last = Number.isFinite(next) ? next - 1 : 1e9;
        expect(deviceState(device, rules, last)).toBe(deviceState(device, rules, now));
      }),
    );
  });

  it('returns the exact time of the change', () => {
    const device = { fixAt: 0, hasPosition: true, speed: 5, inactiveSeconds: 0, expiresAt: 1e6 };
    expect(nextStateChangeAt(device, rules, 50)).toBe(101);
    expect(deviceState(device, rules, 101)).toBe('stale');
    expect(nextStateChangeAt(device, rules, 101)).toBe(1001);
    expect(nextStateChangeAt(device, rules, 1001)).toBe(1e6);
    expect(nextStateChangeAt(device, rules, 1e6)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('StateClock', () => {
  const columns = columnsOf([
    { at: [1, 1], fixAt: 0, speed: 5 },
    { at: [1, 1], fixAt: 50, speed: 0 },
    { expiresAt: 500 },
  ]);

  it('reports which devices changed as time passes, and counts states', () => {
    const clock = new StateClock(columns, rules, 60);
    expect([...clock.counts]).toEqual([1, 1, 0, 0, 1, 0]);
    expect(clock.nextChangeAt).toBe(101);
    expect(clock.advance(100)).toEqual([]);
    expect(clock.advance(101)).toEqual([0]);
    expect(clock.stateOf(0)).toBe('stale');
    expect(clock.advance(700)).toEqual([1, 2]);
    expect(clock.stateOf(2)).toBe('expired');
    expect([...clock.counts]).toEqual([0, 0, 0, 2, 0, 1]);
  });

  it('follows a fix and other thresholds', () => {
    const own = columnsOf([{ at: [1, 1], fixAt: 0, speed: 5 }]);
    const clock = new StateClock(own, rules, 500);
    expect(clock.stateOf(0)).toBe('stale');
    own.fixAt[0] = 450;
    expect(clock.update(Uint32Array.of(0), 500)).toEqual([0]);
    expect(clock.stateOf(0)).toBe('moving');
    expect(clock.setRules({ ...rules, movingAbove: 9 }, 500)).toEqual([0]);
    expect(clock.stateOf(0)).toBe('stopped');
  });
});
