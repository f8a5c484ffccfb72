import { afterEach, describe, expect, test } from 'vitest';
import { hourMs } from '../../main/features/history/ranges';
import type { Quirks } from '../../main/service/quirks';
import type { RunningService } from '../../main/service/start';
import { fetched, untilFetch } from '../support/history';
import { startMain } from '../support/main-process';
import { cleanUp, startTestService } from '../support/resources';

// Services that do not send what was asked: cut answers, other ranges, members with other names.

afterEach(cleanUp);

const dayMs = 24 * hourMs;
const zone = 'UTC';
const id = 'van';

/** A device that sent a record every 30 seconds of a day that is over. */
async function busyDay(quirks: Partial<Quirks>, everySeconds = 30) {
  const running = await startTestService({ timeZone: zone, quirks });
  await running.control.addDevice({ id });
  const from = Math.floor(running.control.now() / dayMs) * dayMs - 3 * dayMs;
  const times: number[] = [];
  for (let at = from; at < from + dayMs; at += everySeconds * 1_000) times.push(at);
  for (const at of times) {
    await running.control.setFix(id, {
      dateTime: new Date(at).toISOString(),
      latitude: 40,
      longitude: -3,
    });
  }
  const range = { from, to: from + dayMs - 1 };
  return { running, times, request: { log: 'locations' as const, deviceIds: [id], range } };
}

const calls = (running: RunningService) =>
  Object.entries(running.control.calls())
    .filter(([name]) => name.endsWith('/locations'))
    .reduce((sum, [, count]) => sum + count, 0);

describe('a service that cuts answers at', () => {
  test.each([
    ['1,000 records', { mostRangeRecords: 1_000 }],
    ['the last 1,000 records', { mostRangeRecords: 1_000, returnedRecords: 'last' }],
    ['500 records, newest first', { mostRangeRecords: 500, rangeOrder: 'descending' }],
    ['the last 777 records', { mostRangeRecords: 777, returnedRecords: 'last' }],
  ] as const)('%s: all 2,880 are received', async (_name, quirks) => {
    const { running, times, request } = await busyDay(quirks);
    const main = await startMain(running);
    running.control.resetCalls();
    const done = await fetched(main, request);
    expect(done).toMatchObject({ phase: 'done', records: 2_880, incompleteDays: 0 });
    const { history } = main.account;
    expect([...history.track(id, request.range).at]).toEqual(times);
    expect(calls(running)).toBeLessThanOrEqual(12);
    expect(history.cached()).toMatchObject([{ days: 1, closedDays: 1, incompleteDays: 0 }]);
    expect(history.fetcher.plan(request)).toMatchObject({ calls: 0, cachedDays: 1 });
    await main.quit();
  });
});

test('a cut answer that was being requested in parts is not complete after a crash', async () => {
  const { running, times, request } = await busyDay({ mostRangeRecords: 1_000 });
  const first = await startMain(running);
  running.control.setFaults({ path: '/locations', latencyMs: 40 });
  const { id: fetchId } = first.account.history.fetcher.fetch(request);
  await untilFetch(first, fetchId, ({ slicesDone }) => slicesDone >= 1);
  const main = await first.crash();
  running.control.setFaults(null);
  const { history } = main.account;
  expect((await history.load(1, id, request.range)).coverage.days).toMatchObject({ incomplete: 1 });
  history.fetcher.resume(fetchId);
  const done = await untilFetch(main, fetchId, ({ phase }) => phase === 'done');
  expect(done).toMatchObject({ incompleteDays: 0 });
  expect([...history.track(id, request.range).at]).toEqual(times);
  expect((await history.load(2, id, request.range)).coverage.days).toMatchObject({ complete: 1 });
  await main.quit();
});

test.each([
  ['renamed', 'notUnderstood', '"date":"'],
  ['unreadable', 'notUnderstood', '"dateTime":"yesterday"'],
  ['renamedPlace', 'notUnderstood', '"lat":40'],
] as const)(
  'records with %s members leave the day open; a later fetch receives them',
  async (rangeMembers, reason, original) => {
    const { running, times, request } = await busyDay({ rangeMembers }, 173);
    const first = await startMain(running);
    const done = await fetched(first, request);
    expect(done).toMatchObject({ phase: 'done', incompleteDays: 1, skippedRecords: times.length });
    const main = await first.restart();
    const { history } = main.account;
    expect(history.cached()).toMatchObject([{ days: 1, closedDays: 0, incompleteDays: 1 }]);
    const { coverage } = await history.load(1, id, request.range);
    expect(coverage).toMatchObject({
      days: { total: 1, complete: 0, incomplete: 1 },
      missing: [],
      unsettled: [],
      incomplete: [{ reason, unreadable: times.length, outside: 0 }],
    });
    expect(coverage.incomplete[0]!.originals).toHaveLength(3);
    expect(coverage.incomplete[0]!.originals[0]).toContain(original);

    running.control.setQuirks({ rangeMembers: 'documented' });
    expect(history.fetcher.plan(request)).toMatchObject({
      calls: 1,
      newCalls: 0,
      incompleteDays: 1,
    });
    expect(await fetched(main, request)).toMatchObject({ phase: 'done', incompleteDays: 0 });
    expect((await history.load(2, id, request.range)).coverage).toMatchObject({
      days: { total: 1, complete: 1, incomplete: 0 },
      incomplete: [],
    });
    expect(history.track(id, request.range).count).toBe(times.length);
    await main.quit();
  },
);

test.each(['hourMore', 'ignored'] as const)(
  'records outside the range (%s) leave the day open, after one call',
  async (rangeBounds) => {
    const { running, request } = await busyDay({ rangeBounds }, 600);
    const { from, to } = request.range;
    // The last is among what a service that ignores the range sends: the last 24 hours.
    for (const at of [from - hourMs / 2, to + hourMs / 2, running.control.now() - hourMs]) {
      await running.control.setFix(id, {
        dateTime: new Date(at).toISOString(),
        latitude: 40,
        longitude: -3,
      });
    }
    const main = await startMain(running);
    running.control.resetCalls();
    const done = await fetched(main, request);
    expect(done).toMatchObject({ phase: 'done', incompleteDays: 1 });
    expect(done.outsideRecords).toBeGreaterThan(0);
    expect(calls(running)).toBe(1);
    const { history } = main.account;
    expect(history.cached()).toMatchObject([{ closedDays: 0, incompleteDays: 1 }]);
    expect(history.fetcher.plan(request)).toMatchObject({ calls: 1, incompleteDays: 1 });
    await main.quit();
  },
);
