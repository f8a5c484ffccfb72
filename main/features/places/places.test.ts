import { afterEach, beforeEach, expect, test } from 'vitest';
import { openCache, type Cache } from '#main/cache/cache';
import type { Place } from '#shared/domain/places';
import { Places } from './places';

let cache: Cache;
let now = 0;

beforeEach(() => {
  now = 100;
  cache = openCache({ file: null, key: Buffer.alloc(32, 7) });
});
afterEach(() => cache.close());

const open = () => new Places({ cache, now: () => now });
const place = (n: number, name: string): Place => ({
  id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  name,
  kind: 'depot',
  colour: null,
  note: '',
  hours: null,
  groups: [],
  shape: { kind: 'circle', centre: [7.68, 45.07], radiusM: 150 },
  updatedAt: 0,
});
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
