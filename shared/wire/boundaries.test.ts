import { describe, expect, test } from 'vitest';
import { knownOf } from '../domain/known';
import {
  decodeEnvelope,
  decodeList,
  decodeLongList,
  isAnswer,
  memberOf,
  recordIn,
  atPointer,
  fieldsOf,
  pointerParts,
} from './envelope';
import {
  withoutPasswords,
  DayOnly,
  Partly,
  readDay,
  readId,
  readIds,
  readMoment,
  readMomentOrDay,
  readSwitches,
} from './read';
import { decodeFix, decodeFixList, decodeLastLocation } from './fix';
import { decodeNames, decodeUser } from './records';
import { decodeSubmittedAlerts, decodeSubmittedLocations, rangeAround } from './reports';
import { decodeTokenAnswer } from './token';

const dateTime = '2026-05-01T10:00:00Z';
const fix = (values: object) => decodeFix({ dateTime, latitude: 1, longitude: 2, ...values })!;

test.each([
  ['speed', 0, 1.1e9, -0.1, 1.2e9],
  ['course', 0, 360, -1, 360.5],
  ['battery', 0, 100, -1, 100.5],
  ['fuel', 0, 100, -1, 101],
  ['fuel2', 0, 100, -1, 101],
  ['temperature', -273.15, 10_000, -273.2, 10_001],
  ['temperature2', -273.15, 10_000, -273.2, 10_001],
  ['inactiveSeconds', 0, 1e12, -1, -2],
  ['rpm', 0, 100_000, -1, 100_001],
] as const)('%s is read from %d to %d', (name, lowest, highest, below, above) => {
  for (const value of [lowest, highest]) expect(fix({ [name]: value }).record[name]).toBe(value);
  for (const value of [below, above]) {
    const { record } = fix({ [name]: value });
    expect(record[name]).toBeNull();
    expect(record.gaps?.notUnderstood).toEqual({ [name]: value });
  }
});

test.each([
  [90, 180, true],
  [-90, -180, true],
  [90.1, 0, false],
  [0, 180.1, false],
  [0, 0, null],
  [0, 1, true],
  [1, 0, true],
])('the position %d, %d is usable: %s', (latitude, longitude, isUsable) => {
  const { record, isUnderstood } = fix({ latitude, longitude });
  expect(record.latitude).toBe(isUsable ? latitude : null);
  expect(record.longitude).toBe(isUsable ? longitude : null);
  expect(isUnderstood).toBe(isUsable !== false);
});

test('half a position is not understood, none is', () => {
  expect(fix({ longitude: null })).toMatchObject({
    isUnderstood: false,
    record: { latitude: null, longitude: null, gaps: { notUnderstood: { latitude: 1 } } },
  });
  expect(fix({ latitude: null })).toMatchObject({
    isUnderstood: false,
    record: { latitude: null, longitude: null, gaps: { notUnderstood: { longitude: 2 } } },
  });
  expect(fix({ latitude: null, longitude: null }).isUnderstood).toBe(true);
  expect(decodeFix({ latitude: 1, longitude: 2 })?.isUnderstood).toBe(false);
  expect(decodeFix({ dateTime: null, latitude: '' })).toBeNull();
  expect(decodeFix('text')).toBeNull();
});

test('each list of a location has its own place', () => {
  const lists = {
    warningTexts: ['a'],
    alertTexts: ['b'],
    alerts: ['c'],
    warnings: ['d'],
    attributes: { e: '1' },
    inputs: [true],
    outputs: [false],
  };
  const { record } = fix({ ...lists, accessoriesAttributes: [{ f: '2' }], milleage: 7 });
  expect(record).toMatchObject({ ...lists, accessories: [{ f: '2' }], mileageKm: 7 });
  expect(fix({ sensorTime1: 1, sensorTime4: 4 }).record.sensorTimes).toEqual([1, null, null, 4]);
  const { notProvided } = fix({}).record.gaps!;
  expect(notProvided).toEqual([
    'warningTexts',
    'alertTexts',
    'alerts',
    'warnings',
    'attributes',
    'accessories',
    'inputs',
    'outputs',
  ]);
});

