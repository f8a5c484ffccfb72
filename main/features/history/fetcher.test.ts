import fc from 'fast-check';
import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createDialect } from '#main/api/dialect';
import { openCache } from '#main/cache/cache';
import type { Fix } from '#shared/domain/fix';
import type { LogKind, Range } from '#shared/domain/history';
import { emptyTrack } from '#shared/history/track';
import type { DecodedList } from '#shared/wire/envelope';
import { decodeFixList } from '#shared/wire/fix';
import { ActiveFetch, createFetchJournal } from './active-fetch';
import { createDayStore } from './day-store';
import { createFetchCost } from './fetch-cost';
import { type SliceWidths, createSliceWidths } from './fetch-slice';
import { createFetcher } from './fetcher';
import { dayMs, daysIn, hourMs } from './ranges';

const day = Date.UTC(2026, 5, 1);

test('keeps time open that was submitted while its slice was in flight', async () => {
  const cache = openCache({ file: null, key: Buffer.alloc(32, 3) });
  const store = createDayStore(cache.days());
  const answer = Promise.withResolvers<DecodedList<Fix>>();
  const fetcher = createFetcher({
    source: 'history',
    client: {
      locations: () => answer.promise,
      alerts: () => expect.fail('no alerts were requested'),
    },
    budget: { waitMs: () => 0, callsPerMinute: () => 60 },
    dialect: createDialect(),
    store,
    journal: createFetchJournal(cache.records('fetch')),
    clock: { now: () => day + 9 * dayMs, after: () => () => {} },
    random: () => 0,
    newId: () => 'fetch',
    settleMs: () => hourMs,
    timeZone: () => 'UTC',
    onChanged: () => {},
    onAlerts: () => {},
    onBug: (error) => expect.fail(String(error)),
  });
  const range = { from: day, to: day + dayMs - 1 };
  fetcher.fetch({ log: 'locations', deviceIds: ['van'], range });
  const submitted = { from: day + hourMs, to: day + hourMs + 1 };
  fetcher.reopen('locations', 'van', submitted);
  fetcher.reopen('locations', 'bus', { from: day, to: day + dayMs });
  fetcher.reopen('alerts', 'van', { from: day, to: day + dayMs });
  answer.resolve({ items: [], skippedRecords: [], isList: true });
  await expect.poll(() => fetcher.fetches()[0]?.phase).toBe('done');
  expect(store.coverage('locations', 'van', range).missing).toEqual([submitted]);
  expect(() => fetcher.pause('fetch')).toThrow(
    expect.objectContaining({ fault: expect.objectContaining({ kind: 'declined' }) as unknown }),
  );
  fetcher.close();
});

const midnight = Date.UTC(2026, 5, 9);
const minuteMs = 60_000;
const counts = { records: 0, skippedRecords: 0, outsideRecords: 0 };
const stored = { ...counts, isComplete: true, parts: null, learnedCap: null };

test('keeps the estimate of remaining calls correct as time passes', () => {
  let now = midnight + 5 * hourMs - minuteMs;
  const store = createDayStore(openCache({ file: null, key: Buffer.alloc(32, 3) }).days());
  const sliceMs = () => hourMs;
  const settleMs = () => hourMs;
  const fetchCost = createFetchCost({ store, now: () => now, settleMs, sliceMs });
  const fetch = new ActiveFetch(
    {
      id: 'fetch',
      log: 'locations',
      deviceIds: Array.from({ length: 40 }, (_, i) => `unit ${i}`),
      from: midnight,
      to: midnight + 24 * hourMs - 1,
      again: false,
      startedAt: now,
    },
    { fetchCost, daysIn: (range) => daysIn(range, 'UTC'), sliceMs, now: () => now },
    'running',
    { callsSpent: 0, ...counts, incompleteDays: 0 },
  );
  expect(fetch.state().callsLeft).toBe(40 * 5);
  let calls = 0;
  const estimates: number[] = [];
  for (let slice = fetch.next(); slice; slice = fetch.next()) {
    estimates.push(calls + fetch.state().callsLeft);
    now += 2_000;
    const answer = { range: slice.range, requestedAt: now, settledTo: 0, records: emptyTrack() };
    store.putTrack(slice.deviceId, slice.day, answer);
    fetch.sliceStored(slice, stored);
    calls++;
  }
  expect(fetch.state().callsLeft).toBe(0);
  // An hour began after a minute: each device behind costs six calls from then on, not five.
  expect(calls).toBeGreaterThan(40 * 5);
  const minutesLater = estimates.slice(75);
  expect(new Set(minutesLater)).toEqual(new Set([calls]));
});

