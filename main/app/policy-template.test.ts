import fs from 'node:fs';
import path from 'node:path';
import { parser } from 'sax';
import { expect, test } from 'vitest';
import { policyNames } from '#shared/domain/policy';
import { policyKey } from './policy-sources';

const folder = path.resolve(import.meta.dirname, '../../assets/policy');

interface Element {
  name: string;
  attributes: Record<string, string>;
}

/** The elements of an XML file; throws if it is not well formed. */
function elementsOf(file: string): Element[] {
  const elements: Element[] = [];
  const reader = parser(true);
  reader.onerror = (error) => {
    throw error;
  };
  reader.onopentag = ({ name, attributes }) =>
    elements.push({ name, attributes: attributes as Record<string, string> });
  reader.write(fs.readFileSync(path.join(folder, file), 'utf8')).close();
  return elements;
}

const template = elementsOf('waypost.admx');
const texts = elementsOf('en-US/waypost.adml');

test('the template of Windows has each value of the policy and writes the key that is read', () => {
  const names = template.flatMap(({ attributes }) => attributes['valueName'] ?? []);
  expect(names.toSorted()).toEqual(Object.values(policyNames).toSorted());
  const policies = template.filter(({ name }) => name === 'policy');
  for (const { attributes } of policies) {
    expect(`HKEY_LOCAL_MACHINE\\${attributes['key']}`).toBe(policyKey);
    expect(attributes['class']).toBe('Machine');
  }
});

test('the template has a text and a presentation for each reference', () => {
  const ids = new Set(
    texts.flatMap(({ name, attributes }) =>
      attributes['id'] ? `${name}.${attributes['id']}` : [],
    ),
  );
  const source = fs.readFileSync(path.join(folder, 'waypost.admx'), 'utf8');
  const references = [...source.matchAll(/\$\((\w+\.\w+)\)/g)].map(([, id]) => id!);
  expect(references.length).toBeGreaterThan(0);
  expect(references.filter((id) => !ids.has(id))).toEqual([]);
});

test('the page for administrators lists each value by both of its names', () => {
  const page = fs.readFileSync(path.join(folder, '../packaging/README.md'), 'utf8');
  const listed = [...page.matchAll(/^\| `(\w+)` +\| `([\w.]+)` +\|/gm)].map(([, value, field]) => [
    field,
    value,
  ]);
  expect(listed).toEqual(Object.entries(policyNames));
});
