import { expect, test } from 'vitest';
import { lacksKeychain } from './lacks-keychain';

const inMemory = {
  copyKeptIn: 'memory',
  keyKeptIn: 'keychain',
  cacheNotice: null,
  profile: { isDemo: false },
} as const;

test('a copy in memory is for want of a keychain, unless its file is the trouble', () => {
  expect(lacksKeychain(inMemory)).toBe(true);
  expect(lacksKeychain({ ...inMemory, cacheNotice: { kind: 'keychain', reason: 'missing' } })).toBe(
    true,
  );
  for (const reason of ['unwritable', 'full', 'newer', 'damaged'] as const) {
    expect(lacksKeychain({ ...inMemory, cacheNotice: { kind: 'storage', reason } })).toBe(false);
  }
  const both = { kind: 'storage', reason: 'unwritable' } as const;
  expect(lacksKeychain({ ...inMemory, keyKeptIn: 'memory', cacheNotice: both })).toBe(true);
});

test('the demo and a copy that is kept need nothing', () => {
  expect(lacksKeychain({ ...inMemory, profile: { isDemo: true } })).toBe(false);
  expect(lacksKeychain({ ...inMemory, copyKeptIn: 'keychain' })).toBe(false);
  expect(lacksKeychain({ ...inMemory, copyKeptIn: 'passphrase' })).toBe(false);
});