const start = Date.UTC(2026, 5, 1);
const range = { from: start, to: start + 2 * dayMs - 1 };

/** A service with one log for each device; every deviation from the interface is a switch. */
interface Service {
  /** The times of the true records, by device. */
  logs: Record<string, readonly number[]>;
  /** The most records in one answer. */
  cap: number | null;
  keeps: 'first' | 'last';
  order: 'ascending' | 'descending' | 'mixed';
  ends: 'included' | 'startOnly';
  /** Every so many records are sent twice; 0: none. */
  duplicateEvery: number;
  /** These hours of the range have records that cannot be read, because their members are renamed. */
  renamedHours: readonly number[];
  /** Answers this much more on both sides of the range. */
  marginMs: number;
  /** The requested range is ignored. */
  ignoresRange: boolean;
}

const usual: Service = {
  logs: {},
  cap: null,
  keeps: 'first',
  order: 'ascending',
  ends: 'included',
  duplicateEvery: 0,
  renamedHours: [],
  marginMs: 0,
  ignoresRange: false,
};

const isRenamed = ({ renamedHours }: Service, at: number) =>
  renamedHours.includes(Math.floor((at - start) / hourMs));

function answerOf(service: Service, deviceId: string, asked: Range): unknown {
  const { cap, keeps, order, ends, duplicateEvery, marginMs, ignoresRange } = service;
  const [from, to] = [asked.from - marginMs, asked.to + marginMs];
  const isAsked = (at: number) =>
    ignoresRange || (at >= from && (ends === 'included' ? at <= to : at < to));
  const all = (service.logs[deviceId] ?? [])
    .filter(isAsked)
    .flatMap((at, i) => (duplicateEvery > 0 && i % duplicateEvery === 0 ? [at, at] : [at]));
  const sent = cap === null ? all : keeps === 'first' ? all.slice(0, cap) : all.slice(-cap);
  const ordered =
    order === 'ascending'
      ? sent
      : order === 'descending'
        ? sent.toReversed()
        : sent.toSorted((a, b) => ((a / 1000) % 7) - ((b / 1000) % 7));
  const locations = ordered.map((at) =>
    isRenamed(service, at)
      ? { date: new Date(at).toISOString(), lat: 40, lng: -3 }
      : { dateTime: new Date(at).toISOString(), latitude: 40, longitude: -3 },
  );
  return { success: true, locations };
}

/** An app that fetches from such a service. */
function client(service: Service) {
  const cache = openCache({ file: null, key: Buffer.alloc(32, 3) });
  const store = createDayStore(cache.days());
  const asked: Range[] = [];
  const fetcher = createFetcher({
    source: 'history',
    client: {
      locations: (id, part) => {
        asked.push({ from: part.from, to: part.to });
        return Promise.resolve(decodeFixList(answerOf(service, id, part)));
      },
      alerts: () => expect.fail('no alerts were requested'),
    },
    budget: { waitMs: () => 0, callsPerMinute: () => 60 },
    dialect: createDialect(),
    store,
    journal: createFetchJournal(cache.records('fetch')),
    clock: { now: () => start + 9 * dayMs + asked.length, after: () => () => {} },
    random: () => 0,
    newId: () => `fetch ${asked.length}`,
    settleMs: () => hourMs,
    timeZone: () => 'UTC',
    onChanged: () => {},
    onAlerts: () => {},
    onBug: (error) => expect.fail(String(error)),
  });
  async function fetch() {
    const deviceIds = Object.keys(service.logs);
    const { id } = fetcher.fetch({ log: 'locations', deviceIds, range });
    const state = () => fetcher.fetches().find((each) => each.id === id)!;
    while (state().phase === 'running') await turn();
    return state();
  }
  return { store, asked, fetch, fetcher };
}

/** The true records in the time that a client holds for complete, and those of them it received. */
function checkSettled(service: Service, { store }: ReturnType<typeof client>): void {
  for (const [id, times] of Object.entries(service.logs)) {
    const received = new Set(store.track(id, range).at);
    for (const { from, to } of store.settled('locations', id)) {
      const lost = times.filter(
        (at) => at >= from && at < to && (isRenamed(service, at) || !received.has(at)),
      );
      expect(lost.map((at) => new Date(at).toISOString())).toEqual([]);
    }
  }
}

const drive = fc.record({
  pauseMinutes: fc.integer({ min: 0, max: 900 }),
  records: fc.integer({ min: 3, max: 60 }),
});

