import { expect, test } from 'vitest';
import { openCache } from '#main/cache/cache';
import { emptyTrack } from '#shared/history/track';
import { createDayStore } from './day-store';
import { ActiveFetch } from './active-fetch';
import { createFetchCost } from './fetch-cost';
import { daysIn, hourMs } from './missing-ranges';

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
