import { afterEach, describe, expect, test } from 'vitest';
import { hourMs } from '../../main/features/history/missing-ranges';
import type { RunningService } from '../../main/service/start';
import { mergeTracks } from '../../shared/history/track';
import { fetched, historyDesk, untilFetch, type HistoryDesk } from '../support/history';
import { service, tidyUp } from '../support/own';

afterEach(tidyUp);

const dayMs = 24 * hourMs;

/** A drive of one device: a fix a minute over some days that are over. */
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

/** How often the service was asked for locations. */
const calls = (running: RunningService) =>
  Object.entries(running.control.calls())
    .filter(([name]) => name.endsWith('/locations'))
    .reduce((sum, [, count]) => sum + count, 0);

async function trackOn(desk: HistoryDesk, id: string, range: { from: number; to: number }) {
  const before = desk.posted.length;
  const answer = await desk.account.history.load(1, id, range);
  const posted = desk.posted.slice(before);
  expect(posted.at(-1)).toMatchObject({ type: 'track', request: 1 });
  const parts = posted.flatMap((message) => (message.type === 'part' ? [message.columns] : []));
  const columns = mergeTracks(parts);
  expect(answer.fixes).toBe(columns.count);
  return { ...answer, columns };
}

test('a range is fetched day by day, at the cost that was told, and never again', async () => {
  const running = await service();
  const { id, range, fixes } = await fleetWithPast(running);
  const desk = await historyDesk(running);
  const request = { log: 'locations' as const, deviceIds: [id], range };
  const plan = desk.account.history.fetcher.plan(request);
  running.control.resetCalls();
  const done = await fetched(desk, request);
  expect(done).toMatchObject({ phase: 'done', fault: null, records: fixes, callsLeft: 0 });
  expect(done.callsSpent).toBe(plan.calls);
  expect(calls(running)).toBe(plan.calls);
  const { columns, coverage } = await trackOn(desk, id, range);
  expect(columns.count).toBe(fixes);
  expect([...columns.at]).toEqual([...columns.at].toSorted((a, b) => a - b));
  expect(columns.measures.speed![0]).toBe(10);
  expect(coverage).toMatchObject({ missing: [], unsettled: [] });

  expect(desk.account.history.fetcher.plan(request)).toMatchObject({ calls: 0 });
  expect(await fetched(desk, request)).toMatchObject({ phase: 'done', callsSpent: 0 });
  expect(calls(running)).toBe(plan.calls);
  await desk.quit();
});

test('what was fetched is there without a service, and can be cleared', async () => {
  const running = await service();
  const { id, range, fixes } = await fleetWithPast(running, 2);
  const first = await historyDesk(running);
  await fetched(first, { log: 'locations', deviceIds: [id], range });
  await running.stop();
  const desk = await first.restart();
  expect((await trackOn(desk, id, range)).columns.count).toBe(fixes);
  const [kept] = desk.account.history.cached();
  expect(kept).toMatchObject({ deviceId: id, log: 'locations', records: fixes });
  expect(kept!.closedDays).toBe(kept!.days);
  expect(kept!.bytes).toBeGreaterThan(fixes * 28);
  desk.account.history.clear([id]);
  expect(desk.account.history.cached()).toEqual([]);
  const { columns, coverage } = await trackOn(desk, id, range);
  expect(columns.count).toBe(0);
  expect(coverage.missing).toEqual([range]);
  await desk.quit();
});

describe('a service that takes only', () => {
  test.each([
    ['an hour, refused with 400', { longestRangeMs: hourMs, rangeRefusal: 400 as const }],
    ['five hours, refused with 408', { longestRangeMs: 5 * hourMs, rangeRefusal: 408 as const }],
    ['a day, newest first', { longestRangeMs: dayMs, rangeOrder: 'descending' as const }],
  ])('%s', async (_name, quirks) => {
    const running = await service({ quirks });
    const { id, range, fixes } = await fleetWithPast(running, 2);
    const desk = await historyDesk(running);
    const done = await fetched(desk, { log: 'locations', deviceIds: [id], range });
    expect(done).toMatchObject({ phase: 'done', records: fixes });
    expect(done.sliceMs).toBeLessThanOrEqual(quirks.longestRangeMs);
    expect((await trackOn(desk, id, range)).columns.count).toBe(fixes);
    await desk.quit();
  });
});

test('today is asked for again from where it may still grow, and late fixes are merged in', async () => {
  const running = await service();
  const id = 'late';
  await running.control.addDevice({ id });
  const now = running.control.now();
  const put = (at: number, battery: number) =>
    running.control.setFix(id, {
      dateTime: new Date(at).toISOString(),
      latitude: 1,
      longitude: 1,
      battery,
    });
  await put(now - 3 * hourMs, 30);
  const desk = await historyDesk(running, { settings: { historySettleHours: 2 } });
  const range = { from: now - 4 * hourMs, to: now + dayMs };
  const request = { log: 'locations' as const, deviceIds: [id], range };
  await fetched(desk, request);
  expect((await trackOn(desk, id, range)).coverage.unsettled).not.toEqual([]);
  await put(now - hourMs, 40);
  await put(now - 3.5 * hourMs, 20);
  await fetched(desk, request);
  const found = async () => [...((await trackOn(desk, id, range)).columns.measures.battery ?? [])];
  expect(await found()).toEqual([30, 40]);
  await fetched(desk, { ...request, again: true });
  expect(await found()).toEqual([20, 30, 40]);
  await desk.quit();
});

