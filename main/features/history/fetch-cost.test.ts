import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openCache } from '#main/cache/cache';
import type { Range } from '#shared/domain/history';
import { emptyTrack } from '#shared/history/track';
import { createDayStore, type DayStore } from './day-store';
import {
  callsThatTouch,
  dayMs,
  daysIn,
  hourMs,
  intersection,
  lengthOf,
  subtract,
  union,
} from './ranges';
import { createFetchCost, type FetchCost, type FetchScope } from './fetch-cost';

const zone = 'Europe/Madrid';
const midnight = Date.UTC(2026, 5, 9, 22);
const settleMs = 6 * hourMs;

/** A store with a clock and a slice width that a test sets. */
function desk() {
  const cache = openCache({ file: null, key: Buffer.alloc(32, 3) });
  const store = createDayStore(cache.days());
  const at = { now: midnight, sliceMs: dayMs };
  const fetchCost = createFetchCost({
    store,
    now: () => at.now,
    settleMs: () => settleMs,
    sliceMs: () => at.sliceMs,
  });
  return { store, fetchCost, at };
}

const scopeOf = (range: Range, more: Partial<FetchScope> = {}): FetchScope => ({
  log: 'locations',
  range,
  days: daysIn(range, zone),
  again: false,
  since: Number.POSITIVE_INFINITY,
  ...more,
});

/** Stores everything that is missing now, as a fetch would, and returns the ranges. */
function fetchAll(
  { store, fetchCost }: { store: DayStore; fetchCost: FetchCost },
  scope: FetchScope,
  id: string,
  now: number,
): Range[] {
  return fetchCost.missingOf(scope, id).map(({ day, range }) => {
    const answer = { range, requestedAt: now, settledTo: now - settleMs, records: emptyTrack() };
    store.putTrack(id, day, answer);
    return range;
  });
}

describe('missing ranges', () => {
  const quarter = 15 * 60_000;
  const at = (quarters: number) => midnight + quarters * quarter;
  const asking = fc.record({
    after: fc.integer({ min: 0, max: 40 }),
    from: fc.integer({ min: -200, max: 200 }),
    length: fc.integer({ min: 0, max: 120 }),
    sliceMs: fc.constantFrom(hourMs, 5 * hourMs, dayMs),
  });

  test('never include settled time and always include time that can change', () => {
    fc.assert(
      fc.property(fc.array(asking, { minLength: 1, maxLength: 8 }), (askings) => {
        const here = desk();
        /** When each range was requested. */
        const remembered: { range: Range; now: number }[] = [];
        let now = midnight - 2 * dayMs;
        for (const { after, from, length, sliceMs } of askings) {
          now += after * quarter;
          Object.assign(here.at, { now, sliceMs });
          const scope = scopeOf({ from: at(from), to: at(from + length) });
          const requestedNow = fetchAll(here, scope, 'van', now);
          const final = union(
            remembered.flatMap(
              (past) => intersection(past.range, { from: 0, to: past.now - settleMs }) ?? [],
            ),
          );
          for (const part of requestedNow) expect(subtract(part, final)).toEqual([part]);
          const past = { from: scope.range.from, to: Math.min(scope.range.to + 1, now) };
          expect(subtract(past, [...final, ...requestedNow])).toEqual([]);
          remembered.push(...requestedNow.map((range) => ({ range, now })));
        }
      }),
    );
  });

  test('the plan counts all calls, those with new data and the open time', () => {
    fc.assert(
      fc.property(fc.array(asking, { minLength: 1, maxLength: 8 }), (askings) => {
        const here = desk();
        const known: Range[] = [];
        let now = midnight - 2 * dayMs;
        for (const { after, from, length, sliceMs } of askings) {
          now += after * quarter;
          Object.assign(here.at, { now, sliceMs });
          const scope = scopeOf({ from: at(from), to: at(from + length) });
          const plan = here.fetchCost.plan(scope, ['van']);
          const slices = here.fetchCost.missingOf(scope, 'van').flatMap(({ range }) =>
            Array.from({ length: Math.ceil(lengthOf(range) / sliceMs) }, (_, i) => ({
              from: range.from + i * sliceMs,
              to: Math.min(range.to, range.from + (i + 1) * sliceMs),
            })),
          );
          expect(plan.calls).toBe(slices.length);
          const bringsNew = (slice: Range) => subtract(slice, known).length > 0;
          expect(plan.newCalls).toBe(slices.filter(bringsNew).length);
          expect(plan.calls > 0 && plan.newCalls === 0 && plan.open === null).toBe(false);
          known.push(...fetchAll(here, scope, 'van', now));
          const left = here.fetchCost.plan(scope, ['van']);
          expect(left.newCalls).toBe(0);
          expect(left.calls === 0).toBe(left.open === null);
          expect(left.open?.from ?? now).toBeGreaterThanOrEqual(now - settleMs);
        }
      }),
    );
  });
});

