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

function sharesOf({
  steadyLimit = Number.POSITIVE_INFINITY,
  dayMs = 0,
  pausedUntil = 0,
  working = { jobs: true, downloads: true },
}) {
  const budget = createBudget({ callsPerMinute: () => 120, now: () => 0 });
  return allocateBudget({
    budget,
    isSlowed: () => true,
    working: () => working,
    day: { steadyLimit: () => steadyLimit, waitMs: () => dayMs },
    pause: () => (pausedUntil > 0 ? { fault: { kind: 'limitReached' }, until: pausedUntil } : null),
    now: () => 0,
  });
}

test('the rate of each kind; the day limits that of the refresh only', () => {
  const rates = (steadyLimit: number) => {
    const { jobs, downloads, refresh } = sharesOf({ steadyLimit });
    return [jobs, downloads, refresh].map((each) => each.callsPerMinute());
  };
  expect(rates(Number.POSITIVE_INFINITY)).toEqual([60, 30, 30]);
  expect(rates(12)).toEqual([60, 30, 12]);
  // One call an hour, so that intervals stay finite.
  expect(rates(0)).toEqual([60, 30, 1 / 60]);
});

test('a kind that does not work yet would have its share at once', () => {
  const { jobs, downloads, refresh } = sharesOf({ working: { jobs: false, downloads: false } });
  expect([jobs.callsPerMinute(), downloads.callsPerMinute()]).toEqual([90, 90]);
  expect([refresh.callsPerMinute(), refresh.isSlowed()]).toEqual([120, true]);
});

test('pauses and used-up days are waited for by every kind', () => {
  const paused = sharesOf({ pausedUntil: 7_000 });
  expect(paused.refresh.pause()).toMatchObject({ until: 7_000 });
  expect([paused.jobs.waitMs('burst'), paused.refresh.waitMs('steady')]).toEqual([7_000, 7_000]);
  const usedUp = sharesOf({ dayMs: 9_000 });
  expect([usedUp.downloads.waitMs('burst', 0, true), usedUp.jobs.waitMs('burst')]).toEqual([
    9_000, 9_000,
  ]);
});

test('calls of the user and of the list take nothing from the shares', () => {
  const shares = sharesOf({});
  for (let i = 0; i < 100; i++) {
    shares.spend('interactive');
    shares.spend('lists');
  }
  expect([shares.jobs.waitMs('burst'), shares.refresh.waitMs('steady')]).toEqual([0, 0]);
  shares.spend('selected');
  expect(shares.refresh.waitMs('steady')).toBe(2_000);
});
