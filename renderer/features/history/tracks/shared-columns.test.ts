import { expect, test } from 'vitest';
import type { TrackColumns } from '#shared/history/columns';
import { sharedColumns } from './shared-columns';

const track: TrackColumns = {
  count: 3,
  at: Float64Array.of(1, 2, 3),
  latitude: Float64Array.of(40, Number.NaN, 41),
  longitude: Float64Array.of(-3, Number.NaN, -4),
  flags: Uint8Array.of(0, 8, 16),
  measures: { speed: Float32Array.of(1.5, Number.NaN, 0), rpm: Float32Array.of(800, 900, 1000) },
  attributes: { HDOP: Float32Array.of(1, 2, 3) },
};

test('copies the columns into one shared block', () => {
  const shared = sharedColumns(track);
  expect(shared).toEqual(track);
  const { at, flags, measures, attributes } = shared;
  const block = at.buffer;
  expect(block).toBeInstanceOf(SharedArrayBuffer);
  for (const column of [flags, measures.speed, measures.rpm, attributes['HDOP']]) {
    expect(column?.buffer).toBe(block);
  }
});

test('an attribute can have any name', () => {
  const attributes = Object.fromEntries([['__proto__', Float32Array.of(7, 8, 9)]]);
  const shared = sharedColumns({ ...track, attributes });
  expect(Object.keys(shared.attributes)).toEqual(['__proto__']);
  expect([...Object.values(shared.attributes)[0]!]).toEqual([7, 8, 9]);
});

test('copies a track without a fix', () => {
  const nothing = new Float64Array(0);
  const empty = { ...track, count: 0, at: nothing, latitude: nothing, longitude: nothing };
  const shared = sharedColumns({
    ...empty,
    flags: new Uint8Array(0),
    measures: {},
    attributes: {},
  });
  expect(shared.at.length).toBe(0);
});
