import { expect, test } from 'vitest';
import type { Place } from '#shared/domain/places';
import { differencesOf } from './places-files';
import { depot, placeId } from '#shared/domain/places.test-support';

const place = (n: number, name: string, part: Partial<Place> = {}) =>
  depot({ id: placeId(n), name, updatedAt: 5, ...part });
const read = (name: string, part: Partial<Place> = {}) => {
  const { updatedAt: _, ...rest } = place(0, name, part);
  return { ...rest, id: part.id ?? null };
};
const here = [place(1, 'North', { groups: ['g'] }), place(2, 'Twice'), place(3, 'Twice')];

test('a place is the same by its id, else by a name that both sides have once', () => {
  const { added, changed, same } = differencesOf(
    {
      places: [
        read('north '),
        read('Renamed', { id: placeId(2) }),
        read('Twice'),
        read('East', { id: placeId(9) }),
        read('New'),
        read('New'),
      ],
    },
    here,
  );
  expect(changed.map((each) => [each.id, each.name])).toEqual([
    [placeId(1), 'north '],
    [placeId(2), 'Renamed'],
  ]);
  expect(added.map(({ name }) => name)).toEqual(['Twice', 'East', 'New', 'New']);
  expect(added[1]!.id).toBe(placeId(9));
  expect(new Set(added.map((each) => each.id)).size).toBe(4);
  expect(same).toBe(0);
});

test('groups and hours that a format does not have stay', () => {
  const { changed, same } = differencesOf({ places: [read('North', { note: 'Gate' })] }, here);
  expect(changed).toMatchObject([{ groups: ['g'], note: 'Gate' }]);
  expect(same).toBe(0);
  expect(differencesOf({ places: [read('North')] }, here)).toEqual({
    added: [],
    changed: [],
    same: 1,
  });
});
