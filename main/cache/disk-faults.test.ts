import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Fault } from '#shared/fault';
import { cacheOver, openCache, type Cache, type RecordsOf } from './cache';
import { openDatabase, openVault, vaultOver } from './vault';
import { loadFleet } from './fleet';
import { copyPart, workFileOf, workPart } from './schema';
import { createSealer, newKeyHeader } from './seal';
import { syntheticFleet, syntheticNow } from './synthetic-fleet.test-support';

const key = Buffer.alloc(32, 7);
let folder = '';
let file = '';
const notices: (Fault | null)[] = [];

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-disk-'));
  file = path.join(folder, 'cache.db');
  notices.length = 0;
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

/** An account on disk; the test can limit the database of its work file. */
function limited(): { cache: Cache; database: DatabaseSync } {
  const header = newKeyHeader(key, null);
  const workFile = workFileOf(file);
  const database = openDatabase(workPart, { file: workFile, newHeader: () => header });
  const work = vaultOver(workPart, database, createSealer(key, header.fileId));
  const copy = openVault(copyPart, { file, key });
  const opened = {
    copy: { vault: copy, isOnDisk: true, notice: null },
    work: { vault: work, isOnDisk: true, notice: null },
    fleet: loadFleet(copy),
  };
  const onNotice = (notice: Fault | null) => notices.push(notice);
  return { cache: cacheOver(opened, { file, key, onNotice }), database };
}

/** What a start after a crash at this moment would find. */
function afterCrash<T>(body: (cache: Cache) => T): T {
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-crashed-'));
  fs.cpSync(folder, copy, { recursive: true });
  const cache = openCache({ file: path.join(copy, 'cache.db'), key });
  try {
    return body(cache);
  } finally {
    cache.close();
    fs.rmSync(copy, { recursive: true });
  }
}

const kinds: RecordsOf[] = [
  'draft',
  'journal',
  'intent',
  'job',
  'jobRows',
  'warned',
  'setting',
  'acknowledged',
  'announced',
  'fetch',
  'note',
  'place',
];

test.each([
  ['full', 'PRAGMA max_page_count = 1', 'PRAGMA max_page_count = 1000000'],
  ['unwritable', 'PRAGMA query_only = ON', 'PRAGMA query_only = OFF'],
])('(%s) every kind of record is called not stored, and is stored later', (reason, stop, go) => {
  const { cache, database } = limited();
  for (const kind of kinds) cache.records(kind).put('before', kind);
  expect(cache.notStored).toBeNull();
  database.exec(stop);
  const large = 'x'.repeat(10_000);
  for (const kind of kinds) {
    cache.records(kind).put('after', large);
    expect(cache.notStored).toEqual({ kind: 'storage', reason });
    expect(cache.records(kind).get('after')).toBe(large);
  }
  expect(notices).toEqual([{ kind: 'storage', reason }]);
  afterCrash((crashed) => {
    expect(crashed.notice).toBeNull();
    for (const kind of kinds) expect(crashed.records(kind).ids()).toEqual(['before']);
  });
  database.exec(go);
  // Without another change by the user: the next write of positions or lists tries it, too.
  cache.replaceDevices(syntheticFleet(3), syntheticNow);
  expect(cache.notStored).toBeNull();
  expect(notices.at(-1)).toBeNull();
  afterCrash((crashed) => {
    for (const kind of kinds) expect(crashed.records(kind).ids()).toEqual(['before', 'after']);
  });
  cache.close();
});

test('an account in memory by choice does not call its records not stored', () => {
  const cache = openCache({ file: null, key });
  cache.records('draft').put('a', 1);
  expect(cache).toMatchObject({ isOnDisk: false, notStored: null, notice: null });
  cache.close();
});

test('a folder that cannot be created is said, and nothing is called stored', () => {
  fs.writeFileSync(path.join(folder, 'taken'), '');
  const cache = openCache({ file: path.join(folder, 'taken', 'cache.db'), key });
  cache.records('draft').put('a', 1);
  expect(cache.notStored).toEqual({ kind: 'storage', reason: 'unwritable' });
  expect(cache.records('draft').get('a')).toBe(1);
  cache.close();
});

test('an account in memory that cannot be moved to a file says why, and keeps what it has', () => {
  fs.writeFileSync(path.join(folder, 'taken'), '');
  const cache = openCache({ file: null, key, onNotice: (notice) => notices.push(notice) });
  cache.records('draft').put('a', 1);
  cache.saveTo(path.join(folder, 'taken', 'cache.db'), key);
  expect(notices).toEqual([{ kind: 'storage', reason: 'unwritable' }]);
  expect([cache.isOnDisk, cache.records('draft').get('a')]).toEqual([false, 1]);
  cache.saveTo(file, key);
  expect(cache.isOnDisk).toBe(true);
  afterCrash((crashed) => expect(crashed.records('draft').get('a')).toBe(1));
  cache.close();
});
