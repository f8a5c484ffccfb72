import { expect, test } from 'vitest';
import { FaultError, type Fault } from '#shared/fault';
import { createBudget } from './budget';
import { createFakeTime } from './fake-time.test-support';
import { createPoller, type PollerOptions, type PollerState } from './poller';

const offline: Fault = { kind: 'offline', layer: 'tcp' };
const busy: Fault = { kind: 'busy', status: 503 };
const refused: Fault = { kind: 'unauthorized' };

function setup(options: { devices?: number; rate?: number } & Partial<PollerOptions> = {}) {
  const { devices = 3, rate = 60, ...more } = options;
  const time = createFakeTime();
  const start = time.now();
  const world = {
    time,
    ids: Array.from({ length: devices }, (_, i) => `d${i}`) as readonly string[],
    prioritised: [] as readonly string[],
    /** What is answered now: a fault, or one for a single device. */
    fault: null as Fault | null,
    faultOf: {} as Record<string, Fault>,
    asked: [] as { id: string; at: number }[],
    states: [] as PollerState[],
    bugs: [] as unknown[],
    count: (id: string) => world.asked.filter((a) => a.id === id).length,
    last: () => world.states.at(-1)!,
  };
  const budget = createBudget({ callsPerMinute: () => rate, now: time.now });
  const poller = createPoller({
    ids: () => world.ids,
    prioritised: () => world.prioritised,
    budget,
    now: time.now,
    after: time.after,
    random: () => 1,
    onState: (state) => world.states.push(state),
    onBug: (error) => world.bugs.push(error),
    ask: (id) => {
      budget.take();
      world.asked.push({ id, at: time.now() - start });
      const fault = world.faultOf[id] ?? world.fault;
      return fault ? Promise.reject(new FaultError(fault)) : Promise.resolve();
    },
    ...more,
  });
  return { world, poller, budget, time };
}

test('a small fleet fills at once and is then asked evenly', async () => {
  const { world, poller, time } = setup({ devices: 20, rate: 60 });
  expect(poller.state()).toMatchObject({ phase: 'idle' });
  poller.start();
  await time.pass(0);
  expect(world.asked).toHaveLength(20);
  expect(poller.state()).toMatchObject({
    phase: 'running',
    reason: null,
    notAskedYet: 0,
    roundSeconds: 20,
    callsPerMinute: 60,
  });
  await time.pass(120_000);
  const inTwoMinutes = world.asked.length - 20;
  expect(inTwoMinutes).toBeGreaterThan(90);
  expect(inTwoMinutes).toBeLessThanOrEqual(120);
});

test('a very small fleet is not asked more often than does any good', async () => {
  const { world, poller, time } = setup({ devices: 1, rate: 600 });
  poller.start();
  await time.pass(60_000);
  expect(world.asked).toHaveLength(7);
  expect(poller.state().roundSeconds).toBe(10);
});

test('never more than the rate in a minute, lists included', async () => {
  const { world, poller, budget, time } = setup({ devices: 500, rate: 60 });
  for (let i = 0; i < 10; i++) budget.take();
  poller.start();
  await time.pass(59_999);
  // Three are left to what a person picks.
  expect(world.asked).toHaveLength(47);
  await time.pass(600_000);
  for (let i = 60; i < world.asked.length; i++) {
    expect(world.asked[i]!.at - world.asked[i - 60]!.at).toBeGreaterThanOrEqual(60_000);
  }
});

test('at most four are asked at the same time', async () => {
  let inFlight = 0;
  let most = 0;
  const { poller, time } = setup({
    devices: 40,
    ask: async () => {
      most = Math.max(most, ++inFlight);
      for (let i = 0; i < 5; i++) await Promise.resolve();
      inFlight--;
    },
  });
  poller.start();
  await time.pass(5_000);
  expect(most).toBe(4);
});

test('offline: it backs off twice as long each time up to a minute, one question at a time', async () => {
  const { world, poller, time } = setup({ devices: 50, rate: 600 });
  world.fault = offline;
  poller.start();
  await time.pass(0);
  expect(world.asked).toHaveLength(4);
  expect(poller.state()).toMatchObject({
    phase: 'waiting',
    reason: offline,
    nextTryAt: time.now() + 2_000,
  });
  await time.pass(300_000);
  const probes = world.asked.slice(4).map(({ at }) => at / 1000);
  expect(probes).toEqual([2, 6, 14, 30, 62, 122, 182, 242]);
  world.fault = null;
  await time.pass(60_000);
  expect(poller.state()).toMatchObject({ phase: 'running', reason: null, nextTryAt: null });
  expect(world.asked.length).toBeGreaterThan(50);
});

