import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  alwaysOpen,
  isOpenAt,
  minuteOfWeek,
  openingHoursText,
  openWeekOf,
  readOpeningHours,
} from './opening-hours';
import { placeHoursSchema } from './places';

test('hours are written as OpenStreetMap writes them', () => {
  const weekday: [number, number][] = [
    [8 * 60, 12 * 60],
    [13 * 60, 18 * 60],
  ];
  const night: [number, number][] = [[22 * 60, 26 * 60]];
  const hours = [weekday, weekday, weekday, weekday, weekday, night, []];
  const text = 'Mo-Fr 08:00-12:00,13:00-18:00; Sa 22:00-02:00';
  expect(openingHoursText(hours)).toBe(text);
  expect(readOpeningHours(text)).toEqual(hours);
  expect(openingHoursText(alwaysOpen)).toBe('24/7');
});

test('what other programs write is read, and other texts are not', () => {
  const same = (a: string, b: string) => expect(readOpeningHours(a)).toEqual(readOpeningHours(b));
  same('9:00–17:30', 'Mo-Su 09:00-17:30');
  same('mo, we - fr 09:00-17:00;', 'Mo 09:00-17:00; We-Fr 09:00-17:00');
  same('Mo-Su 08:00-18:00; We off', 'Mo-Tu 08:00-18:00; Th-Su 08:00-18:00');
  same('Sa-Mo 10:00-12:00', 'Mo 10:00-12:00; Sa-Su 10:00-12:00');
  for (const text of [
    '',
    '9 to 5',
    'Mo 25:00-26:00',
    'Mo 08:61-09:00',
    'PH off',
    'Mo-',
    'Mo-Xx 8:00-9:00',
  ]) {
    expect([text, readOpeningHours(text)]).toEqual([text, null]);
  }
});

const anyHours = fc.array(
  fc.array(
    fc
      .tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 1, max: 1440 }))
      .map(([from, length]): [number, number] => [from, from + length]),
    { maxLength: 4 },
  ),
  { minLength: 7, maxLength: 7 },
);

test('whatever is written is read, and open at the same times', () => {
  fc.assert(
    fc.property(anyHours, (hours) => {
      const read = readOpeningHours(openingHoursText(hours))!;
      expect(placeHoursSchema.parse(read)).toEqual(hours);
    }),
  );
});

test('a place is open in the night after the day on which it opened, also from Sunday to Monday', () => {
  fc.assert(
    fc.property(anyHours, anyHours, fc.integer({ min: 0, max: 10_079 }), (a, b, minute) => {
      const [day, ofDay] = [Math.floor(minute / 1440), minute % 1440];
      const isOpen = [a, b].some(
        (hours) =>
          hours[day]!.some(([from, to]) => from <= ofDay && ofDay < to) ||
          hours[(day + 6) % 7]!.some(([, to]) => ofDay + 1440 < to),
      );
      expect(isOpenAt(openWeekOf([a, b]), minute)).toBe(isOpen);
    }),
  );
});

test('weeks begin on Monday', () => {
  const sunday = Temporal.ZonedDateTime.from('2026-11-29T23:59:00[Europe/Rome]');
  expect(minuteOfWeek(sunday)).toBe(7 * 1440 - 1);
  expect(minuteOfWeek(sunday.add({ minutes: 1 }))).toBe(0);
});
