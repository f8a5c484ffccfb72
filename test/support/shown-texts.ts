import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import type { Page } from '@playwright/test';
import { catalogueOf } from '../../scripts/messages.mjs';
import type { LanguageTag } from '../../shared/i18n/languages';
import { readTowns } from '../../shared/places/place';
import { connectOtherClient } from './other-client';
import type { ServiceProcess } from './service';

const root = path.resolve(import.meta.dirname, '..', '..');

/** Every text on screen in the language of the page, and every accessible name, as it is written. */
export async function shownTexts(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const names =
      'aria-label aria-valuetext aria-description aria-roledescription title placeholder alt'.split(
        ' ',
      );
    const found: string[] = [];
    for (const element of document.body.querySelectorAll('*')) {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (element.matches('script, style')) continue;
      // A text that says itself that it is in another language: a page of the guide that was not translated.
      if (element.closest<HTMLElement>('[lang]')?.lang !== document.documentElement.lang) continue;
      for (const node of element.childNodes) {
        if (node.nodeType === Node.TEXT_NODE) found.push(node.textContent!);
      }
      found.push(...names.map((name) => element.getAttribute(name) ?? ''));
    }
    return found;
  });
  return [...new Set(texts.map((text) => text.trim()))].filter((text) => text !== '');
}

const words = (text: string): string[] => text.match(/\p{L}[\p{L}\p{M}'’]+/gu) ?? [];

/**
 * Tells which texts of a window in a pseudo-language no catalogue has: those without its brackets, unless they are data
 * of the account, names of towns, or dates and units as the platform writes them.
 */
export async function unbracketedTexts(
  service: ServiceProcess,
  locale: string,
): Promise<(texts: readonly string[]) => string[]> {
  const data = [service.userName, ...(await textsOfAccount(service))]
    .flatMap((text) => [text.toLowerCase(), separated(text)])
    .toSorted((a, b) => b.length - a.length)
    // Whole words; Arabic writes “and” without a space before them.
    .map((text) => new RegExp(String.raw`(?<!\p{sc=Latn})${escaped(text)}(?!\p{sc=Latn})`, 'gu'));
  const written = wordsOfPlatform(locale);
  const towns = townNames();
  return (texts) =>
    texts.filter((text) => {
      const said = withoutBrackets(text).replaceAll(/https?:\/\/\S+|\/[\w./-]+/g, '');
      let rest = said.toLowerCase();
      for (const each of data) rest = rest.replaceAll(each, ' ');
      return words(rest).some((word) => !written.has(word)) && !towns.has(said);
    });
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);

function withoutBrackets(text: string): string {
  const rest = text.replaceAll(/⟦[^⟦⟧]*⟧/g, '');
  return rest === text ? rest : withoutBrackets(rest);
}

/** "EditDevices" as "edit devices". */
const separated = (text: string) => text.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').toLowerCase();

/** What the devices, groups and users of the account say. */
async function textsOfAccount(service: ServiceProcess): Promise<string[]> {
  const client = await connectOtherClient(service);
  const lists = await Promise.all(['devices', 'groups', 'users'].map((list) => client.get(list)));
  const found = new Set<string>();
  const read = (value: unknown): void => {
    if (typeof value === 'string') found.add(value.trim());
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(read);
  };
  read(lists);
  return [...found].filter((text) => words(text).length > 0);
}

/** The words that Intl writes in dates, lists and numbers with units. */
function wordsOfPlatform(locale: string): Set<string> {
  // Every month and day of the week, mornings and evenings.
  const dates = Array.from(
    { length: 24 },
    (_, i) => new Date(Date.UTC(2026, 0, 1 + 16 * i, i % 2 === 0 ? 9 : 21)),
  );
  const styles = (['long', 'short'] as const).flatMap((style): Intl.DateTimeFormatOptions[] => [
    { month: style },
    { weekday: style },
    { day: 'numeric', month: style, year: 'numeric' },
    { hour: 'numeric', hour12: true, timeZone: 'UTC', timeZoneName: 'short' },
  ]);
  const units = ['meter', 'kilometer', 'kilometer-per-hour', 'meter-per-second', 'percent', 'byte'];
  return new Set(
    [
      ...styles.flatMap((style) =>
        dates.map((date) => new Intl.DateTimeFormat(locale, style).format(date)),
      ),
      ...units.flatMap((unit) =>
        [1, 2, 3, 11, 100].map((value) =>
          new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(
            value,
          ),
        ),
      ),
      new Intl.ListFormat(locale, { type: 'conjunction' }).format(['1', '2', '3']),
    ].flatMap((text) => words(text.toLowerCase())),
  );
}

function townNames(): Set<string> {
  const file = path.join(root, 'assets', 'basemap', 'towns.bin');
  return new Set(readTowns(gunzipSync(readFileSync(file))).names.text.split('\n'));
}

/** The texts that contain three or more words of an English message which another language says otherwise. */
export function englishIn(texts: readonly string[], tag: LanguageTag): string[] {
  const own = Object.values(catalogueOf(tag)).join('\n');
  const foreign = Object.values(catalogueOf('en'))
    .flatMap((message) => literalsOf(parse(message, { ignoreTag: true })))
    .filter((literal) => words(literal).length >= 3 && !own.includes(literal));
  return texts.filter((text) => foreign.some((literal) => text.includes(literal)));
}

/** What a message says beside its arguments. */
const literalsOf = (elements: readonly MessageFormatElement[]): string[] =>
  elements.flatMap((element) => {
    if (element.type === TYPE.literal) return [element.value.trim()];
    if (!('options' in element)) return [];
    return Object.values(element.options).flatMap(({ value }) => literalsOf(value));
  });
