import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { shortcuts } from '#shared/domain/shortcuts';
import { languages } from '#shared/i18n/languages';
import { findPages, guideIn, linkedPage, newsPage, pictureOf } from './guide-pages';

const folder = path.join(import.meta.dirname, '../../../docs/guide');
const english = guideIn('en');
const links = (text: string, begin: string) =>
  [...text.matchAll(/(!?\[)[^\]]*\]\(([^)]+)\)/g)]
    .filter(([, mark]) => mark === begin)
    .map(([, , to]) => to!);

test('the contents have every page of the guide', () => {
  const files = readdirSync(folder).filter((file) => /^[a-z-]+\.md$/.test(file));
  const names = files.map((file) => file.replace('.md', '')).toSorted();
  expect(english.map(({ name }) => name).toSorted()).toEqual(names);
});

test.each(languages.map(({ tag }) => tag))(
  'a page in %s that was not translated is English',
  (tag) => {
    const find = (name: string) => guideIn(tag).find((page) => page.name === name)!;
    expect(find('connect').isEnglish).toBe(tag === 'en');
    expect(find('keyboard')).toEqual(english.find(({ name }) => name === 'keyboard'));
    expect(find('connect').title === 'Connect an account').toBe(tag === 'en');
  },
);

test('links of pages lead to pages, and their pictures are part of the app', () => {
  for (const { tag } of languages) {
    const pages = guideIn(tag);
    for (const { name, text } of pages) {
      for (const to of links(text, '[').filter((link) => !/README|^#/.test(link))) {
        expect([name, to, linkedPage(pages, to)]).not.toContain(null);
      }
      for (const source of links(text, '![').filter((link) => !link.includes('assets/'))) {
        expect([name, source, pictureOf(source)]).not.toContain(undefined);
      }
    }
  }
  expect(linkedPage(english, 'https://example.com/alerts.md')).toBeNull();
  expect(linkedPage(english, '../../README.md')).toBeNull();
  expect(linkedPage(english, 'alerts.md#silence-notifications')).toBe('alerts');
});

test('pages are found by their words, first those that have them in their titles', () => {
  const names = (search: string) => findPages(english, search).map(({ name }) => name);
  expect(names('offline')[0]).toBe('offline');
  expect(names('quiet hours')).toContain('alerts');
  expect(names('nosuchword')).toEqual([]);
  expect(names('')).toHaveLength(english.length);
});

test('what is new begins with the shipped version, and what was not released is that version', () => {
  const changes = '# Changelog\n\nIntroduction.\n\n## [Unreleased]\n\n- Next\n';
  const released = `${changes}\n## [1.1.0] - 2026-12-01\n\n- This\n\n## [1.0.0] - 2026-11-01\n\n- First\n`;
  const newsOf = (version: string, text: string) => newsPage('What’s new', version, text).text;
  expect(newsOf('1.1.0', released)).toBe(
    '# What’s new\n\n## 1.1.0 - 2026-12-01\n\n- This\n\n## 1.0.0 - 2026-11-01\n\n- First\n',
  );
  expect(newsOf('1.0.0', released)).toMatch(/^# What’s new\n\n## 1.0.0/);
  expect(newsOf('0.1.0', changes)).toBe('# What’s new\n\n## 0.1.0\n\n- Next\n');
});

test('the page about the keyboard has every key of the app', () => {
  const { text } = english.find(({ name }) => name === 'keyboard')!;
  const written = text.replaceAll(/\bCtrl\+1 … Ctrl\+9\b/g, 'Mod+1…9').replaceAll('Ctrl+', 'Mod+');
  const names: Record<string, string> = { ' ': 'Space', ContextMenu: 'the menu key' };
  const keys = Object.values(shortcuts).flatMap((place) => Object.values(place).flat());
  const missing = keys
    .map((key) => names[key] ?? key.replace('Arrow', ''))
    .filter((key) => !written.split(/[|,;]/).some((cell) => cell.trim() === key));
  expect(missing).toEqual([]);
});