test('fetches only the unsettled part of today, with one call', () => {
  const here = desk();
  here.at.now = midnight + 16 * hourMs;
  const today = scopeOf({ from: midnight, to: midnight + dayMs - 1 });
  expect(here.fetchCost.plan(today, ['van'])).toMatchObject({
    calls: 1,
    newCalls: 1,
    missingDays: 1,
    untouchedDays: 1,
    open: null,
  });
  fetchAll(here, today, 'van', here.at.now);
  const requestedNow = { from: midnight, to: here.at.now };
  const scope = scopeOf({ ...requestedNow, to: requestedNow.to - 1 });
  expect(here.fetchCost.plan(scope, ['van'])).toMatchObject({
    calls: 1,
    newCalls: 0,
    cachedDays: 0,
    missingDays: 0,
    open: { from: midnight + 10 * hourMs, to: here.at.now },
  });
  here.at.now += hourMs;
  expect(here.fetchCost.plan(today, ['van'])).toMatchObject({ missingDays: 1, untouchedDays: 0 });
  expect(here.fetchCost.missingOf(today, 'van').map(({ range }) => range)).toEqual([
    { from: midnight + 10 * hourMs, to: midnight + 17 * hourMs },
  ]);
  here.at.now = midnight + dayMs + settleMs;
  fetchAll(here, today, 'van', here.at.now);
  expect(here.fetchCost.plan(today, ['van'])).toMatchObject({
    calls: 0,
    newCalls: 0,
    cachedDays: 1,
    open: null,
  });
});

test('a settled hour costs nothing; a gap is fetched completely with one call', () => {
  const here = desk();
  here.at.now = midnight + 10 * dayMs;
  const hours = (from: number, to: number) =>
    scopeOf({ from: midnight + from * hourMs, to: midnight + to * hourMs - 1 });
  here.at.sliceMs = hourMs;
  fetchAll(here, hours(8, 12), 'van', here.at.now);
  here.at.sliceMs = dayMs;
  expect(here.fetchCost.missingOf(hours(9, 11), 'van')).toEqual([]);
  expect(here.fetchCost.missingOf(hours(11, 13), 'van').map(({ range }) => range)).toEqual([
    { from: midnight + 12 * hourMs, to: midnight + dayMs },
  ]);
});

test('the cost of many devices is the sum, with and without cached days', () => {
  const here = desk();
  here.at.now = midnight + 3 * dayMs;
  const ids = Array.from({ length: 1_500 }, (_, i) => `unit ${i}`);
  const scope = scopeOf({ from: midnight, to: midnight + 2 * dayMs - 1 });
  expect(here.fetchCost.plan(scope, ids)).toMatchObject({ days: 3_000, calls: 3_000 });
  fetchAll(here, scope, 'unit 7', here.at.now);
  expect(here.fetchCost.plan(scope, [...ids, 'unit 8'])).toMatchObject({
    days: 3_000,
    cachedDays: 2,
    missingDays: 2_998,
    untouchedDays: 2_998,
    calls: 2_998,
    newCalls: 2_998,
    mostCalls: 48 * 1_499,
  });
  expect(here.fetchCost.estimateCalls(scope, ids)).toBe(2_998);
});

test('a resumed fetch requests what it has not requested yet, settled or not', () => {
  const here = desk();
  here.at.now = midnight + 5 * hourMs;
  const began = here.at.now;
  here.at.sliceMs = hourMs;
  const today = scopeOf({ from: midnight, to: midnight + dayMs }, { since: began, again: true });
  const [newest, ...older] = here.fetchCost.missingOf(today, 'van');
  expect(older).toEqual([]);
  const first = { from: newest!.range.from, to: newest!.range.from + 2 * hourMs };
  const answer = { requestedAt: began + 1, settledTo: began - settleMs, records: emptyTrack() };
  here.store.putTrack('van', newest!.day, {
    ...answer,
    range: { ...first, to: first.from + hourMs },
  });
  here.store.putTrack('van', newest!.day, {
    ...answer,
    range: { ...first, from: first.from + hourMs },
  });
  expect(here.fetchCost.requestedSlices(today, ['van', 'bus'])).toBe(2);
  expect(here.fetchCost.missingOf(today, 'van').map(({ range }) => range)).toEqual([
    { from: first.to, to: began },
  ]);
  const later = { ...today, since: began + 2 };
  expect(here.fetchCost.requestedSlices(later, ['van'])).toBe(0);
  expect(here.fetchCost.missingOf(later, 'van').map(({ range }) => range)).toEqual([
    { from: midnight, to: began },
  ]);
});

test('counts a call once even if it covers several new ranges', () => {
  const range = { from: 0, to: 10 * hourMs };
  const parts = [{ day: range, range }];
  const times = [
    { from: 10, to: 20 },
    { from: 30, to: hourMs + 1 },
    { from: 9 * hourMs, to: 20 * hourMs },
  ];
  expect(callsThatTouch(parts, times, hourMs)).toBe(3);
  expect(callsThatTouch(parts, [], hourMs)).toBe(0);
});
