import { afterEach, beforeEach, expect, test } from 'vitest';
import { openCache, type Cache } from '#main/cache/cache';
import { Places } from './places';
import { depot, placeId } from '#shared/domain/places.test-support';

let cache: Cache;
let now = 0;

beforeEach(() => {
  now = 100;
  cache = openCache({ file: null, key: Buffer.alloc(32, 7) });
});
afterEach(() => cache.close());

const open = () => new Places({ cache, now: () => now });
const place = (n: number, name: string) => depot({ id: placeId(n), name });
const namesOf = (places: Places) => places.all().map(({ name, updatedAt }) => [name, updatedAt]);

test('a change is there in the next session, and what it returns undoes it', () => {
  const places = open();
  places.change({ put: [place(1, 'North'), place(2, 'South')], removed: [] });
  now = 200;
  const undo = places.change({
    put: [place(1, 'Depot North'), place(3, 'East')],
    removed: [place(2, '').id],
  });
  for (const each of [places, open()]) {
    expect(namesOf(each)).toEqual([
      ['Depot North', 200],
      ['East', 200],
    ]);
  }
  places.change(undo);
  for (const each of [places, open()]) {
    expect(new Set(namesOf(each).map(([name]) => name))).toEqual(new Set(['North', 'South']));
  }
});

test('records of another shape are ignored', () => {
  cache.records('place').put('a', { ...place(1, 'North'), shape: { kind: 'square' } });
  cache.records('place').put('b', 'text');
  expect(open().all()).toEqual([]);
});
