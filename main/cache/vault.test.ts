import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FaultError } from '#shared/fault';
import { copyPart, workPart, type Part } from './schema';
import { DamagedError } from './storage-errors';
import { openVault, openVaultReadOnly, type Vault } from './vault';

const key = Buffer.alloc(32, 7);
const otherKey = Buffer.alloc(32, 8);
const bytes = (text: string) => Buffer.from(text);
let folder = '';
let file = '';
const opened: Vault[] = [];

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-vault-'));
  file = path.join(folder, 'part.db');
});
afterEach(() => {
  for (const vault of opened.splice(0)) {
    try {
      vault.close();
    } catch {
      // Already closed by the test.
    }
  }
  fs.rmSync(folder, { recursive: true, force: true });
});

function open(options: Partial<Parameters<typeof openVault>[1]> = {}, part: Part = workPart) {
  const vault = openVault(part, { file, key, ...options });
  opened.push(vault);
  return vault;
}

const textOf = (vault: Vault, of: string) => vault.read('drafts', of)?.toString() ?? null;

describe('the wrong key', () => {
  test('under a passphrase another one is asked for', () => {
    open({ passphraseSalt: Buffer.alloc(16, 1) }).close();
    const tried = () => open({ key: otherKey });
    expect(tried).toThrow(FaultError);
    expect(tried).toThrow(
      expect.objectContaining({ fault: { kind: 'storage', reason: 'passphrase' } }),
    );
    expect(textOf(open(), 'a')).toBeNull();
  });

  test('of a keychain the file can never be read again', () => {
    open().close();
    expect(() => open({ key: otherKey })).toThrow(new DamagedError('sealed with another key'));
    expect(() => openVaultReadOnly(workPart, file, otherKey)).toThrow(DamagedError);
    const readable = openVaultReadOnly(workPart, file, key);
    opened.push(readable);
    expect(readable.count('drafts')).toBe(0);
  });
});

test('the log is written back in small parts, so that no commit waits for the disk for long', () => {
  const vault = open({}, copyPart);
  const body = Buffer.alloc(64 * 1024, 1);
  let mostLogBytes = 0;
  for (let number = 0; number < 100; number++) {
    vault.stage('lists', `list ${number}`, body);
    vault.commit();
    mostLogBytes = Math.max(mostLogBytes, fs.statSync(`${file}-wal`).size);
  }
  expect(fs.statSync(file).size).toBeGreaterThan(5 * 2 ** 20);
  expect(mostLogBytes).toBeLessThan(1.25 * 2 ** 20);
});

describe('staged bodies', () => {
  test('are read before and after they are stored', () => {
    const vault = open();
    vault.stage('drafts', 'a', bytes('1'));
    expect(textOf(vault, 'a')).toBe('1');
    expect(vault.staged()).toEqual([{ table: 'drafts', key: 'a', plain: bytes('1') }]);
    vault.commit(true);
    expect([textOf(vault, 'a'), vault.staged()]).toEqual(['1', []]);
    vault.stage('drafts', 'a', null);
    expect(textOf(vault, 'a')).toBeNull();
    expect(vault.staged()).toEqual([{ table: 'drafts', key: 'a', plain: null }]);
    vault.commit();
    vault.close();
    expect(textOf(open(), 'a')).toBeNull();
  });

  test('count in lists of keys and in numbers, in their order', () => {
    const vault = open();
    for (const each of ['a', 'b', 'c']) vault.stage('drafts', each, bytes(each));
    vault.commit();
    expect([vault.count('drafts'), vault.newestKeys('drafts', 1, 1)]).toEqual([3, ['b']]);
    vault.stage('drafts', 'd', bytes('d'));
    vault.stage('drafts', 'b', null);
    expect(vault.keys('drafts')).toEqual(['a', 'c', 'd']);
    expect(vault.count('drafts')).toBe(3);
    expect(vault.newestKeys('drafts', 0, 2)).toEqual(['d', 'c']);
    expect(vault.newestKeys('drafts', 2, 5)).toEqual(['a']);
    // Only committed bodies.
    const all = [...vault.readAll('drafts')].map(({ key: each, plain }) => [
      each,
      Buffer.from(plain).toString(),
    ]);
    expect(all).toEqual([
      ['a', 'a'],
      ['b', 'b'],
      ['c', 'c'],
    ]);
  });

  test('are staged only if they differ', () => {
    const vault = open();
    expect(vault.stageIfChanged('drafts', 'a', bytes('1'))).toBe(true);
    expect(vault.stageIfChanged('drafts', 'a', bytes('1'))).toBe(false);
    vault.commit();
    expect(vault.stageIfChanged('drafts', 'a', bytes('1'))).toBe(false);
    expect(vault.staged()).toEqual([]);
    expect(vault.stageIfChanged('drafts', 'a', bytes('2'))).toBe(true);
    expect(textOf(vault, 'a')).toBe('2');
  });

  test('of a table of the other part are ignored', () => {
    const vault = open({}, copyPart);
    vault.stage('drafts', 'a', bytes('1'));
    expect(vault.staged()).toEqual([]);
    vault.stage('lists', 'users', bytes('[]'));
    vault.commit();
    expect(vault.read('lists', 'users')?.toString()).toBe('[]');
  });
});

describe('verification', () => {
  const change = (statement: string) => {
    const database = new DatabaseSync(file);
    database.exec(statement);
    database.close();
  };

  function stored(): void {
    const vault = open();
    for (const each of ['a', 'b']) vault.stage('drafts', each, bytes(each));
    vault.commit();
    expect(() => vault.verify()).not.toThrow();
    vault.close();
  }

  test('finds a body that was changed', () => {
    stored();
    change("UPDATE drafts SET body = zeroblob(length(body)) WHERE key = 'a'");
    const vault = open();
    expect(() => vault.verify()).toThrow(new DamagedError('drafts: a body does not open'));
    expect(() => textOf(vault, 'a')).toThrow(DamagedError);
    expect(textOf(vault, 'b')).toBe('b');
  });

  test('finds two bodies that were exchanged', () => {
    stored();
    change(
      `UPDATE drafts SET body = (SELECT other.body FROM drafts AS other WHERE other.key <> drafts.key)`,
    );
    expect(() => open().verify()).toThrow(DamagedError);
  });
});

test('a record has another name in each file', () => {
  const first = open();
  const hidden = first.hide('drafts', 'user:1');
  expect(hidden).toBe(first.hide('drafts', 'user:1'));
  expect(hidden).not.toContain('user');
  expect(first.hide('notes', 'user:1')).not.toBe(hidden);
  file = path.join(folder, 'other.db');
  expect(open().hide('drafts', 'user:1')).not.toBe(hidden);
});
