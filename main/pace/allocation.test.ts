import { expect, test } from 'vitest';
import { allocateBudget } from './allocation';
import { createBudget, type Allowance } from './budget';

/** Spends all that is allowed in `minutes`, trying ten times a second; returns calls per minute. */
function spend(isWorking: boolean, minutes: number, rate = 120) {
  let now = 0;
  const budget = createBudget({ callsPerMinute: () => rate, now: () => now });
  const shares = allocateBudget({ budget, isWorking: () => isWorking, now: () => now });
  const counts = { work: 0, refresh: 0 };
  const tryOne = (name: 'work' | 'refresh', own: Allowance, pace: 'burst' | 'steady') => {
    while (own.waitMs(pace) === 0) {
      shares.spend(name === 'work' ? 'job' : 'refresh');
      counts[name]++;
    }
  };
  for (; now < minutes * 60_000; now += 100) {
    if (isWorking) tryOne('work', shares.work, 'burst');
    tryOne('refresh', shares.refresh, 'steady');
  }
  return { work: counts.work / minutes, refresh: counts.refresh / minutes, shares };
}

test('jobs use three quarters and the refresh keeps a quarter', () => {
  const { work, refresh } = spend(true, 10);
  expect(work).toBeGreaterThan(80);
  expect(work).toBeLessThanOrEqual(99);
  expect(refresh).toBeGreaterThan(24);
  expect(refresh).toBeLessThanOrEqual(33);
});

test('without jobs the refresh uses the whole rate', () => {
  expect(spend(false, 10).refresh).toBeGreaterThan(115);
});

test('at a rate of two calls per minute both still make progress', () => {
  const { work, refresh } = spend(true, 30, 2);
  expect(work).toBeGreaterThan(0.5);
  expect(refresh).toBeGreaterThan(0.3);
});
