import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FaultError, type Fault } from '#shared/fault';
import { cacheOver, deleteCache, describeCache, openCache, type Cache } from './cache';
import { openDatabase, vaultOver } from './vault';
import { loadFleet } from './fleet';
import {
  openedWith,
  syntheticDevice,
  syntheticFix,
  syntheticFixes,
  syntheticFleet,
  syntheticNow,
} from './synthetic-fleet.test-support';
import { copyPart, workFileOf } from './schema';
import { createSealer, newKeyHeader } from './seal';

const key = Buffer.alloc(32, 7);
let folder = '';
let file = '';
const open: Cache[] = [];
const notices: (Fault | null)[] = [];

function start(options: { key?: Uint8Array; passphraseSalt?: Uint8Array } = {}): Cache {
  const cache = openCache({
    file,
    key,
    now: () => syntheticNow,
    onNotice: (notice) => notices.push(notice),
    ...options,
  });
  open.push(cache);
  return cache;
}

function stop(): void {
  for (const cache of open.splice(0)) cache.close();
}

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-damage-'));
  file = path.join(folder, 'cache.db');
  notices.length = 0;
});
afterEach(() => {
  stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Writes a fleet, closes, and returns the bytes of the file. */
function written(count = 600): Buffer {
  const cache = start();
  cache.replaceDevices(syntheticFleet(count), syntheticNow);
  cache.putFixes(syntheticFixes(Array(count).keys(), syntheticNow));
  cache.putList('groups', ['a group'], syntheticNow);
  stop();
  return fs.readFileSync(file);
}

/** Leaves an account with a work file and no copy. */
function withWorkFile(): void {
  start();
  stop();
  fs.rmSync(file);
}

/** Changes the closed file with SQL: damage that SQLite itself cannot detect. */
function tamper(sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

const asideName = 'cache.db.damaged-2026-01-15T12-00-00-000Z';
const damaged = {
  kind: 'storage',
  reason: 'damaged',
  detail: asideName,
  damage: { work: null, copy: { state: 'damaged', movedTo: asideName } },
};

/** Expects the file to be set aside with these bytes, and a new, empty one in its place. */
function expectSkipped(bytes?: Buffer): void {
  const cache = start();
  expect(cache.notice).toEqual(damaged);
  expect(cache.isOnDisk).toBe(true);
  expect(cache.loadFleet().columns.count).toBe(0);
  const aside = path.join(folder, asideName);
  expect(fs.existsSync(aside)).toBe(true);
  expect(bytes === undefined || fs.readFileSync(aside).equals(bytes)).toBe(true);
  cache.replaceDevices(syntheticFleet(3), syntheticNow);
  stop();
  const next = start();
  expect(next.notice).toBeNull();
  expect(next.loadFleet().columns.count).toBe(3);
}

describe('set aside, named and replaced:', () => {
  test('a file truncated anywhere', () => {
    const whole = written();
    for (const part of [0.02, 0.3, 0.6, 0.95]) {
      fs.rmSync(folder, { recursive: true });
      fs.mkdirSync(folder);
      withWorkFile();
      const cut = whole.subarray(0, Math.floor(whole.length * part));
      fs.writeFileSync(file, cut);
      const cache = start();
      // The part read at the start may lie before the truncation, which is then detected later.
      if (!cache.notice) for (let slot = 0; slot < 600; slot++) cache.details(slot);
      expect(cache.notice).toEqual(damaged);
      expect(fs.existsSync(path.join(folder, asideName))).toBe(true);
      stop();
    }
  });

  test('pages overwritten with noise', () => {
    const bytes = written();
    for (let page = 1; page < bytes.length / 4096; page += 3) {
      bytes.fill(page & 0xff, page * 4096, page * 4096 + 2048);
    }
    fs.writeFileSync(file, bytes);
    expectSkipped(bytes);
  });

  test('one changed byte in a chunk', () => {
    written();
    tamper(`UPDATE fix_columns SET body = CAST(substr(body, 1, 99) || x'beef' || substr(body, 102) AS BLOB)
            WHERE key = 3`);
    expectSkipped();
  });

  test('swapped chunks', () => {
    written();
    tamper(`UPDATE device_columns SET key = key + 1000;
            UPDATE device_columns SET key = CASE key WHEN 1000 THEN 1 WHEN 1001 THEN 0 ELSE 2 END`);
    expectSkipped();
  });

  test('a chunk in another table', () => {
    written();
    tamper(`UPDATE fix_columns SET body = (SELECT body FROM device_columns WHERE key = 0)
            WHERE key = 0`);
    expectSkipped();
  });

  test('a chunk that is missing', () => {
    written();
    tamper('DELETE FROM fix_columns WHERE key = 7');
    expectSkipped();
  });

  test('a chunk of an older file under the same key', () => {
    written();
    const older = path.join(folder, 'older.db');
    fs.renameSync(file, older);
    written();
    tamper(`ATTACH '${older}' AS older;
            UPDATE fix_columns SET body = (SELECT body FROM older.fix_columns WHERE key = 0)
            WHERE key = 0`);
    expectSkipped();
  });

  test('a damaged key header, even of a file under a passphrase', () => {
    const salt = Buffer.alloc(16, 1);
    start({ passphraseSalt: salt });
    stop();
    tamper(`UPDATE header SET key_check = x'00'`);
    // The header of the work file still tells.
    expect(describeCache(file)).toEqual({ keyKind: 'passphrase', salt: new Uint8Array(salt) });
    expect(start({ passphraseSalt: salt }).notice).toEqual(damaged);
  });

  test('a key header that contradicts itself asks for no passphrase', () => {
    written();
    stop();
    fs.rmSync(workFileOf(file));
    tamper(`UPDATE header SET key_kind = 'passphrase', key_check = x'00'`);
    expect(describeCache(file)).toBeNull();
    expect(start().notice).toMatchObject({ damage: { copy: { state: 'damaged' } } });
  });

  test('a file under a key that the keychain has lost', () => {
    const bytes = written();
    expect(start({ key: Buffer.alloc(32, 8) }).notice).toMatchObject({
      damage: { work: { state: 'damaged' }, copy: { state: 'damaged', movedTo: asideName } },
    });
    expect(fs.readFileSync(path.join(folder, asideName)).equals(bytes)).toBe(true);
  });

  test('a file that is not a database', () => {
    withWorkFile();
    const garbage = Buffer.from('<html>not a database</html>'.repeat(500));
    fs.writeFileSync(file, garbage);
    expectSkipped(garbage);
  });

  test('the database of another program', () => {
    withWorkFile();
    tamper('CREATE TABLE bookmarks (url TEXT)');
    expectSkipped(fs.readFileSync(file));
  });

  test('a folder in its place', () => {
    withWorkFile();
    fs.mkdirSync(file);
    fs.writeFileSync(path.join(file, 'inside'), 'kept');
    expectSkipped();
    expect(fs.readFileSync(path.join(folder, asideName, 'inside'), 'utf8')).toBe('kept');
  });
});

test('an empty file is said to be empty, and is initialised', () => {
  written(3);
  fs.truncateSync(file);
  const cache = start();
  expect(cache).toMatchObject({ isOnDisk: true });
  const damage = { work: null, copy: { state: 'empty', movedTo: null } };
  expect(cache.notice).toEqual({ kind: 'storage', reason: 'damaged', damage });
});

test('at most three damaged files are stored, and forgetting removes all of them', () => {
  for (let day = 1; day <= 5; day++) {
    fs.writeFileSync(file, `garbage ${day}`.repeat(100));
    openCache({ file, key, now: () => syntheticNow + day * 86_400_000 }).close();
  }
  const aside = fs.readdirSync(folder).filter((name) => name.includes('.damaged-'));
  expect(aside.map((name) => name.slice(-24, -14))).toEqual([
    '2026-01-18',
    '2026-01-19',
    '2026-01-20',
  ]);
  fs.writeFileSync(path.join(folder, 'other.db'), 'not ours');
  deleteCache(file);
  expect(fs.readdirSync(folder)).toEqual(['other.db']);
  deleteCache(path.join(folder, 'never', 'there.db'));
});

test('a file found damaged in use is set aside and rebuilt from memory', () => {
  written();
  tamper(`UPDATE fix_records SET body = x'00' WHERE key = 5;
          UPDATE device_records SET body = x'00' WHERE key = 1`);
  const cache = start();
  expect(cache.notice).toBeNull();
  const before = structuredClone(cache.loadFleet());
  // The record of slot 5 is lost, but its fix is still in the columns.
  const { fix } = syntheticFix(5, syntheticNow);
  expect(cache.details(5)).toMatchObject({
    device: syntheticDevice(5).record,
    rawFix: null,
    fix: { at: fix.at, latitude: fix.latitude, speed: fix.speed, rpm: null },
  });
  expect(notices).toEqual([damaged]);
  expect(cache.details(300)).toMatchObject({
    device: { ...syntheticDevice(300).record, extra: {} },
    rawDevice: '',
    fix: syntheticFix(300, syntheticNow).fix,
  });
  stop();

  const next = start();
  expect(next.notice).toBeNull();
  expect(next.loadFleet()).toEqual(before);
  expect(next.details(599).fix).toEqual(syntheticFix(599, syntheticNow).fix);
  expect(next.list('groups')).toEqual({ value: ['a group'], asOf: syntheticNow });
});

test('a list is applied completely over damaged records', () => {
  written(3);
  tamper(`UPDATE device_records SET body = x'00'`);
  const cache = start();
  cache.replaceDevices(syntheticFleet(4), syntheticNow);
  expect(cache.notice).toEqual(damaged);
  stop();
  expect(start().details(3).device).toMatchObject(syntheticDevice(3).record);
});

test('a wrong passphrase is distinguished from damage and changes nothing', () => {
  const salt = Buffer.alloc(16, 3);
  const [right, wrong] = [Buffer.alloc(32, 4), Buffer.alloc(32, 5)];
  start({ key: right, passphraseSalt: salt }).replaceDevices(syntheticFleet(2), syntheticNow);
  stop();
  const bytes = fs.readFileSync(file);
  const attempt = () => start({ key: wrong, passphraseSalt: salt });
  expect(attempt).toThrow(new FaultError({ kind: 'storage', reason: 'passphrase' }));
  expect(fs.readdirSync(folder)).toEqual(['cache.db', 'cache.work.db']);
  expect(fs.readFileSync(file).equals(bytes)).toBe(true);
  expect(start({ key: right, passphraseSalt: salt }).loadFleet().columns.count).toBe(2);
});

test.each([0, copyPart.version + 1])(
  'a copy of schema %i is set aside, named and replaced',
  (version) => {
    written();
    tamper(`PRAGMA user_version = ${version}`);
    const bytes = fs.readFileSync(file);
    const cache = start();
    expect(cache.notice).toEqual({
      ...damaged,
      damage: { work: null, copy: { state: 'otherVersion', movedTo: asideName } },
    });
    expect(fs.readFileSync(path.join(folder, asideName)).equals(bytes)).toBe(true);
    expect(cache).toMatchObject({ isOnDisk: true });
    expect(cache.loadFleet().columns.count).toBe(0);
    stop();
    expect(start().notice).toBeNull();
  },
);

describe('if nothing can be written, the session works in memory:', () => {
  const unwritable = { kind: 'storage', reason: 'unwritable' };

  test('the folder cannot be created', () => {
    fs.writeFileSync(path.join(folder, 'taken'), '');
    file = path.join(folder, 'taken', 'cache.db');
    const cache = start();
    expect(cache).toMatchObject({ notice: unwritable, isOnDisk: false });
    cache.replaceDevices(syntheticFleet(2), syntheticNow);
    expect(cache.loadFleet().columns.count).toBe(2);
  });

  test.skipIf(process.platform === 'win32')('the path is longer than SQLite takes', () => {
    file = path.join(folder, ...Array<string>(4).fill('x'.repeat(150)), 'cache.db');
    const cache = start();
    const detail = expect.stringContaining('longer than 500 bytes') as string;
    expect(cache).toMatchObject({ notice: { ...unwritable, detail }, isOnDisk: false });
  });

  test('another process uses the file, which is then read-only', () => {
    const salt = Buffer.alloc(16, 3);
    const own = Buffer.alloc(32, 4);
    const first = start({ key: own, passphraseSalt: salt });
    first.replaceDevices(syntheticFleet(600), syntheticNow);
    first.putFixes(syntheticFixes([599], syntheticNow));
    stop();
    const other = new DatabaseSync(file);
    other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    expect(describeCache(file)).toEqual({ keyKind: 'passphrase', salt: new Uint8Array(salt) });
    expect(() => start()).toThrow(new FaultError({ kind: 'storage', reason: 'passphrase' }));
    const cache = start({ key: own, passphraseSalt: salt });
    expect(cache).toMatchObject({ notice: unwritable, isOnDisk: false });
    expect(cache.details(599).fix).toEqual(syntheticFix(599, syntheticNow).fix);
    cache.replaceDevices(syntheticFleet(601), syntheticNow);
    expect(cache.loadFleet().columns.count).toBe(601);
    other.close();
    stop();
    const next = start({ key: own, passphraseSalt: salt });
    expect(next).toMatchObject({ notice: null, isOnDisk: true });
    expect(next.loadFleet().columns.count).toBe(600);
  });
});

describe('a disk that stops accepting writes', () => {
  /** A cache on a real file whose database can be limited by the test. */
  function limited(): { cache: Cache; database: DatabaseSync } {
    const header = newKeyHeader(key, null);
    const database = openDatabase(copyPart, { file, newHeader: () => header });
    const vault = vaultOver(copyPart, database, createSealer(key, header.fileId));
    const options = { file, key, onNotice: (notice: Fault | null) => notices.push(notice) };
    const cache = cacheOver(openedWith(vault, key), options);
    open.push(cache);
    return { cache, database };
  }

  test.each([
    ['full', 'PRAGMA max_page_count = 1', 'PRAGMA max_page_count = 1000000'],
    ['unwritable', 'PRAGMA query_only = ON', 'PRAGMA query_only = OFF'],
  ])('(%s) keeps the last commit, goes on in memory, and catches up', (reason, stopIt, letGo) => {
    const { cache, database } = limited();
    cache.replaceDevices(syntheticFleet(100), 1000);
    cache.putFixes(syntheticFixes([0], syntheticNow));
    database.exec(stopIt);
    cache.replaceDevices(syntheticFleet(400), 2000);
    cache.putFixes(syntheticFixes([0, 399], syntheticNow + 1));
    cache.putList('users', ['someone'], 2000);
    // Reported once, not with every write.
    expect(notices).toEqual([{ kind: 'storage', reason }]);
    const onDisk = loadFleet(vaultOver(copyPart, database, createSealer(key, fileIdOf(database))));
    expect(onDisk).toMatchObject({ asOf: 1000, columns: { count: 100 } });
    expect(onDisk.columns.fixAt[0]).toBe(syntheticNow);

    expect(cache.loadFleet()).toMatchObject({ asOf: 2000, columns: { count: 400 } });
    expect(cache.details(399)).toMatchObject({
      device: syntheticDevice(399).record,
      fix: syntheticFix(399, syntheticNow + 1).fix,
    });
    expect(cache.list('users')).toEqual({ value: ['someone'], asOf: 2000 });

    database.exec(letGo);
    cache.putFixes([{ slot: 7, checkedAt: 1 }]);
    expect(notices).toEqual([{ kind: 'storage', reason }, null]);
    const memory = structuredClone(cache.loadFleet());
    stop();
    const next = start();
    expect(next.loadFleet()).toEqual(memory);
    expect(next.details(399).fix).toEqual(syntheticFix(399, syntheticNow + 1).fix);
    expect(next.list('users')).toEqual({ value: ['someone'], asOf: 2000 });
  });

  function fileIdOf(database: DatabaseSync): Uint8Array {
    return database.prepare('SELECT file_id FROM header').get()?.file_id as Uint8Array;
  }
});
