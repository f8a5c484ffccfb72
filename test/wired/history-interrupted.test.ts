import { afterEach, expect, test } from 'vitest';
import { hourMs } from '../../main/features/history/ranges';
import type { RunningService } from '../../main/service/start';
import { eventually } from '../support/eventually';
import { fetched, untilFetch } from '../support/history';
import { type MainProcess, startMain } from '../support/main-process';
import { cleanUp, startTestService } from '../support/resources';
import { amount } from '../support/test-length';

// Fetches that do not complete normally: quit, killed, rate limited, resumed manually.

afterEach(cleanUp);

const dayMs = 24 * hourMs;
const days = 12;

/** Two devices with one fix per hour over past days. */
async function fleet(running: RunningService) {
  const deviceIds = ['van', 'bus'];
  const end = Math.floor(running.control.now() / dayMs) * dayMs - 2 * dayMs;
  const range = { from: end - days * dayMs, to: end - 1 };
  for (const id of deviceIds) {
    await running.control.addDevice({ id });
    for (let at = range.from; at < end; at += 6 * hourMs) {
      await running.control.setFix(id, {
        dateTime: new Date(at).toISOString(),
        latitude: 40,
        longitude: -3,
      });
    }
  }
  return { log: 'locations' as const, deviceIds, range };
}

/**
 * Counts the calls for logs that an app makes from now on; calls that another app sent may still
 * arrive.
 */
function callsOf(main: MainProcess): () => number {
  const { send } = main.network;
  let calls = 0;
  main.network.send = (input, init) => {
    const address = input instanceof Request ? input.url : input.toString();
    if (/\/(locations|alerts)$/.test(address)) calls++;
    return send(input, init);
  };
  return () => calls;
}

const only = (main: MainProcess) => main.account.history.fetcher.fetches().at(-1)!;
const fixesOf = (main: MainProcess, { deviceIds, range }: Awaited<ReturnType<typeof fleet>>) =>
  deviceIds.map((id) => main.account.history.track(id, range).count);

test.each(['restart', 'crash'] as const)(
  'pauses a fetch after a %s without any call, and continues with the missing ranges',
  async (way) => {
    const running = await startTestService();
    const request = await fleet(running);
    const first = await startMain(running);
    const planned = first.account.history.fetcher.plan(request).calls;
    running.control.setFaults({ path: '/locations', latencyMs: 30 });
    const { id } = first.account.history.fetcher.fetch(request);
    await untilFetch(first, id, ({ slicesDone }) => slicesDone >= 5);
    const main = await first[way]();
    const calls = callsOf(main);
    const held = only(main);
    expect(held).toMatchObject({ id, phase: 'interrupted', devices: 2, fault: null });
    expect(held.slicesDone).toBeGreaterThanOrEqual(5);
    expect(held.slicesDone + held.callsLeft).toBe(planned);
    expect(held.callsSpent).toBeGreaterThanOrEqual(held.slicesDone);
    await main.account.refreshNow();
    main.account.wake();
    expect(calls()).toBe(0);
    expect(main.account.history.fetcher.isWorking()).toBe(false);

    running.control.setFaults({});
    main.account.history.fetcher.resume(id);
    const done = await untilFetch(main, id, ({ phase }) => phase === 'done');
    expect(calls()).toBe(held.callsLeft);
    expect(done).toMatchObject({ slicesDone: planned, callsLeft: 0 });
    expect(fixesOf(main, request)).toEqual([days * 4, days * 4]);

    const again = await main.restart();
    expect(again.account.history.fetcher.fetches()).toEqual([]);
    await again.quit();
  },
);

test('does not restore a discarded fetch, but keeps the days it fetched', async () => {
  const running = await startTestService();
  const request = await fleet(running);
  const first = await startMain(running);
  running.control.setFaults({ path: '/locations', latencyMs: 30 });
  const { id } = first.account.history.fetcher.fetch(request);
  await untilFetch(first, id, ({ slicesDone }) => slicesDone >= 3);
  const main = await first.crash();
  const { callsLeft } = only(main);
  expect(main.account.history.fetcher.cancel(id)).toMatchObject({ phase: 'cancelled' });
  expect(main.account.history.fetcher.plan(request).calls).toBe(callsLeft);
  const again = await main.restart();
  expect(again.account.history.fetcher.fetches()).toEqual([]);
  expect(again.account.history.fetcher.plan(request).calls).toBe(callsLeft);
  await again.quit();
});

