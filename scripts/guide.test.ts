import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { languages } from '#shared/i18n/languages';
import { isNearSearch } from '#shared/places/near';
import { catalogueOf } from './messages.mjs';

const guide = path.resolve(import.meta.dirname, '..', 'docs', 'guide');
/** The pages that every language has; English is in the guide itself, the others in a folder of their tag. */
const pages = ['connect', 'find-a-device', 'offline'];

const fileOf = (tag: string, page: string) =>
  path.join(guide, tag === 'en' ? '' : tag, `${page}.md`);
const read = (tag: string, page: string) => fs.readFileSync(fileOf(tag, page), 'utf8');

const levels = (text: string) => text.match(/^#+(?= )/gm);
/** What the page names as it is on screen: in bold. */
const names = (text: string) =>
  [...text.matchAll(/\*\*(.+?)\*\*/gs)].map(([, name]) => name!.replaceAll('\n', ' '));
const links = (text: string) => [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, to]) => to!);

describe.each(languages.map(({ tag }) => tag))('the guide in %s', (tag) => {
  const texts: Record<string, string> = catalogueOf(tag);
  const english: Record<string, string> = catalogueOf('en');

  test.each(pages)('%s has the parts of the English page', (page) => {
    const text = read(tag, page);
    const lines = text.trimEnd().split('\n').length;
    expect(lines).toBeGreaterThanOrEqual(20);
    expect(lines).toBeLessThanOrEqual(45);
    expect(levels(text)).toEqual(levels(read('en', page)));
    for (const link of links(text)) {
      expect(fs.existsSync(path.join(path.dirname(fileOf(tag, page)), link)), link).toBe(true);
    }
  });

  test.each(pages)('%s names the controls as they are on screen', (page) => {
    const named = names(read(tag, page));
    const shown = new Set(Object.values(texts));
    expect(named.filter((name) => !shown.has(name))).toEqual([]);
    // All that the English page names, by one of the messages with that English text.
    const missing = names(read('en', page)).filter(
      (name) =>
        !Object.keys(english).some((key) => english[key] === name && named.includes(texts[key]!)),
    );
    expect(missing).toEqual([]);
  });

  test('searches for towns in the words of the language', () => {
    const typed = [...read(tag, 'find-a-device').matchAll(/`(.+?)`/g)].map(([, text]) => text!);
    const towns = typed.filter((text) => /[A-Z]/.test(text));
    expect(towns.length).toBeGreaterThanOrEqual(4);
    expect(towns.filter((text) => !isNearSearch(text))).toEqual([]);
    const [word = ''] = towns[0]!.split('Lyon');
    expect(typed).toContain(word.trim());
    expect(texts['fleet.search.hint']).toContain(word);
  });
});
