import { expect, test } from 'vitest';
import { allocateBudget, type Allowance } from './allocation';
import { createBudget } from './budget';

/** Spends all that is allowed in `minutes`, trying ten times a second; returns calls per minute. */
function spend({ jobs = false, downloads = false }, minutes: number, rate = 120) {
  let now = 0;
  const budget = createBudget({ callsPerMinute: () => rate, now: () => now });
  const shares = allocateBudget({
    budget,
    isSlowed: () => false,
    working: () => ({ jobs, downloads }),
    now: () => now,
  });
  const counts = { jobs: 0, downloads: 0, refresh: 0 };
  const sources = { jobs: 'job', downloads: 'history', refresh: 'refresh' } as const;
  const tryOne = (name: keyof typeof counts, own: Allowance, pace: 'burst' | 'steady') => {
    while (own.waitMs(pace) === 0) {
      shares.spend(sources[name]);
      budget.take();
      counts[name]++;
    }
  };
  for (; now < minutes * 60_000; now += 100) {
    if (jobs) tryOne('jobs', shares.jobs, 'burst');
    if (downloads) tryOne('downloads', shares.downloads, 'burst');
    tryOne('refresh', shares.refresh, 'steady');
  }
  return {
    jobs: counts.jobs / minutes,
    downloads: counts.downloads / minutes,
    refresh: counts.refresh / minutes,
  };
}

test.each(['jobs', 'downloads'] as const)(
  '%s alone use three quarters and the refresh keeps a quarter',
  (kind) => {
    const calls = spend({ [kind]: true }, 10);
    expect(calls[kind]).toBeGreaterThan(80);
    expect(calls[kind]).toBeLessThanOrEqual(99);
    expect(calls.refresh).toBeGreaterThan(24);
    expect(calls.refresh).toBeLessThanOrEqual(33);
  },
);

test('jobs, downloads and the refresh share by their weights of two, one and one', () => {
  const { jobs, downloads, refresh } = spend({ jobs: true, downloads: true }, 20);
  expect(jobs / 120).toBeCloseTo(0.5, 1);
  expect(downloads / 120).toBeCloseTo(0.25, 1);
  expect(refresh / 120).toBeCloseTo(0.25, 1);
});

test('without jobs the refresh uses the whole rate', () => {
  expect(spend({}, 10).refresh).toBeGreaterThan(115);
});

test('at a rate of two calls per minute both still make progress', () => {
  const { jobs, refresh } = spend({ jobs: true }, 30, 2);
  expect(jobs).toBeGreaterThan(0.5);
  expect(refresh).toBeGreaterThan(0.3);
});

/** Milliseconds until a download may call again when the user's calls leave nothing to it. */
function turnAfterMs(steadyLimit: number) {
  let now = 0;
  const budget = createBudget({ callsPerMinute: () => 60, now: () => now });
  const shares = allocateBudget({
    budget,
    isSlowed: () => false,
    working: () => ({ jobs: false, downloads: true }),
    leftToUser: () => 60,
    day: { steadyLimit: () => steadyLimit, waitMs: () => 0 },
    now: () => now,
  });
  shares.spend('history');
  while (shares.downloads.waitMs('burst') > 0 && now < 3_600_000) {
    // The user's calls use up the minute.
    if (budget.waitMs('now') === 0) budget.take();
    now += 1_000;
  }
  return now;
}

test('background work gets a turn each minute while the user uses up all calls', () => {
  expect(turnAfterMs(Number.POSITIVE_INFINITY)).toBe(61_000);
});

test('with few calls left for the day the turns are as far apart as these calls last', () => {
  expect(turnAfterMs(1 / 10)).toBe(600_000);
  expect(turnAfterMs(30)).toBe(61_000);
});