test('the network is back: it tries at once', async () => {
  const { world, poller, time } = setup();
  world.fault = offline;
  poller.start();
  await time.pass(100_000);
  const before = world.asked.length;
  world.fault = null;
  poller.wake();
  await time.pass(0);
  expect(world.asked.length).toBeGreaterThan(before);
  expect(poller.state()).toMatchObject({ phase: 'running', reason: null });
});

test('too many calls: it waits as long as it is told, at half the rate, which comes back', async () => {
  const { world, poller, time } = setup({ devices: 200, rate: 120 });
  poller.start();
  await time.pass(60_000);
  const before = world.asked.length;
  world.fault = { kind: 'limitReached', retryAfterSeconds: 45 };
  await time.pass(1_000);
  expect(world.asked.length).toBeLessThanOrEqual(before + 4);
  expect(poller.state()).toMatchObject({ phase: 'waiting', callsPerMinute: 60 });
  const limitedAt = world.asked.length;
  poller.wake();
  world.fault = null;
  await time.pass(43_000);
  expect(world.asked).toHaveLength(limitedAt);
  await time.pass(5_000);
  expect(world.asked.length).toBeGreaterThan(limitedAt);
  expect(poller.state()).toMatchObject({ phase: 'slowed', reason: null });
  await time.pass(10 * 60_000);
  expect(poller.state()).toMatchObject({ phase: 'running', callsPerMinute: 120 });
});

test('without a Retry-After it waits 30 seconds, then twice as long up to five minutes', async () => {
  const { world, poller, time } = setup({ devices: 400 });
  world.fault = { kind: 'limitReached' };
  poller.start();
  await time.pass(900_000);
  const times = world.asked.slice(4).map(({ at }) => at / 1000);
  expect(times).toEqual([30, 90, 210, 450, 750]);
});

test('one device whose own results are used up does not slow the others for long', async () => {
  const { world, poller, time } = setup({ devices: 3, rate: 600 });
  world.faultOf.d1 = { kind: 'limitReached' };
  poller.start();
  await time.pass(60_000);
  const before = world.asked.length;
  await time.pass(300_000);
  expect(world.count('d1')).toBe(2);
  expect(world.asked.length - before).toBeGreaterThan(50);
  expect(poller.state()).toMatchObject({ reason: null });
});

test.each(['notFound', 'forbidden'] as const)(
  '%s for one device does not stop others',
  async (kind) => {
    const { world, poller, time } = setup();
    world.faultOf.d1 = { kind };
    poller.start();
    await time.pass(60_000);
    expect(world.count('d0')).toBeGreaterThan(4);
    expect(world.count('d1')).toBeGreaterThan(4);
    expect(world.states.every(({ reason }) => reason === null)).toBe(true);
  },
);

test('one device that always fails rests alone; a service that fails is waited for', async () => {
  const { world, poller, time } = setup({ devices: 3, rate: 600 });
  world.faultOf.d1 = busy;
  poller.start();
  await time.pass(120_000);
  expect(world.states.every(({ reason }) => reason === null)).toBe(true);
  expect(world.count('d1')).toBeLessThanOrEqual(3);
  expect(world.count('d0')).toBeGreaterThan(10);
  world.fault = busy;
  await time.pass(20_000);
  expect(poller.state()).toMatchObject({ phase: 'waiting', reason: busy });
});

test('a fleet of one device waits for a failing service too, and finds it again', async () => {
  const { world, poller, time } = setup({ devices: 1 });
  world.fault = busy;
  poller.start();
  await time.pass(0);
  expect(poller.state()).toMatchObject({ phase: 'waiting', reason: busy });
  world.fault = null;
  await time.pass(20_000);
  expect(poller.state()).toMatchObject({ phase: 'running', reason: null });
});

