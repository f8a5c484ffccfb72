import { expect, test } from 'vitest';
import { openCache } from '#main/cache/cache';
import { packTrack } from '#main/cache/days';
import { emptyTrack } from '#shared/history/track';
import { createDayIndex, createDayStore } from './day-store';
import { dayMs } from './ranges';

const from = Date.UTC(2026, 5, 1);
const day = { from, to: from + dayMs };

/** A store with a day whose answer was cut. */
function storeWithCutDay() {
  const days = openCache({ file: null, key: Buffer.alloc(32, 3) }).days();
  const cut = { ...day, reason: 'capped', received: 500, unreadable: 0, outside: 0, originals: [] };
  const facts = { fetched: [day], settled: [], incomplete: [cut], askedAt: day.to, asked: [] };
  const about = { deviceId: 'van', log: 'locations', ...day, ...facts, records: 500, bytes: 0 };
  days.put(JSON.stringify(['locations', 'van', from]), about, packTrack(emptyTrack()));
  return createDayStore(days);
}

test('what was submitted makes an incomplete time one that was never requested', () => {
  const store = storeWithCutDay();
  const middle = { from: from + dayMs / 4, to: from + dayMs / 2 };
  store.reopen('locations', 'van', middle);
  expect(store.coverage('locations', 'van', day).missing).toEqual([middle]);
  expect(store.incomplete('locations', 'van').map(({ to }) => to)).toEqual([middle.from, day.to]);
});

/** Days of one device, stored earlier, and what an index read of them. */
function storedDays(count: number) {
  const cache = openCache({ file: null, key: Buffer.alloc(32, 3) });
  const first = createDayIndex(cache.days());
  const dayAt = (index: number) => {
    const range = { from: from + index * dayMs, to: from + (index + 1) * dayMs };
    const facts = { fetched: [range], settled: [range], incomplete: [], asked: [] };
    const asked = { askedAt: range.to };
    return {
      deviceId: 'van',
      log: 'alerts' as const,
      ...range,
      ...facts,
      ...asked,
      records: 0,
      bytes: 2,
    };
  };
  const put = (index: number, into = first) => {
    const [id] = into.get('alerts', 'van', dayAt(index).from);
    into.put(id, dayAt(index), Buffer.from('[]'));
  };
  for (let index = 0; index < count; index++) put(index);
  return { days: cache.days(), put };
}

test('an index read in steps is the same as one read at once', () => {
  const { days } = storedDays(5);
  const index = createDayIndex(days);
  expect(index.isReady()).toBe(false);
  expect([...index.prepare()]).toHaveLength(5);
  expect(index.isReady()).toBe(true);
  expect(index.groups()).toEqual(createDayIndex(days).groups());
});

test('what is stored while an index is read in steps is in it', () => {
  const { days, put } = storedDays(5);
  const index = createDayIndex(days);
  const steps = index.prepare()[Symbol.iterator]();
  steps.next();
  put(7, index);
  while (!steps.next().done);
  expect(index.of('alerts', 'van')).toHaveLength(6);
});

test('an index that cannot be read in steps is read at its first use', () => {
  const { days } = storedDays(2);
  let isBroken = true;
  const index = createDayIndex({
    ...days,
    *entries() {
      yield* days.entries();
      if (isBroken) throw new Error('damaged');
    },
  });
  expect([...index.prepare()]).toHaveLength(2);
  expect(index.isReady()).toBe(false);
  isBroken = false;
  expect(index.of('alerts', 'van')).toHaveLength(2);
});
