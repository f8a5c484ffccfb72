import { expect, test } from 'vitest';
import { pollerState, type PollerSituation } from './poller-state';

const running: PollerSituation = {
  isActive: true,
  isClosed: false,
  isSlowed: false,
  open: null,
  pause: null,
  reason: null,
  devices: 3,
  intervals: { longestMs: 1_500, isBeyondSetting: true, selectedMs: 5_000 },
  callsPerMinute: 60,
  notAskedYet: 2,
};
const fault = { why: 'fault', until: 9_000 } as const;
const refused = { why: 'refused', until: null } as const;
const pause = { fault: { kind: 'limitReached' }, until: 7_000 } as const;

test('a refresh that runs', () => {
  expect(pollerState(running)).toEqual({
    phase: 'running',
    reason: null,
    nextTryAt: null,
    longestCheckSeconds: 2,
    isBeyondSetting: true,
    callsPerMinute: 60,
    notAskedYet: 2,
  });
});

test('without devices no interval is stated', () => {
  expect(pollerState({ ...running, devices: 0 })).toMatchObject({
    phase: 'idle',
    longestCheckSeconds: 0,
    isBeyondSetting: false,
  });
});

test.each<[phase: string, part: Partial<PollerSituation>]>([
  ['slowed', { isSlowed: true }],
  ['idle', { isActive: false, isSlowed: true, pause }],
  ['waiting', { open: fault, isSlowed: true }],
  ['waiting', { pause }],
  ['stopped', { open: refused, isActive: false }],
  ['stopped', { isClosed: true }],
])('%s', (phase, part) => {
  expect(pollerState({ ...running, ...part }).phase).toBe(phase);
});

test('the reason of a stop, else that of a pause, with the moment of the next try', () => {
  const reason = { kind: 'offline', layer: 'dns' } as const;
  expect(pollerState({ ...running, open: fault, reason })).toMatchObject({
    reason,
    nextTryAt: 9_000,
  });
  expect(pollerState({ ...running, pause })).toMatchObject({
    reason: pause.fault,
    nextTryAt: 7_000,
  });
  expect(pollerState({ ...running, open: fault, pause, reason })).toMatchObject({
    reason,
    nextTryAt: 7_000,
  });
});
