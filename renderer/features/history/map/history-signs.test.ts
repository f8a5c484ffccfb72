import { expect, test } from 'vitest';
import { emptyTrack } from '#shared/history/track';
import type { LoadedTrack } from '../tracks/history-port';
import { cursorSigns, endSigns } from './history-signs';

const track = (...places: readonly (readonly [longitude: number, latitude: number])[]) =>
  ({
    deviceId: 'van',
    columns: {
      ...emptyTrack(),
      count: places.length,
      at: Float64Array.from(places, (_, i) => i * 1000),
      longitude: Float64Array.from(places, ([longitude]) => longitude),
      latitude: Float64Array.from(places, ([, latitude]) => latitude),
    },
  }) as LoadedTrack;
const moment = (at: number) => `${at} ms`;

test('marks the beginning and the end, ignoring fixes without a position', () => {
  const nowhere = [Number.NaN, Number.NaN] as const;
  const signs = endSigns([track(nowhere, [4, 45], [5, 46], nowhere)], ['Van'], ['#000'], moment);
  expect(signs.map(({ letters, label }) => [letters, label])).toEqual([
    ['A', 'Van begins: 1000 ms'],
    ['B', 'Van ends: 2000 ms'],
  ]);
  expect(endSigns([track(nowhere)], ['Van'], ['#000'], moment)).toEqual([]);
});

test('draws one sign for a track that ends where it began', () => {
  const [sign, ...others] = endSigns(
    [track([4, 45], [4.1, 45], [4, 45])],
    ['Van'],
    ['#000'],
    moment,
  );
  expect(sign).toMatchObject({ letters: 'A/B', label: 'Van begins and ends here: 0 ms' });
  expect(others).toEqual([]);
});

test('a track that ends across 180° from where it began, at the same place, has one sign', () => {
  const signs = endSigns([track([179.9999, -17], [-179.9999, -17])], ['Van'], ['#000'], moment);
  expect(signs.map(({ letters }) => letters)).toEqual(['A/B']);
});

test('says when the place of a device is only its last known one', () => {
  const place = { longitude: 4, latitude: 45, row: 0 };
  const [known] = cursorSigns([track([4, 45])], [{ ...place, isKnown: true }], ['Van'], ['#000']);
  expect(known).toMatchObject({ letters: '●', label: 'Van' });
  const [old] = cursorSigns([track([4, 45])], [{ ...place, isKnown: false }], ['Van'], ['#000']);
  expect(old!.label).toContain('no data for this moment');
  expect(cursorSigns([track([4, 45])], [null], ['Van'], ['#000'])).toEqual([]);
});
