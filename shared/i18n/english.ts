import type { Language } from './languages';
import { createTranslate } from './translate';
import alerts from '../locales/en/alerts.json';
import common from '../locales/en/common.json';
import submissions from '../locales/en/submissions.json';

/** The language of files that are not yet written in that of the user. */
export const english: Language = {
  tag: 'en',
  locale: 'en-GB',
  messages: { ...alerts, ...common, ...submissions },
};

export const englishT = createTranslate(english);
