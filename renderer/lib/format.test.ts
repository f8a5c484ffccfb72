import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type UnitChoice, choiceOfSystem, convertSpeed } from '#shared/domain/units';
import { createFormat, inZone } from './format';
import { english } from '../../test/support/english';

const now = Date.UTC(2026, 10, 21, 13, 3, 12);
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const zagreb = createFormat({
  language: english,
  timeZone: 'Europe/Zagreb',
  serviceSpeedUnit: 'm/s',
  speedUnit: 'km/h',
});

describe('ages', () => {
  test.each([
    [0, '0 s ago'],
    [59_999, '59 s ago'],
    [5 * minute, '5 min ago'],
    [3 * hour, '3 h ago'],
    [3 * day, '3 d ago'],
    [400 * day, '400 d ago'],
    [1500 * day, '4 y ago'],
    [-20_000, '0 s ago'],
    [-2 * hour, '2 h ahead'],
  ])('%d ms is "%s"', (ms, words) => {
    expect(zagreb.age(now - ms, now)).toBe(words);
  });

  test('distinguishes the future from the past', () => {
    expect([zagreb.until(now + 3 * day, now), zagreb.until(now - hour, now)]).toEqual([
      'in 3 d',
      '1 h ago',
    ]);
  });

  test('a longer time never has a smaller unit', () => {
    const units = ['s', 'min', 'h', 'd', 'y'];
    const rank = (text: string) => units.indexOf(text.split(' ')[1]!);
    fc.assert(
      fc.property(fc.nat(4000 * day), fc.nat(4000 * day), (a, b) => {
        expect(rank(zagreb.span(Math.min(a, b)))).toBeLessThanOrEqual(
          rank(zagreb.span(Math.max(a, b))),
        );
      }),
    );
  });

  test.each([
    [42, '42 s'],
    [90, '1 min 30 s'],
    [7500, '2 h 5 min'],
    [7200, '2 h'],
    [90_000, '1 d 1 h'],
  ])('%d seconds last "%s"', (seconds, words) => {
    expect(zagreb.duration(seconds)).toBe(words);
  });
});

test.each([
  [59, '< 1 min'],
  [2559, '42 min'],
  [3900, '1 h 05'],
  [90_000, '1 d 1 h'],
])('%d seconds without seconds are "%s"', (seconds, words) => {
  expect(zagreb.shortDuration(seconds)).toBe(words);
});

describe('moments', () => {
  test('have their zone', () => {
    expect(zagreb.moment(now)).toBe('21 Nov 2026, 14:03:12 CET');
    expect(createFormat({ ...zagreb, language: english, timeZone: 'UTC' }).moment(now)).toBe(
      '21 Nov 2026, 13:03:12 UTC',
    );
  });

  test.each([
    ['Europe/Berlin', '9999-12-31T23:59:59Z', '31 Dec 9999, 23:59:59 UTC'],
    ['Pacific/Auckland', '9999-12-31T12:00:00Z', '31 Dec 9999, 12:00:00 UTC'],
    ['America/Bogota', '0001-01-01T03:00:00Z', '01 Jan 1, 03:00:00 UTC'],
  ])('at the ends of the calendar are in UTC, not in another year of %s', (timeZone, at, text) => {
    const format = createFormat({ ...zagreb.options, timeZone });
    expect(format.moment(Date.parse(at))).toBe(text);
    expect(text).toContain(format.day(Date.parse(at)));
  });

  test('midnight is 00, not 24', () => {
    expect(zagreb.clock(Date.UTC(2026, 10, 21, 23, 0, 0))).toBe('00:00:00');
  });
});

describe('speeds', () => {
  test('are shown in the chosen unit and as the service sent them', () => {
    expect([zagreb.speed(12.5), zagreb.serviceSpeed(12.5)]).toEqual([
      '45\u00a0km/h',
      '12.5\u00a0m/s',
    ]);
  });

  test('one knot is 1852 metres per hour', () => {
    expect(convertSpeed(1, 'kn', 'km/h')).toBeCloseTo(1.852, 10);
  });
});

