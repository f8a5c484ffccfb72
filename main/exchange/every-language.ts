/// <reference types="vite/types/importMeta.d.ts" />
import { languages, type Catalogue } from '#shared/i18n/languages';
import { createTranslate, type Said } from '#shared/i18n/translate';

/** The titles of columns and the words of cells: a file is read in whatever language it was written. */
const catalogues = import.meta.glob<Catalogue>('../../shared/locales/*/{columns,fields}.json', {
  eager: true,
  import: 'default',
});

const catalogueOf = (tag: string): Catalogue =>
  Object.fromEntries(
    Object.entries(catalogues)
      .filter(([file]) => file.includes(`/${tag}/`))
      .flatMap(([, messages]) => Object.entries(messages)),
  );

const translates = languages.map(({ tag, locale }) =>
  createTranslate({ tag, locale, messages: catalogueOf(tag) }),
);

/** A title of a column or a word of a cell, as an export in each language writes it. */
export const inEveryLanguage = (said: Said): string[] =>
  typeof said === 'string' ? [said] : translates.map((t) => t(said));
