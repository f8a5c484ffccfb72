import { catalogueOf } from '../../scripts/messages.mjs';
import type { Language } from '../../shared/i18n/languages';
import { createTranslate } from '../../shared/i18n/translate';

/** The language of the tests. */
export const english: Language = { tag: 'en', locale: 'en-GB', messages: catalogueOf('en') };

/** Messages in English, with times in UTC. */
export const t = createTranslate(english, { timeZone: 'UTC' });