test('a refused key stops it until somebody says otherwise', async () => {
  const { world, poller, time } = setup();
  world.fault = refused;
  poller.start();
  await time.pass(0);
  const before = world.asked.length;
  await time.pass(3_600_000);
  poller.start();
  await time.pass(60_000);
  expect(world.asked).toHaveLength(before);
  expect(world.last()).toMatchObject({ phase: 'stopped', reason: refused, nextTryAt: null });
  world.fault = null;
  poller.wake();
  await time.pass(0);
  expect(world.last()).toMatchObject({ phase: 'running', reason: null });
});

test('favoured devices come first', async () => {
  const { world, poller, time } = setup({ devices: 100, rate: 60 });
  world.prioritised = ['d90', 'd91'];
  poller.start();
  await time.pass(0);
  expect(world.asked.slice(0, 2).map(({ id }) => id)).toEqual(['d90', 'd91']);
  await time.pass(300_000);
  expect(world.count('d90')).toBeGreaterThan(world.count('d5') * 2);
  expect(world.count('d5')).toBeGreaterThan(0);
});

test('a device that is picked is asked about at once, though the first burst took its share', async () => {
  const { world, poller, time } = setup({ devices: 500, rate: 60 });
  poller.start();
  await time.pass(1_000);
  expect(world.asked).toHaveLength(57);
  for (const id of ['d400', 'd401', 'd402', 'd403']) {
    world.prioritised = [id, 'd0', 'd1'];
    poller.look();
    await time.pass(1_000);
  }
  // The fourth waits: no more than the rate in a minute, whatever is picked.
  expect(world.asked.slice(57).map(({ id }) => id)).toEqual(['d400', 'd401', 'd402']);
});

test('the time of a round counts what the favoured devices take away from it', async () => {
  const { world, poller } = setup({ devices: 120, rate: 60 });
  expect(poller.state().roundSeconds).toBe(120);
  world.prioritised = ['d90'];
  expect(poller.state().roundSeconds).toBe(Math.ceil((60 * 119) / 48));
  world.prioritised = world.ids.slice(0, 50);
  expect(poller.state().roundSeconds).toBe(210);
  world.prioritised = world.ids;
  expect(poller.state().roundSeconds).toBe(120);
});

test('pausing asks nothing; resuming goes on without a rush', async () => {
  const { world, poller, time } = setup({ devices: 50, rate: 60 });
  poller.start();
  await time.pass(10_000);
  poller.pause();
  const before = world.asked.length;
  await time.pass(3_600_000);
  expect(world.asked).toHaveLength(before);
  expect(poller.state().phase).toBe('idle');
  poller.resume();
  await time.pass(0);
  expect(world.asked.length - before).toBeLessThanOrEqual(3);
});

test('refreshing asks everybody again as fast as the budget allows', async () => {
  const { world, poller, time } = setup({ devices: 20, rate: 60 });
  poller.start();
  await time.pass(120_000);
  const before = world.asked.length;
  poller.refreshNow();
  await time.pass(30_000);
  const ids = new Set(world.asked.slice(before).map(({ id }) => id));
  expect(ids.size).toBe(20);
});

test('a list that arrives or changes later is taken up', async () => {
  const { world, poller, time } = setup({ devices: 0 });
  poller.start();
  await time.pass(1_000);
  expect(poller.state()).toMatchObject({ phase: 'idle', roundSeconds: 0 });
  world.ids = ['x'];
  poller.start();
  await time.pass(0);
  expect(world.asked.map(({ id }) => id)).toEqual(['x']);
});

test('an exception that is no fault is handed on and does not stop the rest', async () => {
  const bug = new TypeError('oops');
  const seen: string[] = [];
  const { world, poller, time } = setup({
    ask: (id) => {
      seen.push(id);
      return id === 'd0' ? Promise.reject(bug) : Promise.resolve();
    },
  });
  poller.start();
  await time.pass(30_000);
  expect(world.bugs).toEqual([bug]);
  expect(seen.filter((id) => id === 'd1').length).toBeGreaterThan(1);
});

test('stopped for good: nothing is asked or told any more, not even for answers under way', async () => {
  let release = () => {};
  const { world, poller, time } = setup({
    ask: () =>
      new Promise((resolve) => {
        release = resolve;
      }),
  });
  poller.start();
  const told = world.states.length;
  poller.stop();
  release();
  poller.wake();
  await time.pass(600_000);
  expect(world.states).toHaveLength(told);
  expect(poller.state().phase).toBe('stopped');
});
