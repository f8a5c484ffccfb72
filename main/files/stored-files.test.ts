import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { FaultError } from '#shared/fault';
import type { StoredFileProblem } from '#shared/domain/stored-file';
import {
  copyBeside,
  createStoredFileProblems,
  readStored,
  renameBeside,
  writeJsonFile,
  writeStored,
} from './stored-files';

let folder = '';
let file = '';
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-stored-'));
  file = path.join(folder, 'window.json');
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

type Problem = Omit<StoredFileProblem, 'id'>;
const schema = z.object({ width: z.number() });

test.each([
  ['empty', ''],
  ['cut off', '{"width":1'],
  ['binary', '\0\0\0\0'],
  ['of another type', '[1]'],
  ['with a wrong member', '{"width":"wide"}'],
  ['too large', `{"width":1}${' '.repeat(2_000_000)}`],
])('sets a file aside that is %s, and reports it once', (_name, text) => {
  fs.writeFileSync(file, text);
  const problems: Problem[] = [];
  expect(readStored(file, 'window', schema, (each) => problems.push(each))).toBeNull();
  expect(readStored(file, 'window', schema, (each) => problems.push(each))).toBeNull();
  expect(problems).toMatchObject([
    { content: 'window', problem: 'unreadable', file: 'window.json' },
  ]);
  expect(fs.readFileSync(problems[0]!.backup!, 'utf8')).toBe(text);
});

test('reads a file with a byte order mark, and does not report a missing one', () => {
  const unexpected = () => expect.fail('nothing is wrong');
  expect(readStored(file, 'window', schema, unexpected)).toBeNull();
  fs.writeFileSync(file, '\uFEFF{"width":7}');
  expect(readStored(file, 'window', schema, unexpected)).toEqual({ width: 7 });
});

test('reports a folder, a link to nothing, and a file that cannot be renamed', () => {
  const problems: Problem[] = [];
  fs.mkdirSync(file);
  readStored(file, 'window', schema, (each) => problems.push(each));
  fs.symlinkSync(path.join(folder, 'gone'), file);
  readStored(file, 'window', schema, (each) => problems.push(each));
  expect(problems.map(({ backup }) => backup && fs.lstatSync(backup).isDirectory())).toEqual([
    true,
    false,
  ]);
  expect(renameBeside(path.join(folder, 'gone'))).toBeNull();
});

test('keeps the three latest old files', () => {
  for (let n = 0; n < 5; n += 1) {
    fs.writeFileSync(file, String(n));
    (n % 2 === 0 ? renameBeside : copyBeside)(file, Date.UTC(2026, 0, 1, 0, 0, n));
  }
  const kept = fs.readdirSync(folder).filter((name) => name.includes('.damaged-'));
  expect(kept.toSorted().map((name) => fs.readFileSync(path.join(folder, name), 'utf8'))).toEqual([
    '2',
    '3',
    '4',
  ]);
});

test('reports a file that cannot be written', () => {
  fs.writeFileSync(path.join(folder, 'file'), '');
  const problems: Problem[] = [];
  const inTheWay = path.join(folder, 'file', 'window.json');
  writeStored(inTheWay, 'window', '{}', (each) => problems.push(each));
  expect(problems).toMatchObject([{ content: 'window', problem: 'unwritten', backup: null }]);
});

test('lists each problem once, also after it was dismissed', () => {
  const changes: number[] = [];
  const problems = createStoredFileProblems((list) => changes.push(list.length));
  const problem: Problem = {
    content: 'updates',
    problem: 'unwritten',
    file: 'update.json',
    backup: null,
    skipped: [],
    copies: 0,
  };
  problems.report(problem);
  problems.report(problem);
  problems.dismiss(problems.list()[0]!.id);
  problems.report(problem);
  expect(problems.list()).toEqual([]);
  expect(changes).toEqual([1, 0]);
});

const read = (path: string) => fs.readFileSync(path, 'utf8');

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
  expect(read(file)).toBe('{"a":2}');
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
  expect(read(file)).toBe('old');
  expect(fs.readdirSync(folder)).toEqual(['settings.json']);
});
