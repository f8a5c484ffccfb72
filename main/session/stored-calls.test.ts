import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Profile } from '#shared/domain/session';
import { createStoredCalls } from './stored-calls';

let folder = '';
let file = '';
let now = 1_000_000_000;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'waypost-calls-'));
  file = path.join(folder, 'cache', 'calls.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const account = { id: 'a', isDemo: false } as Profile;
let listed = ['a', 'b'];
const open = () =>
  createStoredCalls({ file, now: () => now, isListed: (id) => listed.includes(id) });

/** Sends calls, one per second. */
function send(calls: ReturnType<typeof open>, count: number, profile = account) {
  const history = calls.historyOf(profile);
  for (let i = 0; i < count; i += 1) {
    now += 1_000;
    history.spent.push(now);
    history.onChanged?.();
  }
  return history;
}

test('a regular end leaves exactly what was sent; what is older than a minute goes', () => {
  const calls = open();
  const { spent } = send(calls, 11);
  calls.close();
  expect(open().historyOf(account)).toMatchObject({ spent, pause: null });
  now += 300_000;
  const later = open();
  expect(later.historyOf(account).spent).toEqual([]);
  later.close();
  expect(existsSync(file)).toBe(false);
});

test.each([1, 8, 9, 10, 17, 30])('a kill after %i calls forgets none of them', (count) => {
  send(open(), count);
  const found = open().historyOf(account).spent;
  expect(found.length).toBeGreaterThanOrEqual(count);
  expect(found.length).toBeLessThanOrEqual(count + 8);
  expect(found.toSorted((a, b) => a - b)).toEqual(found);
  // However long ago the last write is: when the process was killed is not known.
  now += 900_000;
  expect(open().historyOf(account).spent).toEqual(Array.from({ length: 8 }, () => now));
});

test('a shorter text in the same file is read without the rest of the longer one', () => {
  const calls = open();
  send(calls, 60);
  const longer = readFileSync(file, 'utf8').length;
  now += 300_000;
  send(calls, 9);
  const text = readFileSync(file, 'utf8');
  expect(text).toHaveLength(longer);
  const { spent } = (JSON.parse(text) as { accounts: { a: { spent: number[] } } }).accounts.a;
  expect(spent.length).toBeLessThan(9);
  calls.close();
  expect(readFileSync(file, 'utf8').length).toBeLessThanOrEqual(longer);
  expect(open().historyOf(account).spent).toHaveLength(9);
});

test('a pause is stored at once, and never gets longer when the clock is set', () => {
  const calls = open();
  const history = send(calls, 2);
  const fault = { kind: 'busy' as const, status: 503 };
  history.pause = { fault, until: now + 60_000 };
  history.onChanged?.();
  expect(open().historyOf(account).pause).toEqual({ fault, until: now + 60_000 });
  now -= 10 * 86_400_000;
  expect(open().historyOf(account)).toMatchObject({ pause: { until: now + 60_000 } });
  expect(Math.max(...open().historyOf(account).spent)).toBe(now);
  now += 11 * 86_400_000;
  expect(open().historyOf(account).pause).toBeNull();
});

test('accounts do not share calls, the demo is not stored, and a forgotten account leaves nothing', () => {
  const calls = open();
  send(calls, 3);
  const other = { id: 'b', isDemo: false } as Profile;
  send(calls, 9, { id: 'demo', isDemo: true } as Profile);
  expect(calls.historyOf(account).spent).toHaveLength(3);
  expect(calls.historyOf(other).spent).toEqual([]);
  expect(readFileSync(file, 'utf8')).not.toContain('demo');
  calls.forget(account);
  send(calls, 1, other);
  calls.forget(other);
  expect(existsSync(file)).toBe(false);
  // Calls of an account that is connected again still count.
  expect(calls.historyOf(account).spent).toHaveLength(3);
});

test('nothing is stored about an account that is not on the list, until it is', () => {
  listed = [];
  const calls = open();
  send(calls, 9);
  expect(existsSync(file)).toBe(false);
  listed = ['a', 'b'];
  send(calls, 9);
  expect(open().historyOf(account).spent.length).toBeGreaterThanOrEqual(18);
});

test.each([
  '',
  '{',
  'null',
  '[]',
  '{"version":2,"accounts":{}}',
  '{"version":1,"accounts":{"a":{"at":"x"}}}',
  `{"version":1,"accounts":{"a":{"at":0,"spent":[${'1,'.repeat(20_000)}1],"ahead":0,"pause":null}}}`,
  '{"version":1,"accounts":{"a":{"at":0,"spent":[],"ahead":1e9,"pause":null}}}',
  '{"version":1,"accounts":{"__proto__":{"at":0}}}',
])('a file that Waypost did not write limits nothing: %.40s', (text) => {
  const calls = open();
  send(calls, 1);
  writeFileSync(file, text);
  expect(open().historyOf(account)).toMatchObject({ spent: [], pause: null });
});

test('a folder that cannot be written stops no call', () => {
  writeFileSync(path.join(folder, 'cache'), '');
  const calls = open();
  expect(send(calls, 20).spent).toHaveLength(20);
  calls.close();
});

test('an account with many calls writes a fiftieth as often, and still forgets none', () => {
  const calls = open();
  const history = calls.historyOf(account);
  let writes = 0;
  let before = '';
  for (let count = 1; count <= 12_000; count += 1) {
    now += 10;
    history.spent.push(now);
    history.onChanged?.();
    if (count < 11_900) continue;
    const text = readFileSync(file, 'utf8');
    if (text !== before) writes += 1;
    before = text;
    const { spent, ahead } = (
      JSON.parse(text) as { accounts: { a: { spent: number[]; ahead: number } } }
    ).accounts.a;
    expect(spent.at(-1)! + ahead * 10).toBeGreaterThanOrEqual(now);
  }
  expect(writes).toBeLessThanOrEqual(3);
  expect(open().historyOf(account).spent.length).toBeGreaterThanOrEqual(10_000);
});
