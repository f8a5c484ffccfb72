import fc from 'fast-check';
import { expect, test } from 'vitest';
import { metresBetween } from '../history/distance';
import { noLimits } from './device';
import { deviceOf } from './records.test-support';
import {
  deviceChange,
  deviceChanges,
  differenceOf,
  hasNews,
  knownFrom,
  markOf,
  movedMetres,
  recordChange,
  withoutOwn,
  type DeviceMark,
  type HandoverNote,
  type MarkInputs,
  type SeenChange,
} from './handover';

const hour = 3_600_000;
const now = Date.UTC(2026, 4, 2, 8);

const aTime = fc.oneof(fc.constant(Number.NaN), fc.integer({ min: now - 90 * hour, max: now }));
const inputs: fc.Arbitrary<MarkInputs> = fc.record({
  latitude: fc.oneof(fc.constant(Number.NaN), fc.double({ min: -90, max: 90, noNaN: true })),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  expiredFrom: fc.oneof(aTime, fc.constant(now + hour)),
  overLimitUntil: fc.oneof(aTime, fc.constant(now + hour)),
});

const nothingNew = {
  isNewlyExpired: false,
  isNewlyOverLimit: false,
  movedBy: null,
};

test('of a device that is as it was nothing is said', () => {
  fc.assert(
    fc.property(inputs, (device) => {
      const mark = markOf(device, now);
      expect(differenceOf(mark, mark, metresBetween)).toEqual(nothingNew);
    }),
  );
});

const calm: DeviceMark = {
  latitude: 45,
  longitude: 4,
  isExpired: false,
  overLimitUntil: Number.NaN,
};

