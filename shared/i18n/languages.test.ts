import { expect, test } from 'vitest';
import { chooseLanguage, dayShape, firstDayOfWeek, languages } from './languages';

const system = { language: 'system', clock: 'system', firstDay: 'system' } as const;

test('the language of the system is taken with its region', () => {
  expect(chooseLanguage(system, ['en-IE'])).toEqual({ tag: 'en', locale: 'en-IE' });
});

test.each([
  ['es-MX', 'es', 'es-MX'],
  ['es-419', 'es', 'es-419'],
  ['pt-PT', 'pt-BR', 'pt-PT'],
  ['pt', 'pt-BR', 'pt-BR'],
  ['fr-CA', 'fr', 'fr-CA'],
  ['de-AT', 'de', 'de-AT'],
  ['it-CH', 'it', 'it-CH'],
  ['ar-EG', 'ar', 'ar-EG-u-nu-latn'],
  ['ar', 'ar', 'ar-u-nu-latn'],
  ['he-IL', 'he', 'he-IL'],
  ['iw', 'he', 'he-IL'],
  ['iw-IL', 'he', 'he-IL'],
  ['zh', 'en', 'en-GB'],
  ['zh-Hant-TW', 'en', 'en-GB'],
])('a system in %s gets %s, written as in %s', (wanted, tag, locale) => {
  expect(chooseLanguage(system, [wanted])).toEqual({ tag, locale });
});

test('without a region that is known English is written as in Britain', () => {
  for (const wanted of [[], ['en'], ['en-US'], ['xx-YY'], ['not a tag', '-']]) {
    expect(chooseLanguage(system, wanted)).toEqual({ tag: 'en', locale: 'en-GB' });
  }
});

test('a chosen language does not depend on the system', () => {
  expect(
    languages.map(({ tag }) => chooseLanguage({ ...system, language: tag }, ['xx']).tag),
  ).toEqual(languages.map(({ tag }) => tag));
});

test('clock and first day of the week are those of the region until they are chosen', () => {
  const write = (locale: string) =>
    new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })
      .format(Date.parse('2026-11-22T14:03:00Z'))
      .replaceAll(/\s/g, ' ');
  const { locale } = chooseLanguage(system, ['es-MX']);
  expect([write(locale), firstDayOfWeek(locale)]).toEqual(['02:03 p.m.', 7]);
  const chosen = chooseLanguage({ ...system, clock: 'h23', firstDay: 'mon' }, ['es-MX']);
  expect([write(chosen.locale), firstDayOfWeek(chosen.locale)]).toEqual(['14:03', 1]);
  const arabic = chooseLanguage({ language: 'ar', clock: 'h12', firstDay: 'sat' }, ['ar-MA']);
  expect([write(arabic.locale), firstDayOfWeek(arabic.locale)]).toEqual(['02:03 م', 6]);
});

test('a day fits into a column in every language', () => {
  const write = ({ locale }: { locale: string }) =>
    new Intl.DateTimeFormat(locale, { ...dayShape(locale), timeZone: 'UTC' }).format(
      Date.parse('2026-09-26T00:00:00Z'),
    );
  expect(languages.map(write).filter((day) => day.length > 14)).toEqual([]);
  expect(write({ locale: 'pt-BR' })).toBe('26/09/2026');
});
