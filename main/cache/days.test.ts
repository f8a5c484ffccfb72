import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TrackColumns } from '#shared/history/columns';
import { openCache } from './cache';
import { packTrack, unpackTrack } from './days';

const key = Buffer.alloc(32, 9);
let folder = '';
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-days-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const track: TrackColumns = {
  count: 2,
  at: Float64Array.of(1, 2),
  latitude: Float64Array.of(45.77, Number.NaN),
  longitude: Float64Array.of(-3, Number.NaN),
  measures: { speed: Float32Array.of(1.5, Number.NaN) },
  attributes: { Voltage: Float32Array.of(12, 13) },
  flags: Uint8Array.of(1, 0),
};

test('a day is read back after a restart, with its bytes', () => {
  const file = path.join(folder, 'cache.db');
  const first = openCache({ file, key });
  first.days().put('d\n1', { deviceId: 'd\n1' }, packTrack(track));
  first.days().put('d2', 7, Buffer.from([10, 0, 255]));
  first.close();
  const again = openCache({ file, key });
  expect([...again.days().entries()]).toEqual([
    { id: 'd\n1', value: { deviceId: 'd\n1' } },
    { id: 'd2', value: 7 },
  ]);
  expect(unpackTrack(again.days().bytes('d\n1')!)).toEqual(track);
  expect([...again.days().bytes('d2')!]).toEqual([10, 0, 255]);
  expect(again.days().bytes('d3')).toBeNull();
  again.days().removeMany(['d2']);
  expect([...again.days().entries()]).toHaveLength(1);
  expect(again.days().bytes('d2')).toBeNull();
  again.close();
});

test('collected days are readable at once, and stored together or with the next write', () => {
  const file = path.join(folder, 'cache.db');
  const stored = () => {
    const copy = path.join(folder, 'copy.db');
    for (const suffix of ['', '-wal']) fs.copyFileSync(file + suffix, copy + suffix);
    const cache = openCache({ file: copy, key });
    const ids = Array.from(cache.days().entries(), ({ id }) => id);
    cache.close();
    return ids;
  };
  const cache = openCache({ file, key });
  const days = cache.days();
  days.collect('d1', 1, Buffer.from([1]));
  days.collect('d2', 2, Buffer.from([2]));
  expect([...days.bytes('d2')!]).toEqual([2]);
  expect(stored()).toEqual([]);
  days.store();
  expect(stored()).toEqual(['d1', 'd2']);
  days.collect('d3', 3, Buffer.from([3]));
  days.put('d4', 4, Buffer.from([4]));
  expect(stored()).toEqual(['d1', 'd2', 'd3', 'd4']);
  cache.close();
});

test('days move with the copy into another file, under other keys', () => {
  const cache = openCache({ file: null, key });
  cache.days().put('d1', 1, packTrack(track));
  const file = path.join(folder, 'moved.db');
  const other = Buffer.alloc(32, 3);
  cache.saveTo(file, other);
  cache.close();
  const moved = openCache({ file, key: other });
  expect(moved.notice).toBeNull();
  expect(unpackTrack(moved.days().bytes('d1')!)).toEqual(track);
  moved.close();
});

test('nothing of a day is on disk unencrypted', () => {
  const file = path.join(folder, 'cache.db');
  const cache = openCache({ file, key });
  cache.days().put('unit-Quist', { deviceId: 'unit-Quist' }, packTrack(track));
  cache.close();
  const bytes = fs.readFileSync(file);
  for (const secret of ['Quist', 'Voltage', Buffer.from(Float64Array.of(45.77).buffer)]) {
    expect(bytes.includes(secret)).toBe(false);
  }
});
