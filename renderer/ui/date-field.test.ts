import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayInZone, plusDays } from '#shared/domain/calendar';
import { clocks, languages } from '#shared/i18n/languages';
import { otherReading, readDate, readMoment, readTime } from '#shared/i18n/read-dates';
import { inZone } from '#lib/format';
import { formatIn, languageOf } from '../../test/support/english';
import { momentText } from './date-field';

const tags = languages.map(({ tag }) => tag);

describe.each(tags)('in %s', (language) => {
  test.each(clocks)('every day and time is read as it is written, clock: %s', (clock) => {
    const format = inZone(formatIn(languageOf({ language, clock })), 'Europe/Paris');
    const { locale } = format.language;
    const long = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
    const numbers = new Intl.DateTimeFormat(locale, { timeZone: 'UTC' });
    for (let day = '2028-01-01'; day < '2029'; day = plusDays(day, 1)) {
      const at = Date.parse(`${day}T12:00:00Z`);
      for (const text of [format.calendarDay(day), long.format(at), numbers.format(at)]) {
        expect(readDate(text, locale), text).toBe(day);
      }
    }
    for (let minute = 0; minute < 1440; minute++) {
      expect(readTime(format.timeOfDay(minute), locale)).toBe(minute);
    }
    const minutes = fc.integer({ min: -30e6, max: 100e6 });
    fc.assert(
      fc.property(minutes, (minute) => {
        const at = minute * 60_000;
        const text = momentText(at, 'Europe/Paris', format);
        const read = readMoment(text, 'Europe/Paris', locale)!;
        // The hour that clocks repeat in autumn has one text.
        expect(momentText(read, 'Europe/Paris', format)).toBe(text);
        expect(Math.abs(read - at)).toBeLessThanOrEqual(3_600_000);
      }),
    );
  });

  test('ISO 8601, English and the days around today are read', () => {
    const { locale } = languageOf({ language });
    expect(readDate('2026-11-05', locale)).toBe('2026-11-05');
    expect(readDate('5 Nov 2026', locale)).toBe('2026-11-05');
    expect(readMoment('2026-11-05T14:03', 'UTC', locale)).toBe(Date.parse('2026-11-05T14:03Z'));
    const names = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
    for (const days of [-1, 0, 1]) {
      const name = names.format(days, 'day');
      expect(readDate(name, locale, '2026-11-30'), name).toBe(plusDays('2026-11-30', days));
      expect(readDate(name, locale)).toBeNull();
    }
    expect(readMoment('today 14:03', 'UTC', locale, '2026-11-30')).toBe(
      Date.parse('2026-11-30T14:03Z'),
    );
  });
});

describe('readDate', () => {
  test.each([
    '2026-11-05',
    '5 Nov 2026',
    '05 Nov 2026',
    ' 5 november 2026 ',
    'Nov 5, 2026',
    '5th of November 2026',
    '5/11/2026',
    '05.11.2026',
    '5-11-2026',
    '5 de noviembre de 2026',
    '5. November 2026',
    '5 novembre 2026',
    '5 בנובמבר 2026',
    '٥ نوفمبر ٢٠٢٦',
    '5 تشرين الثاني 2026',
    '\u200f5\u200f/11\u200f/2026',
  ])('reads %s as the same day', (text) => {
    expect(readDate(text)).toBe('2026-11-05');
  });

  test.each([
    '',
    '5 Nov',
    '2026',
    '31 Nov 2026',
    '29/02/2027',
    '5 No 2026',
    '5/11/26',
    '5 Nov 2026 and more',
    '5 jui 2026',
    'soon',
    '0/1/2026',
  ])('refuses %s', (text) => {
    expect(readDate(text)).toBeNull();
  });

  test('numbers alone are in the order of the region', () => {
    expect(readDate('3/4/2027', 'es-PR')).toBe('2027-03-04');
    expect(readDate('3.4.2027', 'es-PR')).toBe('2027-04-03');
    expect(readDate('3/4/2027', 'es-ES')).toBe('2027-04-03');
  });
});

test.each([
  ['3/4/2027', '2027-03-04'],
  ['03-04-2027', '2027-03-04'],
  ['4/4/2027', null],
  ['26/02/2027', null],
  ['03.04.2027', null],
  ['2027-04-03', null],
  ['3 Apr 2027', null],
])('%s could also be %s', (text, other) => {
  expect(otherReading(text)).toBe(other);
});

test.each([
  ['00:00', 0],
  ['7:05', 425],
  ['23.59', 1439],
  ['14h30', 870],
  ['12:30 am', 30],
  ['2:30 p. m.', 870],
  ['7 pm', 1140],
  ['٢:٣٠ م', 870],
  ['24:00', null],
  ['7', null],
  ['7:60', null],
  ['13:00 pm', null],
  ['7:00 soon', null],
  ['', null],
])('the time %s', (text, minute) => {
  expect(readTime(text)).toBe(minute);
});

describe('readMoment', () => {
  test('reads the displayed form and the ISO form in the time zone', () => {
    const at = Date.parse('2026-07-01T12:30:00Z');
    for (const text of [
      '01 Jul 2026, 14:30',
      '1 Jul 2026 14:30',
      '2026-07-01T14:30',
      '1/7/2026 14:30',
      '1 Jul 2026 2.30 pm',
    ])
      expect(readMoment(text, 'Europe/Paris'), text).toBe(at);
  });

  test('reads a time that the clock change skips as the time after it', () => {
    expect(readMoment('2026-03-29T02:30', 'Europe/Paris')).toBe(Date.parse('2026-03-29T01:30:00Z'));
  });

  test.each(['', '01 Jul 2026', '14:30', '2026-07-01T25:00', '31 Jun 2026, 10:00'])(
    'refuses %s',
    (text) => {
      expect(readMoment(text, 'UTC', 'en-GB', dayInZone(0, 'UTC'))).toBeNull();
    },
  );
});
