import { expect, test } from 'vitest';
import { installTrustedTypes, mayBeHtml, mayBeScript } from './trusted-types';

const base = 'app://waypost/index.html';

test('style sheets are HTML text; elements are refused, except links in attributions', () => {
  expect(mayBeHtml(':root > a { color: red }', 'Element innerHTML')).toBe(true);
  expect(mayBeHtml('<img src=x onerror=alert(1)>', 'Element innerHTML')).toBe(false);
  expect(mayBeHtml('<script></script>', 'Element outerHTML')).toBe(false);
  const attribution = 'Sea · <a href="https://a.example/" target="_blank" rel="noopener">A</a> CC';
  expect(mayBeHtml(attribution, 'DOMParser parseFromString')).toBe(true);
  expect(mayBeHtml(attribution, 'Element innerHTML')).toBe(false);
  for (const html of [
    '<b>© somebody</b>',
    `${attribution}<div class="cover">`,
    '<a href="http://a.example/" target="_blank" rel="noopener">A</a>',
    '<a href="https://a.example/" style="x" target="_blank" rel="noopener">A</a>',
    '<a href="https://a.example/" target="_blank" rel="noopener"><img src=x></a>',
  ]) {
    expect(mayBeHtml(html, 'DOMParser parseFromString')).toBe(false);
  }
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
