import { expect, test, vi } from 'vitest';
import { FaultError, type Fault } from '#shared/fault';
import { keyEntryName, writeSecretEntry } from './entries';
import { createMapKeys, type MapKeychain } from './map-keys';
import type { OpenedMap } from './opened-map';
import { upstreamOf } from './upstream';

const upstream = upstreamOf('maptiler', '');
const entry = keyEntryName('maptiler');

function setup(stored: Record<string, string>, fault?: Fault) {
  const map: OpenedMap = {
    upstream,
    address: '',
    key: null,
    trouble: null,
    revision: 1,
    refusals: 0,
    served: null,
  };
  const answer = <T>(value: T) =>
    fault ? Promise.reject(new FaultError(fault)) : Promise.resolve(value);
  const keychain = {
    get: vi.fn<MapKeychain['get']>((name) => answer(stored[name] ?? null)),
    set: vi.fn<MapKeychain['set']>((name, secret) => {
      stored[name] = secret;
      return answer(undefined);
    }),
    remove: vi.fn<MapKeychain['remove']>((name) => {
      delete stored[name];
      return answer(undefined);
    }),
  };
  const keys = createMapKeys({
    keychain,
    setTrouble: (of, trouble) => {
      of.trouble = trouble;
    },
    onRead: () => undefined,
  });
  return { map, keys, keychain, stored };
}

test('a key is read from the keychain once, for the address it was stored with', async () => {
  const { map, keys, keychain } = setup({ [entry]: writeSecretEntry(upstream.address, 'k3y') });
  expect(await keys.keyOf('maptiler', map)).toBe('k3y');
  expect(await keys.keyOf('maptiler', map)).toBe('k3y');
  expect(keychain.get).toHaveBeenCalledTimes(1);
  const other = setup({ [entry]: writeSecretEntry('https://other.example', 'k3y') });
  expect(await other.keys.keyOf('maptiler', other.map)).toBeNull();
  expect(other.map.trouble).toBe('noKey');
});

test.each([
  ['missing', 'keychainMissing'],
  ['locked', 'keychainLocked'],
] as const)('a keychain that is %s is the trouble of the map', async (reason, trouble) => {
  const { map, keys } = setup({}, { kind: 'keychain', reason });
  expect(await keys.keyOf('maptiler', map)).toBeNull();
  expect(map.trouble).toBe(trouble);
  expect(await keys.store('maptiler', map, 'k3y')).toBe('memory');
});

test('a key is stored and removed; one that is in memory only needs no keychain', async () => {
  const { map, keys, keychain, stored } = setup({});
  expect(await keys.store('maptiler', map, 'k3y')).toBe('keychain');
  map.key = { text: 'k3y', storedIn: 'keychain' };
  await keys.remove('maptiler', map);
  expect(stored).toEqual({});
  map.key = { text: 'k3y', storedIn: 'memory' };
  await keys.remove('maptiler', map);
  expect(keychain.remove).toHaveBeenCalledTimes(1);
});
