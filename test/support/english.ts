import { catalogueOf } from '../../scripts/messages.mjs';
import type { Language } from '../../shared/i18n/languages';
import { createTranslate } from '../../shared/i18n/translate';
import { createFormat } from '../../renderer/lib/format';

/** The language of the tests. */
export const english: Language = { tag: 'en', locale: 'en-GB', messages: catalogueOf('en') };

/** Messages in English, with times in UTC. */
export const t = createTranslate(english, { timeZone: 'UTC' });

/** Values in English, with times in UTC and speeds as the service sends them usually. */
export const format = createFormat({
  language: english,
  timeZone: 'UTC',
  serviceSpeedUnit: 'm/s',
  speedUnit: 'km/h',
});
