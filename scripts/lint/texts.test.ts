// Why it is so: docs/decisions/0145-messages-units-and-formats.md
import fs from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

// What people read is in the catalogue of messages: not in components and rules of the window, and not in menus,
// dialogs, notifications and refusals of main, and not in the limits of input in shared.

const root = path.resolve(import.meta.dirname, '../..');

function modulesBelow(folder: string): string[] {
  return fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/')))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\.d\.ts$/.test(file));
}

interface Node {
  type: string;
  start: number;
  [part: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Values of interfaces that look like words: keys, geometries, channels of alerts. */
const values = new Set(
  'Enter Escape Tab Home End Delete Backspace Arrow Space Point Polygon Feature Email'.split(' '),
);
/** Technical texts that nobody reads on screen. */
const technical = new Set([
  'a message that could not be read',
  'WebGL2 is not available',
  'track reader',
  // What Waypost writes into the keychain to see whether it is open.
  'This entry may be deleted.',
  'waypost tracks drawn',
  'Waypost {}',
]);

/** Names of attributes and properties whose texts are read by people. */
const shown = /^(?:aria-label|label|title|placeholder|description|text|meaning|note|hint|help)$/;

/** Errors of the program and log entries are not shown; style functions have names with spaces between them. */
function isInternal(node: Node): boolean {
  if (node.type === 'TSLiteralType') return true;
  if (node.type === 'ImportDeclaration' || node.type === 'TaggedTemplateExpression') return true;
  const callee = node['callee'] as { name?: string; object?: { name?: string } } | undefined;
  if (node.type === 'NewExpression') return callee?.name?.endsWith('Error') === true;
  if (node.type === 'CallExpression') return callee?.object?.name === 'console';
  return node.type === 'JSXAttribute' && /^(?:className|style|key|d)$/.test(nameOf(node['name']));
}

const nameOf = (node: unknown): string => {
  const { name, value } = (node ?? {}) as { name?: unknown; value?: unknown };
  return typeof name === 'string' ? name : typeof value === 'string' ? value : '';
};

/** Values of CSS, fonts, media queries, markup and programs of the graphics card. */
const isCode = (text: string) =>
  /\b(?:var|calc|minmax|repeat|translate\w*|rotate|url)\(|;\n|^(?:\d+ )?\d+px |^\(|\[\{\}\]|<a |\[role=|monospace|^Noto Sans |gl_VertexID/.test(
    text,
  );

/** Nouns are given to `counted`, which writes them with their number. */
function isNoun(parent: Node | null): boolean {
  const callee = parent?.['callee'] as { name?: string; property?: { name?: string } } | undefined;
  return callee?.name === 'counted' || callee?.property?.name === 'counted';
}

function textOf(node: Node, parent: Node | null): string | null {
  const { type, value } = node;
  if (type === 'JSXText' && typeof value === 'string') {
    return /\p{L}{2}/u.test(value) ? value.trim() : null;
  }
  if (type === 'TemplateLiteral') {
    const parts = node['quasis'] as { value: { raw: string } }[];
    const text = parts.map((part) => part.value.raw).join('{}');
    return /\p{L}{2,}[.,:]? | \p{L}{2,}/u.test(text) && !isCode(text) ? text : null;
  }
  if (type !== 'Literal' || typeof value !== 'string' || isNoun(parent)) return null;
  if (/(?:^|[ (])(?:\p{Lu}?\p{Ll}+|\p{Lu}+)[.,:;]? \S/u.test(value) && !isCode(value)) return value;
  const isCompared = parent?.type === 'BinaryExpression' || parent?.type === 'SwitchCase';
  if (!isCompared && /^\p{Lu}\p{Ll}+[…?.]?$/u.test(value) && !values.has(value)) return value;
  const isShown =
    (parent?.type === 'JSXAttribute' && shown.test(nameOf(parent['name']))) ||
    (parent?.type === 'Property' && shown.test(nameOf(parent['key'])));
  return isShown && /^\p{Lu}\p{Ll}/u.test(value) ? value : null;
}

/** The texts for people in a module, with their lines. */
function textsOf(source: string, file = 'probe.tsx'): string[] {
  const found: string[] = [];
  const visit = (value: unknown, parent: Node | null): void => {
    if (Array.isArray(value)) return value.forEach((each) => visit(each, parent));
    if (!isNode(value) || isInternal(value)) return;
    const text = textOf(value, parent);
    if (text !== null && !technical.has(text))
      found.push(`${source.slice(0, value.start).split('\n').length}: ${text}`);
    for (const part of Object.values(value)) visit(part, value);
  };
  visit(parseSync(file, source).program, null);
  return found;
}

test('a text in a component is found', () => {
  expect(textsOf('export const A = () => <p title={t.a}>{t.b} <b>Two words</b></p>;')).toEqual([
    '1: Two words',
  ]);
  expect(textsOf('export const A = () => <p>{t.a} · {t.b}</p>;')).toEqual([]);
});

test('texts in attributes, properties and templates are found', () => {
  expect(textsOf('const a = <A label="Close" />;')).toEqual(['1: Close']);
  expect(textsOf("const a = { title: 'Close' };")).toEqual(['1: Close']);
  expect(textsOf("const a = b ? 'Not found' : '';")).toEqual(['1: Not found']);
  expect(textsOf('const a = `${days} ago`;')).toEqual(['1: {} ago']);
});

test('errors of the program, styles and keys are no texts', () => {
  expect(textsOf("throw new Error('There is no provider');")).toEqual([]);
  expect(textsOf('const a = <A style={`a b ${c}`} key="Two words" />;')).toEqual([]);
  expect(textsOf('const a = `minmax(${width}px, 1fr)`, b = `device:${id}`;')).toEqual([]);
});

test('no component and no rule of the window contains a text of its own', () => {
  const modules = modulesBelow('renderer').filter((file) => !file.includes('.test-support.'));
  expect(modules.length).toBeGreaterThan(100);
  const found = modules.flatMap((file) =>
    textsOf(fs.readFileSync(path.join(root, file), 'utf8'), file).map((text) => `${file}:${text}`),
  );
  expect(found).toEqual([]);
});

/** Where main gives texts to the system or to the window. */
const given =
  /^(?:label|sublabel|toolTip|title|subtitle|message|detail|body|buttons|buttonLabel|name|field|reason|refusal|undoReason|text)$/;
/** Names of the app, its processes, its files and providers of maps, and a header: the same in every language. */
const names =
  /^(?:MapTiler|Stadia Maps|Mapbox|Azure Maps)$|^Waypost(?: (?:maps|files|reference service)| [\w {}]*\.(?:\{\}|json))?$|^Bearer \{\}$/;
const isName = (text: string) => names.test(text) || technical.has(text);
/** "Load again", "The service …": the first of two words of a text begins with a capital letter. */
const isSentence = (text: string) => /^\p{Lu}[\p{Ll}’]*,? [\p{L}{“]/u.test(text);

/** The texts for people in a module of main. */
function textsInMain(source: string, file = 'probe.ts'): string[] {
  const found: string[] = [];
  const isValueOf = new Set([
    'ConditionalExpression',
    'ArrayExpression',
    'LogicalExpression',
    'TSAsExpression',
  ]);
  const visit = (value: unknown, isGiven: boolean): void => {
    if (Array.isArray(value)) return value.forEach((each) => visit(each, isGiven));
    if (!isNode(value) || isInternal(value)) return;
    const { type } = value;
    if (type === 'BinaryExpression' && /^[=!]=/.test(String(value['operator']))) return;
    if (type === 'CallExpression' && nameOf(value['callee']) === 'log') return;
    const parts = value['quasis'] as { value: { raw: string } }[] | undefined;
    const text = parts ? parts.map((part) => part.value.raw).join('{}') : value['value'];
    if ((type === 'Literal' || parts) && typeof text === 'string' && !isName(text)) {
      if (isSentence(text) || (isGiven && /^\p{Lu}\p{Ll}/u.test(text))) {
        found.push(`${source.slice(0, value.start).split('\n').length}: ${text}`);
      }
    }
    if (type === 'Property') return visit(value['value'], given.test(nameOf(value['key'])));
    for (const part of Object.values(value)) visit(part, isGiven && isValueOf.has(type));
  };
  visit(parseSync(file, source).program, false);
  return found;
}

test('a text of a menu, a dialog, a notification or a refusal in main is found', () => {
  expect(textsInMain("const a = { label: 'File', click };")).toEqual(['1: File']);
  expect(textsInMain("ask({ buttons: [isNew ? 'Add' : t(a), 'Quit'] });")).toEqual([
    '1: Add',
    '1: Quit',
  ]);
  expect(textsInMain("const a = b ? 'Not found' : `The file ${c} is gone`;")).toEqual([
    '1: Not found',
    '1: The file {} is gone',
  ]);
  expect(textsInMain("show({ title: 'Waypost', body: [message('a.b')] });")).toEqual([]);
  expect(textsInMain("z.string().max(9, 'This is too long.').min(1, 'a.b')")).toEqual([
    '1: This is too long.',
  ]);
  expect(textsInMain("log('A file is gone'); throw new Error('It is gone');")).toEqual([]);
});

/**
 * The reference service, the invented places of the demo, words by which encodings and time zones of files are
 * recognized, and the languages in their own words.
 */
const isOther =
  /^main\/service\/|^main\/(?:exchange\/encoding|session\/demo-places)\.ts$|^shared\/(?:domain\/time-zone|i18n\/languages)\.ts$|\.(?:test-support|bench)\./;

test('main and shared contain no text of their own', () => {
  const modules = ['main', 'preload', 'shared']
    .flatMap(modulesBelow)
    .filter((file) => !isOther.test(file));
  expect(modules.length).toBeGreaterThan(100);
  const found = modules.flatMap((file) =>
    textsInMain(fs.readFileSync(path.join(root, file), 'utf8'), file).map(
      (text) => `${file}:${text}`,
    ),
  );
  expect(found).toEqual([]);
});