/** A log of drives: records at about the same distance, and pauses between the drives. */
const drives = fc
  .tuple(fc.array(drive, { maxLength: 12 }), fc.constantFrom(30, 60, 300), fc.boolean())
  .map(([parts, seconds, isRegular]) => {
    const times: number[] = [];
    let at = start;
    for (const { pauseMinutes, records } of parts) {
      at += pauseMinutes * 60_000;
      for (let i = 0; i < records; i++) {
        times.push(at);
        const share = isRegular ? 1 : 0.7 + ((i * 7919 + records * 31) % 61) / 100;
        at += Math.round(seconds * share) * 1_000;
      }
    }
    return times.filter((time) => time <= range.to);
  });

const services: fc.Arbitrary<Service> = fc.record({
  logs: fc.record({ van: drives, bus: drives }),
  cap: fc.option(fc.oneof(fc.constantFrom(10, 25, 50, 100), fc.integer({ min: 200, max: 400 }))),
  keeps: fc.constantFrom('first', 'last'),
  order: fc.constantFrom('ascending', 'descending', 'mixed'),
  ends: fc.constantFrom('included', 'startOnly'),
  duplicateEvery: fc.constantFrom(0, 0, 3),
  renamedHours: fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    fc.array(fc.integer({ min: 0, max: 47 }), { maxLength: 3 }),
  ),
  marginMs: fc.constantFrom(0, 0, 0, hourMs),
  ignoresRange: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.constant(true)),
});

describe('days are marked complete only if every record was received', () => {
  test('for capped, reordered, duplicated, unreadable answers and records outside the range', async () => {
    await fc.assert(
      fc.asyncProperty(services, async (service) => {
        const here = client(service);
        const { phase } = await here.fetch();
        expect(phase).toBe('done');
        checkSettled(service, here);
      }),
    );
  });
});

/** A record every so many seconds, from one hour of the first day to another. */
const every = (seconds: number, fromHour: number, toHour: number) =>
  Array.from(
    { length: ((toHour - fromHour) * 3_600) / seconds },
    (_, i) => start + fromHour * hourMs + i * seconds * 1_000,
  );

describe('a service that cuts answers', () => {
  const busy = every(30, 0, 48);

  test.each([
    ['the first 1,000, oldest first', { cap: 1_000 }],
    ['the last 1,000', { cap: 1_000, keeps: 'last' }],
    ['the first 777, newest first', { cap: 777, order: 'descending' }],
    ['the last 500 in no order', { cap: 500, keeps: 'last', order: 'mixed' }],
  ] as const)('%s: every record of the day is received', async (_name, quirks) => {
    const service = { ...usual, logs: { van: busy }, ...quirks };
    const { fetch, store, fetcher } = client(service);
    expect(await fetch()).toMatchObject({ phase: 'done', incompleteDays: 0, skippedRecords: 0 });
    expect([...store.track('van', range).at]).toEqual(busy);
    const request = { log: 'locations' as const, deviceIds: ['van'], range };
    expect(fetcher.plan(request)).toMatchObject({ calls: 0, cachedDays: 2, incompleteDays: 0 });
  });

  test('learns the number: later days begin with ranges that fit', async () => {
    const { fetch, asked } = client({ ...usual, logs: { van: busy }, cap: 1_000 });
    await fetch();
    const widths = asked.map(({ from, to }) => (to - from) / hourMs);
    const first = asked.findIndex(({ to }) => to <= start + dayMs);
    expect(widths.slice(first)).toEqual([6, 6, 6, 6]);
    expect(first).toBeLessThan(8);
  });

  test('shows a day as incomplete if even a minute has too many records', async () => {
    const logs = { van: every(1, 6, 7) };
    const { fetch, asked, store, fetcher } = client({ ...usual, logs, cap: 10 });
    expect(await fetch()).toMatchObject({ phase: 'done', incompleteDays: 1 });
    expect(asked.length).toBeLessThan(500);
    const parts = store.incomplete('locations', 'van');
    expect(parts[0]).toMatchObject({ reason: 'capped', received: 10, unreadable: 0 });
    const request = { log: 'locations' as const, deviceIds: ['van'], range };
    expect(fetcher.plan(request)).toMatchObject({ newCalls: 0, incompleteDays: 1, open: null });
  });
});

test('days received before a cap is known are requested again', async () => {
  const logs = { van: every(60, 0, 48) };
  const { fetch, store } = client({ ...usual, logs, cap: 133 });
  expect(await fetch()).toMatchObject({ phase: 'done', incompleteDays: 0 });
  expect(store.track('van', range).count).toBe(48 * 60);
});

