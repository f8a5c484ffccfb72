// Checks the messages in shared/locales and writes their types (shared/i18n/messages.generated.d.ts):
// which keys there are, and which arguments each needs. docs/translate.md says how messages are written.
import './node-version.mjs';
import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const locales = path.join(root, 'shared', 'locales');
const typesFile = path.join(root, 'shared', 'i18n', 'messages.generated.d.ts');

export const languageTags = () => fs.readdirSync(locales).sort();

/** The messages of a language by their files; entries that begin with "@" are notes for translators. */
export function messageFiles(tag) {
  const folder = path.join(locales, tag);
  return fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => {
      const entries = Object.entries(JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')));
      const isNote = ([key]) => key.startsWith('@');
      return {
        name,
        messages: entries.filter((entry) => !isNote(entry)),
        notes: entries.filter(isNote).map(([key]) => key.slice(1)),
      };
    });
}

/** All messages of a language, as the app loads them. */
export const catalogueOf = (tag) =>
  Object.fromEntries(messageFiles(tag).flatMap(({ messages }) => messages));

/**
 * Languages that nobody speaks, made of the English messages for tests of the layout: `en-XA` has accents and
 * brackets and is 40 % longer, `ar-XB` runs from right to left. Neither is in the packages.
 */
export const pseudoLanguages = ['en-XA', 'ar-XB'];

const plainLetters = 'AEIOUYaeiouycnsz';
const accentedLetters = 'ÅÉÎÖÛÝåéîöûýçñšž';
const accents = new Map(
  Array.from(plainLetters, (letter, index) => [letter, accentedLetters[index]]),
);

/** A text of a message in a pseudo-language. */
export function pseudoText(tag, text) {
  if (tag === 'ar-XB') return text.replaceAll(/\p{L}+/gu, (word) => `\u202e${word}\u202c`);
  const accented = Array.from(text, (character) => accents.get(character) ?? character).join('');
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return `${accented}${'·'.repeat(Math.ceil(letters * 0.4))}`;
}

/** All messages in a pseudo-language, each in brackets: a text without them is not in the catalogue. */
export async function pseudoCatalogue(tag) {
  const [{ parse }, { printAST }] = await Promise.all([
    import('@formatjs/icu-messageformat-parser'),
    import('@formatjs/icu-messageformat-parser/printer.js'),
  ]);
  const change = (elements) =>
    elements.map((element) => {
      if (element.type === 0) return { ...element, value: pseudoText(tag, element.value) };
      if (!element.options) return element;
      const options = Object.entries(element.options).map(([word, option]) => [
        word,
        { ...option, value: change(option.value) },
      ]);
      return { ...element, options: Object.fromEntries(options) };
    });
  const entries = Object.entries(catalogueOf('en')).map(([key, text]) => {
    const elements = change(parse(text, { ignoreTag: true }));
    return [key, `⟦${printAST(elements)}⟧`];
  });
  return Object.fromEntries(entries);
}

/** What an argument of a message takes: text, a number, or one of the words of a select. */
const kinds = ['argument', 'number', 'date', 'time', 'select', 'plural'];

/** The arguments of a parsed message: name → TypeScript type. Plural forms are collected with their rules. */
function argumentsOf(elements, found = { types: {}, plurals: [] }) {
  for (const { type, value, options, pluralType } of elements) {
    const kind = { 1: 'argument', 2: 'number', 3: 'date', 4: 'time', 5: 'select', 6: 'plural' }[
      type
    ];
    if (!kinds.includes(kind)) continue;
    const words = kind === 'select' ? Object.keys(options) : [];
    const written =
      kind === 'argument'
        ? 'Text'
        : kind === 'select'
          ? words.map((word) => `'${word}'`).join(' | ')
          : 'number';
    // A select that is also shown, or a number that is also counted, has the narrower type.
    if (!(value in found.types) || found.types[value] === 'Text') found.types[value] = written;
    if (kind === 'plural') found.plurals.push({ forms: Object.keys(options), pluralType });
    for (const option of Object.values(options ?? {})) argumentsOf(option.value, found);
  }
  return found;
}