describe('positions', () => {
  test('are formatted in the three styles', () => {
    const at = [45.815, 15.9819] as const;
    expect([
      zagreb.coordinates(...at, 'dd'),
      zagreb.coordinates(...at, 'ddm'),
      zagreb.coordinates(...at, 'dms'),
    ]).toEqual([
      '45.81500, 15.98190',
      '45° 48.900′ N 15° 58.914′ E',
      '45° 48′ 54.0″ N 15° 58′ 54.8″ E',
    ]);
  });

  test('south and west have letters, and minutes never reach sixty', () => {
    expect(zagreb.coordinates(-33.9999999, -70.9999999, 'dms')).toBe(
      '34° 00′ 00.0″ S 71° 00′ 00.0″ W',
    );
    fc.assert(
      fc.property(fc.double({ min: -90, max: 90, noNaN: true }), (latitude) => {
        expect(zagreb.coordinates(latitude, 0, 'ddm')).not.toContain(' 60');
        expect(zagreb.coordinates(latitude, 0, 'dms')).not.toMatch(/ 60[′.]/);
      }),
    );
  });

  test('0 and 360 degrees are both north', () => {
    expect([0, 360, 359, 45, 270].map(zagreb.compassWord)).toEqual([
      'north',
      'north',
      'north',
      'north-east',
      'west',
    ]);
  });
});

test('distances, mileages and lengths follow one choice of units, with exceptions', () => {
  const shownIn = (choice: UnitChoice) => {
    const format = createFormat({
      language: english,
      timeZone: 'UTC',
      serviceSpeedUnit: 'm/s',
      ...choice,
    });
    return [
      format.speed(10),
      format.distance(10_000),
      format.trackLength(214_300),
      format.mileage(2),
      format.length(100),
    ];
  };
  expect(shownIn({ speedUnit: 'km/h' })).toEqual([
    '36\u00a0km/h',
    '10\u00a0km',
    '214.3\u00a0km',
    '2.0\u00a0km',
    '100\u00a0m',
  ]);
  expect(shownIn(choiceOfSystem('imperial'))).toEqual([
    '22\u00a0mph',
    '6.2\u00a0mi',
    '133.2\u00a0mi',
    '1.2\u00a0mi',
    '328\u00a0ft',
  ]);
  expect(shownIn({ ...choiceOfSystem('nautical'), distanceUnit: 'km' })).toEqual([
    '19\u00a0kn',
    '10\u00a0km',
    '214.3\u00a0km',
    '2.0\u00a0km',
    '100\u00a0m',
  ]);
});

test('calendar days, percentages, sizes and names of units', () => {
  expect([0, 29, -3].map(zagreb.daysAway)).toEqual(['today', 'in 29 d', '3 d ago']);
  expect(zagreb.calendarDay('2027-11-02')).toBe('02 Nov 2027');
  expect(zagreb.calendarDay('2027-11-02', false)).toBe('02 Nov');
  expect(zagreb.percent(81.6)).toBe('82\u00a0%');
  expect([999, 1400, 999_000, 12_345_678].map(zagreb.size)).toEqual([
    '999 B',
    '1.4\u00a0kB',
    '999\u00a0kB',
    '12\u00a0MB',
  ]);
  expect((['km/h', 'kn', 'nmi'] as const).map(zagreb.unitName)).toEqual(['km/h', 'kn', 'nmi']);
});

test('a unit alone is not that of two in Arabic, which has a word for two metres', () => {
  const language = { ...english, locale: 'ar-u-nu-latn' };
  const arabic = createFormat({
    language,
    timeZone: 'UTC',
    serviceSpeedUnit: 'm/s',
    speedUnit: 'km/h',
  });
  expect(arabic.unitName('m')).toBe('متر');
});

test('a place is told from its town, with the country where it is not the usual one', () => {
  const place = {
    town: 'Turin',
    region: 'Piedmont',
    country: 'IT',
    metres: 4000,
    bearing: 44,
    isInTown: false,
  };
  expect(zagreb.place(place)).toBe('Turin, IT · 4\u00a0km NE');
  expect(zagreb.place({ ...place, metres: 900 }, 'IT')).toBe('Turin · < 1\u00a0km');
  expect(zagreb.placeTitle(place)).toBe('Nearest town: Turin, Piedmont, Italy');
});

test('the formatting of another zone keeps the units', () => {
  const format = createFormat({
    language: english,
    timeZone: 'UTC',
    serviceSpeedUnit: 'm/s',
    ...choiceOfSystem('imperial'),
  });
  const other = inZone(format, 'Asia/Tokyo');
  expect(other.moment(0)).toContain('09:00:00');
  expect(other.distance(10_000)).toBe('6.2\u00a0mi');
});