test('each condition is new only once, and a limit again on another day', () => {
  const bad = { ...calm, isExpired: true, overLimitUntil: now };
  expect(differenceOf(calm, bad, metresBetween)).toEqual({
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

const device = deviceOf('van', {
  name: 'Van',
  tags: { a: '1' },
  limits: { ...noLimits, dailySmsLimit: 5, smsSentToday: 1 },
});

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

test('a mark has the conditions that the fleet page shows at the moment', () => {
  const known: MarkInputs = {
    latitude: 45,
    longitude: 4,
    expiredFrom: Number.NaN,
    overLimitUntil: Number.NaN,
  };
  const mark = (more: Partial<MarkInputs>) => markOf({ ...known, ...more }, now);
  expect(mark({})).toEqual(calm);
  expect(mark({ expiredFrom: now })).toEqual({ ...calm, isExpired: true });
  expect(mark({ expiredFrom: now + 1 })).toEqual(calm);
  expect(mark({ overLimitUntil: now + 1 })).toEqual({ ...calm, overLimitUntil: now + 1 });
  // The day has ended.
  expect(mark({ overLimitUntil: now })).toEqual(calm);
});

test('a device at just the distance has not moved', () => {
  const movedBy = (metres: number) => differenceOf(calm, calm, () => metres).movedBy;
  expect([movedBy(500), movedBy(500.1)]).toEqual([null, 500.1]);
});

test('names, texts, tags and limits of a device are changes of people', () => {
  const after = {
    ...device,
    name: 'Lorry',
    description: 'Red',
    phone: '+43',
    tags: { a: '2' },
    limits: { ...device.limits!, expires: true, expirationDate: '2030-01-31' },
    expiresAt: 5,
  };
  expect(deviceChanges(device, after)).toEqual([
    { field: 'name', before: 'Van', after: 'Lorry' },
    { field: 'description', before: null, after: 'Red' },
    { field: 'phone', before: null, after: '+43' },
    { field: 'tags', before: { a: '1' }, after: { a: '2' } },
    // The moment of expiry follows from these two.
    { field: 'expires', before: null, after: true },
    { field: 'expirationDate', before: null, after: '2030-01-31' },
  ]);
});

test('the moment of expiry is a change of its own if the limits do not say it', () => {
  const expiring = { field: 'expiresAt', before: null, after: 5 };
  expect(deviceChanges(device, { ...device, expiresAt: 5 })).toEqual([expiring]);
  // Limits that were not received say nothing.
  const unlimited = { ...device, limits: null };
  expect(deviceChanges(device, { ...unlimited, expiresAt: 5 })).toEqual([expiring]);
  expect(deviceChanges(unlimited, { ...device, expiresAt: 5 })).toEqual([expiring]);
  expect(deviceChanges(unlimited, unlimited)).toEqual([]);
});

test('a record of a list is new, changed, deleted or as it was', () => {
  const group = { id: 'g', name: 'North', description: null, deviceIds: ['a'], extra: {} } as never;
  const moved = { id: 'g', name: 'North', description: null, deviceIds: ['b'], extra: {} } as never;
  const named = { kind: 'group', id: 'g', label: 'North' };
  expect(recordChange('group', undefined, group)).toEqual({
    ...named,
    action: 'create',
    fields: [],
  });
  expect(recordChange('group', group, undefined)).toEqual({
    ...named,
    action: 'delete',
    fields: [],
  });
  expect(recordChange('group', group, moved)).toEqual({
    ...named,
    action: 'change',
    fields: [{ field: 'deviceIds', after: ['b'] }],
  });
  expect(recordChange('group', group, group)).toBeNull();
  expect(recordChange('group', undefined, undefined)).toBeNull();
});

test('an own change counts for a minute before and after the answers that show it', () => {
  const seen: SeenChange = {
    kind: 'group',
    id: 'g',
    label: 'North',
    action: 'delete',
    fields: [],
    knownAt: now - hour,
    seenAt: now,
  };
  const own = { kind: 'group' as const, action: 'delete' as const, recordId: 'g', changes: [] };
  const isOwn = (at: number, more: Partial<SeenChange> = {}) =>
    withoutOwn({ ...seen, ...more }, [{ ...own, at }]) === null;
  expect([now + 60_000, now + 60_001].map((at) => isOwn(at))).toEqual([true, false]);
  const from = now - hour - 60_000;
  expect([from, from - 1].map((at) => isOwn(at))).toEqual([true, false]);
  expect(isOwn(0, { knownAt: null })).toBe(true);
  expect(isOwn(now, { action: 'create' })).toBe(false);
  expect(isOwn(now, { kind: 'user' })).toBe(false);
});

test('a new moment of expiry is own if the limits or the activation are', () => {
  const seen: SeenChange = {
    kind: 'device',
    id: 'van',
    label: 'Van',
    action: 'change',
    fields: [{ field: 'expiresAt', after: 5 }],
    knownAt: null,
    seenAt: now,
  };
  const isOwn = (field: string) => {
    const changes = [{ field, before: null, after: true }];
    const own = { at: now, kind: 'limits', action: 'change', recordId: 'van', changes } as const;
    return withoutOwn(seen, [own]) === null;
  };
  const fields = ['expires', 'expirationDate', 'active', 'dailySmsLimit'];
  expect(fields.map(isOwn)).toEqual([true, true, true, false]);
});

test('a note has news if anything is listed under a heading, and a heading says from when on', () => {
  const empty = { total: 0, items: [] };
  const note = {
    since: 0,
    comparedAt: null,
    madeAt: 0,
    silent: empty,
    expired: empty,
    moved: empty,
    overLimit: empty,
    changed: empty,
    changesFrom: null,
    notChecked: { total: 3, items: [] },
  } as HandoverNote;
  expect(hasNews(note)).toBe(false);
  // What was compared with a later moment is known from then on; dates are known without a comparison.
  const later = { ...note, since: 5, comparedAt: 7, changesFrom: 6 };
  const headings = ['silent', 'expired', 'moved', 'overLimit', 'changed'] as const;
  expect(headings.map((heading) => knownFrom(heading, later))).toEqual([null, null, 7, 7, 6]);
  const whole = { ...later, comparedAt: 5, changesFrom: null };
  expect(headings.map((heading) => knownFrom(heading, whole))).toEqual(headings.map(() => null));
  const news = headings.map((heading) => hasNews({ ...note, [heading]: { total: 1, items: [] } }));
  expect(news).not.toContain(false);
});
