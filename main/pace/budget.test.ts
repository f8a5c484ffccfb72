import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CallSource,
  Budget,
  createCredit,
  createDayBudget,
  createLearnedLimit,
  type Allowance,
  type BudgetOptions,
  callAs,
  currentCallSource,
} from './budget';

const windowMs = 61_000;

function setup(rate: number, options: Partial<BudgetOptions> = {}) {
  const world = { now: 1_000_000, rate };
  const budget = new Budget({
    callsPerMinute: () => world.rate,
    now: () => world.now,
    ...options,
  });
  /** Milliseconds until the user may send a call. */
  const userWaitMs = () => {
    const reservation = budget.reserve();
    const waitMs = reservation.waitMs();
    reservation.end();
    return waitMs;
  };
  /** Sends a call, as an operation does. */
  const spend = (source: CallSource) => {
    budget.reserve(source).end();
    budget.spend(source);
  };
  /** Sends a call of the refresh as soon as the budget allows; returns the time. */
  const send = (pace: 'burst' | 'steady') => {
    world.now += budget.refresh.waitMs(pace);
    const reservation = budget.reserve('refresh');
    world.now += reservation.waitMs();
    reservation.end();
    budget.spend('refresh');
    return world.now;
  };
  const sendOfUser = (calls: number) => {
    for (let i = 0; i < calls; i++) spend('interactive');
  };
  return { world, budget, spend, userWaitMs, send, sendOfUser };
}

const gapsOf = (times: readonly number[]) => times.slice(1).map((at, i) => at - times[i]!);

