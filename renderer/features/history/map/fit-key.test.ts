import { expect, test } from 'vitest';
import { emptyTrack } from '#shared/history/track';
import { choiceKey, fitKey } from './fit-key';
import type { LoadedTrack } from '../tracks/history-port';

const range = { from: 0, to: 100 };
const track = (deviceId: string, ...at: number[]): LoadedTrack => ({
  deviceId,
  columns: { ...emptyTrack(), count: at.length, at: Float64Array.from(at) },
  coverage: { missing: [] } as never,
});

test('is null without tracks', () => {
  expect(fitKey([], range)).toBeNull();
  expect(fitKey([track('a'), track('b')], range)).toBeNull();
});

test('changes when the track of another device appears, or an earlier part of one', () => {
  const first = fitKey([track('a', 50), track('b')], range);
  const second = fitKey([track('a', 50), track('b', 60)], range);
  const earlier = fitKey([track('a', 40, 50), track('b', 60)], range);
  expect(new Set([null, first, second, earlier]).size).toBe(4);
});

test('does not change when a track grows at its end', () => {
  expect(fitKey([track('a', 50, 60)], range)).toBe(fitKey([track('a', 50)], range));
});

test('another range or another device is another selection, however much of it is loaded', () => {
  expect(choiceKey([track('a', 50)], range)).toBe(choiceKey([track('a')], range));
  expect(choiceKey([track('a')], { from: 1, to: 100 })).not.toBe(choiceKey([track('a')], range));
  expect(choiceKey([track('b')], range)).not.toBe(choiceKey([track('a')], range));
});
