import fs from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

// Texts of the window will be translated: they are in the modules of texts and messages, not in components.

const root = path.resolve(import.meta.dirname, '../..');

function componentsBelow(folder: string): string[] {
  return fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/')));
}

/** The texts between the tags of a component. */
function textsIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(textsIn);
  if (typeof node !== 'object' || node === null) return [];
  const { type, value } = node as { type?: unknown; value?: unknown };
  if (type === 'JSXText' && typeof value === 'string' && /\p{L}{2}/u.test(value)) {
    return [value.trim()];
  }
  return Object.values(node).flatMap(textsIn);
}

const textsOf = (source: string): string[] => textsIn(parseSync('probe.tsx', source).program);

test('a text in a component is found', () => {
  expect(textsOf('export const A = () => <p title={t.a}>{t.b} <b>Two words</b></p>;')).toEqual([
    'Two words',
  ]);
  expect(textsOf('export const A = () => <p>{t.a} · {t.b}</p>;')).toEqual([]);
});

test('no component of the window contains a text of its own', () => {
  const components = componentsBelow('renderer');
  expect(components.length).toBeGreaterThan(100);
  const found = components.flatMap((file) =>
    textsOf(fs.readFileSync(path.join(root, file), 'utf8')).map((text) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});