describe('one minute', () => {
  test('a burst sends half of what is not left to the user; the rest follows evenly, never with a silent stretch', () => {
    const { world, send } = setup(60);
    const times: number[] = [];
    for (const end = world.now + 5 * 60_000; world.now < end;) times.push(send('burst'));
    expect(times.filter((at) => at === 1_000_000)).toHaveLength(27);
    expect(Math.max(...gapsOf(times))).toBeLessThanOrEqual(3_000);
    expect(times.length).toBeGreaterThanOrEqual(5 * 52);
  });

  test('a burst sends at most 50 calls a second', () => {
    const { send } = setup(6_000);
    const times = Array.from({ length: 200 }, () => send('burst'));
    for (let i = 50; i < times.length; i++) {
      expect(times[i]! - times[i - 50]!).toBeGreaterThanOrEqual(1_000);
    }
    expect(times.at(-1)! - times[0]!).toBe(3_000);
  });

  test('the user may use the whole minute, and no more', () => {
    const { world, userWaitMs, sendOfUser } = setup(120);
    sendOfUser(119);
    expect(userWaitMs()).toBe(0);
    sendOfUser(1);
    expect(userWaitMs()).toBe(windowMs);
    world.now += windowMs;
    expect(userWaitMs()).toBe(0);
  });

  test('what is left of a day makes bursts smaller and steady calls slower', () => {
    const { world, send } = setup(600, { day: { steadyLimit: () => 6, waitMs: () => 0 } });
    const times: number[] = [];
    for (const end = world.now + 10 * 60_000; world.now < end;) times.push(send('burst'));
    expect(times.filter((at) => at === 1_000_000).length).toBeLessThanOrEqual(12);
    expect(times.length).toBeLessThanOrEqual(12 + 120);
  });

  test('steady calls are spread evenly; few are caught up after a pause', () => {
    const { world, budget, spend, send } = setup(60);
    const gaps = gapsOf(Array.from({ length: 50 }, () => send('steady')));
    // 54 in 61 seconds.
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1_125);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(1_135);
    world.now += 3_600_000;
    let atOnce = 0;
    for (; budget.refresh.waitMs('steady') === 0; atOnce++) spend('refresh');
    expect(atOnce).toBeLessThanOrEqual(2);
  });

  test('a steady call waits for the rest of its place in the minute', () => {
    const { world, budget, spend } = setup(60);
    while (budget.refresh.waitMs('steady') === 0) spend('refresh');
    const whole = budget.refresh.waitMs('steady');
    world.now += 400;
    expect(budget.refresh.waitMs('steady')).toBe(whole - 400);
  });

  test('no 61 seconds contain more calls than the rate, in any mix of paces and with the user', () => {
    const step = fc.record({
      pause: fc.nat(5_000),
      pace: fc.constantFrom('burst', 'steady', 'user'),
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.array(step, { maxLength: 200 }),
        (rate, steps) => {
          const { world, send, userWaitMs, sendOfUser } = setup(rate);
          const times = steps.map(({ pause, pace }) => {
            world.now += pause;
            if (pace !== 'user') return send(pace as 'burst' | 'steady');
            world.now += userWaitMs();
            sendOfUser(1);
            return world.now;
          });
          for (let i = rate; i < times.length; i++) {
            expect(times[i]! - times[i - rate]!).toBeGreaterThanOrEqual(windowMs);
          }
        },
      ),
    );
  });

  test('calls that do not wait are counted too', () => {
    const { userWaitMs, sendOfUser } = setup(3);
    sendOfUser(5);
    expect(userWaitMs()).toBe(windowMs);
  });

  test('a changed rate applies immediately', () => {
    const { world, userWaitMs, sendOfUser } = setup(10);
    sendOfUser(10);
    expect(userWaitMs()).toBe(windowMs);
    world.rate = 20;
    expect(userWaitMs()).toBe(0);
  });

  test('a clock set back by hours blocks calls for a minute at most', () => {
    const { world, budget, sendOfUser } = setup(2);
    sendOfUser(2);
    world.now -= 5 * 3_600_000;
    expect(budget.refresh.waitMs('burst')).toBeLessThanOrEqual(windowMs);
    expect(budget.refresh.waitMs('steady')).toBeLessThanOrEqual(windowMs);
  });

  test('a reserved call comes next and counts as spent for everything else', () => {
    const { world, budget, spend, userWaitMs, sendOfUser } = setup(10);
    for (let i = 0; i < 10; i++) {
      spend('refresh');
      world.now += 1_000;
    }
    const reservation = budget.reserve();
    // One call is left to the user, and one is reserved.
    expect([reservation.waitMs(), budget.refresh.waitMs('steady')]).toEqual([51_000, 53_000]);
    world.now += 51_000;
    expect(reservation.waitMs()).toBe(0);
    reservation.end();
    sendOfUser(1);
    reservation.end();
    expect(userWaitMs()).toBe(1_000);
  });

  test('a reservation of the only call of a minute does not block other calls for good', () => {
    const { world, budget, sendOfUser } = setup(1);
    const reservation = budget.reserve();
    expect(reservation.waitMs()).toBe(0);
    reservation.end();
    sendOfUser(1);
    const next = budget.reserve();
    world.now += next.waitMs();
    next.end();
    expect(budget.refresh.waitMs('burst')).toBe(0);
  });

  test('calls of the user slow the others down for a quarter of a minute, and are forgotten with the clock', () => {
    const waitAfter = (ms: number) => {
      const { world, budget, spend, sendOfUser } = setup(60);
      sendOfUser(5);
      world.now += ms;
      while (budget.refresh.waitMs('steady') === 0) spend('refresh');
      return budget.refresh.waitMs('steady');
    };
    // The user is expected to send 20 a minute more.
    expect(waitAfter(0)).toBeGreaterThan(1_500);
    expect(waitAfter(15_000)).toBeLessThan(1_300);
    expect(waitAfter(-3_600_000)).toBeLessThan(1_300);
  });

  test('a rate below one call a minute, or with a fraction, is rounded', () => {
    expect([setup(0.2), setup(7.9)].map(({ budget }) => budget.callsPerMinute())).toEqual([1, 7]);
  });
});