/** The faults of the catalogues, and the types of the English one. */
export async function readMessages() {
  const { parse } = await import('@formatjs/icu-messageformat-parser');
  const faults = [];
  const read = (tag) => {
    const all = new Map();
    const rules = {
      cardinal: new Intl.PluralRules(tag).resolvedOptions().pluralCategories,
      ordinal: new Intl.PluralRules(tag, { type: 'ordinal' }).resolvedOptions().pluralCategories,
    };
    for (const { name, messages, notes } of messageFiles(tag)) {
      const keys = new Set(messages.map(([key]) => key));
      for (const key of notes) {
        if (!keys.has(key)) faults.push(`${tag}/${name}: @${key}: a note without its message`);
      }
      const prefix = `${path.basename(name, '.json')}.`;
      for (const [key, text] of messages) {
        const fault = (what) => faults.push(`${tag}/${name}: ${key}: ${what}`);
        if (!key.startsWith(prefix)) fault(`keys of this file begin with "${prefix}"`);
        if (all.has(key)) fault('there twice');
        try {
          const elements = parse(text, { ignoreTag: true, requiresOtherClause: true });
          const { types, plurals } = argumentsOf(elements);
          all.set(key, types);
          for (const { forms, pluralType } of plurals) {
            // "=1" says "one" with a name instead of a number.
            const has = (form) => forms.includes(form) || (form === 'one' && forms.includes('=1'));
            const missing = rules[pluralType].filter((form) => !has(form));
            const unknown = forms.filter(
              (form) => !/^=\d+$/.test(form) && !rules[pluralType].includes(form),
            );
            if (missing.length > 0) fault(`plural without ${missing.join(', ')}`);
            if (unknown.length > 0) fault(`the language has no plural ${unknown.join(', ')}`);
          }
        } catch (error) {
          fault(`is not an ICU message: ${error.message}`);
        }
      }
    }
    return all;
  };
  const english = read('en');
  const shape = (types) => JSON.stringify(Object.entries(types).sort());
  for (const tag of languageTags().filter((each) => each !== 'en')) {
    const translated = read(tag);
    for (const [key, types] of english) {
      if (!translated.has(key)) faults.push(`${tag}: ${key}: missing`);
      else if (shape(types) !== shape(translated.get(key))) {
        faults.push(`${tag}: ${key}: its arguments are not those of the English message`);
      }
    }
    for (const key of translated.keys()) {
      if (!english.has(key)) faults.push(`${tag}: ${key}: not in English`);
    }
  }
  return { faults, types: typesOf(english) };
}

function typesOf(messages) {
  const lines = [...messages].map(([key, types]) => {
    const args = Object.entries(types).map(([name, type]) => `${name}: ${type}`);
    return `  '${key}': ${args.length > 0 ? `{ ${args.join('; ')} }` : 'object'};`;
  });
  return [
    '// Written by scripts/messages.mjs from shared/locales/en.',
    "import type { Text } from './translate';",
    '',
    '/** The arguments of each message. */',
    'export interface Messages {',
    ...lines,
    '}',
    '',
  ].join('\n');
}

/** Writes the types if they changed. Resolves to the faults of the messages. */
export async function prepareMessages() {
  const { faults, types } = await readMessages();
  const before = fs.existsSync(typesFile) ? fs.readFileSync(typesFile, 'utf8') : '';
  if (before !== types) fs.writeFileSync(typesFile, types);
  return faults;
}

// Tests bundle this module: the bundle is not this script.
const isScript = path.basename(import.meta.filename) === 'messages.mjs';
if (isScript && process.argv[1] && fs.realpathSync(process.argv[1]) === import.meta.filename) {
  const { unusedMessages } = await import('./unused-messages.mjs');
  const faults = await prepareMessages();
  for (const key of unusedMessages(Object.keys(catalogueOf('en')))) faults.push(`${key}: unused`);
  for (const fault of faults) console.error(`messages: ${fault}`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
