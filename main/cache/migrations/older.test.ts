import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openCache } from '../cache';
import { syntheticFixes, syntheticNow } from '../synthetic-fleet.test-support';
import { migrations } from './migrations';

// Files that the code of their time wrote and closed, none made out of today's: what people have on
// disk. A schema that is released gets a file here, and no file is ever changed.
const older = path.join(import.meta.dirname, 'older');
const schemas = fs
  .readdirSync(older)
  .flatMap((name) => /^schema-(\d+)\.db\.gz$/.exec(name)?.[1] ?? [])
  .map(Number);
const expected = JSON.parse(fs.readFileSync(path.join(older, 'expected.json'), 'utf8')) as {
  ids: string[];
  details: unknown[];
};
const key = Buffer.alloc(32, 7);
let folder = '';

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-older-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

function unpacked(schema: number): string {
  const file = path.join(folder, `${schema}.db`);
  fs.writeFileSync(file, gunzipSync(fs.readFileSync(path.join(older, `schema-${schema}.db.gz`))));
  return file;
}

function read(file: string, sql: string): unknown[] {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database.prepare(sql).all();
  database.close();
  return rows.map((row) => ({ ...row }));
}

const versionOf = (file: string) => read(file, 'PRAGMA user_version')[0];
const layoutOf = (file: string) => read(file, 'SELECT name, sql FROM sqlite_schema ORDER BY name');

test('every schema from the first that was ever committed is here', () => {
  const first = Math.min(...schemas);
  expect(schemas.toSorted((a, b) => a - b)).toEqual(schemas.map((_, i) => first + i));
  expect(schemas.length).toBeGreaterThanOrEqual(3);
});

describe.each(schemas)('a file that schema %i left', (schema) => {
  test('is brought forward with all it holds, and takes what is new', () => {
    const file = unpacked(schema);
    expect(versionOf(file)).toEqual({ user_version: schema });
    const cache = openCache({ file, key });
    expect(cache.notice).toBeNull();
    expect(cache.isOnDisk).toBe(true);
    const slots = expected.ids.map((_, slot) => slot);
    expect(slots.map((slot) => cache.idOf(slot))).toEqual(expected.ids);
    const details = slots.map((slot) => cache.details(slot));
    expect(JSON.parse(JSON.stringify(details))).toMatchObject(expected.details);
    expect(cache.list('groups')).toEqual({
      value: [{ id: 'g1', name: 'Été' }],
      asOf: syntheticNow,
    });
    const values = (kind: 'draft' | 'journal' | 'acknowledged') =>
      cache
        .records(kind)
        .all()
        .map(({ value }) => value);
    if (schema >= 3) {
      expect(values('draft')).toEqual([{ name: 'Half a name' }]);
      expect(values('journal')).toEqual([{ what: 'renamed' }, { what: 'deleted' }]);
    }
    if (schema >= 4) {
      expect(values('acknowledged')).toEqual([{ note: 'seen' }]);
      expect([...cache.days().bytes('d1')!]).toEqual([10, 0, 255]);
    }
    cache.putFixes(syntheticFixes([1], syntheticNow));
    cache.records('draft').put('user:new:1', { name: 'new' });
    cache.close();
    expect(versionOf(file)).toEqual({ user_version: migrations.length });

    const again = openCache({ file, key });
    expect(again.notice).toBeNull();
    expect(again.details(1).fix).not.toBeNull();
    expect(again.records('draft').get('user:new:1')).toEqual({ name: 'new' });
    again.close();
  });

  test('has the layout of a new file afterwards', () => {
    const file = unpacked(schema);
    openCache({ file, key }).close();
    const fresh = path.join(folder, 'fresh.db');
    openCache({ file: fresh, key }).close();
    expect(layoutOf(file)).toEqual(layoutOf(fresh));
  });
});
