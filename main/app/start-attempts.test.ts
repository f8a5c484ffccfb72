import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StartAttempts } from './started-with';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'waypost-starts-'));
  file = path.join(folder, 'starts.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('two starts in a row that did not get to a picture are noticed, until one does', () => {
  const start = () => new StartAttempts(file);
  expect([start().begin(), start().begin(), start().begin()]).toEqual([false, false, true]);
  const good = start();
  expect(good.begin()).toBe(true);
  good.succeeded();
  expect(start().begin()).toBe(false);
});

test.each(['', '{}', '{"failed":"9"}', '[9]'])('the file %j counts nothing', (text) => {
  writeFileSync(file, text);
  expect(new StartAttempts(file).begin()).toBe(false);
});

test('a folder that cannot be written does not keep Waypost from starting', () => {
  mkdirSync(file);
  const attempts = new StartAttempts(file);
  expect(attempts.begin()).toBe(false);
  attempts.succeeded();
});
