import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WorkDamage } from '#shared/fault';
import { openCache, type Cache, type CacheOptions } from './cache';
import { workFileOf, workPart } from './schema';
import { syntheticFleet, syntheticNow } from './synthetic-fleet.test-support';

const key = Buffer.alloc(32, 7);
const pageSize = 4096;
let folder = '';
let file = '';
let workFile = '';

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-work-'));
  file = path.join(folder, 'cache.db');
  workFile = workFileOf(file);
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

function withCache<T>(body: (cache: Cache) => T, options: Partial<CacheOptions> = {}): T {
  const cache = openCache({ file, key, now: () => syntheticNow, ...options });
  try {
    return body(cache);
  } finally {
    cache.close();
  }
}

function damageOf(cache: Cache): WorkDamage | null {
  return cache.notice?.kind === 'storage' ? (cache.notice.damage?.work ?? null) : null;
}

/** A copy and a work file, as they are after a closed session. */
function prepared(): void {
  withCache((cache) => {
    cache.replaceDevices(syntheticFleet(300), syntheticNow);
    cache
      .records('draft')
      .putMany(Array.from({ length: 12 }, (_, i) => [`draft ${i}`, i] as const));
  });
}

const day = (of: number) => syntheticNow + of * 86_400_000;
const backupsIn = () =>
  fs.readdirSync(folder).filter((name) => name.startsWith('cache.work.db.backup-'));

test('an empty and a missing work file are noticed, and come back from the backup', () => {
  prepared();
  fs.truncateSync(workFile);
  withCache((cache) => {
    expect(damageOf(cache)).toMatchObject({ state: 'empty', movedTo: null, backup: '2026-01-15' });
    expect(damageOf(cache)?.kinds).toContainEqual({
      kind: 'drafts',
      kept: 0,
      restored: 12,
      lost: null,
    });
    expect(cache.records('draft').get('draft 11')).toBe(11);
    expect(cache.loadFleet().columns.count).toBe(300);
  });
  fs.rmSync(workFile);
  withCache((cache) => expect(damageOf(cache)).toMatchObject({ state: 'missing' }));
  withCache((cache) => {
    expect(cache.notice).toBeNull();
    expect(cache.records('draft').count()).toBe(12);
  });
});

test('without a backup nothing is said to be known of an empty file', () => {
  prepared();
  for (const name of backupsIn()) fs.rmSync(path.join(folder, name));
  fs.truncateSync(workFile);
  withCache((cache) => {
    expect(damageOf(cache)).toMatchObject({ backup: null });
    expect(damageOf(cache)?.kinds).toContainEqual({
      kind: 'drafts',
      kept: 0,
      restored: 0,
      lost: null,
    });
  });
});

test('there is a backup of each of the last three days with changes, and it is as at the last end', () => {
  for (const of of [0, 1, 2, 3]) {
    withCache(
      (cache) => {
        cache.records('draft').put(`of day ${of}`, of);
        expect(backupsIn()).toContain(`cache.work.db.backup-2026-01-${15 + of}`);
        cache.records('draft').put(`later on day ${of}`, of);
      },
      { now: () => day(of) },
    );
  }
  withCache((cache) => expect(cache.records('draft').count()).toBe(8), { now: () => day(9) });
  expect(backupsIn()).toEqual(
    ['16', '17', '18'].map((each) => `cache.work.db.backup-2026-01-${each}`),
  );
  fs.rmSync(workFile);
  withCache((cache) => expect(cache.records('draft').get('later on day 3')).toBe(3));
});

test('a row that is damaged comes back as it was in the backup, and removed ones stay away', () => {
  withCache((cache) => {
    cache.records('draft').putMany([
      ['damaged', 'old'],
      ['removed', 'old'],
      ['changed', 'old'],
    ]);
  });
  withCache(
    (cache) => {
      cache.records('draft').remove('removed');
      cache.records('draft').putMany([
        ['changed', 'new'],
        ['only here', 'new'],
      ]);
    },
    { now: () => day(1) },
  );
  fs.rmSync(`${workFile}.backup-2026-01-16`);
  damageDrafts([1, 4]);
  withCache((cache) => {
    expect(damageOf(cache)?.kinds).toContainEqual({
      kind: 'drafts',
      kept: 1,
      restored: 1,
      lost: 1,
    });
    expect(
      cache
        .records('draft')
        .all()
        .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    ).toEqual([
      { id: 'changed', value: 'new' },
      { id: 'damaged', value: 'old' },
    ]);
  });
});

/** Damages the bodies of drafts by their row numbers. */
function damageDrafts(rows: readonly number[]): void {
  const database = new DatabaseSync(workFile);
  for (const row of rows) database.exec(`UPDATE drafts SET body = x'00' WHERE rowid = ${row}`);
  database.close();
}

