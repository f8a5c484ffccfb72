import { afterEach, describe, expect, test } from 'vitest';
import { hourMs } from '../../main/features/history/ranges';
import type { RunningService } from '../../main/service/start';
import { mergeTracks } from '../../shared/history/track';
import { fetched, untilFetch } from '../support/history';
import { type MainProcess, startMain } from '../support/main-process';
import { cleanUp, startTestService } from '../support/resources';

afterEach(cleanUp);

const dayMs = 24 * hourMs;

/** A drive of one device: one fix per minute over some past days. */
async function fleetWithPast(running: RunningService, days = 3) {
  const id = 'unit:1/a';
  await running.control.addDevice({ id });
  const end = Math.floor(running.control.now() / dayMs) * dayMs - dayMs;
  const range = { from: end - days * dayMs, to: end };
  for (let at = range.from; at < range.to; at += 30 * 60_000) {
    await running.control.setFix(id, {
      dateTime: new Date(at).toISOString(),
      latitude: 40 + (at - range.from) / 1e11,
      longitude: -3,
      speed: 10,
    });
  }
  return { id, range, fixes: days * 48 };
}

/** Number of location requests the service received. */
const calls = (running: RunningService) =>
  Object.entries(running.control.calls())
    .filter(([name]) => name.endsWith('/locations'))
    .reduce((sum, [, count]) => sum + count, 0);

async function trackOn(main: MainProcess, id: string, range: { from: number; to: number }) {
  const before = main.posted.length;
  const answer = await main.account.history.load(1, id, range);
  const posted = main.posted.slice(before);
  expect(posted.at(-1)).toMatchObject({ type: 'track', request: 1 });
  const parts = posted.flatMap((message) => (message.type === 'part' ? [message.columns] : []));
  const columns = mergeTracks(parts);
  expect(answer.fixes).toBe(columns.count);
  return { ...answer, columns };
}

test('fetches a range day by day at the estimated cost, and only once', async () => {
  const running = await startTestService();
  const { id, range, fixes } = await fleetWithPast(running);
  const main = await startMain(running);
  const request = { log: 'locations' as const, deviceIds: [id], range };
  const plan = main.account.history.fetcher.plan(request);
  running.control.resetCalls();
  const done = await fetched(main, request);
  expect(done).toMatchObject({ phase: 'done', fault: null, records: fixes, callsLeft: 0 });
  expect(done.callsSpent).toBe(plan.calls);
  expect(calls(running)).toBe(plan.calls);
  const { columns, coverage } = await trackOn(main, id, range);
  expect(columns.count).toBe(fixes);
  expect([...columns.at]).toEqual([...columns.at].toSorted((a, b) => a - b));
  expect(columns.measures.speed![0]).toBe(10);
  expect(coverage).toMatchObject({ missing: [], unsettled: [] });

  expect(main.account.history.fetcher.plan(request)).toMatchObject({ calls: 0 });
  expect(await fetched(main, request)).toMatchObject({ phase: 'done', callsSpent: 0 });
  expect(calls(running)).toBe(plan.calls);
  await main.quit();
});

test('shows fetched history offline, and can clear it', async () => {
  const running = await startTestService();
  const { id, range, fixes } = await fleetWithPast(running, 2);
  const first = await startMain(running);
  await fetched(first, { log: 'locations', deviceIds: [id], range });
  await running.stop();
  const main = await first.restart();
  expect((await trackOn(main, id, range)).columns.count).toBe(fixes);
  const [cachedLog] = main.account.history.cached();
  expect(cachedLog).toMatchObject({ deviceId: id, log: 'locations', records: fixes });
  expect(cachedLog!.closedDays).toBe(cachedLog!.days);
  expect(cachedLog!.bytes).toBeGreaterThan(fixes * 28);
  main.account.history.clear([id]);
  expect(main.account.history.cached()).toEqual([]);
  const { columns, coverage } = await trackOn(main, id, range);
  expect(columns.count).toBe(0);
  expect(coverage.missing).toEqual([range]);
  await main.quit();
});

describe('a service that takes only', () => {
  test.each([
    ['an hour, refused with 400', { longestRangeMs: hourMs, rangeRefusal: 400 as const }],
    ['five hours, refused with 408', { longestRangeMs: 5 * hourMs, rangeRefusal: 408 as const }],
    ['a day, newest first', { longestRangeMs: dayMs, rangeOrder: 'descending' as const }],
  ])('%s', async (_name, quirks) => {
    const running = await startTestService({ quirks });
    const { id, range, fixes } = await fleetWithPast(running, 2);
    const main = await startMain(running);
    const done = await fetched(main, { log: 'locations', deviceIds: [id], range });
    expect(done).toMatchObject({ phase: 'done', records: fixes });
    expect(done.sliceMs).toBeLessThanOrEqual(quirks.longestRangeMs);
    expect((await trackOn(main, id, range)).columns.count).toBe(fixes);
    await main.quit();
  });
});

