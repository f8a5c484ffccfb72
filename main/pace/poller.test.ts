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
    /** The fault of every request, or of one device. */
    fault: null as Fault | null,
    faultOf: {} as Record<string, Fault>,
    requested: [] as { id: string; at: number }[],
    states: [] as PollerState[],
    bugs: [] as unknown[],
    count: (id: string) => world.requested.filter((a) => a.id === id).length,
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
      world.requested.push({ id, at: time.now() - start });
      const fault = world.faultOf[id] ?? world.fault;
      return fault ? Promise.reject(new FaultError(fault)) : Promise.resolve();
    },
    ...more,
  });
  return { world, poller, budget, time };
}

test('requests a small fleet in one burst, then evenly', async () => {
  const { world, poller, time } = setup({ devices: 20, rate: 60 });
  expect(poller.state()).toMatchObject({ phase: 'idle' });
  poller.start();
  await time.pass(0);
  expect(world.requested).toHaveLength(20);
  expect(poller.state()).toMatchObject({
    phase: 'running',
    reason: null,
    notAskedYet: 0,
    roundSeconds: 20,
    callsPerMinute: 60,
  });
  await time.pass(120_000);
  const inTwoMinutes = world.requested.length - 20;
  expect(inTwoMinutes).toBeGreaterThan(90);
  expect(inTwoMinutes).toBeLessThanOrEqual(120);
});

test('a round takes longer at a service that answers slowly', async () => {
  const { poller, time } = setup({
    devices: 100,
    rate: 6_000,
    ask: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      time.after(20_000, resolve);
      return promise;
    },
  });
  poller.start();
  expect(poller.state().roundSeconds).toBe(10);
  await time.pass(60_000);
  // Four answers in 20 seconds: 100 devices in 500.
  expect(poller.state().roundSeconds).toBeGreaterThanOrEqual(500);
  expect(poller.state().roundSeconds).toBeLessThan(510);
  expect(poller.state().plannedRoundSeconds).toBe(10);
});

test('does not request a very small fleet more often than useful', async () => {
  const { world, poller, time } = setup({ devices: 1, rate: 600 });
  poller.start();
  await time.pass(60_000);
  expect(world.requested).toHaveLength(7);
  expect(poller.state().roundSeconds).toBe(10);
});

test('never exceeds the rate per minute, lists included', async () => {
  const { world, poller, budget, time } = setup({ devices: 500, rate: 60 });
  for (let i = 0; i < 10; i++) budget.take();
  poller.start();
  await time.pass(59_999);
  // Three are reserved for devices that the user selects.
  expect(world.requested).toHaveLength(47);
  await time.pass(600_000);
  for (let i = 60; i < world.requested.length; i++) {
    expect(world.requested[i]!.at - world.requested[i - 60]!.at).toBeGreaterThanOrEqual(60_000);
  }
});

