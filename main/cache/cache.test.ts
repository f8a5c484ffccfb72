import fc from 'fast-check';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deviceSchema, type Device } from '#shared/domain/device';
import { FaultError } from '#shared/fault';
import { fixColumnNames, flagCritical, textAt, type FleetColumns } from '#shared/fleet/columns';
import { describeCache, lockKey, openCache, unlockKey, type Cache } from './cache';
import {
  syntheticDevice,
  syntheticFix,
  syntheticFixes,
  syntheticFleet,
  syntheticNow,
} from './synthetic-fleet.test-support';

const key = Buffer.alloc(32, 7);
let folder = '';
let file = '';
const open: Cache[] = [];

function start(target: string | null = file): Cache {
  const cache = openCache({ file: target, key });
  open.push(cache);
  return cache;
}

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-cache-'));
  file = path.join(folder, 'profiles', 'cache.db');
});
afterEach(() => {
  for (const cache of open.splice(0)) {
    try {
      cache.close();
    } catch {
      // Already closed by the test.
    }
  }
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Closes a cache and opens its file again. */
function again(cache: Cache): Cache {
  cache.close();
  return start();
}

function names(columns: FleetColumns): string[] {
  return Array.from({ length: columns.count }, (_, slot) => textAt(columns.name, slot));
}

/** The columns as plain values, for comparison. */
function plain({ columns, asOf }: ReturnType<Cache['loadFleet']>) {
  return { columns: structuredClone(columns), asOf };
}

test('a new copy is empty, on disk, and has no notice', () => {
  const cache = start();
  expect(cache.loadFleet()).toMatchObject({ asOf: null, columns: { count: 0 } });
  expect(cache.notice).toBeNull();
  expect(cache.isOnDisk).toBe(true);
  expect(again(cache).loadFleet().columns.count).toBe(0);
});

test('a fleet of many chunks is read back unchanged', () => {
  const cache = start();
  cache.replaceDevices(syntheticFleet(1000), syntheticNow);
  cache.putFixes(syntheticFixes([0, 79, 80, 255, 256, 999], syntheticNow));
  const before = plain(cache.loadFleet());
  const { columns } = before;
  expect(columns.latitude[80]).toBe(syntheticFix(80, syntheticNow).fix.latitude);
  expect(columns.latitude[81]).toBeNaN();
  expect(columns.flags[999]).toBe(flagCritical);
  expect(textAt(columns.tags, 34)).toBe('depot: D0\u001fcrew: night: two');

  const reopened = again(cache);
  expect(plain(reopened.loadFleet())).toEqual(before);
  expect(reopened.idOf(999)).toBe(syntheticDevice(999).record.id);
  expect(reopened.slotOf(syntheticDevice(999).record.id)).toBe(999);
  expect(reopened.slotOf('never listed')).toBeNull();
});

const texts = fc.string({ unit: 'binary', maxLength: 12 });
const moment = fc.double({ noNaN: true, noDefaultInfinity: true });
// The decoder drops a member of this name (shared/wire/json.ts), so none ever reaches the cache.
const memberName = texts.filter((name) => name !== '__proto__');
const device: fc.Arbitrary<Device> = fc.record({
  id: texts,
  name: fc.option(texts),
  description: fc.option(texts),
  phone: fc.option(texts),
  tags: fc.dictionary(memberName, texts, { maxKeys: 3, noNullPrototype: true }),
  expiresAt: fc.option(moment),
  limits: fc.constant(null),
  extra: fc.dictionary(memberName, fc.jsonValue(), { maxKeys: 2, noNullPrototype: true }),
  unlistedAt: fc.constant(null),
});

test('any devices and fixes are read back, immediately and after a restart', () => {
  const devices = fc.uniqueArray(fc.record({ record: device, raw: fc.jsonValue() }), {
    selector: ({ record }) => record.id.toWellFormed(),
    maxLength: 12,
  });
  const fix = fc.record({ at: fc.option(moment), latitude: moment, longitude: moment });
  fc.assert(
    fc.property(devices, fix, (listed, where) => {
      fs.rmSync(path.dirname(file), { recursive: true, force: true });
      const cache = start();
      cache.replaceDevices(listed, syntheticNow);
      const update = syntheticFix(0, syntheticNow, where);
      cache.putFixes(listed.map((_, slot) => ({ slot, ...update, checkedAt: syntheticNow })));
      const check = (at: Cache) => {
        listed.forEach(({ record, raw }, slot) => {
          const details = at.details(slot);
          const json = <T>(value: T) => JSON.parse(JSON.stringify(value)) as T;
          expect(details.device).toEqual({ ...json(record), receivedAt: syntheticNow });
          expect(JSON.parse(details.rawDevice)).toEqual(json(raw));
          expect(details.fix).toEqual(json(update.fix));
          expect(JSON.parse(details.rawFix ?? '')).toEqual(json(update.raw));
          expect(at.slotOf(record.id)).toBe(slot);
        });
      };
      check(cache);
      const before = plain(cache.loadFleet());
      const reopened = again(cache);
      expect(plain(reopened.loadFleet())).toEqual(before);
      check(reopened);
      reopened.close();
    }),
    { numRuns: 20 },
  );
});

describe('a new list', () => {
  test('keeps missing devices, marks them once, and clears the mark when they return', () => {
    const [a, b, c] = [syntheticDevice(1), syntheticDevice(2), syntheticDevice(3)];
    let cache = start();
    cache.replaceDevices([a, b, c], 1000);
    cache.putFixes(syntheticFixes([1], syntheticNow));
    const record = cache.details(1);

    cache.replaceDevices([a, c], 2000);
    cache.replaceDevices([a, c], 3000);
    cache = again(cache);
    expect([...cache.loadFleet().columns.unlistedAt]).toEqual([NaN, 2000, NaN]);
    expect(cache.loadFleet().asOf).toBe(3000);
    expect(cache.details(1)).toEqual({
      ...record,
      device: { ...record.device, unlistedAt: 2000 },
    });

    cache.replaceDevices([a, b, c], 4000);
    cache = again(cache);
    expect([...cache.loadFleet().columns.unlistedAt]).toEqual([NaN, NaN, NaN]);
    const listed = { ...record.device, receivedAt: 4000 };
    expect(cache.details(1)).toEqual({ ...record, device: listed });
  });

  test('keeps the slot and fix of every device in any order, and adds new ones at the end', () => {
    const fleet = syntheticFleet(300);
    let cache = start();
    cache.replaceDevices(fleet, 1000);
    cache.putFixes(syntheticFixes([0, 150, 299], syntheticNow));
    const before = plain(cache.loadFleet());
    cache.replaceDevices([syntheticDevice(900), ...fleet.toReversed(), syntheticDevice(901)], 2000);
    cache = again(cache);
    const { columns } = cache.loadFleet();
    expect(names(columns)).toEqual([
      ...names(before.columns),
      syntheticDevice(900).record.name,
      syntheticDevice(901).record.name,
    ]);
    for (const name of fixColumnNames) {
      expect([...columns[name].subarray(0, 300)]).toEqual([...before.columns[name]]);
    }
    expect(columns.latitude[300]).toBeNaN();
  });

  test('the time zone of expiry days is stored with the columns', () => {
    const cache = start();
    const limits = {
      expires: true,
      expirationDate: '2030-01-31',
      dailyEmailLimit: null,
      dailySmsLimit: null,
      emailsSentToday: null,
      smsSentToday: null,
    };
    const devices = [syntheticDevice(1, { expiresAt: null, limits })];
    const inUtc = cache.replaceDevices(devices, 1000).expiresAt[0];
    const { expiresAt } = cache.useTimeZone(() => 'Pacific/Auckland');
    expect(expiresAt[0]).not.toBe(inUtc);
    // Without another time zone the stored one applies to new lists.
    expect(again(cache).replaceDevices(devices, 2000).expiresAt[0]).toBe(expiresAt[0]);
  });

  test('applies changed names and expiry, and returns the same columns if nothing changed', () => {
    const cache = start();
    const first = cache.replaceDevices([syntheticDevice(1), syntheticDevice(2)], 1000);
    expect(cache.replaceDevices([syntheticDevice(1), syntheticDevice(2)], 2000)).toBe(first);
    expect(cache.loadFleet().asOf).toBe(2000);
    const changed = syntheticDevice(2, { name: 'Renamed', expiresAt: 5 });
    const second = cache.replaceDevices([syntheticDevice(1), changed], 3000);
    expect(second).not.toBe(first);
    expect(names(second)).toEqual([syntheticDevice(1).record.name, 'Renamed']);
    expect(again(cache).details(1).device).toMatchObject({ name: 'Renamed', expiresAt: 5 });
  });

  test('with a duplicate id stores one device, the last of the two', () => {
    const cache = start();
    const columns = cache.replaceDevices(
      [syntheticDevice(1), syntheticDevice(2), syntheticDevice(1, { name: 'Again' })],
      1000,
    );
    expect(names(columns)).toEqual(['Again', syntheticDevice(2).record.name]);
  });

  test('that is empty removes nothing', () => {
    const cache = start();
    cache.replaceDevices(syntheticFleet(3), 1000);
    cache.replaceDevices([], 2000);
    expect([...again(cache).loadFleet().columns.unlistedAt]).toEqual([2000, 2000, 2000]);
  });
});

describe('fixes', () => {
  test('are visible immediately in columns returned before', () => {
    const cache = start();
    const columns = cache.replaceDevices(syntheticFleet(2), 1000);
    cache.putFixes(syntheticFixes([1], syntheticNow));
    expect(columns.fixAt[1]).toBe(syntheticNow);
    expect(columns.checkedAt[1]).toBe(syntheticNow + 1000);
  });

  test('null means that the service has none; absent means that nothing is new', () => {
    let cache = start();
    cache.replaceDevices(syntheticFleet(2), 1000);
    cache.putFixes(syntheticFixes([0, 1], syntheticNow));
    cache.putFixes([
      { slot: 0, fix: null, checkedAt: syntheticNow + 5000 },
      { slot: 1, checkedAt: syntheticNow + 6000 },
    ]);
    cache = again(cache);
    expect(cache.details(0)).toMatchObject({
      fix: null,
      rawFix: null,
      checkedAt: syntheticNow + 5000,
    });
    expect(cache.details(1)).toMatchObject({
      fix: syntheticFix(1, syntheticNow).fix,
      checkedAt: syntheticNow + 6000,
    });
  });

  test('with nothing provided are "not provided", not 0', () => {
    const cache = start();
    const columns = cache.replaceDevices(syntheticFleet(1), 1000);
    const bare = { at: null, latitude: null, longitude: null, speed: null, course: null };
    const { fix } = syntheticFix(0, 0, { ...bare, battery: null, inactiveSeconds: null });
    cache.putFixes([{ slot: 0, fix, raw: {}, checkedAt: 7 }]);
    const { latitude, longitude, fixAt, speed, course, battery, inactiveSeconds } = columns;
    for (const column of [latitude, longitude, fixAt, speed, course, battery, inactiveSeconds]) {
      expect(column[0]).toBeNaN();
    }
  });

  test('for an unknown slot are refused before anything is applied', () => {
    const cache = start();
    const columns = cache.replaceDevices(syntheticFleet(2), 1000);
    expect(() => cache.putFixes(syntheticFixes([0, 2], syntheticNow))).toThrow(FaultError);
    expect(columns.fixAt[0]).toBeNaN();
    for (const slot of [-1, 2, 0.5, Number.NaN]) {
      expect(() => cache.details(slot)).toThrow(FaultError);
    }
  });
});

test('a device that was never polled has its record and no fix', () => {
  const cache = start();
  cache.replaceDevices([syntheticDevice(4)], 1000);
  expect(cache.details(0)).toEqual({
    device: { ...syntheticDevice(4).record, receivedAt: 1000 },
    rawDevice: JSON.stringify(syntheticDevice(4).raw),
    fix: null,
    rawFix: null,
    position: null,
    noPositionSince: null,
    otherAnswer: null,
    rawOtherAnswer: null,
    checkedAt: null,
  });
});

test('lists are stored by name with their age', () => {
  let cache = start();
  expect(cache.list('groups')).toBeNull();
  cache.putList('groups', [{ id: 'g', deviceIds: null }], 1);
  cache.putList('countries', { DE: 'Germany' }, 2);
  cache.putList('groups', [], 3);
  cache = again(cache);
  expect(cache.list('groups')).toEqual({ value: [], asOf: 3 });
  expect(cache.list('countries')).toEqual({ value: { DE: 'Germany' }, asOf: 2 });
  expect(cache.list('users')).toBeNull();
});

test('memory only leaves no file and can be saved to one later', async () => {
  const cache = start(null);
  expect(cache.isOnDisk).toBe(false);
  cache.replaceDevices(syntheticFleet(300), 1000);
  cache.putFixes(syntheticFixes([0, 299], syntheticNow));
  cache.putList('users', ['someone'], 5);
  expect(fs.readdirSync(folder)).toEqual([]);
  const before = [plain(cache.loadFleet()), cache.details(299), cache.list('users')];
  const columns = cache.loadFleet().columns;

  const own = Buffer.alloc(32, 4);
  const salt = await lockKey(own, 'correct horse');
  fs.mkdirSync(path.dirname(file));
  fs.writeFileSync(file, 'whatever was there');
  cache.saveTo(file, own, salt);
  expect(cache).toMatchObject({ isOnDisk: true, notice: null });
  // The window continues with the columns it has.
  cache.putFixes(syntheticFixes([5], syntheticNow));
  expect(columns.fixAt[5]).toBe(syntheticNow);
  cache.putFixes([{ slot: 5, fix: null, checkedAt: Number.NaN }]);
  cache.close();

  expect(describeCache(file)).toEqual({ keyKind: 'passphrase', salt: new Uint8Array(salt) });
  const opening = await unlockKey(describeCache(file)!.salt!, 'correct horse');
  const reopened = openCache({ file, key: opening!, passphraseSalt: salt });
  open.push(reopened);
  expect([plain(reopened.loadFleet()), reopened.details(299), reopened.list('users')]).toEqual(
    before,
  );
});

test('a passphrase is changed and removed without writing the records again, backups included', async () => {
  const key = Buffer.alloc(32, 4);
  const reopen = (passphraseSalt?: Uint8Array) => {
    const cache = openCache({ file, key, ...(passphraseSalt ? { passphraseSalt } : {}) });
    open.push(cache);
    return cache;
  };
  const workFile = file.replace('.db', '.work.db');
  const cache = reopen();
  cache.records('note').put('mine', 'typed');
  const lock = await lockKey(key, 'correct horse');
  cache.relock(lock);
  cache.close();
  expect(describeCache(file)).toEqual({ keyKind: 'passphrase', salt: new Uint8Array(lock) });
  const again = reopen(lock);
  expect(again.notice).toBeNull();
  expect(again.records('note').get('mine')).toBe('typed');
  again.close();

  // Only a backup of the day before is left: it asks for the same passphrase.
  const backup = fs.readdirSync(path.dirname(file)).find((name) => name.includes('.backup-'))!;
  const kept = fs.readFileSync(path.join(path.dirname(file), backup));
  for (const each of [file, workFile]) fs.rmSync(each);
  fs.writeFileSync(path.join(path.dirname(file), backup), kept);
  expect(describeCache(file)).toEqual({ keyKind: 'passphrase', salt: new Uint8Array(lock) });
  const rescued = reopen(lock);
  expect(rescued.records('note').get('mine')).toBe('typed');
  rescued.relock(null);
  rescued.close();
  expect(describeCache(file)).toEqual({ keyKind: 'keychain', salt: null });
  expect(reopen().records('note').get('mine')).toBe('typed');
});

test('a record that cannot be read is shown from the columns', () => {
  const cache = start();
  const { record } = syntheticDevice(4);
  // A record that the schema rejects.
  const unreadable = { ...record, limits: 'none' } as unknown as Device;
  expect(deviceSchema.safeParse(unreadable).success).toBe(false);
  cache.replaceDevices([{ record: unreadable, raw: { kept: true } }], 1000);
  const details = cache.details(0);
  expect(details.device).toEqual({ ...record, extra: {}, limits: null, receivedAt: 1000 });
  expect(details.rawDevice).toBe('{"kept":true}');
});

test('the key of a file of another program is not believed, whatever tables it has', () => {
  openCache({ file, key: new Uint8Array(32).fill(3) }).close();
  fs.rmSync(path.join(path.dirname(file), 'cache.work.db'));
  expect(describeCache(file)).toEqual({ keyKind: 'keychain', salt: null });
  const database = new DatabaseSync(file);
  database.exec('PRAGMA application_id = 7');
  database.close();
  expect(describeCache(file)).toBeNull();
});

test('one record of a device leaves the moment of the list', () => {
  const cache = start();
  cache.replaceDevices(syntheticFleet(3), syntheticNow);
  const changed = syntheticDevice(1);
  changed.record.name = 'Renamed';
  cache.putDevices([changed]);
  expect(cache.loadFleet().asOf).toBe(syntheticNow);
  expect(names(again(cache).loadFleet().columns)[1]).toBe('Renamed');
});
