import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openCache } from './cache';
import {
  syntheticDevice,
  syntheticFixes,
  syntheticFleet,
  syntheticNow,
} from './synthetic-fleet.test-support';

const key = Buffer.from('0123456789abcdef0123456789ABCDEF');
let folder = '';

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-secrecy-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

/** All bytes under the folder, by file name. */
function everyFile(): [string, Buffer][] {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => [entry.name, fs.readFileSync(path.join(entry.parentPath, entry.name))]);
}

/** Every form in which a text may be stored in a file. */
function formsOf(text: string): Buffer[] {
  const utf8 = Buffer.from(text);
  return [utf8, Buffer.from(text, 'utf16le'), Buffer.from(utf8.toString('base64').slice(0, 12))];
}

test('no data of the fleet or users and no key is on disk unencrypted, open or closed', () => {
  const cache = openCache({ file: path.join(folder, 'cache.db'), key });
  cache.replaceDevices(syntheticFleet(300), syntheticNow);
  for (let round = 0; round < 3; round++) {
    cache.putFixes(syntheticFixes(Array(300).keys(), syntheticNow + round));
  }
  cache.replaceDevices(syntheticFleet(100), syntheticNow + 1);
  cache.putList('users', [{ name: 'Margarethe Quist', email: 'mq@fleet.example' }], syntheticNow);

  cache.records('draft').put('user:usr-Quist', { edit: { name: 'Gundula Reh' } });
  cache.records('journal').put('entry-Quist', { label: 'Gundula Reh' });
  cache.records('jobRows').put('row-Quist', { label: 'Gundula Reh' });
  cache.records('note').put('dev-Quist', { text: 'Gundula Reh has the key' });
  cache.records('draft').remove('user:usr-Quist');

  const { record } = syntheticDevice(77);
  const secrets = [record.id, 'Vehicle', 'Łódź', record.phone!, 'Delivery van', 'depot'];
  secrets.push(
    'Quist',
    'Gundula',
    'Margarethe',
    'mq@fleet',
    'Overspeed',
    'satellites',
    'latitude',
    key.toString(),
  );
  const latitude = Buffer.from(Float64Array.of(45.77).buffer);
  const check = (moment: string) => {
    const files = everyFile();
    expect(files.map(([name]) => name)).toContain('cache.db');
    for (const [name, bytes] of files) {
      for (const text of secrets) {
        for (const form of formsOf(text)) {
          expect(bytes.includes(form), `${text} in ${name}, ${moment}`).toBe(false);
        }
      }
      expect(bytes.includes(latitude), `a latitude in ${name}, ${moment}`).toBe(false);
    }
    return files.map(([name]) => name);
  };
  expect(check('open')).toContain('cache.db-wal');
  cache.close();
  check('closed');
});

test('the same fleet sealed again shares no body with the first, in another file or this one', () => {
  const bodiesOf = (name: string) => {
    const database = new DatabaseSync(path.join(folder, name));
    const rows = database.prepare('SELECT body FROM fix_columns ORDER BY key').all();
    database.close();
    return rows.map((row) => Buffer.from(row.body as Uint8Array).toString('hex'));
  };
  const write = (name: string) => {
    const cache = openCache({ file: path.join(folder, name), key });
    cache.replaceDevices(syntheticFleet(200), syntheticNow);
    cache.putFixes(syntheticFixes(Array(200).keys(), syntheticNow));
    cache.close();
    return bodiesOf(name);
  };
  const bodies = [...write('a.db'), ...write('b.db'), ...write('a.db')];
  expect(new Set(bodies).size).toBe(9);
});

test('memory only writes no file at all, and only the owner can read one that is written', () => {
  const memory = openCache({ file: null, key });
  memory.replaceDevices(syntheticFleet(2000), syntheticNow);
  memory.putFixes(syntheticFixes(Array(2000).keys(), syntheticNow));
  expect(everyFile()).toEqual([]);
  memory.close();

  const file = path.join(folder, 'cache.db');
  const cache = openCache({ file, key });
  cache.replaceDevices(syntheticFleet(2), syntheticNow);
  // Windows has no mode bits for others.
  const bitsOfOthers = process.platform === 'win32' ? 0 : 0o077;
  for (const name of fs.readdirSync(folder)) {
    expect(fs.statSync(path.join(folder, name)).mode & bitsOfOthers, name).toBe(0);
  }
  cache.close();
});
