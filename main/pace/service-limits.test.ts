import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type RequestEnd, ServicePause, createLearnedLimit } from './service-limits';

const list = { path: '/api/users' };
const limit = (retryAfterSeconds: number | null): RequestEnd => ({
  status: 429,
  retryAfterSeconds,
});
const status = (code: number | null): RequestEnd => ({ status: code, retryAfterSeconds: null });

function setUp() {
  const state = { now: 1_000, limits: 0 };
  const pause = new ServicePause({
    now: () => state.now,
    history: { pause: null },
    onLimit: () => (state.limits += 1),
  });
  const answer = (given: RequestEnd, period = pause.period()) =>
    pause.answered(list, given, period);
  return { state, pause, answer };
}

test('after a pause calls are sent one at a time until an answer comes, whatever it says', () => {
  for (const [code, isProbing] of [
    [200, false],
    [500, false],
    [404, false],
    [null, true],
  ] as const) {
    const { state, pause, answer } = setUp();
    expect(pause.isProbing()).toBe(false);
    expect(answer(limit(7))).toBe(true);
    expect([pause.leftMs(), pause.isProbing(), pause.period()]).toEqual([7_000, true, 1]);
    // The answer to a request from before the pause says nothing about the time after it.
    answer(status(200), 0);
    expect(pause.isProbing()).toBe(true);
    state.now += 7_000;
    expect([pause.leftMs(), pause.current()]).toEqual([0, null]);
    answer(status(code));
    expect([code, pause.isProbing()]).toEqual([code, isProbing]);
  }
});

test('of the answers to requests sent before a pause only a longer time is news', () => {
  const { state, pause, answer } = setUp();
  answer(limit(20));
  expect(answer(limit(null), 0)).toBe(false);
  expect(answer(limit(5), 0)).toBe(false);
  expect([pause.leftMs(), pause.period(), state.limits]).toEqual([20_000, 1, 1]);
  expect(answer(limit(60), 0)).toBe(true);
  expect([pause.leftMs(), pause.period(), state.limits]).toEqual([60_000, 1, 1]);
  expect(pause.current()?.fault).toEqual({ kind: 'limitReached', retryAfterSeconds: 60 });
});

test('a busy service that says for how long is paused for too', () => {
  const { state, pause, answer } = setUp();
  answer({ status: 503, retryAfterSeconds: 3 });
  expect(pause.current()?.fault).toEqual({ kind: 'busy', status: 503 });
  expect([pause.leftMs(), pause.period(), state.limits]).toEqual([3_000, 1, 0]);
});

test('refusals without a time are followed by longer pauses until something is answered', () => {
  const { state, pause, answer } = setUp();
  const refuse = () => {
    answer(limit(null));
    const ms = pause.leftMs();
    state.now += ms;
    return ms;
  };
  const first = refuse();
  const second = refuse();
  expect(second).toBeGreaterThan(first);
  pause.leftMs();
  answer(status(200));
  expect(refuse()).toBeLessThan(second);
});

test('a clock that was set back makes no pause longer than it was', () => {
  const { state, pause, answer } = setUp();
  answer(limit(10));
  state.now -= 3_600_000;
  expect(pause.leftMs()).toBe(10_000);
});

test('a request that was refused is no answer: the next pause is longer still', () => {
  const { state, pause, answer } = setUp();
  answer(limit(null));
  const first = pause.leftMs();
  state.now += first;
  expect(answer(status(400))).toBe(false);
  answer(limit(null));
  expect(pause.leftMs()).toBeGreaterThan(first);
});

test('a usual answer begins no pause', () => {
  const { pause, answer } = setUp();
  expect([answer(status(200)), answer(status(null)), answer(status(399))]).toEqual([
    false,
    false,
    false,
  ]);
  expect([pause.leftMs(), pause.period(), pause.current()]).toEqual([0, 0, null]);
});

test('a device that alone is refused again has reached its own limit: the others go on', () => {
  const { pause, state } = setUp();
  const path = '/api/devices/last-location';
  const ask = (id: string, given: RequestEnd) =>
    pause.answered({ path, id }, given, pause.period());
  expect(ask('a', limit(5))).toBe(true);
  state.now += 5_000;
  expect(pause.leftMs()).toBe(0);
  ask('b', status(200));
  expect(ask('a', limit(5))).toBe(false);
  // Nothing else was answered since: it may be the limit of all again.
  expect(ask('a', limit(5))).toBe(true);
  expect(state.limits).toBe(2);
});

test('a device that was answered meanwhile has no limit of its own', () => {
  const { pause, state } = setUp();
  const path = '/api/devices/last-location';
  const ask = (id: string, given: RequestEnd) =>
    pause.answered({ path, id }, given, pause.period());
  ask('a', limit(5));
  state.now += 5_000;
  ask('a', status(200));
  ask('b', status(200));
  expect(ask('a', limit(5))).toBe(true);
  // Calls of other paths, or without a device, concern the account.
  expect(pause.answered({ path: '/api/users', id: 'a' }, limit(60), pause.period())).toBe(true);
});

test('answers to calls of no device say nothing about the limit of one', () => {
  const { pause, state } = setUp();
  const path = '/api/devices/last-location';
  const ask = (subject: { id?: string }, given: RequestEnd) =>
    pause.answered({ path, ...subject }, given, pause.period());
  ask({ id: 'a' }, limit(5));
  state.now += 5_000;
  ask({}, status(200));
  expect(ask({ id: 'a' }, limit(5))).toBe(true);
});

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
