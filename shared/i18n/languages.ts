/**
 * The languages of Waypost. Each has a folder in `shared/locales` with the same files as `en`
 * (docs/translate.md).
 */
export const languages = [
  { tag: 'en', name: 'English', locale: 'en-GB' },
  { tag: 'es', name: 'Español', locale: 'es-ES' },
  { tag: 'pt-BR', name: 'Português (Brasil)', locale: 'pt-BR' },
  { tag: 'fr', name: 'Français', locale: 'fr-FR' },
  { tag: 'de', name: 'Deutsch', locale: 'de-DE' },
  { tag: 'it', name: 'Italiano', locale: 'it-IT' },
  { tag: 'ar', name: 'العربية', locale: 'ar-u-nu-latn' },
  { tag: 'he', name: 'עברית', locale: 'he-IL' },
] as const satisfies readonly {
  /** BCP 47; also the name of the folder. */
  tag: string;
  /** In the language itself. */
  name: string;
  /** How dates and numbers are written if the system names no region of this language. */
  locale: string;
}[];

export type LanguageTag = (typeof languages)[number]['tag'];

const isTag = (tag: string): tag is LanguageTag => languages.some((each) => each.tag === tag);

/** The texts of a language by their keys, as ICU messages. */
export type Catalogue = Readonly<Record<string, string>>;

/** A language as texts, dates and numbers need it. */
export interface Language {
  tag: LanguageTag;
  /** BCP 47, with the region. */
  locale: string;
  messages: Catalogue;
}

/** The day that weeks begin with, 1 (Monday) to 7. */
export const firstDayOfWeek = (locale: string): number =>
  (new Intl.Locale(locale) as Intl.Locale & Weeks).getWeekInfo().firstDay;

/** TypeScript does not have it yet. */
interface Weeks {
  getWeekInfo(): { firstDay: number };
}

/**
 * The parts of a written day: the month by its name, which nobody takes for the day. Portuguese puts two more
 * words around the name ("26 de nov. de 2026", too long for columns and fields) and has one order of numbers.
 */
export function dayShape(locale: string) {
  const month = locale.startsWith('pt') ? '2-digit' : 'short';
  return { year: 'numeric', month, day: '2-digit' } as const;
}

/** Which side a line of the language begins on. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  return ['ar', 'he'].includes(tag.split('-')[0]!) ? 'rtl' : 'ltr';
}

export const clocks = ['system', 'h12', 'h23'] as const;
export const firstDays = ['system', 'mon', 'sat', 'sun'] as const;

/** What people choose of how texts are written; `system`: as usual in their region. */
export interface LanguageChoice {
  language: LanguageTag | 'system';
  clock: (typeof clocks)[number];
  firstDay: (typeof firstDays)[number];
}

/**
 * The language and the locale for a choice and the languages of the system, most wanted first. A language of
 * another region is taken before the next wanted one: `es-MX` gives Spanish, written as in Mexico. Clock and first
 * day of the week are a part of the locale, so that whatever writes or reads a time obeys them.
 */
export function chooseLanguage(
  { language: choice, clock, firstDay }: LanguageChoice,
  wanted: readonly string[],
): { tag: LanguageTag; locale: string } {
  const known = wanted.flatMap((locale) => {
    const tag = tagFor(locale);
    return tag === null ? [] : [{ tag, locale }];
  });
  const tag = choice === 'system' ? (known[0]?.tag ?? 'en') : choice;
  const usual: string = languages.find((each) => each.tag === tag)!.locale;
  const region = known.find((each) => each.tag === tag && each.locale.includes('-'));
  const locale = new Intl.Locale(localeOf(usual, region?.locale), {
    ...(clock !== 'system' && { hourCycle: clock }),
    ...(firstDay !== 'system' && { firstDayOfWeek: firstDay }),
  });
  return { tag, locale: locale.toString() };
}

function tagFor(locale: string): LanguageTag | null {
  try {
    const { language } = new Intl.Locale(locale);
    // Norwegian and Hebrew have old codes that systems still send.
    const tag = language === 'iw' ? 'he' : language;
    const exact = languages.find((each) => each.tag === locale);
    const regional = languages.find((each) => each.tag.split('-')[0] === tag);
    return exact?.tag ?? (isTag(tag) ? tag : (regional?.tag ?? null));
  } catch {
    return null;
  }
}

/** American dates and the 12-hour clock are not the usual ones for English: computers without a region name it. */
function localeOf(usual: string, wanted: string | undefined): string {
  const extension = usual.includes('-u-') ? usual.slice(usual.indexOf('-u-')) : '';
  if (wanted === undefined || wanted === 'en-US') return usual;
  try {
    return new Intl.Locale(`${new Intl.Locale(wanted).baseName}${extension}`).toString();
  } catch {
    return usual;
  }
}
