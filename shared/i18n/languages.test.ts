import { expect, test } from 'vitest';
import { chooseLanguage, languages } from './languages';

test('the language of the system is taken with its region', () => {
  expect(chooseLanguage('system', ['en-IE'])).toEqual({ tag: 'en', locale: 'en-IE' });
});

test('without a region that is known English is written as in Britain', () => {
  for (const wanted of [[], ['en'], ['en-US'], ['xx-YY'], ['not a tag', '-']]) {
    expect(chooseLanguage('system', wanted)).toEqual({ tag: 'en', locale: 'en-GB' });
  }
});

test('a chosen language does not depend on the system', () => {
  expect(languages.map(({ tag }) => chooseLanguage(tag, ['xx']).tag)).toEqual(
    languages.map(({ tag }) => tag),
  );
});
