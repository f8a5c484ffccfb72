import { expect, test } from 'vitest';
import { openCache } from '#main/cache/cache';
import { packTrack } from '#main/cache/track-bytes';
import { emptyTrack } from '#shared/history/track';
import { createDayStore } from './day-store';
import { dayMs } from './missing-ranges';

const from = Date.UTC(2026, 5, 1);
const day = { from, to: from + dayMs };

/** A store with a day as earlier versions stored it, without a judgement of its answers. */
function storeWith(records: number) {
  const days = openCache({ file: null, key: Buffer.alloc(32, 3) }).days();
  const asked = [{ ...day, at: day.to }];
  const facts = { fetched: [day], settled: [day], askedAt: day.to, asked, records, bytes: 0 };
  const about = { deviceId: 'van', log: 'locations', ...day, ...facts };
  days.put(JSON.stringify(['locations', 'van', from]), about, packTrack(emptyTrack()));
  return createDayStore(days);
}

test.each([1, 47, 1_440, 2_879])(
  'trusts a day of an earlier version with %i records',
  (records) => {
    const store = storeWith(records);
    expect(store.settled('locations', 'van')).toEqual([day]);
    expect(store.cached()).toMatchObject([{ closedDays: 1, incompleteDays: 0 }]);
  },
);

test.each([0, 100, 500, 1_000, 2_000])(
  'requests a day of an earlier version with %i records again',
  (received) => {
    const store = storeWith(received);
    expect(store.settled('locations', 'van')).toEqual([]);
    expect(store.cached()).toMatchObject([{ closedDays: 0, incompleteDays: 1, records: received }]);
    expect(store.coverage('locations', 'van', day)).toMatchObject({
      missing: [],
      unsettled: [],
      incomplete: [{ ...day, reason: 'notChecked', received }],
    });
    const answer = {
      range: day,
      requestedAt: day.to + 1,
      settledTo: day.to,
      records: emptyTrack(),
    };
    store.putTrack('van', day, answer);
    expect(store.incomplete('locations', 'van')).toEqual([]);
    expect(store.settled('locations', 'van')).toEqual([day]);
  },
);

test('what was submitted makes an incomplete time one that was never requested', () => {
  const store = storeWith(500);
  const middle = { from: from + dayMs / 4, to: from + dayMs / 2 };
  store.reopen('locations', 'van', middle);
  expect(store.coverage('locations', 'van', day).missing).toEqual([middle]);
  expect(store.incomplete('locations', 'van').map(({ to }) => to)).toEqual([middle.from, day.to]);
});
