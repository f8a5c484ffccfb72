import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { deleteCache, describeCache, keyFromPassphrase } from '#main/cache/cache';
import type { Keychain } from '#main/secrets/keychain';
import type { Profile } from '#shared/domain/session';
import { fail, FaultError, type Fault } from '#shared/fault';
import { cacheKeyName } from './account-key';

/** Where an account's offline copy is and which key opens it. */
export interface Copy {
  storedIn: 'keychain' | 'passphrase' | 'memory';
  /** 32 bytes; never leaves main. */
  key: Uint8Array;
  salt?: Uint8Array;
  /** What the user should know about the list of accounts. */
  notice?: Fault | null;
}

export interface LockedCopy {
  storedIn: 'locked';
  salt: Uint8Array;
}

/** A copy that ends with the app. */
export const memoryCopy = (): Copy => ({ storedIn: 'memory', key: randomBytes(32) });

/** Finds the copy of an account: under a passphrase, else under a key in the keychain, else in memory. */
export async function findCopy(
  keychain: Keychain,
  profile: Profile,
  file: string,
): Promise<Copy | LockedCopy> {
  const found = describeCache(file);
  if (found?.keyKind === 'passphrase') return { storedIn: 'locked', salt: found.salt };
  try {
    const stored = await keychain.get(cacheKeyName(profile));
    if (stored) return { storedIn: 'keychain', key: Buffer.from(stored, 'base64') };
    const key = randomBytes(32);
    await keychain.set(cacheKeyName(profile), key.toString('base64'));
    return { storedIn: 'keychain', key };
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    return memoryCopy();
  }
}

/** Derives a key from a passphrase; without a salt a new one is created. */
export async function passphraseKey(
  passphrase: string,
  salt: Uint8Array = randomBytes(16),
): Promise<{ key: Uint8Array; salt: Uint8Array }> {
  return { key: await keyFromPassphrase(passphrase, salt), salt };
}

/** Deletes the copy of an account, quarantined versions included. */
export function forgetCopy(file: string): void {
  try {
    deleteCache(file);
  } catch {
    fail({ kind: 'storage', reason: 'unwritable', detail: path.basename(file) });
  }
}
