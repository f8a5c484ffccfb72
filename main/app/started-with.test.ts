import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { registersScheme } from './deep-links';
import { textOf } from '../../test/support/english';
import {
  namedFolder,
  readSwitches,
  type Trouble,
  troubleWithFolder,
  troubleWithSandbox,
  wallAmong,
} from './started-with';

const read = (trouble: Trouble | null) => trouble?.map((line) => textOf(line)).join('\n');

function commandLine(...args: string[]) {
  const given = new Map(args.map((each) => each.split('=', 2) as [string, string | undefined]));
  return {
    hasSwitch: (name: string) => given.has(name),
    getSwitchValue: (name: string) => given.get(name) ?? '',
  };
}

const all = ['summary-file=/a', 'screenshot=/b', 'bench-report=/c', 'devtools', 'demo'];

test('a packaged app ignores the switches that write files', () => {
  const packaged = readSwitches(commandLine(...all), { argv: [], isPackaged: true });
  expect(packaged).toMatchObject({ summaryFile: null, screenshot: null, benchReport: null });
  expect(packaged).toMatchObject({ demo: true, devTools: true });
  expect(readSwitches(commandLine(...all), { argv: [], isPackaged: false })).toMatchObject({
    summaryFile: '/a',
    screenshot: '/b',
    benchReport: '/c',
  });
});

test('developer tools are off in a packaged app unless asked for', () => {
  const devTools = (isPackaged: boolean, ...args: string[]) =>
    readSwitches(commandLine(...args), { argv: [], isPackaged }).devTools;
  expect(devTools(true)).toBe(false);
  expect(devTools(true, 'devtools')).toBe(true);
  expect(devTools(false)).toBe(true);
});

test('the profile folder is named by a switch', () => {
  const switches = (...argv: string[]) => readSwitches(commandLine(), { argv, isPackaged: true });
  expect(switches('--user-data-dir=/p').userDataFolder).toBe('/p');
  expect(switches().userDataFolder).toBeNull();
});

test.each(['no-sandbox', 'disable-seccomp-filter-sandbox', 'no-zygote-sandbox', 'single-process'])(
  'a packaged app does not start with --%s, and says why and what to do',
  (name) => {
    const trouble = troubleWithSandbox(commandLine(name), { isPackaged: true, uid: 1000 })!;
    const words = read(trouble);
    expect(words).toContain(`--${name}`);
    expect(words).toContain('deb or rpm package');
    // On Windows there is no user id.
    expect(troubleWithSandbox(commandLine(name), { isPackaged: true, uid: undefined })).toEqual(
      trouble,
    );
    expect(troubleWithSandbox(commandLine(name), { isPackaged: true, uid: 0 })).toBeNull();
    expect(troubleWithSandbox(commandLine(name), { isPackaged: false, uid: 1000 })).toBeNull();
  },
);

test('a packaged app starts without such a switch', () => {
  expect(troubleWithSandbox(commandLine('demo'), { isPackaged: true, uid: 1000 })).toBeNull();
});

test('only an installed app on Windows registers the link scheme itself', () => {
  expect(registersScheme('win32', {}, true)).toBe(true);
  expect(registersScheme('win32', { PORTABLE_EXECUTABLE_DIR: 'D:\\' }, true)).toBe(false);
  expect(registersScheme('win32', {}, false)).toBe(false);
  expect(registersScheme('linux', {}, true)).toBe(false);
  expect(registersScheme('darwin', {}, true)).toBe(false);
});

test.each([
  [['--wall=Night shift'], ['Night shift']],
  [
    ['--wall=A', '--demo', '--wall=B, C'],
    ['A', 'B, C'],
  ],
  [['--wall'], []],
  [['--wall='], []],
  [['--wallpaper=A', 'ride.gpx'], null],
])('%j opens a wall screen of %j', (args, views) => {
  expect(wallAmong(['waypost', ...args])).toEqual(views);
});

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
    const words = read(troubleWithFolder(folder));
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
  expect(read(troubleWithFolder(place))).toContain(words);
});

test('reports a path that is too long', () => {
  expect(read(troubleWithFolder(path.join(place, 'x'.repeat(5_000))))).toContain('too long');
});
