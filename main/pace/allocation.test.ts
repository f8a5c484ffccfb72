import { expect, test } from 'vitest';
import { createBudget, type Budget } from './budget';
import { shareBudget } from './allocation';

/** Spends whatever may be spent in `minutes`, asking ten times a second; calls in each minute. */
function spend(isWorking: boolean, minutes: number, rate = 120) {
  let now = 0;
  const budget = createBudget({ callsPerMinute: () => rate, now: () => now });
  const shares = shareBudget({ budget, isWorking: () => isWorking, now: () => now });
  const counts = { work: 0, refresh: 0 };
  const tryOne = (name: 'work' | 'refresh', own: Budget, pace: 'burst' | 'steady') => {
    while (own.waitMs(pace) === 0) {
      own.take();
      // What the work calls takes itself from the whole.
      if (name === 'work') budget.take();
      counts[name]++;
    }
  };
  for (; now < minutes * 60_000; now += 100) {
    if (isWorking) tryOne('work', shares.work, 'burst');
    tryOne('refresh', shares.refresh, 'steady');
  }
  return { work: counts.work / minutes, refresh: counts.refresh / minutes, shares };
}

test('work takes three quarters and leaves the refresh its quarter', () => {
  const { work, refresh } = spend(true, 10);
  expect(work).toBeGreaterThan(80);
  expect(work).toBeLessThanOrEqual(99);
  expect(refresh).toBeGreaterThan(24);
  expect(refresh).toBeLessThanOrEqual(33);
});

test('without work the refresh has all', () => {
  expect(spend(false, 10).refresh).toBeGreaterThan(115);
});

test('even at one call a minute neither starves the other for good', () => {
  const { work, refresh } = spend(true, 30, 2);
  expect(work).toBeGreaterThan(0.5);
  expect(refresh).toBeGreaterThan(0.3);
});