test('sends at most four requests at the same time', async () => {
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

test('offline: doubles the delay up to a minute and sends one request at a time', async () => {
  const { world, poller, time } = setup({ devices: 50, rate: 600 });
  world.fault = offline;
  poller.start();
  await time.pass(0);
  expect(world.requested).toHaveLength(4);
  expect(poller.state()).toMatchObject({
    phase: 'waiting',
    reason: offline,
    nextTryAt: time.now() + 2_000,
  });
  await time.pass(300_000);
  const probes = world.requested.slice(4).map(({ at }) => at / 1000);
  expect(probes).toEqual([2, 6, 14, 30, 62, 122, 182, 242]);
  world.fault = null;
  await time.pass(60_000);
  expect(poller.state()).toMatchObject({ phase: 'running', reason: null, nextTryAt: null });
  expect(world.requested.length).toBeGreaterThan(50);
});

test('tries immediately when the network is back', async () => {
  const { world, poller, time } = setup();
  world.fault = offline;
  poller.start();
  await time.pass(100_000);
  const before = world.requested.length;
  world.fault = null;
  poller.wake();
  await time.pass(0);
  expect(world.requested.length).toBeGreaterThan(before);
  expect(poller.state()).toMatchObject({ phase: 'running', reason: null });
});

test('a 429: waits as long as requested, then runs at half the rate, which recovers', async () => {
  const { world, poller, time } = setup({ devices: 200, rate: 120 });
  poller.start();
  await time.pass(60_000);
  const before = world.requested.length;
  world.fault = { kind: 'limitReached', retryAfterSeconds: 45 };
  await time.pass(1_000);
  expect(world.requested.length).toBeLessThanOrEqual(before + 4);
  expect(poller.state()).toMatchObject({ phase: 'waiting', callsPerMinute: 60 });
  const limitedAt = world.requested.length;
  poller.wake();
  world.fault = null;
  await time.pass(43_000);
  expect(world.requested).toHaveLength(limitedAt);
  await time.pass(5_000);
  expect(world.requested.length).toBeGreaterThan(limitedAt);
  expect(poller.state()).toMatchObject({ phase: 'slowed', reason: null });
  await time.pass(10 * 60_000);
  expect(poller.state()).toMatchObject({ phase: 'running', callsPerMinute: 120 });
});

test('a 429 without Retry-After: waits 30 seconds, then twice as long up to five minutes', async () => {
  const { world, poller, time } = setup({ devices: 400 });
  world.fault = { kind: 'limitReached' };
  poller.start();
  await time.pass(900_000);
  const times = world.requested.slice(4).map(({ at }) => at / 1000);
  expect(times).toEqual([30, 90, 210, 450, 750]);
});

test('a device with its own daily limit reached does not slow down the others', async () => {
  const { world, poller, time } = setup({ devices: 3, rate: 600 });
  world.faultOf.d1 = { kind: 'limitReached' };
  poller.start();
  await time.pass(60_000);
  const before = world.requested.length;
  await time.pass(300_000);
  expect(world.count('d1')).toBe(2);
  expect(world.requested.length - before).toBeGreaterThan(50);
  expect(poller.state()).toMatchObject({ reason: null });
});

test.each(['notFound', 'forbidden'] as const)(
  '%s for one device does not stop the others',
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

test('a device that always fails rests alone; after failures of the service all wait', async () => {
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

test('a fleet of one device waits for a failing service and recovers', async () => {
  const { world, poller, time } = setup({ devices: 1 });
  world.fault = busy;
  poller.start();
  await time.pass(0);
  expect(poller.state()).toMatchObject({ phase: 'waiting', reason: busy });
  world.fault = null;
  await time.pass(20_000);
  expect(poller.state()).toMatchObject({ phase: 'running', reason: null });
});

test('a refused key stops it until it is woken', async () => {
  const { world, poller, time } = setup();
  world.fault = refused;
  poller.start();
  await time.pass(0);
  const before = world.requested.length;
  await time.pass(3_600_000);
  poller.start();
  await time.pass(60_000);
  expect(world.requested).toHaveLength(before);
  expect(world.last()).toMatchObject({ phase: 'stopped', reason: refused, nextTryAt: null });
  world.fault = null;
  poller.wake();
  await time.pass(0);
  expect(world.last()).toMatchObject({ phase: 'running', reason: null });
});

test('priority devices come first', async () => {
  const { world, poller, time } = setup({ devices: 100, rate: 60 });
  world.prioritised = ['d90', 'd91'];
  poller.start();
  await time.pass(0);
  expect(world.requested.slice(0, 2).map(({ id }) => id)).toEqual(['d90', 'd91']);
  await time.pass(300_000);
  expect(world.count('d90')).toBeGreaterThan(world.count('d5') * 2);
  expect(world.count('d5')).toBeGreaterThan(0);
});

test('a selected device is requested immediately after the first burst', async () => {
  const { world, poller, time } = setup({ devices: 500, rate: 60 });
  poller.start();
  await time.pass(1_000);
  expect(world.requested).toHaveLength(57);
  for (const id of ['d400', 'd401', 'd402', 'd403']) {
    world.prioritised = [id, 'd0', 'd1'];
    poller.look();
    await time.pass(1_000);
  }
  // The fourth waits: selections do not exceed the rate per minute.
  expect(world.requested.slice(57).map(({ id }) => id)).toEqual(['d400', 'd401', 'd402']);
});

test('the time of a round includes the calls of priority devices', async () => {
  const { world, poller } = setup({ devices: 120, rate: 60 });
  expect(poller.state().roundSeconds).toBe(120);
  world.prioritised = ['d90'];
  expect(poller.state().roundSeconds).toBe(Math.ceil((60 * 119) / 48));
  world.prioritised = world.ids.slice(0, 50);
  expect(poller.state().roundSeconds).toBe(210);
  world.prioritised = world.ids;
  expect(poller.state().roundSeconds).toBe(120);
});

test('sends nothing while paused and resumes without a burst', async () => {
  const { world, poller, time } = setup({ devices: 50, rate: 60 });
  poller.start();
  await time.pass(10_000);
  poller.pause();
  const before = world.requested.length;
  await time.pass(3_600_000);
  expect(world.requested).toHaveLength(before);
  expect(poller.state().phase).toBe('idle');
  poller.resume();
  await time.pass(0);
  expect(world.requested.length - before).toBeLessThanOrEqual(3);
});

test('a manual refresh requests all devices as fast as the budget allows', async () => {
  const { world, poller, time } = setup({ devices: 20, rate: 60 });
  poller.start();
  await time.pass(120_000);
  const before = world.requested.length;
  poller.refreshNow();
  await time.pass(30_000);
  const ids = new Set(world.requested.slice(before).map(({ id }) => id));
  expect(ids.size).toBe(20);
});

test('uses a device list that arrives or changes later', async () => {
  const { world, poller, time } = setup({ devices: 0 });
  poller.start();
  await time.pass(1_000);
  expect(poller.state()).toMatchObject({ phase: 'idle', roundSeconds: 0 });
  world.ids = ['x'];
  poller.start();
  await time.pass(0);
  expect(world.requested.map(({ id }) => id)).toEqual(['x']);
});

test('reports an exception that is not a fault and continues', async () => {
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

test('after stop nothing is requested or reported, not even for requests in flight', async () => {
  let release = () => {};
  const { world, poller, time } = setup({
    ask: () =>
      new Promise((resolve) => {
        release = resolve;
      }),
  });
  poller.start();
  const reported = world.states.length;
  poller.stop();
  release();
  poller.wake();
  await time.pass(600_000);
  expect(world.states).toHaveLength(reported);
  expect(poller.state().phase).toBe('stopped');
});