describe('shares', () => {
  /** Sends all that is allowed in `minutes`, trying ten times a second; returns calls per minute. */
  function sent({ jobs = false, downloads = false }, minutes: number, rate = 120) {
    const { world, budget, spend } = setup(rate, { working: () => ({ jobs, downloads }) });
    const counts = { jobs: 0, downloads: 0, refresh: 0 };
    const sources = { jobs: 'job', downloads: 'history', refresh: 'refresh' } as const;
    const tryOne = (name: keyof typeof counts, own: Allowance, pace: 'burst' | 'steady') => {
      while (own.waitMs(pace) === 0) {
        spend(sources[name]);
        counts[name]++;
      }
    };
    for (const end = world.now + minutes * 60_000; world.now < end; world.now += 100) {
      if (jobs) tryOne('jobs', budget.jobs, 'burst');
      if (downloads) tryOne('downloads', budget.downloads, 'burst');
      tryOne('refresh', budget.refresh, 'steady');
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
      const calls = sent({ [kind]: true }, 10);
      expect(calls[kind]).toBeGreaterThan(70);
      expect(calls[kind]).toBeLessThanOrEqual(99);
      // Of the quarter a tenth of all calls is left to the user.
      expect(calls.refresh).toBeGreaterThan(15);
      expect(calls.refresh).toBeLessThanOrEqual(33);
    },
  );

  test('jobs, downloads and the refresh share by their weights of two, one and one', () => {
    const { jobs, downloads, refresh } = sent({ jobs: true, downloads: true }, 20);
    expect(jobs / 120).toBeCloseTo(0.5, 1);
    expect(downloads / 120).toBeCloseTo(0.25, 1);
    // Of its quarter a tenth of all calls is left to the user.
    expect(refresh).toBeGreaterThan(15);
  });

  test('without jobs the refresh uses the whole rate, but for what is left to the user', () => {
    expect(sent({}, 10).refresh).toBeGreaterThan(104);
  });

  test('at a rate of two calls per minute both still make progress', () => {
    const { jobs, refresh } = sent({ jobs: true }, 30, 2);
    expect(jobs).toBeGreaterThan(0.5);
    expect(refresh).toBeGreaterThan(0.3);
  });

  test.each([
    ['each minute', Number.POSITIVE_INFINITY, 61_000],
    ['as often as the calls that are left of the day last', 1 / 10, 600_000],
    ['each minute', 30, 61_000],
  ])(
    '%s background work gets a turn while the user uses up all calls',
    (_, steadyLimit, afterMs) => {
      const { world, budget, userWaitMs, sendOfUser } = setup(60, {
        working: () => ({ jobs: false, downloads: true }),
        day: { steadyLimit: () => steadyLimit, waitMs: () => 0 },
      });
      // The user has sent one each second.
      for (let second = 0; second < 61; second++) {
        sendOfUser(1);
        world.now += 1_000;
      }
      const start = world.now;
      budget.reserve('history').end();
      while (budget.downloads.waitMs('burst') > 0 && world.now - start < 3_600_000) {
        if (userWaitMs() === 0) sendOfUser(1);
        world.now += 1_000;
      }
      expect(world.now - start).toBe(afterMs);
    },
  );

  const working = { jobs: true, downloads: true };

  test('the rate of each kind; the day limits that of the refresh only', () => {
    const rates = (steadyLimit: number) => {
      const day = { steadyLimit: () => steadyLimit, waitMs: () => 0 };
      const { jobs, downloads, refresh } = setup(120, { working: () => working, day }).budget;
      return [jobs, downloads, refresh].map((each) => each.callsPerMinute());
    };
    expect(rates(Number.POSITIVE_INFINITY)).toEqual([60, 30, 30]);
    expect(rates(12)).toEqual([60, 30, 12]);
    // One call an hour, so that intervals stay finite.
    expect(rates(0)).toEqual([60, 30, 1 / 60]);
  });

  test('a kind that does not work yet would have its share at once', () => {
    const { jobs, downloads, refresh } = setup(120, { isSlowed: () => true }).budget;
    expect([jobs.callsPerMinute(), downloads.callsPerMinute()]).toEqual([90, 90]);
    expect([refresh.callsPerMinute(), refresh.isSlowed()]).toEqual([120, true]);
  });

  test('pauses and used-up days are waited for by every kind', () => {
    const pause = { fault: { kind: 'limitReached' }, until: 1_007_000 } as const;
    const paused = setup(120, { working: () => working, pause: () => pause }).budget;
    expect(paused.refresh.pause()).toBe(pause);
    expect([paused.jobs.waitMs('burst'), paused.refresh.waitMs('steady')]).toEqual([7_000, 7_000]);
    const day = { steadyLimit: () => Number.POSITIVE_INFINITY, waitMs: () => 9_000 };
    const usedUp = setup(120, { working: () => working, day }).budget;
    const waits = [usedUp.downloads.waitMs('burst', 0, true), usedUp.jobs.waitMs('burst')];
    expect(waits).toEqual([9_000, 9_000]);
  });

  test('calls of the user and of the list take nothing from the shares', () => {
    const { budget } = setup(120, { working: () => working });
    for (let i = 0; i < 100; i++) {
      budget.reserve('interactive').end();
      budget.reserve('lists').end();
    }
    expect([budget.jobs.waitMs('burst'), budget.refresh.waitMs('steady')]).toEqual([0, 0]);
    budget.reserve('selected').end();
    expect(budget.refresh.waitMs('steady')).toBe(2_000);
  });
});

