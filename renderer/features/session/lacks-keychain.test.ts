import { expect, test } from 'vitest';
import { lacksKeychain } from './lacks-keychain';

const inMemory = {
  copyStoredIn: 'memory',
  keyStoredIn: 'keychain',
  cacheNotice: null,
  profile: { isDemo: false },
} as const;

test('a copy in memory needs a keychain, unless its file is the problem', () => {
  expect(lacksKeychain(inMemory)).toBe(true);
  expect(lacksKeychain({ ...inMemory, cacheNotice: { kind: 'keychain', reason: 'missing' } })).toBe(
    true,
  );
  for (const reason of ['unwritable', 'full', 'damaged'] as const) {
    expect(lacksKeychain({ ...inMemory, cacheNotice: { kind: 'storage', reason } })).toBe(false);
  }
  const lacks = (reason: 'damaged' | 'full' | 'unwritable') =>
    lacksKeychain({ ...inMemory, keyStoredIn: 'memory', cacheNotice: { kind: 'storage', reason } });
  expect(lacks('damaged')).toBe(true);
  // A passphrase does not help if nothing can be written.
  expect([lacks('full'), lacks('unwritable')]).toEqual([false, false]);
});

test('the demo and a stored copy need nothing', () => {
  expect(lacksKeychain({ ...inMemory, profile: { isDemo: true } })).toBe(false);
  expect(lacksKeychain({ ...inMemory, copyStoredIn: 'keychain' })).toBe(false);
  expect(lacksKeychain({ ...inMemory, copyStoredIn: 'passphrase' })).toBe(false);
});
