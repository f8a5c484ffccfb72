import { expect, test } from 'vitest';
import { createDialect } from '#main/api/dialect';
import { openCache } from '#main/cache/cache';
import type { DecodedList } from '#shared/wire/envelope';
import type { Fix } from '#shared/domain/fix';
import { createDayStore } from './day-store';
import { createFetcher } from './fetcher';
import { createFetchJournal } from './fetch-journal';
import { dayMs, hourMs } from './missing-ranges';

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
