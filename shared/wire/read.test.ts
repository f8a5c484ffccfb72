import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  DayOnly,
  Partly,
  readBoolean,
  readCount,
  readDay,
  readId,
  readIds,
  readMoment,
  readMomentOrDay,
  readNumber,
  readSwitches,
  readText,
  readTextMap,
  readTextMaps,
  readTexts,
  readWithin,
} from './read';

describe('readNumber', () => {
  test.each([
    [12.5, 12.5],
    ['12.5', 12.5],
    [' 12.5 ', 12.5],
    ['12,5', 12.5],
    ['-0.25', -0.25],
    ['1e3', 1000],
    ['', null],
    ['NaN', null],
    [null, null],
    [undefined, null],
    ['1.234,5', undefined],
    ['1,850', undefined],
    ['-12,000', undefined],
    ['0,125', 0.125],
    ['1234,567', 1234.567],
    ['1,85', 1.85],
    ['1,234,567', undefined],
    ['0x10', undefined],
    ['Infinity', undefined],
    ['1e999', undefined],
    [Number.POSITIVE_INFINITY, undefined],
    ['fast', undefined],
    [true, undefined],
    [{}, undefined],
  ])('%j is read as %j', (given, expected) => {
    expect(readNumber(given)).toBe(expected);
  });

  test('reads every finite number that was sent as text', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(readNumber(String(value))).toBe(value === 0 ? Number(String(value)) : value);
      }),
    );
  });

  test('rejects a value outside its range', () => {
    expect(readWithin(0, 360)('360')).toBe(360);
    expect(readWithin(0, 360)(361)).toBeUndefined();
    expect(readCount('7')).toBe(7);
    expect(readCount(-1)).toBeUndefined();
    expect(readCount(1.5)).toBeUndefined();
  });
});

describe('readMoment', () => {
  test.each([
    ['2026-05-01T10:20:30Z', '2026-05-01T10:20:30.000Z'],
    ['2026-05-01T10:20:30.123Z', '2026-05-01T10:20:30.123Z'],
    ['2026-05-01T10:20:30.1234567Z', '2026-05-01T10:20:30.123Z'],
    ['2026-05-01T10:20:30.5', '2026-05-01T10:20:30.500Z'],
    ['2026-05-01T10:20:30', '2026-05-01T10:20:30.000Z'],
    ['2026-05-01 10:20:30', '2026-05-01T10:20:30.000Z'],
    ['2026-05-01T10:20', '2026-05-01T10:20:00.000Z'],
    ['2026-05-01T10:20:30+02:00', '2026-05-01T08:20:30.000Z'],
    ['2026-05-01T10:20:30-0530', '2026-05-01T15:50:30.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['9999-12-31T23:59:59.9999999Z', '9999-12-31T23:59:59.999Z'],
  ])('%s is %s', (given, expected) => {
    expect(new Date(readMoment(given)!).toISOString()).toBe(expected);
  });

  test.each([
    '2026-02-29T00:00:00Z',
    '2026-13-01',
    '2026-05-01',
    '2026-05-01T25:00:00Z',
    'soon',
    '1714521600',
  ])('%s cannot be read', (given) => {
    expect(readMoment(given)).toBeUndefined();
  });

  test.each(['', '  ', null, undefined, '0001-01-01T00:00:00', '0001-01-01T00:00:00Z'])(
    '%j is not provided',
    (given) => {
      expect(readMoment(given)).toBeNull();
    },
  );

  test('reads every moment in the format of the service', () => {
    const moments = fc.date({
      noInvalidDate: true,
      min: new Date('0001-01-02T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
    });
    fc.assert(
      fc.property(moments, (moment) => {
        expect(readMoment(moment.toISOString())).toBe(moment.getTime());
        expect(readMoment(moment.toISOString().replace('Z', ''))).toBe(moment.getTime());
      }),
    );
  });

  test('a day is not a moment, and a moment is not a day', () => {
    expect(readMomentOrDay('2026-05-01')).toEqual(new DayOnly('2026-05-01'));
    expect(readDay('2026-05-01')).toBe('2026-05-01');
    expect(readDay('2026-05-01T23:00:00-05:00')).toBeUndefined();
    expect(readDay('')).toBeNull();
    expect(readDay('2026-02-30')).toBeUndefined();
  });
});

test.each([
  [true, true],
  ['True', true],
  [1, true],
  ['0', false],
  ['false', false],
  ['', null],
  [null, null],
  ['maybe', undefined],
  [2, undefined],
  [[], undefined],
])('readBoolean: %j is %j', (given, expected) => {
  expect(readBoolean(given)).toBe(expected);
});

test('texts and identifiers', () => {
  expect(readText(42)).toBe('42');
  expect(readText('')).toBeNull();
  expect(readText({})).toBeUndefined();
  expect(readId(7)).toBe('7');
  expect(readId(' a:1 ')).toBe(' a:1 ');
  expect(readId('   ')).toBeNull();
  expect(readId(true)).toBeUndefined();
  expect(readId('x'.repeat(513))).toBeUndefined();
  expect(readIds(['a', 1, null, 'a', ''])).toEqual(['a', '1']);
  expect(readIds('a')).toBeUndefined();
});

test('lists and maps', () => {
  expect(readTexts('one')).toEqual(['one']);
  expect(readTexts(['a', null, 3])).toEqual(['a', '3']);
  expect(readTexts(['a', {}, 3])).toEqual(new Partly(['a', '3'], [{}]));
  expect(readIds([{ id: 'v1' }, 'v2'])).toEqual(new Partly(['v2'], [{ id: 'v1' }]));
  expect(readSwitches([true, 'false', 1])).toEqual([true, false, true]);
  expect(readSwitches([true, null, true])).toEqual(new Partly([true], [null, true]));
  expect(readTextMap({ a: 'x', b: 2, c: null, d: false, e: { f: [1] } })).toEqual({
    a: 'x',
    b: '2',
    d: 'false',
    e: '{"f":[1]}',
  });
  expect(readTextMap(['a'])).toBeUndefined();
  expect(readTextMaps([{ a: 1 }, 'x', { b: 'y' }])).toEqual(
    new Partly([{ a: '1' }, { b: 'y' }], ['x']),
  );
  expect(readTextMaps({ a: 1 })).toEqual([{ a: '1' }]);
  expect([readTextMaps([]), readTextMaps('x')]).toEqual([[], undefined]);
  expect([null, undefined].map((value) => readTextMaps(value))).toEqual([null, null]);
  expect([null, undefined, ''].map((value) => readTextMap(value))).toEqual([null, null, null]);
});
