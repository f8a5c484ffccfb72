import fc from 'fast-check';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cacheOver, openCache, type Cache, type ListedDevice } from './cache';
import { openDatabase, openVault, vaultOver, type Vault } from './vault';
import {
  openedWith,
  syntheticDevice,
  syntheticFixes,
  syntheticFleet,
  syntheticNow,
} from './synthetic-fleet.test-support';
import { copyPart } from './schema';
import { createSealer, newKeyHeader } from './seal';

const key = Buffer.alloc(32, 7);
/** Devices of three chunks, so that a list is compared in three steps. */
const size = 600;
let folder = '';

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-listing-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

/** A cache that tests close and open again, or move into another file. */
class Subject {
  #file: string;
  cache: Cache;

  constructor(private readonly name: string) {
    this.#file = path.join(folder, name);
    this.cache = openCache({ file: this.#file, key });
  }

  restart(): void {
    this.cache.close();
    this.cache = openCache({ file: this.#file, key });
  }

  move(times: number): void {
    this.#file = path.join(folder, `${this.name}-${times}`);
    this.cache.saveTo(this.#file, key);
  }

  seen() {
    const { cache } = this;
    return {
      fleet: structuredClone(cache.loadFleet()),
      devices: cache.devices(),
      details: [0, 255, 256, size - 1].map((slot) =>
        slot < cache.loadFleet().columns.count ? cache.details(slot) : null,
      ),
      notice: cache.notice,
    };
  }
}

const numbers = fc.uniqueArray(fc.nat({ max: size + 40 }), { maxLength: 4 });
const name = fc.constantFrom('Renamed', 'Łódź', '', null);

/** A list without some devices, with others renamed, with new ones, in another order. */
const list = fc.record({
  gone: numbers,
  renamed: numbers,
  name,
  added: numbers,
  turned: fc.boolean(),
});
type ListOf = typeof list extends fc.Arbitrary<infer T> ? T : never;

function devicesOf({ gone, renamed, name: to, added, turned }: ListOf): ListedDevice[] {
  const all = new Set([...Array(size).keys(), ...added]);
  for (const number of gone) all.delete(number);
  const devices = Array.from(all, (number) =>
    syntheticDevice(number, renamed.includes(number) ? { name: to } : {}),
  );
  return turned ? devices.toReversed() : devices;
}

/** Changes that may occur while a list is compared. */
const between = fc.oneof(
  fc.record({ type: fc.constant('fixes' as const), numbers }),
  fc.record({ type: fc.constant('edit' as const), numbers, name }),
  fc.record({ type: fc.constant('list' as const), list }),
  fc.record({ type: fc.constant('restart' as const) }),
  fc.record({ type: fc.constant('move' as const) }),
  fc.record({ type: fc.constant('nothing' as const) }),
);
type Between = typeof between extends fc.Arbitrary<infer T> ? T : never;

function apply(subject: Subject, step: Between, at: number): void {
  const { cache } = subject;
  switch (step.type) {
    case 'fixes': {
      const { count } = cache.loadFleet().columns;
      return cache.putFixes(
        syntheticFixes(
          step.numbers.filter((slot) => slot < count),
          syntheticNow + at,
        ),
      );
    }
    case 'edit':
      cache.putDevices(step.numbers.map((each) => syntheticDevice(each, { name: step.name })));
      return;
    case 'list':
      cache.replaceDevices(devicesOf(step.list), at);
      return;
    case 'restart':
      return subject.restart();
    case 'move':
      return subject.move(at);
    case 'nothing':
  }
}

test('a list compared in chunks gives the same result as in one step, despite changes in between', async () => {
  let run = 0;
  const round = fc.record({ list, turns: fc.array(between, { minLength: 2, maxLength: 2 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 4 }), async (rounds) => {
      run++;
      const inTurns = new Subject(`turns-${run}.db`);
      const inOneGo = new Subject(`go-${run}.db`);
      let at = 1000;
      for (const { list: wanted, turns } of rounds) {
        const devices = devicesOf(wanted);
        const asOf = at++;
        const steps = [...turns];
        await inTurns.cache.prepareDevices(devices, asOf, () => {
          const step = steps.shift();
          at++;
          // Nothing of the list is visible before it is applied, also after a restart.
          for (const subject of step ? [inTurns, inOneGo] : []) apply(subject, step!, at);
          expect(inTurns.seen()).toEqual(inOneGo.seen());
          return Promise.resolve();
        });
        for (const { cache } of [inTurns, inOneGo]) cache.replaceDevices(devices, asOf);
        expect(inTurns.seen()).toEqual(inOneGo.seen());
      }
      for (const subject of [inTurns, inOneGo]) subject.restart();
      expect(inTurns.seen()).toEqual(inOneGo.seen());
      for (const { cache } of [inTurns, inOneGo]) cache.close();
    }),
    { numRuns: 8 },
  );
}, 60_000);

const passing = () => Promise.resolve();

test('comparing writes nothing, and its result is used only for the same devices', async () => {
  const file = path.join(folder, 'cache.db');
  const cache = openCache({ file, key });
  cache.replaceDevices(syntheticFleet(size), 1000);
  const before = structuredClone(cache.loadFleet());
  const devices = [...syntheticFleet(size), syntheticDevice(700)];
  await cache.prepareDevices(devices, 2000, passing);
  expect(cache.loadFleet()).toEqual(before);
  expect(cache.slotOf(syntheticDevice(700).record.id)).toBeNull();
  // A newer record of one of them, as after an edit, and another new device at the end.
  const newer = syntheticDevice(300, { name: 'Newer' });
  cache.replaceDevices(
    devices.map((device, i) => (i === 300 ? newer : i === size ? syntheticDevice(800) : device)),
    2000,
  );
  expect(cache.details(300).device.name).toBe('Newer');
  expect(cache.idOf(size)).toBe(syntheticDevice(800).record.id);
  cache.close();
});

test('applying a compared list reads no records and stages only changes', async () => {
  const vault = openVault(copyPart, { file: path.join(folder, 'cache.db'), key });
  const calls: string[] = [];
  const watched: Vault = {
    ...vault,
    read: (table, at) => {
      calls.push(`read ${table} ${at}`);
      return vault.read(table, at);
    },
    stage: (table, at, plain) => {
      calls.push(`stage ${table} ${at}`);
      vault.stage(table, at, plain);
    },
  };
  const cache = cacheOver(openedWith(watched, key), { file: null, key });
  cache.replaceDevices(syntheticFleet(size), 1000);
  const taking = async (devices: ListedDevice[], asOf: number) => {
    calls.length = 0;
    await cache.prepareDevices(devices, asOf, passing);
    // Nothing is staged that the next write could commit: a kill now would lose the whole list.
    expect(calls.filter((call) => call.startsWith('stage'))).toEqual([]);
    calls.length = 0;
    cache.replaceDevices(devices, asOf);
    return [...calls];
  };
  expect(await taking(syntheticFleet(size), 2000)).toEqual([]);
  const renamed = syntheticDevice(300, { name: 'Renamed' });
  expect(await taking(syntheticFleet(size).with(300, renamed), 3000)).toEqual([
    'stage device_columns 1',
    'stage device_records 1',
  ]);
  cache.close();
});

test('a device received after its list is judged by its own time', () => {
  const cache = openCache({ file: null, key });
  const day = 24 * 60 * 60_000;
  const [first] = syntheticFleet(1);
  const limits = {
    expires: null,
    expirationDate: null,
    expirationAt: null,
    dailyEmailLimit: 5,
    dailySmsLimit: null,
    emailsSentToday: 6,
    smsSentToday: null,
  };
  const record = { ...first!.record, limits, receivedAt: syntheticNow };
  cache.replaceDevices([{ ...first!, record }], syntheticNow - 3 * day);
  expect(cache.loadFleet().columns.overLimitUntil[0]).toBeGreaterThan(syntheticNow);
  cache.close();
});

test('a cache found damaged while a list is compared is rebuilt, and the list is applied completely', async () => {
  const file = path.join(folder, 'cache.db');
  let cache = openCache({ file, key });
  cache.replaceDevices(syntheticFleet(size), 1000);
  cache.close();
  const database = new DatabaseSync(file);
  database.exec(`UPDATE device_records SET body = x'00' WHERE key = 1`);
  database.close();
  cache = openCache({ file, key, now: () => syntheticNow });
  const devices = [...syntheticFleet(size), syntheticDevice(700)];
  await cache.prepareDevices(devices, 2000, passing);
  expect(cache.notice).toMatchObject({ kind: 'storage', reason: 'damaged' });
  cache.replaceDevices(devices, 2000);
  cache.close();
  cache = openCache({ file, key });
  expect(cache.notice).toBeNull();
  expect(cache.devices()).toEqual(devices.map(({ record }) => ({ ...record, receivedAt: 2000 })));
  cache.close();
});

test('the result for a chunk does not outlive the chunk', async () => {
  const header = newKeyHeader(key, null);
  const file = path.join(folder, 'cache.db');
  const database = openDatabase(copyPart, { file, newHeader: () => header });
  const vault = vaultOver(copyPart, database, createSealer(key, header.fileId));
  const cache = cacheOver(openedWith(vault, key), { file, key });
  const devices = syntheticFleet(size);
  cache.replaceDevices(devices, 1000);
  await cache.prepareDevices(devices, 2000, passing);
  database.exec(`UPDATE device_records SET body = x'00' WHERE key = 1`);
  // Detects the damage and continues in another file, without the chunk.
  expect(cache.details(300).rawDevice).toBe('');
  cache.replaceDevices(devices, 2000);
  expect(cache.details(300).rawDevice).toBe(JSON.stringify(devices[300]!.raw));
  cache.close();
});

/** What a file holds of its devices after it is opened again. */
function reopened(file: string) {
  const cache = openCache({ file, key });
  const devices = cache.devices().map(({ name: of }) => of);
  const seen = { notice: cache.notice, asOf: cache.loadFleet().asOf, devices };
  const raw = devices.map((_, slot) => cache.details(slot).rawDevice);
  cache.close();
  return { ...seen, raw };
}

const expected = (devices: readonly ListedDevice[], asOf: number) => ({
  notice: null,
  asOf,
  devices: devices.map(({ record }) => record.name),
  raw: devices.map(({ raw }) => JSON.stringify(raw)),
});

test('a first list that was written in advance and never applied leaves an empty fleet', async () => {
  const file = path.join(folder, 'cache.db');
  const cache = openCache({ file, key });
  await cache.prepareDevices(syntheticFleet(1_000), 1000, passing);
  cache.close();
  expect(reopened(file)).toEqual({ notice: null, asOf: null, devices: [], raw: [] });
});

test('what was written in advance for a longer list does not remain in a shorter one', async () => {
  const file = path.join(folder, 'cache.db');
  const cache = openCache({ file, key });
  const longer = syntheticFleet(1_000);
  await cache.prepareDevices(longer, 1000, passing);
  const others = Array.from({ length: 300 }, (_, i) => syntheticDevice(5_000 + i));
  cache.replaceDevices(others, 1000);
  cache.close();
  expect(reopened(file)).toEqual(expected(others, 1000));
});

test('a list that became longer after it was written in advance is complete', async () => {
  const file = path.join(folder, 'cache.db');
  const cache = openCache({ file, key });
  const devices = syntheticFleet(700);
  await cache.prepareDevices(devices.slice(0, 512), 1000, passing);
  cache.replaceDevices(devices, 1000);
  cache.close();
  expect(reopened(file)).toEqual(expected(devices, 1000));
});

test('the first list is written in parts, of which the last is small', async () => {
  const vault = openVault(copyPart, { file: path.join(folder, 'cache.db'), key });
  const commits: number[] = [];
  const watched: Vault = {
    ...vault,
    commit: (survives) => {
      commits.push(vault.staged().length);
      vault.commit(survives);
    },
  };
  const cache = cacheOver(openedWith(watched, key), { file: null, key });
  const devices = syntheticFleet(2_000);
  await cache.prepareDevices(devices, 1000, passing);
  cache.replaceDevices(devices, 1000);
  // Columns, records and up to four chunks of fixes for each 256 devices; then only the head.
  expect(commits).toHaveLength(9);
  expect(Math.max(...commits)).toBeLessThanOrEqual(6);
  expect(commits.at(-1)).toBe(1);
  cache.close();
});

test('devices that are put while a list is placed keep their slots', async () => {
  const list = syntheticFleet(size);
  const { cache } = new Subject('put');
  cache.replaceDevices(list.slice(0, 100), syntheticNow);
  const preparing = cache.prepareDevices(list, syntheticNow + 1, () => Promise.resolve());
  // Another list gives slots that the preparation did not know.
  cache.replaceDevices(list.toReversed(), syntheticNow + 1);
  await preparing;
  const slots = list.map(({ record }) => cache.slotOf(record.id));
  cache.replaceDevices(list, syntheticNow + 2);
  expect(list.map(({ record }) => cache.slotOf(record.id))).toEqual(slots);
  expect(new Set(slots).size).toBe(size);
});

test('what people changed is taken once, in order, with the moments between which it was changed', () => {
  const cache = openCache({ file: null, key });
  const renamed = (i: number, to: string) => syntheticDevice(i, { name: to });
  cache.replaceDevices(syntheticFleet(3), 1000);
  expect(cache.takeDeviceChanges()).toEqual([]);
  cache.replaceDevices([renamed(0, 'A'), ...syntheticFleet(3).slice(1)], 2000);
  cache.putDevices([renamed(1, 'B')]);
  const [first, second] = [syntheticDevice(0), syntheticDevice(1)].map(({ record }) => record.id);
  expect(cache.takeDeviceChanges()).toMatchObject([
    { id: first, action: 'change', knownAt: 1000, seenAt: 2000 },
    { id: second, action: 'change', knownAt: 2000, seenAt: null },
  ]);
  expect(cache.takeDeviceChanges()).toEqual([]);
});

test('of too many changes the newest are remembered', () => {
  const cache = openCache({ file: null, key });
  cache.replaceDevices(syntheticFleet(1_002), 1000);
  const renamed = syntheticFleet(1_002).map(({ record, raw }) => ({
    record: { ...record, name: `New ${record.name}` },
    raw,
  }));
  cache.replaceDevices(renamed.slice(0, 1_001), 2000);
  cache.putDevices(renamed.slice(1_001));
  const taken = cache.takeDeviceChanges();
  expect(taken).toHaveLength(1_000);
  expect(taken[0]?.id).toBe(renamed[2]!.record.id);
  expect(taken.at(-1)?.id).toBe(renamed[1_001]!.record.id);
});

test('a newer record replaces that of the list, also after the list was compared', async () => {
  for (const isPrepared of [false, true]) {
    const cache = openCache({ file: null, key });
    cache.replaceDevices(syntheticFleet(size), 1000);
    const list = [...syntheticFleet(size), syntheticDevice(size)];
    if (isPrepared) await cache.prepareDevices(list, 2000, passing);
    const newer = [300, size, size + 7].map((i) => syntheticDevice(i, { name: `Newer ${i}` }));
    cache.replaceDevices(list, 2000, newer);
    expect(cache.details(300).device.name).toBe('Newer 300');
    expect(cache.details(size).device.name).toBe(`Newer ${size}`);
    // A list does not gain devices.
    expect(cache.loadFleet().columns.count).toBe(size + 1);
  }
});
