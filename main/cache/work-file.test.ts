import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { WorkDamage } from '#shared/fault';
import { openCache, type Cache, type CacheOptions } from './cache';
import { workFileOf } from './parts';
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

test('an empty and a missing work file are noticed', () => {
  prepared();
  fs.truncateSync(workFile);
  withCache((cache) => {
    expect(damageOf(cache)).toMatchObject({ state: 'empty', movedTo: null });
    expect(damageOf(cache)?.kinds).toContainEqual({ kind: 'drafts', kept: 0, lost: null });
    expect(cache.loadFleet().columns.count).toBe(300);
  });
  fs.rmSync(workFile);
  withCache((cache) => expect(damageOf(cache)).toMatchObject({ state: 'missing' }));
  withCache((cache) => expect(cache.notice).toBeNull());
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
      expect(damageOf(cache)?.kinds).toContainEqual({ kind: 'drafts', kept: 0, lost: 12 });
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
    expect(again.records('draft').get('later 19')).toEqual({ i: 19 });
  });
});

describe('moving the records out of an offline copy of schema 6', () => {
  const older = path.join(import.meta.dirname, 'migrations', 'older', 'schema-5.db.gz');

  /** The copy as the version before left it, and the work file that is made from it. */
  function states(): { copy: Buffer; work: Buffer } {
    const copy = gunzipSync(fs.readFileSync(older));
    fs.writeFileSync(file, copy);
    withCache((cache) => expect(cache.records('journal').count()).toBe(2));
    const work = fs.readFileSync(workFile);
    for (const name of fs.readdirSync(folder)) fs.rmSync(path.join(folder, name));
    return { copy, work };
  }

  test('a kill at any moment loses nothing and doubles nothing', () => {
    const { copy, work } = states();
    const moments: Record<string, () => void> = {
      'before anything': () => undefined,
      'while the file is written': () =>
        fs.writeFileSync(`${workFile}.building`, work.subarray(0, 9000)),
      'when it is complete': () => fs.writeFileSync(`${workFile}.new`, work),
      'when it is in place': () => fs.writeFileSync(workFile, work),
    };
    for (const [moment, prepare] of Object.entries(moments)) {
      for (const name of fs.readdirSync(folder)) fs.rmSync(path.join(folder, name));
      fs.writeFileSync(file, copy);
      prepare();
      for (const _ of ['first', 'second']) {
        withCache((cache) => {
          expect(cache.notice, moment).toBeNull();
          expect(cache.records('draft').count(), moment).toBe(1);
          expect(cache.records('journal').count(), moment).toBe(2);
        });
      }
      expect(fs.readdirSync(folder)).toEqual(['cache.db', 'cache.work.db']);
    }
  });

  test('a draft that was removed since does not come back from the copy', () => {
    const { copy } = states();
    fs.writeFileSync(file, copy);
    withCache((cache) => cache.records('draft').removeMany(cache.records('draft').ids()));
    fs.writeFileSync(file, copy);
    withCache((cache) => expect(cache.records('draft').count()).toBe(0));
  });

  test('a copy that another process has locked keeps its records until it is free', () => {
    const { copy } = states();
    fs.writeFileSync(file, copy);
    const other = new DatabaseSync(file);
    other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    withCache((cache) => {
      expect(cache.notStored).toEqual({ kind: 'storage', reason: 'unwritable' });
      expect(cache.records('draft').count()).toBe(1);
    });
    other.close();
    expect(fs.existsSync(workFile)).toBe(false);
    withCache((cache) => {
      expect(cache.notice).toBeNull();
      expect(cache.records('draft').count()).toBe(1);
    });
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