test('a list of one location is read, one of several is not', () => {
  const one = { dateTime, latitude: 1, longitude: 2 };
  expect(decodeLastLocation({ lastLocation: [one] }).fix).toMatchObject({ latitude: 1 });
  expect(decodeLastLocation({ lastLocation: [] })).toEqual({
    fix: null,
    raw: null,
    isUnderstood: true,
  });
  expect(decodeLastLocation({ lastLocation: [one, one] })).toMatchObject({
    fix: null,
    isUnderstood: false,
  });
  expect(decodeLastLocation({ position: one }).fix).toMatchObject({ latitude: 1 });
  expect(decodeLastLocation({ a: 1, b: 2 })).toMatchObject({ fix: null, isUnderstood: false });
  expect(decodeLastLocation({ success: true, other: null }).isUnderstood).toBe(true);
});

describe('a moment', () => {
  test.each([
    ['2026-05-01T23:59:59Z', Date.UTC(2026, 4, 1, 23, 59, 59)],
    ['2026-05-01T24:00:00Z', undefined],
    ['2026-05-01T10:60:00Z', undefined],
    ['2026-05-01T10:00:60Z', undefined],
    ['2026-13-01T00:00:00Z', undefined],
    ['2026-04-31T00:00:00Z', undefined],
    ['0001-01-01T00:00:00Z', null],
    ['0001-01-02T00:00:00Z', -62_135_510_400_000],
    ['0001-02-01T00:00:00Z', -62_132_918_400_000],
    ['2026-05-01T10:00:00-01', Date.UTC(2026, 4, 1, 11)],
    ['2026-05-01T10:00:00+01:30', Date.UTC(2026, 4, 1, 8, 30)],
    ['2026-05-01T10:00:00,9999Z', Date.UTC(2026, 4, 1, 10) + 999],
    ['2026-05-01', undefined],
    [' ', null],
    [5, undefined],
  ])('%j is read as %j', (text, at) => expect(readMoment(text)).toBe(at));

  test('without a time is a day', () => {
    expect(readMomentOrDay(' 2026-05-01 ')).toEqual(new DayOnly('2026-05-01'));
    expect(readMomentOrDay('0001-01-01')).toBeNull();
  });

  test.each([
    '9999-12-31T23:59:59.9999999Z',
    '9999-12-31T23:59:59',
    '9999-12-31T22:59:59.999+01:00',
    '9999-12-31',
    '+010000-01-01T00:00:00.000Z',
    '10000-01-01',
    '+275760-09-13T00:00:00.000Z',
    '+292278994-08-17T07:12:55.807Z',
    '+1000000000-12-31T23:59:59.999999999Z',
    'infinity',
  ])('%s is a day, which no zone moves into year 10000', (text) => {
    expect(readMomentOrDay(text)).toEqual(new DayOnly('9999-12-31'));
    expect(readDay(text)).toBe('9999-12-31');
  });

  test.each(['9999-12-31T25:00:00Z', '9999-12-31 or later', '+10000-1-1', 'infinity and more'])(
    '%s is not understood',
    (text) => {
      expect(readMomentOrDay(text)).toBeUndefined();
    },
  );

  test.each([
    '0001-01-01T00:00:00',
    '0001-01-01T00:00:00+02:00',
    '0000-12-31T22:00:00Z',
    '0000-00-00 00:00:00',
    '-1000000000-01-01T00:00:00Z',
    '-271821-04-20T00:00:00.000Z',
    '-infinity',
  ])('%s stands for "none"', (text) => {
    expect(readMomentOrDay(text)).toBeNull();
    const user = decodeUser({ id: 'u', expires: text, lastLogin: text, creation: text }, null)!;
    expect(knownOf(user.record, 'expiresAt')).toMatchObject({ is: 'value', value: null });
    expect(knownOf(user.record, 'lastLoginAt')).toMatchObject({ is: 'value', value: null });
    expect(knownOf(user.record, 'createdAt').is).toBe('notProvided');
  });

  test('of a report is not moved into year 10000 by its zone', () => {
    expect(readMoment('9999-12-31T23:59:59.999Z')).toBe(Date.parse('9999-12-31T23:59:59.999Z'));
    expect(readMoment('9999-12-31T23:59:59-05:00')).toBeUndefined();
  });

  test('of a year 0 is not understood', () => {
    expect(readMomentOrDay('0000-05-05T00:00:00Z')).toBeUndefined();
  });
});

