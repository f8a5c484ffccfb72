import { createTranslate } from './translate';
import alerts from '../locales/en/alerts.json';
import common from '../locales/en/common.json';
import expiry from '../locales/en/expiry.json';
import submissions from '../locales/en/submissions.json';

/** The texts of files that are not yet written in the language of the user. */
export const englishT = createTranslate({
  tag: 'en',
  locale: 'en-GB',
  messages: { ...alerts, ...common, ...expiry, ...submissions },
});
