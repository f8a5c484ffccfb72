import { expect, test } from 'vitest';
import { secondsToCheck } from '#shared/domain/session';
import { FaultError, type Fault } from '#shared/fault';

import { RequestQueue, type QueuedCall } from './request-queue';
import { createFakeTime } from './fake-time.test-support';
import { createTestLists } from './listed-devices.test-support';
import { noAttention, type Attention, type Sighting } from './device-order';
import { Poller, type PollerOptions, type PollerState } from './poller';

const offline: Fault = { kind: 'offline', layer: 'tcp' };
const busy: Fault = { kind: 'busy', status: 503 };
const refused: Fault = { kind: 'unauthorized' };
const parked: Sighting = { isMoving: false, speed: 0, place: null };
const selecting = (selected: string, inView: string[] = []): Attention => ({
  ...noAttention,
  selected,
  inView,
});

const listOf = createTestLists();

function setup(options: { devices?: number; rate?: number } & Partial<PollerOptions> = {}) {
  const { devices = 3, rate = 60, ...more } = options;
  const time = createFakeTime();
  const start = time.now();
  const world = {
    time,
    listed: listOf(Array.from({ length: devices }, (_, i) => `d${i}`)),
    attention: noAttention,
    sighting: parked as Sighting | null,
    /** The fault of every request, or of one device. */
    fault: null as Fault | null,
    faultOf: {} as Record<string, Fault>,
    requested: [] as { id: string; at: number }[],
    states: [] as PollerState[],
    bugs: [] as unknown[],
    answerMs: 0,
    count: (id: string) => world.requested.filter((a) => a.id === id).length,
    last: () => world.states.at(-1)!,
  };
  const gate = new RequestQueue({
    clock: time,
    callsPerMinute: () => rate,
    working: () => ({ jobs: false, downloads: false }),
  });
  const path = '/api/devices/{deviceId}/lastLocation';
  async function ask(id: string, gated: QueuedCall): Promise<Sighting | null> {
    await gated.turn();
    world.requested.push({ id, at: time.now() - start });
    const fault = world.faultOf[id] ?? world.fault;
    const retryAfterSeconds =
      fault?.kind === 'limitReached' ? (fault.retryAfterSeconds ?? null) : null;
    const status = !fault ? 200 : fault.kind === 'limitReached' ? 429 : 500;
    gated.answered({ status: fault === offline ? null : status, retryAfterSeconds });
    gated.end();
    if (fault) throw new FaultError(fault);
    return world.sighting;
  }
  const poller = new Poller({
    listed: () => world.listed,
    attention: () => world.attention,
    budget: gate.refresh,
    answerMs: () => world.answerMs,
    clock: time,
    random: () => 1,
    onState: (state) => world.states.push(state),
    onBug: (error) => world.bugs.push(error),
    ask: (id, source) => ask(id, gate.begin({ source, path, id })),
    ...more,
  });
  return { world, poller, gate, time };
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
    longestCheckSeconds: 120,
    callsPerMinute: 60,
  });
  await time.pass(120_000);
  const inTwoMinutes = world.requested.length - 20;
  // A tenth of the calls is left to the user.
  expect(inTwoMinutes).toBeGreaterThan(85);
  expect(inTwoMinutes).toBeLessThanOrEqual(120);
});

test.each([
  [1_000, 60],

  [5_000, 1_200],
])(
  'says how long the first check of %i devices takes at %i calls a minute',
  async (devices, rate) => {
    const { poller, time } = setup({ devices, rate });
    poller.start();
    const seconds = secondsToCheck(devices, rate);
    await time.pass(0.9 * seconds * 1_000);
    expect(poller.state().notAskedYet).toBeGreaterThan(0);
    await time.pass(0.2 * seconds * 1_000);
    expect(poller.state().notAskedYet).toBe(0);
  },
);

test('devices wait longer for their check at a service that answers slowly', async () => {
  const { world, poller } = setup({ devices: 100, rate: 6_000 });
  poller.start();
  expect(poller.state().longestCheckSeconds).toBe(120);
  world.answerMs = 20_000;
  // Four answers in 20 seconds: 100 devices in 500.
  expect(poller.state().longestCheckSeconds).toBe(2_000);
});

test('does not request a very small fleet more often than useful', async () => {
  const { world, poller, time } = setup({ devices: 1, rate: 600 });
  poller.start();
  await time.pass(60_000);
  expect(world.requested).toHaveLength(7);
  expect(poller.state().longestCheckSeconds).toBe(120);
});

