import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openCache, type Cache } from './cache';
import { deleteBackups } from './replace-file';
import { workFileOf } from './schema';
import { syntheticFleet, syntheticNow } from './synthetic-fleet.test-support';

const key = Buffer.alloc(32, 7);
let folder = '';
let file = '';

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-records-'));
  file = path.join(folder, 'cache.db');
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Opens, runs `body`, and closes again. */
function withCache<T>(body: (cache: Cache) => T, at: string | null = file): T {
  const cache = openCache({ file: at, key });
  try {
    return body(cache);
  } finally {
    cache.close();
  }
}

type Step = { op: 'put'; id: string; value: unknown } | { op: 'remove'; id: string };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({
      op: fc.constant('put' as const),
      id: fc.constantFrom('', 'a', 'b', 'ü/ö', 'a\u0000', 'z'.repeat(300)),
      value: fc.jsonValue(),
    }),
    fc.record({ op: fc.constant('remove' as const), id: fc.constantFrom('a', 'b', 'nobody') }),
  ),
  { maxLength: 30 },
);

describe.each([
  ['on disk', true],
  ['in memory', false],
])('%s', (_where, isOnDisk) => {
  test('the last values are read back, in the order in which ids were first written', () => {
    fc.assert(
      fc.property(steps, (given) => {
        const at = isOnDisk ? path.join(folder, `${crypto.randomUUID()}.db`) : null;
        const model = new Map<string, unknown>();
        withCache((cache) => {
          const records = cache.records('draft');
          for (const step of given) {
            if (step.op === 'put') {
              records.put(step.id, step.value);
              // JSON has no -0.
              model.set(step.id, JSON.parse(JSON.stringify(step.value)));
            } else {
              records.remove(step.id);
              model.delete(step.id);
            }
          }
          expectIs(cache, model);
        }, at);
        if (at) withCache((cache) => expectIs(cache, model), at);
      }),
      { numRuns: 40 },
    );
  });
});

function expectIs(cache: Cache, model: ReadonlyMap<string, unknown>): void {
  const records = cache.records('draft');
  const all = Array.from(model, ([id, value]) => ({ id, value }));
  expect(records.all()).toEqual(all);
  expect(records.ids()).toEqual(all.map(({ id }) => id));
  expect(records.count()).toBe(all.length);
  expect(records.newest(1, 2)).toEqual(all.toReversed().slice(1, 3));
  for (const { id, value } of all) expect(records.get(id)).toEqual(value);
  expect(records.get('never put')).toBeUndefined();
}

test('kinds are independent', () => {
  withCache((cache) => {
    cache.records('job').put('1', 'a job');
    cache.records('warned').put('1', 'a warning');
    cache.records('job').remove('1');
    expect(cache.records('job').all()).toEqual([]);
    expect(cache.records('warned').get('1')).toBe('a warning');
  });
});

test('records move with the copy into another file and to another key', () => {
  const other = path.join(folder, 'other.db');
  const entries = Array.from({ length: 300 }, (_, i) => [`entry ${i}`, { i }] as const);
  const expected = entries.map(([id, value]) => ({ id, value }));
  const memory = openCache({ file: null, key });
  memory.records('journal').putMany(entries);
  memory.saveTo(other, Buffer.alloc(32, 8));
  expect(memory.records('journal').all()).toEqual(expected);
  memory.records('journal').put('entry 7', { i: 70 });
  memory.close();

  const cache = openCache({ file: other, key: Buffer.alloc(32, 8) });
  expected[7] = { id: 'entry 7', value: { i: 70 } };
  expect(cache.notice).toBeNull();
  expect(cache.records('journal').all()).toEqual(expected);
  cache.close();
});

test('only the damaged record is lost when the file is rebuilt', () => {
  withCache((cache) => {
    cache.replaceDevices(syntheticFleet(20), syntheticNow);
    for (let i = 0; i < 5; i++) cache.records('journal').put(`entry ${i}`, i);
  });
  const database = new DatabaseSync(workFileOf(file));
  database.exec(`UPDATE journal SET body = zeroblob(64) WHERE rowid = 3`);
  database.close();
  deleteBackups(workFileOf(file));
  withCache((cache) => {
    expect(cache.notice).toMatchObject({ kind: 'storage', reason: 'damaged' });
    expect(cache.records('journal').all()).toEqual(
      [0, 1, 3, 4].map((i) => ({ id: `entry ${i}`, value: i })),
    );
    expect(cache.loadFleet().columns.count).toBe(20);
  });
  withCache((cache) => expect(cache.records('journal').count()).toBe(4));
});

test('writes after closing are ignored', () => {
  const cache = openCache({ file, key });
  const records = cache.records('draft');
  records.put('a', 1);
  cache.close();
  records.put('b', 2);
  cache.putList('users', [], 1);
  cache.replaceDevices(syntheticFleet(3), syntheticNow);
  cache.close();
  withCache((again) => {
    expect(again.notice).toBeNull();
    expect(again.records('draft').ids()).toEqual(['a']);
    expect(again.loadFleet().columns.count).toBe(0);
  });
});

test('swapped bodies cannot be decrypted', () => {
  withCache((cache) => {
    cache.records('draft').put('a', 'of a');
    cache.records('draft').put('b', 'of b');
  });
  const database = new DatabaseSync(workFileOf(file));
  database.exec(
    `UPDATE drafts SET body = (SELECT body FROM drafts WHERE rowid = 2) WHERE rowid = 1`,
  );
  database.close();
  withCache((cache) => {
    // From the backup.
    expect(cache.records('draft').get('a')).toBe('of a');
    expect(cache.records('draft').get('b')).toBe('of b');
  });
});

test('a new record of a device is shown, and other devices do not change', () => {
  const fleet = syntheticFleet(600);
  withCache((cache) => {
    cache.replaceDevices(fleet, syntheticNow);
    cache.replaceDevices(fleet.slice(0, 500), syntheticNow + 1);
    const before = cache.loadFleet();
    const [first, last] = [fleet[3]!, fleet[299]!];
    const limits = {
      expires: true,
      expirationDate: '2031-02-03',
      dailyEmailLimit: 3,
      dailySmsLimit: null,
      emailsSentToday: 1,
      smsSentToday: null,
    };
    const onlyLimits = { record: { ...first.record, limits }, raw: { id: 'three' } };
    expect(cache.putDevices([onlyLimits])).toBe(before.columns);
    const dated = { record: { ...last.record, name: 'Renamed', expiresAt: 5 }, raw: {} };
    const stranger = { record: { ...last.record, id: 'never listed' }, raw: {} };
    expect(cache.putDevices([dated, stranger])).not.toBe(before.columns);
  });
  withCache((cache) => {
    expect(cache.details(3)).toMatchObject({
      device: { limits: { dailyEmailLimit: 3 } },
      rawDevice: '{"id":"three"}',
    });
    const devices = cache.devices();
    expect(devices).toHaveLength(600);
    expect(devices[299]).toMatchObject({ name: 'Renamed', expiresAt: 5, unlistedAt: null });
    expect(devices[599]).toMatchObject({ ...fleet[599]!.record, unlistedAt: syntheticNow + 1 });
    expect(devices[0]).toMatchObject(fleet[0]!.record);
    expect(cache.loadFleet().columns.expiresAt[299]).toBe(5);
  });
});