describe('credit', () => {
  function creditOf(perMinute: number, seconds: number) {
    const state = { now: 0, perMinute };
    const credit = createCredit({
      callsPerMinute: () => state.perMinute,
      seconds,
      now: () => state.now,
    });
    return { state, credit };
  }

  test('one call is there at once, the next ones at the rate', () => {
    const { state, credit } = creditOf(60, 2);
    expect([credit.waitMs(), credit.waitMs(1), credit.waitMs(2)]).toEqual([0, 1_000, 2_000]);
    credit.take();
    expect(credit.waitMs()).toBe(1_000);
    state.now += 400;
    expect(credit.waitMs()).toBe(600);
  });

  test('calls for so many seconds are saved up, at least one', () => {
    const { state, credit } = creditOf(600, 2);
    state.now += 3_600_000;
    expect([credit.waitMs(19), credit.waitMs(20)]).toEqual([0, 100]);
    const slow = creditOf(6, 2);
    slow.state.now += 3_600_000;
    expect([slow.credit.waitMs(), slow.credit.waitMs(1)]).toEqual([0, 10_000]);
  });

  test('without any rate the wait is long, not endless', () => {
    const { credit } = creditOf(0, 2);
    credit.take();
    expect(credit.waitMs()).toBe(60_000 / 1e-6);
  });
});

describe('a limit that is learned', () => {
  const minuteMs = 60_000;

  function setup(limit: number) {
    const world = { now: 1_000_000, limit };
    const learned = createLearnedLimit({ now: () => world.now, limit: () => world.limit });
    return { world, learned };
  }

  /** Calls at the learned rate against a service with its own limit for some minutes. */
  function run(limit: number, ofService: number, minutes: number) {
    const { world, learned } = setup(limit);
    let sent: number[] = [];
    let refusals = 0;
    for (const end = world.now + minutes * minuteMs; world.now < end;) {
      world.now += minuteMs / learned.callsPerMinute();
      sent = sent.filter((at) => at > world.now - minuteMs);
      if (sent.length < ofService) {
        sent.push(world.now);
        continue;
      }
      refusals++;
      const accepted = sent;
      learned.refused((from) => accepted.filter((at) => at > from).length);
      world.now += 30_000;
    }
    return { world, learned, refusals };
  }

  test('two refusals that agree teach the limit; it is rarely tried again', () => {
    const { learned, refusals } = run(120, 60, 8 * 60);
    expect(learned.refusedAt()).toBe(60);
    expect(learned.callsPerMinute()).toBeGreaterThan(50);
    expect(refusals).toBeLessThan(12);
  });

  test('a limit far below the setting is learned as well', () => {
    const { learned } = run(6_000, 60, 60);
    expect(learned.refusedAt()).toBe(60);
    expect(learned.callsPerMinute()).toBeLessThan(64);
  });

  test('the limit of the service may rise: the rate grows again within days', () => {
    const { world, learned } = run(120, 60, 60);
    world.now += 2 * 24 * 60 * minuteMs;
    expect([learned.callsPerMinute(), learned.isSlowed()]).toEqual([120, false]);
  });

  test('a single refusal is forgotten soon, and says nothing about a limit', () => {
    const { world, learned } = setup(120);
    learned.refused(() => 100);
    expect([learned.callsPerMinute(), learned.isSlowed(), learned.refusedAt()]).toEqual([
      60,
      true,
      null,
    ]);
    world.now += 6 * minuteMs;
    expect([learned.callsPerMinute(), learned.isSlowed()]).toEqual([120, false]);
  });

  test('a storm of refusals halves the rate each time, but leaves a part', () => {
    const { world, learned } = setup(160);
    for (let i = 0; i < 20; i++) {
      learned.refused(() => 0);
      world.now += 1_000;
    }
    expect(learned.callsPerMinute()).toBeGreaterThanOrEqual(9);
    expect(learned.callsPerMinute()).toBeLessThan(12);
    world.now += 15 * minuteMs;
    expect(learned.isSlowed()).toBe(false);
  });

  test('what was learned continues after a restart, and can be forgotten', () => {
    const { world, learned } = run(120, 60, 60);
    const again = createLearnedLimit({
      now: () => world.now,
      limit: () => 120,
      stored: learned.state(),
    });
    expect([again.callsPerMinute(), again.refusedAt()]).toEqual([learned.callsPerMinute(), 60]);
    again.forget();
    expect([again.callsPerMinute(), again.isSlowed(), again.state()]).toEqual([120, false, null]);
  });

  test('the rate is never above the limit and never zero, whatever the service refuses', () => {
    const step = fc.record({ pauseMs: fc.nat(10 * minuteMs), calls: fc.nat(200) });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6_000 }), fc.array(step), (limit, steps) => {
        const { world, learned } = setup(limit);
        for (const { pauseMs, calls } of steps) {
          world.now += pauseMs;
          const before = learned.callsPerMinute();
          learned.refused(() => calls);
          const after = learned.callsPerMinute();
          expect(after).toBeGreaterThanOrEqual(1);
          expect(after).toBeLessThanOrEqual(before);
        }
      }),
    );
  });

  test('a rate a fraction of a call below the limit counts as slowed', () => {
    const { world, learned } = setup(60);
    learned.refused(() => 0);
    world.now += 4.99 * minuteMs;
    expect(learned.callsPerMinute()).toBeCloseTo(59.94);
    expect(learned.isSlowed()).toBe(true);
    world.now += 0.01 * minuteMs;
    expect(learned.isSlowed()).toBe(false);
    world.limit = 60.9;
    expect(learned.isSlowed()).toBe(false);
  });
});

