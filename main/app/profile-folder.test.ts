import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { namedFolder, troubleWithFolder } from './profile-folder';

let place = '';
beforeEach(() => {
  place = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-folder-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  fs.rmSync(place, { recursive: true, force: true });
});

test.each([
  [['--user-data-dir=/a b/c'], '/a b/c'],
  [['--demo', '--user-data-dir', '/a b/c', '--no-demo'], '/a b/c'],
  [['--user-data-dir', 'a', '--user-data-dir=b'], 'b'],
  [['--user-data-dir=a', '--user-data-dir', 'b'], 'b'],
  [['--user-data-dir', '--demo'], null],
  [['--user-data-dir'], null],
  [['--user-data-dir='], null],
  [['ride.gpx', '--user-data-directory', 'a'], null],
])('%j names the folder %j', (args, folder) => {
  expect(namedFolder(['waypost', ...args])).toBe(folder);
});

test('accepts a writable folder, creates a missing one, and leaves it empty', () => {
  const folder = path.join(place, 'Profil für Åsa 日本', 'inner');
  expect(troubleWithFolder(folder)).toBeNull();
  expect(fs.readdirSync(folder)).toEqual([]);
});

test('reports a file in place of the folder, with the path and what to do', () => {
  const file = path.join(place, 'file');
  fs.writeFileSync(file, 'of somebody');
  for (const folder of [file, path.join(file, 'below')]) {
    const words = troubleWithFolder(folder);
    expect(words).toContain(folder);
    expect(words).toContain('A file stands where the folder should be.');
    expect(words).toContain('nothing is lost');
    expect(words).toContain('--user-data-dir=');
  }
  expect(fs.readFileSync(file, 'utf8')).toBe('of somebody');
});

test.each([
  ['EACCES', 'no right to write'],
  ['EROFS', 'read-only'],
  ['ENOSPC', 'full'],
  ['EIO', 'EIO'],
])('%s is reported with a message', (code, words) => {
  vi.spyOn(fs, 'openSync').mockImplementation(() => {
    throw Object.assign(new Error('refused'), { code });
  });
  expect(troubleWithFolder(place)).toContain(words);
});

test('reports a path that is too long', () => {
  expect(troubleWithFolder(path.join(place, 'x'.repeat(5_000)))).toContain('too long');
});
