import type { KeyedMapId } from '#shared/domain/keyed-map';
import { FaultError } from '#shared/fault';
import { keyEntryName, readSecretEntry, writeSecretEntry } from './entries';
import type { OpenedMap, SetTrouble } from './opened-map';
import { needsKey } from './upstream';

/** The keychain of the system; rejects with FaultError. */
export interface MapKeychain {
  get(name: string): Promise<string | null>;
  set(name: string, secret: string): Promise<void>;
  remove(name: string): Promise<void>;
}

/** The keys of maps in the keychain, each stored with the address that it belongs to. */
export interface MapKeys {
  /** The key of a map; null: there is none, which is then its trouble. */
  keyOf(id: KeyedMapId, map: OpenedMap): Promise<string | null>;
  /** Stores a key; without a keychain it is in memory only. */
  store(id: KeyedMapId, map: OpenedMap, key: string): Promise<'keychain' | 'memory'>;
  remove(id: KeyedMapId, map: OpenedMap): Promise<void>;
}

export function createMapKeys(options: {
  keychain: MapKeychain;
  setTrouble: SetTrouble;
  /** A key was read from the keychain. */
  onRead: (map: OpenedMap) => void;
}): MapKeys {
  const { keychain, setTrouble } = options;
  return {
    async keyOf(id, map) {
      if (map.key) return map.key.text;
      try {
        const text = readSecretEntry(await keychain.get(keyEntryName(id)), map.upstream.address);
        if (text === null) {
          setTrouble(map, 'noKey');
          return null;
        }
        map.key ??= { text, storedIn: 'keychain' };
        options.onRead(map);
        return map.key.text;
      } catch (error) {
        if (!(error instanceof FaultError)) throw error;
        const { fault } = error;
        const isMissing = fault.kind === 'keychain' && fault.reason === 'missing';
        setTrouble(map, isMissing ? 'keychainMissing' : 'keychainLocked');
        return null;
      }
    },
    async store(id, map, key) {
      try {
        await keychain.set(keyEntryName(id), writeSecretEntry(map.upstream.address, key));
        return 'keychain';
      } catch (error) {
        if (error instanceof FaultError) return 'memory';
        throw error;
      }
    },
    async remove(id, map) {
      // A key that was never stored needs no keychain to be removed.
      if (map.key?.storedIn === 'memory' || !needsKey(map.upstream)) return;
      await keychain.remove(keyEntryName(id));
    },
  };
}