test('loses and duplicates nothing when calls fail', async () => {
  const running = await startTestService();
  const { id, range, fixes } = await fleetWithPast(running, 4);
  const main = await startMain(running);
  running.control.setFaults({
    path: '/locations',
    resetRate: 0.15,
    cutRate: 0.15,
    htmlRate: 0.15,
    times: 6,
  });
  const { id: fetchId } = main.account.history.fetcher.fetch({
    log: 'locations',
    deviceIds: [id],
    range,
  });
  await untilFetch(main, fetchId, ({ phase }) => {
    main.account.history.fetcher.wake();
    return phase === 'done';
  });
  expect((await trackOn(main, id, range)).columns.count).toBe(fixes);
  await main.quit();
});

test('continues from the same day after a pause, and after a cancel and a new start', async () => {
  const running = await startTestService();
  const { id, range, fixes } = await fleetWithPast(running, 4);
  const main = await startMain(running);
  const { fetcher } = main.account.history;
  running.control.resetCalls();
  running.control.setFaults({ path: '/locations', latencyMs: 60 });
  const request = { log: 'locations' as const, deviceIds: [id], range };
  const { id: fetchId } = fetcher.fetch(request);
  await untilFetch(main, fetchId, ({ records }) => records > 0);
  const paused = fetcher.pause(fetchId);
  expect(paused).toMatchObject({ phase: 'paused', fault: null });
  await main.network.idle();
  const spent = calls(running);
  await main.clock.advance(1_000);
  await main.network.idle();
  expect(calls(running)).toBe(spent);
  fetcher.resume(fetchId);
  await untilFetch(main, fetchId, ({ records }) => records > paused.records);
  fetcher.cancel(fetchId);
  expect(() => fetcher.resume(fetchId)).toThrow('declined');
  const left = fetcher.plan(request).calls;
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(5);
  await fetched(main, request);
  expect((await trackOn(main, id, range)).columns.count).toBe(fixes);
  await main.quit();
});

test('reports a deleted device as a fault and fetches the others', async () => {
  const running = await startTestService();
  const { id, range, fixes } = await fleetWithPast(running, 2);
  const main = await startMain(running);
  const done = await fetched(main, { log: 'locations', deviceIds: ['gone', id], range });
  expect(done).toMatchObject({ phase: 'failed', fault: { kind: 'notFound' }, records: fixes });
  await main.quit();
});

test('fetches, lists and acknowledges alerts, also after a restart', async () => {
  const running = await startTestService();
  const id = 'watched';
  await running.control.addDevice({ id });
  const at = running.control.now() - 2 * dayMs;
  const raise = (offset: number, name: string) =>
    running.control.raiseAlert(id, {
      dateTime: new Date(at + offset).toISOString(),
      latitude: 40,
      longitude: -3,
      text: `It was ${name}`,
      alerts: [name],
    });
  await raise(0, 'SOSButton');
  await raise(1_000, 'SpeedLimit');
  await raise(2_000, 'SpeedLimit');
  const main = await startMain(running);
  const range = { from: at - dayMs, to: at + dayMs };
  await fetched(main, { log: 'alerts', deviceIds: [id], range });
  const { alertLog } = main.account;
  const all = { deviceIds: null, range, names: null, acknowledged: null, severity: null };
  expect(alertLog.entries(all).map(({ alerts }) => alerts[0])).toEqual([
    'SpeedLimit',
    'SpeedLimit',
    'SOSButton',
  ]);
  expect(alertLog.entries({ ...all, acknowledged: false })).toHaveLength(3);
  expect(alertLog.incompleteDevices(all)).toBe(0);
  const [first] = alertLog.entries({ ...all, names: ['SpeedLimit'] });
  alertLog.acknowledge([first!.id], 'Called the driver.');
  await running.stop();
  const again = await main.restart();
  const log = again.account.alertLog;
  expect(log.entries({ ...all, acknowledged: false })).toHaveLength(2);
  expect(log.entries({ ...all, acknowledged: true })).toMatchObject([
    { id: first!.id, acknowledged: { note: 'Called the driver.' } },
  ]);
  log.unacknowledge([first!.id]);
  expect(log.entries({ ...all, acknowledged: true })).toEqual([]);
  await again.quit();
});

test('acknowledges what a report raised, and no earlier call for help while that is not loaded', async () => {
  const running = await startTestService();
  const id = 'watched';
  await running.control.addDevice({ id });
  const at = running.control.now() - 60_000;
  const raise = (time: number) =>
    running.control.raiseAlert(id, {
      dateTime: new Date(time).toISOString(),
      latitude: 40,
      longitude: -3,
      text: 'Help',
      alerts: ['SOSButton'],
    });
  await raise(at - 2 * hourMs);
  await raise(at);
  const main = await startMain(running);
  const { alertLog } = main.account;
  const load = (to: number) =>
    fetched(main, { log: 'alerts', deviceIds: [id], range: { from: at - dayMs, to } });
  await load(at - hourMs);
  expect(alertLog.acknowledgeReport(id, at)).toBe(false);
  await load(at + 1);
  expect(alertLog.acknowledgeReport(id, at)).toBe(true);
  const range = { from: at - dayMs, to: at + 1 };
  const open = () =>
    alertLog
      .entries({ deviceIds: null, range, names: null, acknowledged: false, severity: null })
      .map((entry) => entry.at);
  expect(open()).toEqual([at - 2 * hourMs]);
  // The report that repeats a call is about the call.
  expect(alertLog.acknowledgeReport(id, at - hourMs)).toBe(true);
  expect(open()).toEqual([]);
  await main.quit();
});
