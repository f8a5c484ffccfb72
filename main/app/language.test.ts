import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { defaultSettings } from '#shared/domain/settings';
import type { LanguageChoice } from '#shared/i18n/languages';
import { languageOf } from '../../test/support/english';
import { AppLanguage } from './language';

test('writes the moments of a message in the zone it is asked for, in the language of now', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'waypost-language-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const language of ['en', 'de'] as const) {
    const { messages } = languageOf({ language });
    writeFileSync(path.join(folder, `${language}.json`), JSON.stringify(messages));
  }
  let clock: LanguageChoice['clock'] = 'h23';
  const language = new AppLanguage({
    folder,
    choice: defaultSettings,
    ofSystem: () => ['en'],
    clockOfSystem: () => clock,
    onChanged() {},
  });
  const at = Date.UTC(2027, 0, 5, 23, 30);
  const entered = (timeZone: string) =>
    language.inZone(timeZone)('place-rules.event.enters.by', {
      place: 'North',
      day: 'other',
      by: at,
    });

  expect(entered('UTC')).toBe('Entered North by 05 Jan 2027, 23:30');
  expect(entered('Asia/Tokyo')).toBe('Entered North by 06 Jan 2027, 08:30');
  language.choose({ ...defaultSettings, language: 'de' });
  expect(entered('Asia/Tokyo')).toContain('06. Jan. 2027, 08:30');
  // The clock of the system is the usual one, and not more.
  clock = 'h12';
  language.choose({ ...defaultSettings, language: 'en' });
  expect(entered('Asia/Tokyo')).toContain('08:30 am');
  language.choose({ ...defaultSettings, language: 'en', clock: 'h23' });
  expect(entered('Asia/Tokyo')).toMatch(/08:30$/);
});
