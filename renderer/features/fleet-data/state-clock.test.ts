import { describe, expect, it } from 'vitest';
import { deviceStates, type DeviceState } from '#shared/domain/device-state';
import { StateClock } from './state-clock';
import { columnsOf } from './synthetic.test-support';

const rules = { movingAbove: 1, staleAfterMs: 100, silentAfterMs: 1000 };
const countsOf = (counts: Partial<Record<DeviceState, number>>) =>
  deviceStates.map((state) => counts[state] ?? 0);

describe('StateClock', () => {
  const columns = columnsOf([
    { at: [1, 1], fixAt: 0, checkedAt: 150, speed: 5 },
    { at: [1, 1], fixAt: 50, speed: 0 },
    { expiresAt: 500 },
  ]);

  it('reports which devices changed as time passes, and counts states', () => {
    const clock = new StateClock(columns, rules, 60);
    expect([...clock.counts]).toEqual(countsOf({ moving: 1, stopped: 1, neverAsked: 1 }));
    expect(clock.nextChangeAt).toBe(101);
    expect(clock.advance(100)).toEqual([]);
    expect(clock.advance(101)).toEqual([0]);
    expect(clock.stateOf(0)).toBe('stale');
    expect(clock.advance(700)).toEqual([1, 2]);
    expect(clock.stateOf(2)).toBe('expired');
    expect([...clock.counts]).toEqual(countsOf({ stale: 1, unchecked: 1, expired: 1 }));
  });

  it('follows a fix and other thresholds', () => {
    const own = columnsOf([{ at: [1, 1], fixAt: 0, checkedAt: 400, speed: 5 }]);
    const clock = new StateClock(own, rules, 500);
    expect(clock.stateOf(0)).toBe('stale');
    own.fixAt[0] = 450;
    expect(clock.update(Uint32Array.of(0), 500)).toEqual([0]);
    expect(clock.stateOf(0)).toBe('moving');
    expect(clock.setRules({ ...rules, movingAbove: 9 }, 500)).toEqual([0]);
    expect(clock.stateOf(0)).toBe('stopped');
  });
});
