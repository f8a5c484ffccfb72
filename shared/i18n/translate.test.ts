import { expect, test } from 'vitest';
import { english, languageOf } from '../../test/support/english';
import { languages, type Catalogue, type Language } from './languages';
import { createTranslate, sideBySide, type MessageKey, type Translate } from './translate';

const translateWith = (messages: Catalogue, language: Partial<Language> = {}) =>
  createTranslate({ ...english, messages, ...language }, { timeZone: 'Europe/Zagreb' }) as (
    key: string,
    values?: Readonly<Record<string, unknown>>,
  ) => string;

const hebrew = { tag: 'he', locale: 'he' } as const;

test('numbers are counted and written as the locale does', () => {
  const t = translateWith({ a: '{n, plural, one {# device} other {# devices}}' });
  expect([t('a', { n: 1 }), t('a', { n: 12_345 })]).toEqual(['1 device', '12,345 devices']);
});

test('moments are written in the zone of the user', () => {
  const t = translateWith({ a: '{at, date, day}, {at, time, minute}' });
  expect(t('a', { at: Date.UTC(2026, 10, 21, 13, 3) })).toBe('21 Nov 2026, 14:03');
});

test('a value may be a list or a message with values of its own', () => {
  const t = translateWith({ a: 'Skipped: {what}.', b: 'group {name}' });
  expect(t('a', { what: ['North', 'South', { key: 'b', values: { name: 'X' } }] })).toBe(
    'Skipped: North, South and group X.',
  );
});

test('texts with the characters of ICU and of markup stay what they are', () => {
  const t = translateWith({ a: '{name} <b>' });
  expect(t('a', { name: "{x} '#' <i>" })).toBe("{x} '#' <i> <b>");
});

test('in a language from right to left values keep their direction', () => {
  const t = translateWith({ a: '{name}: 1 יום' }, hebrew);
  expect(t('a', { name: 'ZG-1234 AB' })).toBe('\u2068ZG-1234 AB\u2069: 1 יום');
});

test('a name from right to left keeps its direction in other languages', () => {
  const t = translateWith({ a: '{name}: 4 devices' });
  expect(t('a', { name: 'شاحنة 12' })).toBe('\u2068شاحنة 12\u2069: 4 devices');
  expect(t('a', { name: 'Åland 12' })).toBe('Åland 12: 4 devices');
});

test('a message whose first letter is no guide says which way it runs', () => {
  const to = { n: '{n, plural, one {SMS אחד} other {# SMS}}', from: '{a} – {b}', unit: '{a} °C' };
  const t = translateWith({ ...to, a: 'SMS היום', b: 'היום SMS', c: 'Excel' }, hebrew);
  expect([t('a'), t('b'), t('c')]).toEqual(['\u200fSMS היום', 'היום SMS', 'Excel']);
  expect([t('n', { n: 1 }), t('unit', { a: '7' })]).toEqual(['\u200fSMS אחד', '\u20687\u2069 °C']);
  expect(t('from', { a: 'A', b: 'B' })).toBe('\u200f\u2068A\u2069 – \u2068B\u2069');
});

test('in a language from right to left a value still chooses the part of a message', () => {
  const t = translateWith(
    {
      a: '{kind, select, car {{n, plural, other {{side, select, left {L} other {?}} #}}} other {?}}',
    },
    { tag: 'ar' as Language['tag'], locale: 'ar-u-nu-latn' },
  );
  expect(t('a', { kind: 'car', side: 'left', n: 2 })).toBe('L 2');
});

test.each(languages)('what stands side by side has no “and” in $name', ({ tag }) => {
  const t = createTranslate(languageOf({ language: tag }));
  const text = (texts: string[]) => sideBySide(texts, t).replaceAll(/\p{Cf}/gu, '');
  expect(text(['A', 'B', 'C'])).toMatch(/^A[,،] B[,،] C$/);
  expect([text(['A']), text([])]).toEqual(['A', '']);
});

test('a message of another version of Waypost is shown by its key', () => {
  const t: Translate = createTranslate(english);
  expect(t({ key: 'old.message' as MessageKey } as never)).toBe('old.message');
});
