import { describe, expect, it } from 'vitest';
import { type DeviceState, deviceStates } from '#shared/domain/device-state';
import { flagCritical } from '#shared/fleet/columns';
import { FleetModel } from './fleet-model';
import { StateClock, attentionKinds, expiringSoonMs } from './states';
import { type SketchedDevice, columnsOf, fixesOf, fleetOf } from './synthetic.test-support';
import { initialQuery } from './types';

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

const minute = 60_000;
const attentionRules = { movingAbove: 0, staleAfterMs: 5 * minute, silentAfterMs: 10 * minute };
const start = 1_000 * minute;

function modelOf(devices: readonly SketchedDevice[], now = start, query = initialQuery) {
  const model = new FleetModel(query, attentionRules);
  model.apply(fleetOf(devices), now);
  return model;
}

const devices: SketchedDevice[] = [
  { name: 'sos', at: [1, 1], fixAt: start, flags: flagCritical, speed: 0 },
  { name: 'quiet', at: [1, 1], fixAt: start - 20 * minute, checkedAt: start },
  { name: 'inside', fixAt: start, battery: 14 },
  { name: 'ahead', at: [1, 1], fixAt: start + 60 * minute, checkedAt: start },
  { name: 'due', at: [1, 1], fixAt: start, battery: 15, expiresAt: start + expiringSoonMs },
  { name: 'unknown' },
  { name: 'active after its date', at: [1, 1], fixAt: start, expiresAt: start },
  { name: 'gone', unlistedAt: start, flags: flagCritical, battery: 1 },
  { name: 'paid', at: [1, 1], fixAt: start, expiresAt: Number.POSITIVE_INFINITY },
  { name: 'loud', at: [1, 1], fixAt: start, overLimitUntil: start + 30 * minute },
  { name: 'yesterday', at: [1, 1], fixAt: start, overLimitUntil: start },
  { name: 'unclear', at: [1, 1], fixAt: start, battery: Number.NaN },
];

it('counts each reason, and nothing that is not known', () => {
  expect(modelOf(devices).takeView()!.attention).toEqual({
    critical: 1,
    silent: 1,
    noPosition: 1,
    lowBattery: 1,
    overLimit: 1,
    expiringSoon: 1,
    clockWrong: 1,
  });
});

it('filters the rows and the map by a reason', () => {
  for (const [index, kind] of attentionKinds.entries()) {
    const model = modelOf(devices, start, { ...initialQuery, attention: kind });
    expect(model.rows(0, 9).rows.map(({ label }) => label)).toEqual([
      ['sos', 'quiet', 'inside', 'inside', 'loud', 'due', 'ahead'][index],
    ]);
    expect(model.matches.filter(Boolean)).toHaveLength(1);
  }
});

it('notices in time that a device expires soon, without a message', () => {
  const model = modelOf([{ at: [1, 1], fixAt: start, expiresAt: start + expiringSoonMs + 2 }]);
  expect(model.takeView()!.attention.expiringSoon).toBe(0);
  expect(model.nextChangeAt).toBe(start + 2);
  model.advance(start + 2);
  expect(model.takeView()!.attention.expiringSoon).toBe(1);
  // The service goes on to state it active after its date.
  model.apply(
    fixesOf({ 0: { checkedAt: start + expiringSoonMs + 1 } }),
    start + expiringSoonMs + 1,
  );
  model.advance(start + expiringSoonMs + 2);
  expect(model.takeView()!.attention.expiringSoon).toBe(0);
});

it('ends being over a limit with the day of the count, without a message', () => {
  const model = modelOf([{ at: [1, 1], fixAt: start, overLimitUntil: start + minute }]);
  expect(model.takeView()!.attention.overLimit).toBe(1);
  model.advance(start + minute);
  expect(model.takeView()!.attention.overLimit).toBe(0);
});