test('keeps a fetch paused after a restart, with its range per call', async () => {
  const running = await startTestService({
    quirks: { longestRangeMs: 6 * hourMs, rangeRefusal: 400 },
  });
  const request = await fleet(running);
  const first = await startMain(running);
  const { id } = first.account.history.fetcher.fetch(request);
  await untilFetch(first, id, ({ slicesDone }) => slicesDone >= 2);
  const paused = first.account.history.fetcher.pause(id);
  const main = await first.crash();
  expect(only(main)).toMatchObject({
    phase: 'paused',
    sliceMs: 6 * hourMs,
    slicesDone: paused.slicesDone,
    callsLeft: paused.callsLeft,
  });
  const calls = callsOf(main);
  main.account.history.fetcher.resume(id);
  await untilFetch(main, id, ({ phase }) => phase === 'done');
  expect(calls()).toBe(paused.callsLeft);
  expect(fixesOf(main, request)).toEqual([days * 4, days * 4]);
  await main.quit();
});

test('continues a repeated fetch of cached days after a restart', async () => {
  const running = await startTestService();
  const request = await fleet(running);
  const first = await startMain(running);
  await fetched(first, request);
  const again = { ...request, again: true };
  const planned = first.account.history.fetcher.plan(again).calls;
  running.control.setFaults({ path: '/locations', latencyMs: 30 });
  const { id } = first.account.history.fetcher.fetch(again);
  await untilFetch(first, id, ({ slicesDone }) => slicesDone >= 4);
  const main = await first.crash();
  expect(only(main).callsLeft).toBe(planned - only(main).slicesDone);
  running.control.setFaults({});
  main.account.history.fetcher.resume(id);
  expect(await untilFetch(main, id, ({ phase }) => phase === 'done')).toMatchObject({
    slicesDone: planned,
  });
  await main.quit();
});

test('resumes a failed fetch from the failed day', async () => {
  const running = await startTestService();
  const request = await fleet(running);
  const main = await startMain(running);
  const planned = main.account.history.fetcher.plan(request).calls;
  running.control.setFaults({ path: '/bus/locations', status: 404, statusRate: 1, times: 1 });
  const failed = await fetched(main, request);
  expect(failed).toMatchObject({ phase: 'failed', fault: { kind: 'notFound' } });
  const calls = callsOf(main);
  main.account.history.fetcher.resume(failed.id);
  const done = await untilFetch(main, failed.id, ({ phase }) => phase === 'done');
  expect(done.fault).toBeNull();
  expect(calls()).toBe(planned / 2);
  expect(fixesOf(main, request)).toEqual([days * 4, days * 4]);
  await main.quit();
});

test('fetches the alerts of all devices at the estimated cost', async () => {
  const devices = amount({ sample: 150, long: 1_050 });
  const running = await startTestService({ devices });
  const main = await startMain(running, { callsPerMinute: 1_000_000 });
  await eventually(() => expect(main.account.fleet.ids()).toHaveLength(devices));
  const deviceIds = main.account.fleet.ids();
  const from = (Math.floor(running.control.now() / dayMs) - 5) * dayMs;
  const range = { from, to: from + hourMs };
  const request = { log: 'alerts' as const, deviceIds, range };
  const plan = main.account.history.fetcher.plan(request);
  expect(plan.days).toBeGreaterThanOrEqual(devices);
  const { id } = main.account.history.fetcher.fetch(request);
  await untilFetch(main, id, ({ slicesDone }) => slicesDone > devices / 10, 60_000);
  const again = await main.crash();
  const held = only(again);
  expect(held).toMatchObject({ phase: 'interrupted', devices });
  expect(held.slicesDone + held.callsLeft).toBe(plan.calls);
  const calls = callsOf(again);
  again.account.history.fetcher.resume(id);
  await untilFetch(again, id, ({ phase }) => phase === 'done', 240_000);
  expect(calls()).toBe(held.callsLeft);
  const { alertLog } = again.account;
  const { fetcher } = again.account.history;
  expect(fetcher.plan(request)).toMatchObject({ calls: 0, cachedDays: plan.days });
  expect(alertLog.incompleteDevices({ deviceIds, range })).toBe(0);
  await again.quit();
}, 360_000);
