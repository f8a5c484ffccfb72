import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FaultError } from '#shared/fault';
import { readJsonFile, writeJsonFile } from './json-file';

let folder = '';
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-small-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

function faultOf(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error instanceof FaultError ? error.fault : error;
  }
  return null;
}

test('creates the folder, replaces the file and leaves no other file', () => {
  const file = path.join(folder, 'inner', 'settings.json');
  writeJsonFile(file, '{"a":1}');
  writeJsonFile(file, '{"a":2}');
  expect(readJsonFile(file)).toBe('{"a":2}');
  expect(fs.readdirSync(path.dirname(file))).toEqual(['settings.json']);
});

test('reports an unwritable file by its name without its folder', () => {
  const inTheWay = path.join(folder, 'file');
  fs.writeFileSync(inTheWay, '');
  const fault = faultOf(() => writeJsonFile(path.join(inTheWay, 'settings.json'), 'x'));
  expect(fault).toEqual({ kind: 'storage', reason: 'unwritable', detail: 'settings.json' });
});

// Only Linux has a device that is always full.
test.runIf(process.platform === 'linux')('reports a full disk and keeps the old file', () => {
  const file = path.join(folder, 'settings.json');
  writeJsonFile(file, 'old');
  fs.symlinkSync('/dev/full', `${file}.new`);
  const fault = faultOf(() => writeJsonFile(file, 'new'));
  expect(fault).toEqual({ kind: 'storage', reason: 'full', detail: 'settings.json' });
  expect(readJsonFile(file)).toBe('old');
  expect(fs.readdirSync(folder)).toEqual(['settings.json']);
});