test('an id is text of at most 512 characters, as it was sent', () => {
  expect(readId('x'.repeat(512))).toHaveLength(512);
  expect(readId('x'.repeat(513))).toBeUndefined();
  expect([readId(' a '), readId('  '), readId(7), readId(true), readId({})]).toEqual([
    ' a ',
    null,
    '7',
    undefined,
    undefined,
  ]);
  expect(readIds(['a', 'a', 1, null, {}])).toEqual(new Partly(['a', '1'], [{}]));
  expect(readIds(['b', 'a', 'b'])).toEqual(['b', 'a']);
});

test('switches are read up to the first that is not one', () => {
  expect(readSwitches([1, 'off', null, true])).toEqual(new Partly([true, false], [null, true]));
  expect(readSwitches([])).toEqual([]);
});

test('an answer that is no object states no success', () => {
  expect(decodeEnvelope([]).success).toBeNull();
});

test('a second record with an id is skipped, and one without', () => {
  const decode = ({ id }: Record<string, unknown>) => (typeof id === 'string' ? id : null);
  const list = [{ id: 'a' }, { id: 'a', again: 1 }, { no: 1 }, 'text'];
  expect(decodeList({ items: list }, 'items', decode, (id) => id)).toEqual({
    items: [{ record: 'a', raw: { id: 'a' } }],
    skippedRecords: [
      { reason: 'sameId', raw: { id: 'a', again: 1 } },
      { reason: 'noId', raw: { no: 1 } },
      { reason: 'notAnObject', raw: 'text' },
    ],
    isList: true,
  });
  const timed = decodeList([{ id: 'a' }, { id: 'a' }, {}], 'items', decode, null);
  expect(timed.items).toHaveLength(2);
  expect(timed.skippedRecords).toEqual([{ reason: 'noTime', raw: {} }]);
});

test('a long list is read with a pause for other work after every twenty records', async () => {
  const list = (count: number) => Array.from({ length: count }, (_, i) => ({ id: i }));
  const turns = async (count: number) => {
    let seen = 0;
    const read = await decodeLongList(
      list(count),
      'items',
      (record) => record,
      null,
      async () => void seen++,
    );
    expect(read.items).toHaveLength(count);
    return seen;
  };
  expect([await turns(20), await turns(21), await turns(41)]).toEqual([0, 1, 2]);
});

test.each([
  [{ items: [{}] }, true],
  [{ ITEMS: [{}] }, true],
  [{ data: [{}] }, true],
  [{ data: { items: [{}] } }, true],
  [{ items: null, success: true }, true],
  [{}, true],
  [{ success: true }, true],
  [{ items: 'none', success: true }, false],
  [{ success: true, others: [{}] }, false],
  [{ success: true, page: { items: [{}] } }, false],
  [{ success: true, codes: [1] }, true],
  [{ hello: 1 }, false],
  ['text', false],
  [null, false],
])('%j has a list: %s', (json, isList) => {
  expect(decodeList(json, 'items', (record) => record, null).isList).toBe(isList);
});

test('a record is found under its name, under data, in both, or flat beside the envelope', () => {
  const find = (json: unknown) => recordIn(json, ['user'], ['email']);
  expect(find({ user: { id: 1 } })).toEqual({ id: 1 });
  expect(find({ data: { id: 1 } })).toEqual({ id: 1 });
  expect(find({ data: { User: { id: 1 } } })).toEqual({ id: 1 });
  expect(find({ success: true, apiUsage: 1, email: 'a', id: 1 })).toEqual({ email: 'a', id: 1 });
  expect(find({ success: true })).toBeNull();
  expect(find('text')).toBeNull();
  expect(isAnswer({ errorText: 'No.' }, 'user')).toBe(true);
  expect(memberOf({ NAME: 1, Name: 2 }, 'Name')).toBe(2);
});

test('a member is found at a JSON Pointer with its escapes', () => {
  expect(pointerParts('/a~1b/~0c/0')).toEqual(['a/b', '~c', '0']);
  expect(atPointer({ 'a/b': { '~c': [5] } }, '/a~1b/~0c/0')).toBe(5);
  expect(atPointer({ a: 1 }, '/toString')).toBeUndefined();
  expect(atPointer({ a: 1 }, '/a/b')).toBeUndefined();
});

