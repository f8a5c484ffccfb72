import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { weekCounterMs } from '#shared/domain/device-state';
import {
  flagAheadAnswer,
  flagBehindAnswer,
  flagCritical,
  flagNoPosition,
  flagNotUnderstood,
  flagOlderAnswer,
} from '#shared/fleet/columns';
import { openCache, type Cache, type FixUpdate } from './cache';
import { fixFromColumns } from './columns';
import { syntheticFix, syntheticFleet, syntheticNow } from './synthetic-fleet.test-support';

const key = Buffer.alloc(32, 7);
const minute = 60_000;
let folder = '';
let cache: Cache;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-reports-'));
  cache = openCache({ file: path.join(folder, 'cache.db'), key });
  cache.replaceDevices(syntheticFleet(1), syntheticNow);
});
afterEach(() => {
  cache.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Applies an answer `at` minutes after the start of the test. */
function answer(at: number, update: Omit<FixUpdate, 'slot' | 'checkedAt'>): void {
  cache.putFixes([{ slot: 0, checkedAt: syntheticNow + at * minute, ...update }]);
}
const report = (at: number, change: Parameters<typeof syntheticFix>[2] = {}) =>
  syntheticFix(0, syntheticNow + at * minute, change);
const nowhere = { latitude: null, longitude: null, speed: 99, course: 99 };

/** The columns and details of the device, the same after a restart. */
function device() {
  const read = () => {
    const { columns } = cache.loadFleet();
    const { latitude, longitude, fixAt, positionAt, checkedAt, speed, flags } = columns;
    const minutes = (at: number) => (at - syntheticNow) / minute;
    return {
      place: [latitude[0], longitude[0]],
      fixAt: minutes(fixAt[0]!),
      positionAt: minutes(positionAt[0]!),
      checkedAt: minutes(checkedAt[0]!),
      speed: speed[0],
      flags: flags[0],
      details: cache.details(0),
    };
  };
  const before = read();
  cache.close();
  cache = openCache({ file: path.join(folder, 'cache.db'), key });
  expect(read()).toEqual(before);
  return before;
}

const critical = 1;

test('a report without a position keeps the last known place and its time', () => {
  answer(1, report(0, { speed: 5 }));
  answer(11, report(10, nowhere));
  answer(21, report(20, nowhere));
  const { details, ...columns } = device();
  expect(columns).toMatchObject({
    place: [45, 5],
    fixAt: 20,
    positionAt: 0,
    checkedAt: 21,
    speed: 5,
    flags: critical | flagNoPosition,
  });
  expect(details).toMatchObject({
    fix: report(20, nowhere).fix,
    position: { at: syntheticNow, latitude: 45, longitude: 5, speed: 5 },
    noPositionSince: syntheticNow + 10 * minute,
    otherAnswer: null,
  });

  answer(31, report(30, { latitude: 46 }));
  expect(device()).toMatchObject({
    place: [46, 5],
    positionAt: 30,
    flags: critical,
    details: { noPositionSince: null, position: { latitude: 46 } },
  });
});

test('a device that only reports without a position has none', () => {
  answer(1, report(0, nowhere));
  const { details, ...columns } = device();
  expect(columns).toMatchObject({ place: [NaN, NaN], fixAt: 0, positionAt: NaN });
  expect(columns.flags).toBe(critical | flagNoPosition);
  expect(details).toMatchObject({ position: null, noPositionSince: syntheticNow });
});

test('an answer that is not understood keeps what is known, and itself', () => {
  answer(1, report(0));
  answer(5, { raw: { lat: 1, lng: 2 }, isUnderstood: false });
  expect(device()).toMatchObject({
    place: [45, 5],
    fixAt: 0,
    checkedAt: 5,
    flags: critical | flagNotUnderstood,
    details: {
      fix: report(0).fix,
      rawFix: JSON.stringify(report(0).raw),
      otherAnswer: { is: 'notUnderstood', at: null },
      rawOtherAnswer: '{"lat":1,"lng":2}',
    },
  });
  answer(6, report(0));
  expect(device()).toMatchObject({
    flags: critical,
    details: { otherAnswer: null, rawOtherAnswer: null },
  });
});

test('an answer that is not understood is kept also for a device without any report', () => {
  answer(5, { raw: { odd: true }, isUnderstood: false });
  expect(device()).toMatchObject({
    fixAt: NaN,
    checkedAt: 5,
    flags: flagNotUnderstood,
    details: { fix: null, position: null, rawOtherAnswer: '{"odd":true}' },
  });
  answer(6, {});
  expect(device()).toMatchObject({ flags: 0, details: { otherAnswer: null } });
});

test('an older report does not replace a newer one, and is kept as the last answer', () => {
  answer(11, report(10, { latitude: 46 }));
  answer(12, report(4, { latitude: 44 }));
  expect(device()).toMatchObject({
    place: [46, 5],
    fixAt: 10,
    checkedAt: 12,
    flags: critical | flagOlderAnswer,
    details: {
      fix: { latitude: 46 },
      otherAnswer: { is: 'older', at: syntheticNow + 4 * minute },
      rawOtherAnswer: JSON.stringify(report(4, { latitude: 44 }).raw),
    },
  });
  // The same time again: the later answer may correct values.
  answer(13, report(10, { latitude: 47 }));
  expect(device()).toMatchObject({ place: [47, 5], details: { otherAnswer: null } });
});

test('an older report gives its position if it is the newest one known', () => {
  answer(1, report(0));
  answer(11, report(10, nowhere));
  answer(12, report(5, { latitude: 46, speed: 7 }));
  const since = syntheticNow + 10 * minute;
  expect(device()).toMatchObject({
    place: [46, 5],
    fixAt: 10,
    positionAt: 5,
    speed: 7,
    flags: critical | flagNoPosition | flagOlderAnswer,
    details: { position: { latitude: 46 }, noPositionSince: since },
  });
});

test('a report of a clock that is far behind does not replace a present one', () => {
  answer(1, report(0));
  answer(2, report(-weekCounterMs / minute, { latitude: 60 }));
  expect(device()).toMatchObject({
    place: [45, 5],
    fixAt: 0,
    flags: critical | flagBehindAnswer,
    details: { otherAnswer: { is: 'behind', at: syntheticNow - weekCounterMs } },
  });
  answer(3, report(3, { latitude: 46 }));
  expect(device()).toMatchObject({ place: [46, 5], fixAt: 3, flags: critical });
});

test('a report dated in the future does not replace a present one, and is replaced by it', () => {
  const year2080 = (Date.UTC(2080, 0, 1) - syntheticNow) / minute;
  answer(1, report(0));
  answer(2, report(year2080, { latitude: 60 }));
  expect(device()).toMatchObject({
    place: [45, 5],
    fixAt: 0,
    flags: critical | flagAheadAnswer,
    details: { otherAnswer: { is: 'ahead', at: Date.UTC(2080, 0, 1) } },
  });
  // After an hour without a present report its place is better than none.
  answer(62, report(year2080, { latitude: 60 }));
  expect(device()).toMatchObject({ place: [60, 5], fixAt: year2080, flags: critical });
  answer(63, report(50, { latitude: 46 }));
  expect(device()).toMatchObject({ place: [46, 5], fixAt: 50, positionAt: 50 });
});

test('an answer without a report keeps the last one', () => {
  answer(1, report(0));
  answer(9, {});
  expect(device()).toMatchObject({
    place: [45, 5],
    checkedAt: 9,
    details: { fix: report(0).fix, otherAnswer: { is: 'none', at: null } },
  });
});

test('the columns say whether the last report had a critical alert, but not that it had none', () => {
  answer(1, report(0));
  const { columns } = cache.loadFleet();
  columns.flags[0] = flagCritical | flagNoPosition;
  expect(fixFromColumns(columns, 0)?.hasCriticalAlert).toBe(true);
  columns.flags[0] = flagNoPosition;
  expect(fixFromColumns(columns, 0)?.hasCriticalAlert).toBeNull();
});