test.each([
  ['one hour of a day', every(30, 6, 7), 1],
  ['one hour of a day, with a round number of records', every(36, 6, 7), 3],
  ['many records until noon', every(30, 0, 12), 3],
  ['one hundred records until the end of the day', every(864, 0, 24), 1],
  ['silent', [], 1],
  ['a few records', every(60, 6, 6.1), 1],
])('a day is complete in as few calls as possible: %s', async (_name, log, calls) => {
  const { fetch, asked } = client({ ...usual, logs: { van: log } });
  expect(await fetch()).toMatchObject({ phase: 'done', incompleteDays: 0, records: log.length });
  expect(asked).toHaveLength(calls + 1);
});

describe('an answer that is not understood', () => {
  test('is requested again by the next fetch, with its first originals kept', async () => {
    const service = { ...usual, logs: { van: every(60, 6, 15) }, renamedHours: [7, 8] };
    const { fetch, asked, store } = client(service);
    const first = await fetch();
    expect(first).toMatchObject({ phase: 'done', incompleteDays: 1, skippedRecords: 120 });
    const parts = store.incomplete('locations', 'van');
    expect(parts.map(({ reason }) => reason)).toContain('notUnderstood');
    expect(parts.flatMap(({ originals }) => originals)).toHaveLength(3);
    expect(parts[0]?.originals[0]).toMatch(/^{"date":"2026-06-01T07:0/);
    const calls = asked.length;
    service.renamedHours = [];
    expect(await fetch()).toMatchObject({ phase: 'done', incompleteDays: 0 });
    expect(asked.length).toBeLessThan(calls * 2);
    expect(store.incomplete('locations', 'van')).toEqual([]);
    expect(store.track('van', range).count).toBe(9 * 60);
  });

  test('has only unreadable records: one call for the day', async () => {
    const logs = { van: every(60, 0, 8) };
    const { fetch, asked, store } = client({
      ...usual,
      logs,
      renamedHours: [0, 1, 2, 3, 4, 5, 6, 7],
    });
    expect(await fetch()).toMatchObject({ incompleteDays: 1, skippedRecords: 480, records: 0 });
    expect(asked).toHaveLength(2);
    expect(store.settled('locations', 'van')).toEqual([
      { from: start + dayMs, to: start + 2 * dayMs },
    ]);
  });
});

test('records outside the range leave the day incomplete, in one call for each range', async () => {
  const service = { ...usual, logs: { van: every(600, 0, 48) }, ignoresRange: true };
  const { fetch, asked, store } = client(service);
  expect(await fetch()).toMatchObject({ phase: 'done', incompleteDays: 2, outsideRecords: 287 });
  expect(asked).toHaveLength(2);
  expect(store.settled('locations', 'van')).toEqual([]);
  expect(store.incomplete('locations', 'van').map(({ reason }) => reason)).toEqual([
    'outside',
    'outside',
  ]);
});

const onChanged = vi.fn<(log: LogKind) => void>();
let widths: SliceWidths;
beforeEach(() => {
  onChanged.mockClear();
  widths = createSliceWidths(createDialect(), onChanged);
});

test('halves the width of one log after each refusal, down to an hour', () => {
  expect(widths.narrow('locations', dayMs)).toBe(true);
  expect(widths.of('locations')).toBe(dayMs / 2);
  expect(widths.of('alerts')).toBe(dayMs);
  expect(onChanged).toHaveBeenCalledExactlyOnceWith('locations');
  while (widths.of('locations') > hourMs) widths.narrow('locations', widths.of('locations'));
  expect(widths.of('locations')).toBe(hourMs);
  expect(widths.narrow('locations', hourMs)).toBe(false);
});

test('halves the refused width if it was narrower than usual', () => {
  widths.narrow('alerts', 4 * hourMs);
  expect(widths.of('alerts')).toBe(2 * hourMs);
});

test('returns to the widest answered width, or to a day', () => {
  widths.narrow('alerts', 4 * hourMs);
  widths.reset('alerts');
  expect(widths.of('alerts')).toBe(dayMs);
  widths.answered('alerts', 6 * hourMs);
  widths.answered('alerts', 5 * hourMs);
  widths.reset('alerts');
  expect(widths.of('alerts')).toBe(6 * hourMs);
});

test('restores a stored width, but never less than an hour', () => {
  widths.restore('locations', 1);
  expect(widths.of('locations')).toBe(hourMs);
  widths.restore('locations', dayMs);
  expect(widths.of('locations')).toBe(hourMs);
  expect(onChanged).not.toHaveBeenCalled();
});