test('a mapped time that counts from 1970 becomes text', () => {
  const take = (as: 'unixSeconds' | 'unixMilliseconds', value: unknown) =>
    fieldsOf({ t: value }, { at: { pointer: '/t', as } }).take('at', readMoment);
  expect(take('unixSeconds', 1_000)).toBe(1_000_000);
  expect(take('unixMilliseconds', '1000')).toBe(1_000);
  expect(take('unixMilliseconds', 1e300)).toBeNull();
});

test('passwords are removed at any depth, and what is deeper than 64 levels', () => {
  const nest = (depth: number): unknown => (depth === 0 ? 'end' : { in: nest(depth - 1) });
  const text = (value: unknown) => JSON.stringify(withoutPasswords(value));
  expect(text(nest(64))).toContain('end');
  expect(text([nest(63)])).toContain('end');
  expect(text({ in: nest(65) })).not.toContain('end');
  expect(text([{ a: { OldPassword: 1, keep: 2 } }, { passwd: 3 }])).toBe('[{"a":{"keep":2}},{}]');
  const clean = { a: [1] };
  expect(withoutPasswords(clean)).toBe(clean);
});

test('deep nesting takes no longer with each level, also around a password', () => {
  const nest = (depth: number): unknown =>
    depth === 0 ? { password: 'secret', keep: 1 } : { in: nest(depth - 1) };
  expect(JSON.stringify(withoutPasswords(nest(60)))).toBe(
    JSON.stringify(nest(60)).replace('"password":"secret",', ''),
  );
});

test('names are read under their own member or under data', () => {
  const names = (json: unknown) => decodeNames(json, 'countries');
  expect(names({ countries: { AT: 'Austria' } })).toEqual({ AT: 'Austria' });
  expect(names({ data: { Countries: { AT: 'Austria' } } })).toEqual({ AT: 'Austria' });
  expect(names({ data: { AT: 'Austria' } })).toEqual({ AT: 'Austria' });
  expect([names({ success: true }), names({}), names([]), names({ countries: 5 })]).toEqual([
    {},
    null,
    null,
    null,
  ]);
});

test('a token with a character that no header may have is not taken', () => {
  const token = (value: unknown) => decodeTokenAnswer({ token: value }).token;
  expect([token(' a!~ '), token('a b'), token('a\nb'), token('ä'), token(''), token(5)]).toEqual([
    'a!~',
    null,
    null,
    null,
    null,
    null,
  ]);
  expect(decodeTokenAnswer({ data: { token: 'a', expires: dateTime } })).toMatchObject({
    token: 'a',
    expiresAt: Date.UTC(2026, 4, 1, 10),
  });
});

test.each([
  [['LIMITS.write'], { writesLimits: true, activates: false, takesSubmissions: false }],
  [['devices.activate', 5], { writesLimits: false, activates: true, takesSubmissions: false }],
  [
    { submissions: 'yes', 'limits.write': false },
    { writesLimits: false, activates: false, takesSubmissions: true },
  ],
  ['all', { writesLimits: false, activates: false, takesSubmissions: false }],
])('the capabilities %j are %j', (capabilities, read) => {
  expect(decodeTokenAnswer({ token: 't', capabilities }).capabilities).toEqual(read);
});

test('the calls per minute are at least one', () => {
  const rate = (callsPerMinute: number) =>
    decodeTokenAnswer({ token: 't', limits: { callsPerMinute } }).callsPerMinute;
  expect([rate(1), rate(0)]).toEqual([1, null]);
});

test('the answer to a submission has its records in any documented form', () => {
  const location = { dateTime, latitude: 1, longitude: 2 };
  for (const json of [location, { location }, { locations: location }, { data: { location } }])
    expect(decodeSubmittedLocations(json)?.items).toHaveLength(1);
  expect(decodeSubmittedLocations({ locations: [location, location] })?.items).toHaveLength(2);
  expect(decodeSubmittedLocations({ success: true, locations: 'stored' })).toEqual({
    items: [],
    skippedRecords: [{ reason: 'notAnObject', raw: 'stored' }],
  });
  expect(decodeSubmittedLocations('stored')).toBeNull();
  expect(decodeSubmittedAlerts({ alert: { dateTime, alerts: ['SOSButton'] } })?.items).toHaveLength(
    1,
  );
  expect(decodeFixList([location, { dateTime }, {}])).toMatchObject({
    items: [{}, {}],
    skippedRecords: [{ reason: 'noTime' }],
  });
  expect(rangeAround(5_000)).toEqual({ from: 4_000, to: 6_000 });
});
