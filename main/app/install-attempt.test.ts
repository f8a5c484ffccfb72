import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openInstallAttempt } from './updates';

let file = '';
beforeEach(() => {
  file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-attempt-')), 'update.json');
});
afterEach(() => fs.rmSync(path.dirname(file), { recursive: true, force: true }));

test('an attempt survives a restart until it is removed', () => {
  const attempt = { version: '1.1.0', from: '1.0.0' };
  expect(openInstallAttempt(file).get()).toBeNull();
  openInstallAttempt(file).set(attempt);
  expect(openInstallAttempt(file).get()).toEqual(attempt);
  openInstallAttempt(file).set(null);
  expect(openInstallAttempt(file).get()).toBeNull();
});

test.each(['no JSON', '7', '{"version":1}'])('%s is no attempt', (text) => {
  fs.writeFileSync(file, text);
  expect(openInstallAttempt(file).get()).toBeNull();
});

test('a file that cannot be written throws nothing', () => {
  fs.mkdirSync(file);
  openInstallAttempt(file).set({ version: '1.1.0', from: '1.0.0' });
  expect(openInstallAttempt(file).get()).toBeNull();
});
