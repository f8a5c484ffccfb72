import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { deleteCache, describeCache, keyFromPassphrase } from '#main/cache/cache';
import type { Keychain } from '#main/secrets/keychain';
import type { Profile } from '#shared/domain/session';
import { fail, FaultError, type Fault } from '#shared/fault';
import { cacheKeyName } from './account-key';

/** Where an account's offline copy is and what opens it. */
export interface Copy {
  storedIn: 'keychain' | 'passphrase' | 'memory';
  /** 32 bytes; never leaves main. */
  key: Uint8Array;
  salt?: Uint8Array;
  /** Why there is no better place, where there is none. */
  fault?: Fault;
  /** What the person should know of what is kept beside it. */
  notice?: Fault | null;
}

export interface LockedCopy {
  storedIn: 'locked';
  salt: Uint8Array;
}

/** A copy that is gone when the app is closed. */
export function memoryCopy(fault?: Fault): Copy {
  return { storedIn: 'memory', key: randomBytes(32), ...(fault ? { fault } : {}) };
}

/** Finds the copy of an account: by the keychain, else locked by a passphrase, else in memory. */
export async function findCopy(
  keychain: Keychain,
  profile: Profile,
  file: string,
): Promise<Copy | LockedCopy> {
  const kept = describeCache(file);
  if (kept?.keyKind === 'passphrase') return { storedIn: 'locked', salt: kept.salt };
  try {
    const stored = await keychain.get(cacheKeyName(profile));
    if (stored) return { storedIn: 'keychain', key: Buffer.from(stored, 'base64') };
    const key = randomBytes(32);
    await keychain.set(cacheKeyName(profile), key.toString('base64'));
    return { storedIn: 'keychain', key };
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    return memoryCopy(error.fault);
  }
}

/** The key a passphrase makes; without a salt a fresh one is drawn. */
export async function passphraseKey(
  passphrase: string,
  salt: Uint8Array = randomBytes(16),
): Promise<{ key: Uint8Array; salt: Uint8Array }> {
  return { key: await keyFromPassphrase(passphrase, salt), salt };
}

/** Deletes the copy of an account and all that was set aside of it. */
export function forgetCopy(file: string): void {
  try {
    deleteCache(file);
  } catch {
    fail({ kind: 'storage', reason: 'unwritable', detail: path.basename(file) });
  }
}
