import { catalogueOf, pseudoCatalogue } from '../../scripts/messages.mjs';
import {
  chooseLanguage,
  languages,
  type Language,
  type LanguageChoice,
  type LanguageTag,
} from '../../shared/i18n/languages';
import {
  createTranslate,
  type Message,
  type Said,
  type Translate,
} from '../../shared/i18n/translate';
import { createFormat } from '../../renderer/lib/format';

/** The language of the tests. */
export const english: Language = { tag: 'en', locale: 'en-GB', messages: catalogueOf('en') };

/** A language as it is chosen in the settings, on a computer without a region. */
export function languageOf({
  language,
  clock = 'system',
  firstDay = 'system',
}: Pick<LanguageChoice, 'language'> & Partial<LanguageChoice>): Language {
  const chosen = chooseLanguage({ language, clock, firstDay }, []);
  return { ...chosen, messages: catalogueOf(chosen.tag) };
}

/** Every language of Waypost. */
export const allLanguages: Language[] = languages.map(({ tag }) => languageOf({ language: tag }));

/** Messages in English, with times in UTC. */
export const t = createTranslate(english, { timeZone: 'UTC' });

/** Values in a language, with times in UTC and speeds as the service sends them usually. */
export const formatIn = (language: Language) =>
  createFormat({ language, timeZone: 'UTC', serviceSpeedUnit: 'm/s', speedUnit: 'km/h' });

/** The same in English. */
export const format = formatIn(english);

/** Messages as the app shows them when it was started with `--lang=en-XA` or `--lang=ar-XB`. */
export const pseudo = async (tag: 'en-XA' | 'ar-XB'): Promise<Translate> =>
  createTranslate({
    ...english,
    tag: tag as LanguageTag,
    locale: tag === 'ar-XB' ? 'ar-XB-u-nu-latn' : tag,
    messages: await pseudoCatalogue(tag),
  });

const isMessage = (value: object): value is Message =>
  'key' in value && String(value.key) in english.messages;

/** The same value with its messages written in English. */
export function inEnglish<T>(value: T): T {
  const written = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(written);
    if (typeof one !== 'object' || one === null) return one;
    if (Object.getPrototypeOf(one) !== Object.prototype) return one;
    if (isMessage(one)) return t(one);
    return Object.fromEntries(Object.entries(one).map(([name, each]) => [name, written(each)]));
  };
  return written(value) as T;
}

/** A text in English, whether it is a message or not. */
export function textOf(said: Said | null): string | null {
  if (said === null) return null;
  if (typeof said !== 'string') return t(said);
  // The types accept a key as a text of the service, which is shown as it is.
  if (said in english.messages) throw new Error(`the key ${said} instead of a message`);
  return said;
}

/** Expects a message that reads like this in English. */
export const says = (expected: string | RegExp): unknown => ({
  asymmetricMatch: (said: unknown) => {
    const text = textOf(said as Said)!;
    return typeof expected === 'string' ? text.includes(expected) : expected.test(text);
  },
});
