import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { app, systemPreferences } from 'electron';
import {
  type Catalogue,
  chooseLanguage,
  type Language,
  type LanguageChoice,
  type LanguageTag,
} from '#shared/i18n/languages';
import { createTranslate, type Translate } from '#shared/i18n/translate';

/** The languages of the system, most wanted first; `--lang` counts before all. */
export function systemLanguages(): string[] {
  const given = app.commandLine.getSwitchValue('lang');
  const wanted = [...app.getPreferredSystemLanguages(), app.getLocale()];
  return given === '' ? wanted : [given, ...wanted];
}

/** On macOS the clock is chosen apart from the region; on other systems the region has one. */
export function clockOfSystem(): LanguageChoice['clock'] {
  if (process.platform !== 'darwin') return 'system';
  const isOn = (name: string) => systemPreferences.getUserDefault(name, 'boolean');
  if (isOn('AppleICUForce24HourTime')) return 'h23';
  return isOn('AppleICUForce12HourTime') ? 'h12' : 'system';
}

/** The language of Waypost: of the window, and of what main shows and writes itself. */
export class AppLanguage {
  #language: Language;
  /** By the time zone of their moments; '' is that of the computer. */
  readonly #translates = new Map<string, Translate>();
  readonly #onChanged: (language: Language) => void;
  readonly #folder: string;
  readonly #ofSystem: () => readonly string[];
  readonly #clockOfSystem: () => LanguageChoice['clock'];

  constructor(options: {
    /** The folder of the catalogues, a file for each language. */
    folder: string;
    choice: LanguageChoice;
    /** The languages of the system, most wanted first. */
    ofSystem: () => readonly string[];
    clockOfSystem: () => LanguageChoice['clock'];
    onChanged: (language: Language) => void;
  }) {
    this.#folder = options.folder;
    this.#ofSystem = options.ofSystem;
    this.#clockOfSystem = options.clockOfSystem;
    this.#onChanged = options.onChanged;
    this.#language = this.#read(options.choice);
  }

  current = (): Language => this.#language;

  /** Writes a message in the current language, for texts without moments. */
  t: Translate = ((...args: Parameters<Translate>) => this.inZone('')(...args)) as Translate;

  /** Writes messages in the current language, with their moments in a time zone. */
  inZone(timeZone: string): Translate {
    let made = this.#translates.get(timeZone);
    if (!made) {
      made = createTranslate(this.#language, timeZone === '' ? {} : { timeZone });
      this.#translates.set(timeZone, made);
    }
    return made;
  }

  choose(choice: LanguageChoice): void {
    const { tag, locale } = this.#chosen(choice);
    if (tag === this.#language.tag && locale === this.#language.locale) return;
    this.#language = this.#read(choice);
    this.#translates.clear();
    this.#onChanged(this.#language);
  }

  #chosen(choice: LanguageChoice) {
    const clock = choice.clock === 'system' ? this.#clockOfSystem() : choice.clock;
    return chooseLanguage({ ...choice, clock }, this.#ofSystem());
  }

  #read(choice: LanguageChoice): Language {
    const chosen = this.#chosen(choice);
    const name = choice.language === 'system' ? this.#testLanguage() : null;
    const file = path.join(this.#folder, `${name ?? chosen.tag}.json`);
    const tag = (name ?? chosen.tag) as LanguageTag;
    return { ...chosen, tag, messages: JSON.parse(readFileSync(file, 'utf8')) as Catalogue };
  }

  /** `--lang=en-XA` and `--lang=ar-XB` of the tests of layouts; packages do not contain them. */
  #testLanguage(): string | null {
    const [first = ''] = this.#ofSystem();
    const isHere = /^(?:en-XA|ar-XB)$/.test(first);
    return isHere && existsSync(path.join(this.#folder, `${first}.json`)) ? first : null;
  }
}
