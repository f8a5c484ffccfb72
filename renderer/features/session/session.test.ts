import { expect, test } from 'vitest';
import { message } from '#shared/i18n/translate';
import { contrast } from '#lib/contrast.test-support';
import { accountColour, accountColours, initialOf } from './switch-account';
import { addressHint } from './passphrase';
import { lacksKeychain } from './store';
import { says } from '../../../test/support/english';

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

test.each([
  ['https://api.example', 'https://api.example'],
  ['api.example/api/devices?x=1', 'https://api.example'],
])('"%s"', (typed, address) =>
  expect(addressHint(typed)).toEqual({ says: message('session.address.readAs', { address }) }),
);

test('rejects an invalid address with a message', () => {
  expect(addressHint('http://api.example').refusal).toEqual(says('https'));
});

test('every colour carries white text, and is seen on the header of both themes', () => {
  for (const colour of accountColours) {
    expect(contrast(colour, '#ffffff'), colour).toBeGreaterThanOrEqual(4.5);
    for (const header of ['#f5f7f9', '#1f262f']) {
      expect(contrast(colour, header), `${colour} on ${header}`).toBeGreaterThanOrEqual(3);
    }
  }
});

test('an account has the same colour at every start, and different ones use all colours', () => {
  const ids = Array.from({ length: 200 }, (_, i) => (i * 7_919).toString(16));
  expect(new Set(ids.map((id) => accountColour(id)))).toEqual(new Set(accountColours));
  expect(accountColour('demo')).toBe(accountColour('demo'));
});

test('two accounts have different colours, in whichever window, as long as there are enough', () => {
  const ids = ['a', 'i', 'q', 'y', '1', '9', 'A', 'I'];
  // They would all have the same one.
  expect(new Set(ids.map((id) => accountColour(id))).size).toBe(1);
  expect(new Set(ids.map((id) => accountColour(id, ids))).size).toBe(accountColours.length);
  const reversed = ids.toReversed();
  expect(ids.map((id) => accountColour(id, reversed))).toEqual(
    ids.map((id) => accountColour(id, ids)),
  );
  expect(accountColours).toContain(accountColour('Q', [...ids, 'Q']));
});

test('the initial is the first letter, also of names outside the basic plane', () => {
  expect([' ana', 'élan', '𝒜da', ''].map(initialOf)).toEqual(['A', 'É', '𝒜', '?']);
});