test('never exceeds the rate per minute, lists included', async () => {
  const { world, poller, gate, time } = setup({ devices: 500, rate: 60 });
  for (let i = 0; i < 10; i++) await gate.begin({ source: 'lists', path: '/api/users' }).turn();
  poller.start();
  await time.pass(59_999);
  // Six are left to the user.
  expect(world.requested).toHaveLength(44);
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
      return null;
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
  await time.pass(50_000);
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
  await time.pass(15 * 60_000);
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

test('devices that the user sees come first and more often', async () => {
  const { world, poller, time } = setup({ devices: 100, rate: 60 });
  world.attention = selecting('d90', ['d91']);
  poller.start();
  await time.pass(0);
  expect(world.requested.slice(0, 2).map(({ id }) => id)).toEqual(['d90', 'd91']);
  await time.pass(300_000);
  expect(world.count('d90')).toBeGreaterThan(world.count('d5') * 2);
  expect(world.count('d5')).toBeGreaterThan(0);
});

test('a selected device is requested immediately, also after the first burst', async () => {
  const { world, poller, time } = setup({ devices: 500, rate: 60 });
  poller.start();
  await time.pass(1_000);
  expect(world.requested.length).toBeLessThanOrEqual(28);
  const selected = Array.from({ length: 12 }, (_, i) => `d${400 + i}`);
  for (const id of selected) {
    const before = world.requested.length;
    world.attention = selecting(id, ['d0', 'd1']);
    poller.look();
    await time.pass(0);
    expect(world.requested[before]?.id).toBe(id);
    await time.pass(4_000);
  }
});

test('a selected device is requested every five seconds while the others wait for the budget', async () => {
  const budget: PollerOptions['budget'] = {
    waitMs: (_pace, _leave, isForUser) => (isForUser ? 0 : 30_000),
    callsPerMinute: () => 240,
    isSlowed: () => false,
    pause: () => null,
  };
  const { world, poller, time } = setup({ devices: 10, rate: 240, budget });
  world.attention = selecting('d5');
  poller.start();
  await time.pass(29_000);
  expect(world.requested.map(({ id }) => id)).toEqual(Array.from({ length: 6 }, () => 'd5'));
  for (const [i, { at }] of world.requested.entries()) {
    expect(Math.abs(at - i * 5_000)).toBeLessThan(100);
  }
});

test('says about when a device is requested next, unless nothing is requested', async () => {
  const { world, poller, time } = setup({ devices: 120, rate: 60 });
  world.attention = selecting('d90');
  expect(poller.expectedAt('d90')).toBeNull();
  poller.start();
  await time.pass(300_000);
  expect(poller.expectedAt('d90')! - time.now()).toBeLessThanOrEqual(5_000);
  const others = poller.expectedAt('d5')!;
  expect(others).toBeGreaterThanOrEqual(time.now());
  expect(others - time.now()).toBeLessThanOrEqual(poller.state().longestCheckSeconds * 1_000);
  poller.pause();
  expect(poller.expectedAt('d90')).toBeNull();
});

test('500 moving devices at 60 calls a minute: those in view stay fresh, the selected one most', async () => {
  const { world, poller, time } = setup({ devices: 500, rate: 60 });
  world.sighting = { isMoving: true, speed: 15, place: null };
  world.attention = selecting('d400', ['d401', 'd402', 'd403', 'd404']);
  poller.start();
  await time.pass(1_800_000);
  const before = world.requested.length;
  await time.pass(600_000);
  const intervals = (id: string) => {
    const at = world.requested.slice(before).filter((each) => each.id === id);
    return at.slice(1).map((each, i) => each.at - at[i]!.at);
  };
  expect(Math.max(...intervals('d400'))).toBeLessThanOrEqual(12_000);
  for (const id of world.attention.inView) {
    expect(Math.max(...intervals(id))).toBeLessThanOrEqual(60_000);
  }
  // No minute without calls, and never more than the limit.
  for (let i = 60; i < world.requested.length; i++) {
    const ms = world.requested[i]!.at - world.requested[i - 60]!.at;
    expect(ms).toBeGreaterThanOrEqual(60_000);
  }
});

test('what an answer to the user says counts for the plan', async () => {
  const { world, poller, time } = setup({ devices: 100, rate: 60 });
  poller.start();
  await time.pass(200_000);
  const id = world.requested.at(-50)!.id;
  const before = poller.expectedAt(id)!;
  poller.sighted(id, parked);
  expect(poller.expectedAt(id)!).toBeGreaterThan(before);
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
  expect(poller.state()).toMatchObject({ phase: 'idle', longestCheckSeconds: 0 });
  world.listed = listOf(['x']);
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
      return id === 'd0' ? Promise.reject(bug) : Promise.resolve(null);
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
        release = () => resolve(null);
      }),
  });
  poller.start();
  const reported = world.states.length;
  poller.close();
  release();
  poller.wake();
  await time.pass(600_000);
  expect(world.states).toHaveLength(reported);
  expect(poller.state().phase).toBe('stopped');
});
