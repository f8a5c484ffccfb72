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

test('nothing is framed as long as there is nothing', () => {
  expect(fitKey([], range)).toBeNull();
  expect(fitKey([track('a'), track('b')], range)).toBeNull();
});

test('all is framed again when the way of another device comes, or an earlier part of one', () => {
  const first = fitKey([track('a', 50), track('b')], range);
  const second = fitKey([track('a', 50), track('b', 60)], range);
  const earlier = fitKey([track('a', 40, 50), track('b', 60)], range);
  expect(new Set([null, first, second, earlier]).size).toBe(4);
});

test('more of a way at its end leaves the map where it is', () => {
  expect(fitKey([track('a', 50, 60)], range)).toBe(fitKey([track('a', 50)], range));
});

test('another range or another device is another choice, however much of it is there', () => {
  expect(choiceKey([track('a', 50)], range)).toBe(choiceKey([track('a')], range));
  expect(choiceKey([track('a')], { from: 1, to: 100 })).not.toBe(choiceKey([track('a')], range));
  expect(choiceKey([track('b')], range)).not.toBe(choiceKey([track('a')], range));
});
