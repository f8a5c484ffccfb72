import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { flagNoPosition, flagNotUnderstood } from '#shared/fleet/columns';
import { openCache } from '../cache';
import { copyPart } from '../parts';
import { createSealer } from '../seal';
import { syntheticFleet, syntheticNow } from '../synthetic-fleet.test-support';
import { openVault } from '../vault';
import { migrations } from './migrations';

const key = Buffer.alloc(32, 7);
let folder = '';
let file = '';

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-migrations-'));
  file = path.join(folder, 'cache.db');
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

/** The complete schema of the file. */
function schema(): unknown[] {
  const database = new DatabaseSync(file);
  const rows = database.prepare('SELECT name, sql FROM sqlite_schema ORDER BY name').all();
  database.close();
  return rows.map((row) => ({ ...row }));
}

function versionOf(): unknown {
  const database = new DatabaseSync(file);
  const row = database.prepare('PRAGMA user_version').get();
  database.close();
  return row?.user_version;
}

/** A file of schema 1: it has the fleet, but lists were not stored yet. */
function fileOfSchema1(): unknown[] {
  const older = path.join(import.meta.dirname, 'older');
  fs.writeFileSync(file, gunzipSync(fs.readFileSync(path.join(older, 'schema-2.db.gz'))));
  const database = new DatabaseSync(file);
  database.exec('DROP TABLE lists; PRAGMA user_version = 1');
  database.close();
  const expected = JSON.parse(fs.readFileSync(path.join(older, 'expected.json'), 'utf8')) as {
    details: unknown[];
  };
  return expected.details;
}

test('a file of schema 1 is migrated with all its data', () => {
  const before = fileOfSchema1();
  const cache = openCache({ file, key });
  expect(cache.notice).toBeNull();
  const { count } = cache.loadFleet().columns;
  const details = Array.from({ length: count }, (_, slot) => cache.details(slot));
  expect(JSON.parse(JSON.stringify(details))).toMatchObject(before);
  expect(cache.list('users')).toBeNull();
  cache.putList('users', ['someone'], 1);
  cache.close();
  expect(versionOf()).toBe(migrations.length);
  const brought = schema();

  fs.rmSync(file);
  openCache({ file, key }).close();
  expect(schema()).toEqual(brought);
});

test('a failing step leaves the file at its previous schema', () => {
  fileOfSchema1();
  const before = schema();
  const failing = [
    ...migrations,
    (database: DatabaseSync) => database.exec('CREATE TABLE half (key INTEGER); SELECT nonsense'),
  ];
  expect(() => openVault(copyPart, { file, key }, failing)).toThrow('nonsense');
  expect(versionOf()).toBe(1);
  expect(schema()).toEqual(before);
  const cache = openCache({ file, key });
  expect(cache).toMatchObject({ notice: null, isOnDisk: true });
  cache.close();
});

/** Rewrites the fix columns as schema 5 stored them: no time of the position, 80 devices a chunk. */
function fileOfSchema5(devices: readonly { latitude: number; fixAt: number; flags: number }[]) {
  const cache = openCache({ file, key });
  cache.replaceDevices(syntheticFleet(devices.length), syntheticNow);
  cache.close();
  const database = new DatabaseSync(file);
  const fileId = database.prepare('SELECT file_id FROM header').get()?.file_id as Uint8Array;
  const sealer = createSealer(key, fileId);
  database.exec('DELETE FROM fix_columns; PRAGMA user_version = 5');
  for (let chunk = 0; chunk * 80 < devices.length; chunk++) {
    const part = devices.slice(chunk * 80, (chunk + 1) * 80);
    const doubles = (of: (device: (typeof part)[number], i: number) => number) =>
      new Uint8Array(Float64Array.from(part, of).buffer);
    const numbers = part.map((_, i) => chunk * 80 + i);
    const body = Buffer.concat([
      doubles(({ latitude }) => latitude),
      doubles(({ latitude }) => latitude + 1),
      doubles(({ fixAt }) => fixAt),
      doubles(({ fixAt }) => fixAt + 1000),
      ...[0.5, 1.5, 2.5, 3.5].map(
        (add) => new Uint8Array(Float32Array.from(numbers, (n) => n + add).buffer),
      ),
      Uint8Array.from(part, ({ flags }) => flags),
    ]);
    const place = { table: 'fix_columns', format: 1, key: chunk };
    database
      .prepare('INSERT INTO fix_columns (key, body) VALUES (?, ?)')
      .run(chunk, sealer.seal(place, body));
  }
  database.close();
}

test('fix columns of schema 5 get the time of the position, for fleets of any size', () => {
  const nan = Number.NaN;
  for (const count of [1, 70, 80, 81, 161]) {
    fs.rmSync(file, { force: true });
    const devices = Array.from({ length: count }, (_, i) => ({
      latitude: i % 3 === 1 ? nan : i,
      fixAt: i % 5 === 4 ? nan : i * 1000,
      flags: i % 2,
    }));
    fileOfSchema5(devices);
    const cache = openCache({ file, key });
    expect(cache.notice).toBeNull();
    const { columns } = cache.loadFleet();
    devices.forEach(({ latitude, fixAt, flags }, slot) => {
      const hasPosition = !Number.isNaN(latitude);
      const lacksPosition = !hasPosition && !Number.isNaN(fixAt) ? flagNoPosition : 0;
      const lacksTime = hasPosition && Number.isNaN(fixAt) ? flagNotUnderstood : 0;
      expect(columns).toMatchObject({ count });
      expect([
        columns.latitude[slot],
        columns.longitude[slot],
        columns.fixAt[slot],
        columns.positionAt[slot],
        columns.checkedAt[slot],
        columns.speed[slot],
        columns.course[slot],
        columns.battery[slot],
        columns.inactiveSeconds[slot],
        columns.flags[slot],
      ]).toEqual([
        latitude,
        latitude + 1,
        fixAt,
        hasPosition ? fixAt : nan,
        fixAt + 1000,
        ...[0.5, 1.5, 2.5, 3.5].map((add) => slot + add),
        flags | lacksPosition | lacksTime,
      ]);
    });
    cache.close();
  }
});

test('a damaged chunk of fix columns is quarantined, not migrated', () => {
  fileOfSchema5([{ latitude: 1, fixAt: 1, flags: 0 }]);
  const database = new DatabaseSync(file);
  database.exec("UPDATE fix_columns SET body = x'00112233'");
  database.close();
  const cache = openCache({ file, key });
  expect(cache.notice).toMatchObject({ reason: 'damaged' });
  cache.close();
});
