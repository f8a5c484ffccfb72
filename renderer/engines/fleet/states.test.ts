import { describe, expect, it } from 'vitest';
import { type DeviceState, deviceStates } from '#shared/domain/device-state';
import { flagCritical, flagSos } from '#shared/fleet/columns';
import { StateClock, expiringSoonMs } from './states';
import {
  type SketchedDevice,
  acknowledgedUntil,
  columnsOf,
  fixesOf,
  fleetOf,
  labels,
  rules,
  started,
} from './synthetic.test-support';
import type { FleetQuery } from './types';

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

const modelOf = (devices: readonly SketchedDevice[], query: Partial<FleetQuery> = {}) =>
  started(fleetOf(devices), query, { rules: attentionRules, now: start });

const devices: SketchedDevice[] = [
  { name: 'cut off', at: [1, 1], fixAt: start, flags: flagCritical, speed: 0 },
  { name: 'help', at: [1, 1], fixAt: start, flags: flagCritical | flagSos, speed: 0 },
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
    sos: 1,
    critical: 1,
    silent: 1,
    noPosition: 1,
    lowBattery: 1,
    overLimit: 1,
    expiringSoon: 1,
    clockWrong: 1,
    snoozed: 0,
    silentToday: 0,
    silentYesterday: 0,
    silentThisWeek: 0,
    silentEarlier: 1,
  });
});

it('filters by a reason', () => {
  const expected = {
    sos: 'help',
    critical: 'cut off',
    silent: 'quiet',
    noPosition: 'inside',
    expiringSoon: 'due',
    lowBattery: 'inside',
    overLimit: 'loud',
    clockWrong: 'ahead',
  } as const;
  for (const [kind, name] of Object.entries(expected)) {
    const states = [kind as keyof typeof expected];
    expect(labels(modelOf(devices, { states }))).toEqual([name]);
  }
});

it('orders by need of attention: who asks for help first, and of the silent ones the newest', () => {
  const later = { at: [1, 1] as [number, number], checkedAt: start };
  const model = modelOf(
    [
      { name: 'a moving', at: [1, 1], fixAt: start, speed: 9 },
      { name: 'b silent for long', ...later, fixAt: start - 400 * minute },
      { name: 'c silent lately', ...later, fixAt: start - 20 * minute },
      { name: 'd never reported', checkedAt: start },
      { name: 'e snoozed', ...later, fixAt: start - 30 * minute },
      { name: 'f stopped', at: [1, 1], fixAt: start, speed: 0 },
      { name: 'g critical', at: [1, 1], fixAt: start, flags: flagCritical },
      { name: 'h help', at: [1, 1], fixAt: start, flags: flagCritical | flagSos },
      { name: 'i expired', at: [1, 1], fixAt: start, expiresAt: start },
    ],
    { sort: { column: 'state', descending: false } },
  );
  model.setSnoozed([['id-4', start + minute]]);
  const order = () =>
    labels(model)
      .map(([first]) => first)
      .join('');
  expect(order()).toBe('hgcbdiaef');
  expect(model.takeView()!.attention).toMatchObject({ silent: 3, snoozed: 1 });
  // A snooze ends in time, without a message.
  model.pass(minute);
  expect(order()).toBe('hgcebdiaf');
  expect(model.takeView()!.attention).toMatchObject({ silent: 4, snoozed: 0 });
});

it('tells silent devices by the day on which they went silent', () => {
  const day = 86_400_000;
  const silentFrom = (at: number) => ({
    fixAt: at - attentionRules.silentAfterMs,
    checkedAt: start,
  });
  const model = modelOf([
    silentFrom(start - 1),
    silentFrom(start - day),
    silentFrom(start - 5 * day),
    silentFrom(start - 9 * day),
    { checkedAt: start },
  ]);
  const days = { today: start - 1, yesterday: start - day, week: start - 6 * day };
  model.setDays(days);
  const counts = () => {
    const { silentToday, silentYesterday, silentThisWeek, silentEarlier } =
      model.takeView()!.attention;
    return [silentToday, silentYesterday, silentThisWeek, silentEarlier];
  };
  expect(counts()).toEqual([1, 1, 1, 2]);
  model.setDays({ today: start, yesterday: start - 1, week: start - 5 * day });
  expect(counts()).toEqual([0, 1, 2, 2]);
});

it('names who asks for help until that is acknowledged, also after later reports', () => {
  const model = modelOf([{ name: 'Van', at: [1, 1], fixAt: start }]);
  const alert = { deviceId: 'id-0', severity: 'sos', at: start - minute } as const;
  model.setAlerts({ acknowledgedUntil: [], urgent: [alert] });
  let view = model.takeView()!;
  const calls = () => (view = model.takeView() ?? view).sos;
  expect(calls()).toEqual([{ id: 'id-0', label: 'Van', at: start - minute }]);
  model.pass(minute);
  model.post(fixesOf({ 0: { fixAt: start + minute, at: [1, 1] } }));
  expect(calls()).toHaveLength(1);
  expect(model.rows(0, 1).rows[0]).toMatchObject({ isSos: true, isCritical: true });
  model.setAlerts(acknowledgedUntil());
  expect(calls()).toEqual([]);
  expect(model.rows(0, 1).rows[0]).toMatchObject({ isSos: false, isCritical: false });
});

it('notices in time that a device expires soon, without a message', () => {
  const model = modelOf([{ at: [1, 1], fixAt: start, expiresAt: start + expiringSoonMs + 2 }]);
  expect(model.takeView()!.attention.expiringSoon).toBe(0);
  model.pass(2);
  expect(model.takeView()!.attention.expiringSoon).toBe(1);
  // The service goes on to state it active after its date.
  model.pass(expiringSoonMs);
  model.post(fixesOf({ 0: { checkedAt: start + expiringSoonMs + 1 } }));
  expect(model.takeView()!.attention.expiringSoon).toBe(0);
});

it('ends being over a limit with the day of the count, without a message', () => {
  const model = modelOf([{ at: [1, 1], fixAt: start, overLimitUntil: start + minute }]);
  expect(model.takeView()!.attention.overLimit).toBe(1);
  model.pass(minute);
  expect(model.takeView()!.attention.overLimit).toBe(0);
});