test('429 stops it; it goes on by itself after the time the service named', async () => {
  const running = await service();
  const { id, range, fixes } = await fleetWithPast(running, 3);
  const desk = await historyDesk(running);
  running.control.setFaults({
    path: '/locations',
    status: 429,
    statusRate: 1,
    retryAfterSeconds: 1,
    times: 1,
  });
  const { id: fetchId } = desk.account.history.fetcher.fetch({
    log: 'locations',
    deviceIds: [id],
    range,
  });
  const held = await untilFetch(desk, fetchId, ({ phase }) => phase === 'paused');
  expect(held).toMatchObject({ fault: { kind: 'limitReached', retryAfterSeconds: 1 } });
  expect(held.resumesAt).toBeGreaterThan(Date.now());
  expect(await untilFetch(desk, fetchId, ({ phase }) => phase === 'done')).toMatchObject({
    records: fixes,
  });
  await desk.quit();
});

test('faults on the way lose and double nothing', async () => {
  const running = await service();
  const { id, range, fixes } = await fleetWithPast(running, 4);
  const desk = await historyDesk(running);
  running.control.setFaults({
    path: '/locations',
    resetRate: 0.15,
    cutRate: 0.15,
    htmlRate: 0.15,
    times: 6,
  });
  const { id: fetchId } = desk.account.history.fetcher.fetch({
    log: 'locations',
    deviceIds: [id],
    range,
  });
  for (;;) {
    desk.account.history.fetcher.wake();
    const state = await untilFetch(desk, fetchId, () => true);
    if (state.phase === 'done') break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect((await trackOn(desk, id, range)).columns.count).toBe(fixes);
  await desk.quit();
});

test('paused, cancelled and begun anew, it goes on where it was', async () => {
  const running = await service();
  const { id, range, fixes } = await fleetWithPast(running, 4);
  const desk = await historyDesk(running);
  const { fetcher } = desk.account.history;
  running.control.resetCalls();
  running.control.setFaults({ path: '/locations', latencyMs: 60 });
  const request = { log: 'locations' as const, deviceIds: [id], range };
  const { id: fetchId } = fetcher.fetch(request);
  await untilFetch(desk, fetchId, ({ records }) => records > 0);
  const paused = fetcher.pause(fetchId);
  expect(paused).toMatchObject({ phase: 'paused', fault: null });
  await new Promise((resolve) => setTimeout(resolve, 150));
  const spent = calls(running);
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(calls(running)).toBe(spent);
  fetcher.resume(fetchId);
  await untilFetch(desk, fetchId, ({ records }) => records > paused.records);
  fetcher.cancel(fetchId);
  expect(() => fetcher.resume(fetchId)).toThrow('declined');
  const left = fetcher.plan(request).calls;
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(5);
  await fetched(desk, request);
  expect((await trackOn(desk, id, range)).columns.count).toBe(fixes);
  await desk.quit();
});

test('it keeps to the calls a minute that were allowed', async () => {
  const running = await service();
  const { id, range } = await fleetWithPast(running, 6);
  const desk = await historyDesk(running, { callsPerMinute: 8 });
  running.control.resetCalls();
  const { id: fetchId } = desk.account.history.fetcher.fetch({
    log: 'locations',
    deviceIds: [id],
    range,
  });
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(calls(running)).toBeLessThanOrEqual(6);
  expect((await untilFetch(desk, fetchId, () => true)).callsLeft).toBeGreaterThan(0);
  await desk.quit();
});

test('a device that is gone is named as the fault and the others are fetched', async () => {
  const running = await service();
  const { id, range, fixes } = await fleetWithPast(running, 2);
  const desk = await historyDesk(running);
  const done = await fetched(desk, { log: 'locations', deviceIds: ['gone', id], range });
  expect(done).toMatchObject({ phase: 'failed', fault: { kind: 'notFound' }, records: fixes });
  await desk.quit();
});

test('alerts are fetched by the same rules, listed, acknowledged, and stay so', async () => {
  const running = await service();
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
  const desk = await historyDesk(running);
  const range = { from: at - dayMs, to: at + dayMs };
  await fetched(desk, { log: 'alerts', deviceIds: [id], range });
  const { alertLog } = desk.account;
  const all = { deviceIds: null, range, names: null, acknowledged: null };
  expect(alertLog.entries(all).map(({ alerts }) => alerts[0])).toEqual([
    'SpeedLimit',
    'SpeedLimit',
    'SOSButton',
  ]);
  expect(alertLog.unacknowledged()).toBe(3);
  expect(alertLog.incompleteDevices(all)).toBe(0);
  const [first] = alertLog.entries({ ...all, names: ['SpeedLimit'] });
  alertLog.acknowledge([first!.id], 'Called the driver.');
  await running.stop();
  const again = await desk.restart();
  const log = again.account.alertLog;
  expect(log.unacknowledged()).toBe(2);
  expect(log.entries({ ...all, acknowledged: true })).toMatchObject([
    { id: first!.id, acknowledged: { note: 'Called the driver.' } },
  ]);
  log.unacknowledge([first!.id]);
  expect(log.entries({ ...all, acknowledged: true })).toEqual([]);
  await again.quit();
});
