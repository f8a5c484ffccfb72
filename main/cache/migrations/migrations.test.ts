import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openCache } from '../cache';
import { openDatabase } from '../database';
import { syntheticFixes, syntheticFleet, syntheticNow } from '../synthetic-fleet.test-support';
import { recordTables } from '../vault';
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
function fileOfSchema1() {
  const cache = openCache({ file, key });
  cache.replaceDevices(syntheticFleet(300), syntheticNow);
  cache.putFixes(syntheticFixes([3, 299], syntheticNow));
  const fleet = structuredClone(cache.loadFleet());
  const details = cache.details(299);
  cache.close();
  const database = new DatabaseSync(file);
  const later = ['lists', ...recordTables];
  database.exec(`${later.map((table) => `DROP TABLE ${table};`).join('')} PRAGMA user_version = 1`);
  database.close();
  return { fleet, details };
}

test('a file of schema 1 is migrated with all its data', () => {
  const before = fileOfSchema1();
  const cache = openCache({ file, key });
  expect(cache.notice).toBeNull();
  expect(cache.loadFleet()).toEqual(before.fleet);
  expect(cache.details(299)).toEqual(before.details);
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
  const header = () => {
    throw new Error('a header is for new files only');
  };
  expect(() => openDatabase(file, header, failing)).toThrow('nonsense');
  expect(versionOf()).toBe(1);
  expect(schema()).toEqual(before);
  const cache = openCache({ file, key });
  expect(cache).toMatchObject({ notice: null, isOnDisk: true });
  cache.close();
});
