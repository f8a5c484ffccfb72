import { expect, test } from 'vitest';
import { installTrustedTypes, mayBeHtml, mayBeScript } from './trusted-types';

const base = 'app://waypost/index.html';

test('style sheets are HTML text; elements are refused, except in documents that run nothing', () => {
  expect(mayBeHtml(':root > a { color: red }', 'Element innerHTML')).toBe(true);
  expect(mayBeHtml('<img src=x onerror=alert(1)>', 'Element innerHTML')).toBe(false);
  expect(mayBeHtml('<script></script>', 'Element outerHTML')).toBe(false);
  expect(mayBeHtml('<b>© somebody</b>', 'DOMParser parseFromString')).toBe(true);
});

test.each([
  ['./code/worker-1.js', true],
  ['app://waypost/code/worker-1.js', true],
  ['blob:app://waypost/0', false],
  ['data:text/javascript,1', false],
  ['https://waypost/code/worker-1.js', false],
  ['app://elsewhere/worker.js', false],
  ['javascript:1', false],
  ['//elsewhere/worker.js', false],
])('a worker from %s: %s', (address, isAllowed) => {
  expect(mayBeScript(address, base)).toBe(isAllowed);
});

test('installs one policy named default, which refuses with null', () => {
  const made: { name: string; rules: Record<string, (...args: string[]) => string | null> }[] = [];
  installTrustedTypes(
    { createPolicy: (name, rules) => made.push({ name, rules: rules as never }) },
    base,
  );
  expect(made.map(({ name }) => name)).toEqual(['default']);
  const { createHTML, createScriptURL } = made[0]!.rules;
  expect(createHTML!('<b>', 'TrustedHTML', 'Element innerHTML')).toBeNull();
  expect(createScriptURL!('./code/a.js')).toBe('./code/a.js');
  expect(createScriptURL!('blob:app://waypost/0')).toBeNull();
  installTrustedTypes(undefined, base);
});
