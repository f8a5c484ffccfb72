import { expect, test } from 'vitest';
import { defaultTripRules } from '#shared/domain/history';
import { emptyTrack } from '#shared/history/track';
import type { Stop } from '#shared/history/trips';
import type { ShownTrack } from './history-store';
import { choiceKey, cursorSign, endSigns, fitKey, stopSign } from './map-signs';
import { tripRows } from './trip-rows';
import { format, t } from '../../../test/support/english';

const range = { from: 0, to: 100 };
const nowhere = [Number.NaN, Number.NaN] as const;

/** A track with a fix at each place, a second apart. */
const track = (
  places: readonly (readonly [longitude: number, latitude: number])[],
  from = 0,
  deviceId = 'van',
): ShownTrack => ({
  key: deviceId,
  deviceId,
  label: 'Van',
  colour: '#000',
  coverage: { missing: [] } as never,
  columns: {
    ...emptyTrack(),
    count: places.length,
    at: Float64Array.from(places, (_, i) => from + i * 1000),
    longitude: Float64Array.from(places, ([longitude]) => longitude),
    latitude: Float64Array.from(places, ([, latitude]) => latitude),
  },
});

test('marks the beginning and the end, ignoring fixes without a position', () => {
  const signs = endSigns(track([nowhere, [4, 45], [5, 46], nowhere]), format);
  expect(signs.map(({ letters, label }) => [letters, label])).toEqual([
    [t('history.map.start'), t('history.map.begins', { device: 'Van', time: format.moment(1000) })],
    [t('history.map.end'), t('history.map.ends', { device: 'Van', time: format.moment(2000) })],
  ]);
  // Beside each other, however near they are on the screen.
  expect(signs.map(({ side }) => side)).toEqual(['left', 'right']);
  expect(endSigns(track([nowhere]), format)).toEqual([]);
});

test.each([
  ['at the same place', 4],
  ['across 180°', 179.9999],
])('draws one sign for a track that ends where it began, %s', (_, east) => {
  const back = east > 179 ? -east : east;
  const signs = endSigns(
    track([
      [east, 45],
      [east - 0.1, 45],
      [back, 45],
    ]),
    format,
  );
  expect(signs).toMatchObject([
    {
      letters: t('history.map.startAndEnd'),
      label: t('history.map.beginsAndEnds', { device: 'Van', time: format.moment(0) }),
    },
  ]);
});

test('says when the place of a device is only its last known one', () => {
  const place = { longitude: 4, latitude: 45, row: 0, isBesideStop: false };
  const van = track([[4, 45]]);
  expect(cursorSign(van, { ...place, isKnown: true }, format)).toMatchObject({
    letters: '●',
    label: 'Van',
  });
  expect(cursorSign(van, { ...place, isKnown: false }, format)).toMatchObject({
    letters: '?',
    label: t('history.map.lastFix', { device: 'Van' }),
  });
});

test('the map fits the tracks again when one appears or begins earlier, not when one grows', () => {
  const fix = [4, 45] as const;
  const keys = [
    [track([], 0, 'a')],
    [track([fix], 50, 'a'), track([], 0, 'b')],
    [track([fix], 50, 'a'), track([fix], 60, 'b')],
    [track([fix], 40, 'a'), track([fix], 60, 'b')],
  ].map((tracks) => fitKey(tracks, range));
  expect(keys[0]).toBeNull();
  expect(new Set(keys).size).toBe(4);
  expect(fitKey([track([fix, fix], 50, 'a')], range)).toBe(fitKey([track([fix], 50, 'a')], range));
});

test('another range or another device is another selection, however much of it is loaded', () => {
  const [loaded, empty] = [track([[4, 45]]), track([])];
  expect(choiceKey([loaded], range)).toBe(choiceKey([empty], range));
  expect(choiceKey([empty], { from: 1, to: 100 })).not.toBe(choiceKey([empty], range));
  expect(choiceKey([track([], 0, 'bus')], range)).not.toBe(choiceKey([empty], range));
});

const minuteMs = 60_000;
const stops = (count: number): Stop[] =>
  Array.from({ length: count }, (_, i) => ({
    kind: 'stop',
    from: i * 60 * minuteMs,
    to: (i * 60 + 42) * minuteMs,
    fromRow: 0,
    toRow: 1,
    latitude: 45,
    longitude: 4,
  }));

test('the sign of a place has the number of its stop, or its visits, and their times', () => {
  const signOf = (count: number, selectedId: string | null = null, isOneDay = true) => {
    const [group] = tripRows([stops(count)], defaultTripRules, 'UTC').groups;
    return stopSign(group!, { colour: '#000', selectedId, isOneDay, format });
  };
  expect(signOf(1)).toMatchObject({ letters: '1', isSelected: false });
  expect(signOf(1).label).toContain('42 min');
  expect(signOf(1, 'stop 0 0').isSelected).toBe(true);
  expect(signOf(1, null, false).label).toMatch(/^01 Jan 1970, stop 1: 00:00/);
  const many = signOf(14);
  expect(many.letters).toBe('14 visits');
  expect(many.lines!.at(-1)).toBe('and 8 more visits');
  expect(many.lines!.slice(0, 2).map((line) => line.match(/\d+:\d+/)![0])).toEqual([
    '00:00',
    '01:00',
  ]);
});
