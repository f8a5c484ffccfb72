import fc from 'fast-check';
import { expect, test } from 'vitest';
import { errorInShort, mask } from './log';

test('logs the kind and reference of a renderer error, never its message', () => {
  expect(errorInShort('Uncaught TypeError: Blue Heron is not a function')).toBe('TypeError');
  expect(errorInShort('Uncaught Error: Devices (1a2b3c4d) at Row of Blue Heron')).toBe(
    'error, reference 1a2b3c4d',
  );
  expect(errorInShort('Blue Heron went wrong')).toBe('error');
});

test('masks text that looks like a token or a key', () => {
  expect(mask('got eyJabc.def-1.ghi_2')).toBe('got <token>');
  expect(mask('Authorization: Bearer abc123')).toBe('Authorization: Bearer <token>');
  expect(mask('key 0123456789abcdef0123456789abcdef')).toBe('key <masked>');
  expect(mask('cache: 412 devices, on disk')).toBe('cache: 412 devices, on disk');
});

test('masks a key of a cache, whatever its bytes are', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
      const key = Buffer.from(bytes).toString('base64');
      expect(mask(`key ${key} of a cache`)).toBe('key <masked> of a cache');
    }),
  );
});
