import type { Keychain } from '#main/secrets/keychain';
import type { Profile } from '#shared/domain/session';
import { FaultError, type Fault } from '#shared/fault';

/** Names of an account's entries in the keychain. */
export const keyName = (profile: Profile) => `key:${profile.id}`;
export const cacheKeyName = (profile: Profile) => `cache:${profile.id}`;

/** The API key of an account as far as the keychain gives it; `fault` says why it does not. */
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

/** Where a key that was given by hand is kept from now on. */
export async function keepKey(
  keychain: Keychain,
  profile: Profile,
  apiKey: string,
): Promise<'keychain' | 'memory'> {
  const fault = await attempt(() => keychain.set(keyName(profile), apiKey));
  return fault ? 'memory' : 'keychain';
}

/** Begins at once; answers the fault it ends with, or null. What is no fault is thrown on. */
export async function attempt(work: () => unknown): Promise<Fault | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof FaultError) return error.fault;
    throw error;
  }
}
