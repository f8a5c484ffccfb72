import { expect, test } from 'vitest';
import { addressHint } from './address-hint';

test.each([
  ['https://api.example', { says: '✓ https://api.example' }],
  ['api.example/api/devices?x=1', { says: '✓ https://api.example' }],
])('"%s"', (typed, hint) => expect(addressHint(typed)).toEqual(hint));

test('rejects an invalid address with a message', () => {
  expect(addressHint('http://api.example').refusal).toMatch(/https/);
});