describe('a day', () => {
  const hourMs = 3_600_000;
  const day = Date.UTC(2026, 10, 22);

  function setUp({ callsPerDay = 1_000 as number | null, spent = 0, timeZone = 'UTC' } = {}) {
    const state = { now: day, callsPerDay, spent, timeZone };
    const budget = createDayBudget({
      now: () => state.now,
      timeZone: () => state.timeZone,
      callsPerDay: () => state.callsPerDay,
      spent: () => state.spent,
      callsPerMinute: () => 60,
    });
    return { state, budget };
  }

  test('background work may send so many calls a minute that they last until the day ends', () => {
    const { state, budget } = setUp();
    // A tenth is kept for the user.
    expect(budget.steadyLimit()).toBeCloseTo(900 / 1_440, 9);
    state.now = day + 12 * hourMs;
    state.spent = 500;
    expect(budget.steadyLimit()).toBeCloseTo(400 / 720, 9);
    state.now = day + 24 * hourMs - 1_000;
    expect(budget.steadyLimit()).toBe(400);
    state.spent = 950;
    expect(budget.steadyLimit()).toBe(0);
    state.callsPerDay = null;
    expect(budget.steadyLimit()).toBe(Number.POSITIVE_INFINITY);
  });

  test('the reserve is for the user until the day ends, and then nothing is sent', () => {
    const { state, budget } = setUp({ spent: 899 });
    state.now = day + 20 * hourMs;
    expect(budget.waitMs()).toBe(0);
    expect(budget.state()).toMatchObject({ phase: 'spread', left: 101, reserve: 100 });
    state.spent = 900;
    expect(budget.waitMs()).toBe(4 * hourMs);
    expect(budget.state()).toMatchObject({ phase: 'reserved', endsAt: day + 24 * hourMs });
    expect(budget.isUsedUp()).toBe(false);
    state.spent = 1_200;
    expect(budget.isUsedUp()).toBe(true);
    expect(budget.state()).toMatchObject({ phase: 'usedUp', left: 0 });
    state.callsPerDay = null;
    expect(budget.waitMs()).toBe(0);
    expect(budget.isUsedUp()).toBe(false);
    expect(budget.state()).toBeNull();
  });

  test('there are enough calls if the limit of the minute is lower', () => {
    const { state, budget } = setUp({ callsPerDay: 100_000 });
    expect(budget.state()).toMatchObject({ phase: 'enough' });
    // 90,000 in 1,440 minutes are 62.5 a minute.
    state.spent = 4_000;
    expect(budget.state()).toMatchObject({ phase: 'spread' });
  });

  test('days and hours are those of the zone, also when the zone or the day changes', () => {
    const { state, budget } = setUp({ timeZone: 'Europe/Paris' });
    expect(budget.today()).toMatchObject({ day: '2026-11-22', startsAt: day - hourMs });
    expect(budget.hourOf(day)).toMatchObject({ day: '2026-11-22', hour: 1 });
    expect(budget.hourOf(day - hourMs - 1)).toMatchObject({ day: '2026-11-21', hour: 23 });
    state.now = day + 23 * hourMs;
    expect(budget.today()).toMatchObject({ day: '2026-11-23', endsAt: day + 47 * hourMs });
    state.timeZone = 'America/New_York';
    expect(budget.today()).toMatchObject({ day: '2026-11-22', endsAt: day + 29 * hourMs });
    expect(budget.hourOf(day)).toMatchObject({ day: '2026-11-21', hour: 19 });
    // A clock that was set back.
    state.now = day - 20 * hourMs;
    expect(budget.today().day).toBe('2026-11-20');
  });
});

test('attributes calls to the source of the work they belong to, also after waiting', async () => {
  expect(currentCallSource()).toBe('interactive');
  const work = async () => {
    await Promise.resolve();
    return currentCallSource();
  };
  const [job, history, user] = [callAs('job', work), callAs('history', work), work()];
  expect(await Promise.all([job, history, user])).toEqual(['job', 'history', 'interactive']);
});

test('the innermost source applies', () => {
  const inner = callAs('job', () => callAs('lists', currentCallSource));
  expect(inner).toBe('lists');
  expect(currentCallSource()).toBe('interactive');
});