test('rows whose bodies are of another type count as damaged, and come back from the backup', () => {
  prepared();
  // A record begins with the types of its columns: a text of 22 characters, then a blob, which becomes a text.
  const bytes = fs.readFileSync(workFile);
  const start = Buffer.of(3, 0x39);
  for (let at = bytes.indexOf(start); at >= 0; at = bytes.indexOf(start, at + 1)) {
    const key = bytes.toString('latin1', at + 3, at + 25);
    if (/^[\w-]{22}$/.test(key)) bytes[at + 2]! |= 1;
  }
  fs.writeFileSync(workFile, bytes);
  withCache((cache) => {
    expect(damageOf(cache)?.kinds).toContainEqual({
      kind: 'drafts',
      kept: 0,
      restored: 12,
      lost: null,
    });
    const records = cache.records('draft');
    expect(Array.from({ length: 12 }, (_, i) => records.get(`draft ${i}`))).toEqual([
      ...Array(12).keys(),
    ]);
  });
});

test('a file of another version is set aside with its path, and nothing of it is read', () => {
  for (const version of [0, workPart.version + 1]) {
    prepared();
    const database = new DatabaseSync(workFile);
    database.exec(`PRAGMA user_version = ${version}`);
    database.close();
    const bytes = fs.readFileSync(workFile);
    withCache((cache) => {
      const { movedTo } = damageOf(cache)!;
      expect(damageOf(cache)).toMatchObject({ state: 'otherVersion', kinds: [], backup: null });
      expect(fs.readFileSync(path.join(folder, movedTo!)).equals(bytes)).toBe(true);
      expect(cache.records('draft').count()).toBe(0);
      expect(cache.isOnDisk).toBe(true);
    });
    withCache((cache) => expect(cache.notice).toBeNull());
  }
});

test('a missing copy beside a work file is noticed once', () => {
  prepared();
  fs.rmSync(file);
  withCache((cache) => {
    expect(cache.notice).toMatchObject({ damage: { copy: { state: 'missing', movedTo: null } } });
    expect(cache.records('draft').all()).toHaveLength(12);
  });
  withCache((cache) => expect(cache.notice).toBeNull());
});

test('a work file of another account or under a lost key is quarantined, and counted', () => {
  prepared();
  withCache(
    (cache) => {
      expect(damageOf(cache)).toMatchObject({ state: 'damaged' });
      expect(damageOf(cache)?.kinds).toContainEqual({
        kind: 'drafts',
        kept: 0,
        restored: 0,
        lost: 12,
      });
    },
    { key: Buffer.alloc(32, 9) },
  );
});

test('commits after a damaged place in the log of a killed session are not lost silently', () => {
  prepared();
  const cache = openCache({ file, key });
  for (let i = 0; i < 20; i++) cache.records('draft').put(`later ${i}`, { i });
  const copies = [workFile, `${workFile}-wal`].map(
    (each) => [each, fs.readFileSync(each)] as const,
  );
  cache.close();
  for (const [name, bytes] of copies) {
    if (name.endsWith('-wal')) bytes[32 + 24 + 5 * (24 + pageSize) + 2000]! ^= 0xff;
    fs.writeFileSync(name, bytes);
  }
  withCache((again) => {
    expect(damageOf(again)).toMatchObject({ state: 'damaged' });
    const drafts = damageOf(again)?.kinds.find(({ kind }) => kind === 'drafts');
    expect(drafts?.lost).toBeNull();
    expect(again.records('draft').count()).toBeGreaterThanOrEqual(12);
  });
});

test('moving to a passphrase opens after a kill between the two files', () => {
  const salt = Buffer.alloc(16, 3);
  const own = Buffer.alloc(32, 8);
  prepared();
  const before = fs.readFileSync(file);
  const moving = openCache({ file: null, key });
  moving.records('draft').put('mine', 1);
  moving.saveTo(file, own, salt);
  moving.close();
  const work = fs.readFileSync(workFile);
  for (const name of [`${workFile}.new`, workFile]) {
    for (const each of fs.readdirSync(folder)) fs.rmSync(path.join(folder, each));
    fs.writeFileSync(file, before);
    fs.writeFileSync(name, work);
    withCache(
      (cache) => {
        expect(cache.isOnDisk).toBe(true);
        expect(cache.records('draft').get('mine')).toBe(1);
        expect(damageOf(cache)).toBeNull();
      },
      { key: own, passphraseSalt: salt },
    );
    expect(() => withCache(() => undefined)).toThrow('storage');
  }
});
