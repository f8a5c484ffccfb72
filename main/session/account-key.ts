import type { Keychain } from '#main/secrets/keychain';
import type { Profile } from '#shared/domain/session';
import { FaultError, type Fault } from '#shared/fault';

/** The names of an account's entries in the keychain. */
export const keyName = (profile: Profile) => `key:${profile.id}`;
export const cacheKeyName = (profile: Profile) => `cache:${profile.id}`;

/** The API key of an account from the keychain; `fault` says why there is none. */
export interface HeldKey {
  apiKey: string | null;
  keyStoredIn: 'keychain' | 'memory' | 'nowhere';
  fault?: Fault;
}

export async function heldKey(keychain: Keychain, profile: Profile): Promise<HeldKey> {
  let apiKey: string | null = null;
  const fault = await attempt(async () => {
    apiKey = await keychain.get(keyName(profile));
  });
  return {
    apiKey,
    keyStoredIn: apiKey === null ? 'nowhere' : 'keychain',
    ...(fault ? { fault } : {}),
  };
}

/** Stores a key that the user entered; returns where it is stored. */
export async function keepKey(
  keychain: Keychain,
  profile: Profile,
  apiKey: string,
): Promise<'keychain' | 'memory'> {
  const fault = await attempt(() => keychain.set(keyName(profile), apiKey));
  return fault ? 'memory' : 'keychain';
}

/** Runs the work; returns its fault or null. Other exceptions are rethrown. */
export async function attempt(work: () => unknown): Promise<Fault | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof FaultError) return error.fault;
    throw error;
  }
}
