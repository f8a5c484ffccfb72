import fc from 'fast-check';
import { expect, test } from 'vitest';
import { metresBetween } from '../history/distance';
import type { Device } from './device';
import {
  deviceChange,
  differenceOf,
  markOf,
  movedMetres,
  recordChange,
  withoutOwn,
  type DeviceMark,
  type MarkInputs,
  type SeenChange,
} from './handover';
import { noLimits } from './limit';

const hour = 3_600_000;
const rules = { movingAbove: 1, staleAfterMs: hour, silentAfterMs: 24 * hour };
const now = Date.UTC(2026, 4, 2, 8);

const aTime = fc.oneof(fc.constant(Number.NaN), fc.integer({ min: now - 90 * hour, max: now }));
const inputs: fc.Arbitrary<MarkInputs> = fc.record({
  latitude: fc.oneof(fc.constant(Number.NaN), fc.double({ min: -90, max: 90, noNaN: true })),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  fixAt: aTime,
  checkedAt: aTime,
  expiredFrom: fc.oneof(aTime, fc.constant(now + hour)),
  overLimitUntil: fc.oneof(aTime, fc.constant(now + hour)),
  unlistedAt: aTime,
  hasPosition: fc.boolean(),
  isNotUnderstood: fc.boolean(),
  isAnswerAhead: fc.boolean(),
});

const nothingNew = {
  isNewlySilent: false,
  isNewlyExpired: false,
  isNewlyOverLimit: false,
  movedBy: null,
};

test('of a device that is as it was nothing is said', () => {
  fc.assert(
    fc.property(inputs, (device) => {
      const mark = markOf(device, rules, now);
      expect(differenceOf(mark, mark, metresBetween)).toEqual(nothingNew);
    }),
  );
});

const calm: DeviceMark = {
  latitude: 45,
  longitude: 4,
  isSilent: false,
  isExpired: false,
  overLimitUntil: Number.NaN,
};

test('each condition is new only once, and a limit again on another day', () => {
  const bad = { ...calm, isSilent: true, isExpired: true, overLimitUntil: now };
  expect(differenceOf(calm, bad, metresBetween)).toEqual({
    isNewlySilent: true,
    isNewlyExpired: true,
    isNewlyOverLimit: true,
    movedBy: null,
  });
  expect(differenceOf(bad, calm, metresBetween)).toEqual(nothingNew);
  const nextDay = { ...bad, overLimitUntil: now + 24 * hour };
  expect(differenceOf(bad, nextDay, metresBetween)).toMatchObject({ isNewlyOverLimit: true });
});

test('a device has moved only beyond the distance, and not where a position is not known', () => {
  const metresPerDegree = 111_195;
  const northBy = (metres: number) => ({ ...calm, latitude: 45 + metres / metresPerDegree });
  const movedBy = (after: DeviceMark) => differenceOf(calm, after, metresBetween).movedBy;
  expect(movedBy(northBy(movedMetres - 5))).toBeNull();
  expect(movedBy(northBy(movedMetres + 5))).toBeCloseTo(movedMetres + 5, -1);
  expect(movedBy({ ...calm, latitude: Number.NaN, longitude: Number.NaN })).toBeNull();
});

const device: Device = {
  id: 'van',
  name: 'Van',
  description: null,
  phone: null,
  tags: { a: '1' },
  expiresAt: null,
  limits: { ...noLimits, dailySmsLimit: 5, smsSentToday: 1 },
  extra: {},
  unlistedAt: null,
};

test('counters and the form of a record are no changes of people', () => {
  const counted = { ...device, limits: { ...device.limits!, smsSentToday: 9 }, extra: { x: 1 } };
  expect(deviceChange(device, counted)).toBeNull();
  expect(deviceChange(device, { ...device, tags: { a: '1' } })).toBeNull();
  const renamed = { ...device, name: 'Lorry', limits: { ...device.limits!, dailySmsLimit: 6 } };
  expect(deviceChange(device, renamed)).toMatchObject({
    label: 'Lorry',
    fields: [
      { field: 'name', after: 'Lorry' },
      { field: 'dailySmsLimit', after: 6 },
    ],
  });
});

test('a login is no change of a user', () => {
  const user = { id: 'u', name: 'Ana', lastLoginAt: 1 } as never;
  expect(recordChange('user', user, { id: 'u', name: 'Ana', lastLoginAt: 2 } as never)).toBeNull();
  expect(recordChange('user', undefined, user)).toMatchObject({ action: 'create', label: 'Ana' });
});

test('own changes are left out by record, field, value and time', () => {
  const seen: SeenChange = {
    kind: 'device',
    id: 'van',
    label: 'Van',
    action: 'change',
    fields: [
      { field: 'dailySmsLimit', after: 6 },
      { field: 'name', after: 'Lorry' },
    ],
    knownAt: now - hour,
    seenAt: now,
  };
  const own = {
    at: now - 1_000,
    kind: 'limits' as const,
    action: 'change' as const,
    recordId: 'van',
    changes: [{ field: 'dailySmsLimit', before: 5, after: 6 }],
  };
  const left = (entry: typeof own) =>
    withoutOwn(seen, [entry])?.fields.map(({ field }) => field) ?? [];
  expect(left(own)).toEqual(['name']);
  expect(left({ ...own, recordId: 'other' })).toEqual(['dailySmsLimit', 'name']);
  expect(left({ ...own, at: now - 3 * hour })).toEqual(['dailySmsLimit', 'name']);
  // Somebody set another value after it.
  const changes = [{ field: 'dailySmsLimit', before: 5, after: 7 }];
  expect(left({ ...own, changes })).toEqual(['dailySmsLimit', 'name']);
  const onlyLimit = { ...seen, fields: seen.fields.slice(0, 1) };
  expect(withoutOwn(onlyLimit, [own])).toBeNull();
});
