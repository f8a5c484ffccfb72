import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTemporaryFiles } from './part-file';
import { partPath } from './part-file';

let folder = '';
let list = '';
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-half-'));
  list = path.join(folder, 'temporary-files.json');
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const there = () => fs.readdirSync(folder).filter((name) => name !== 'temporary-files.json');

/** A part file as left by a killed export. */
function left(name: string, inside = folder): string {
  const part = partPath(path.join(inside, name), randomUUID());
  openTemporaryFiles(list).begins(part);
  fs.writeFileSync(part, 'half');
  return part;
}

test('removes a leftover part file at the next start, once', () => {
  left('van.csv');
  fs.writeFileSync(path.join(folder, 'van.csv'), 'whole');
  expect(openTemporaryFiles(list).sweep()).toBe(1);
  expect(there()).toEqual(['van.csv']);
  expect(openTemporaryFiles(list).sweep()).toBe(0);
  expect(JSON.parse(fs.readFileSync(list, 'utf8'))).toEqual([]);
});

test('keeps part files of this run and forgets finished ones', () => {
  const half = openTemporaryFiles(list);
  const part = partPath(path.join(folder, 'van.csv'), randomUUID());
  half.begins(part);
  fs.writeFileSync(part, 'half');
  expect(half.sweep()).toBe(0);
  expect(there()).toHaveLength(1);
  half.over(part);
  expect(openTemporaryFiles(list).sweep()).toBe(0);
  expect(there()).toHaveLength(1);
});

test('removes only part files of exports, whatever the list contains', () => {
  const unrelated = path.join(folder, 'letters.txt');
  const named = path.join(folder, '.letters.txt.part');
  const inside = partPath(path.join(folder, 'folder.csv'), randomUUID());
  const link = partPath(path.join(folder, 'link.csv'), randomUUID());
  fs.writeFileSync(unrelated, 'mine');
  fs.writeFileSync(named, 'mine');
  fs.mkdirSync(inside);
  fs.symlinkSync(unrelated, link);
  const before = there();
  fs.writeFileSync(list, JSON.stringify([unrelated, named, inside, link, 'relative.part', '']));
  expect(openTemporaryFiles(list).sweep()).toBe(0);
  expect(there()).toEqual(before);
});

test('tries again when the drive was not connected', () => {
  const disk = path.join(folder, 'disk');
  fs.mkdirSync(disk);
  left('van.csv', disk);
  fs.renameSync(disk, path.join(folder, 'unplugged'));
  expect(openTemporaryFiles(list).sweep()).toBe(0);
  fs.renameSync(path.join(folder, 'unplugged'), disk);
  expect(openTemporaryFiles(list).sweep()).toBe(1);
  expect(fs.readdirSync(disk)).toEqual([]);
});

test.each(['no JSON', '{"a":1}', '[1,2]'])('ignores an invalid list: %s', (text) => {
  fs.writeFileSync(list, text);
  expect(openTemporaryFiles(list).sweep()).toBe(0);
});

test('continues if the list cannot be written', () => {
  const half = openTemporaryFiles(path.join(list, 'no', 'folder'));
  fs.writeFileSync(list, '[]');
  half.begins(partPath(path.join(folder, 'van.csv'), randomUUID()));
  expect(there()).toEqual([]);
});
