import { z } from 'zod';
import type { Keychain } from '#main/secrets/keychain';
import type { Profile } from '#shared/domain/session';
import { FaultError, type Fault } from '#shared/fault';
import { hasDerivedId } from './account-id';

/** The names of an account's entries in the keychain. */
export const keyName = (profile: Pick<Profile, 'id'>) => `key:${profile.id}`;
export const cacheKeyName = (profile: Profile) => `cache:${profile.id}`;

/** The API key of an account. */
export interface StoredKey {
  apiKey: string;
  keyStoredIn: 'keychain' | 'memory';
}

/** There is none; `fault` says why, null: the keychain was not asked yet. */
export interface NoKey {
  apiKey: null;
  keyStoredIn: 'nowhere';
  fault: Fault | null;
}

export type HeldKey = StoredKey | NoKey;

/** An account without a key. */
export const noKey = <F extends Fault | null>(fault: F): NoKey & { fault: F } => ({
  apiKey: null,
  keyStoredIn: 'nowhere',
  fault,
});

/** The entry of a key: the key with the account that it may be sent to. */
const entrySchema = z.object({
  version: z.literal(1),
  address: z.string(),
  userName: z.string(),
  apiKey: z.string().min(1),
});

/** The text of the entry for a key. */
export function writeKeyEntry({ address, userName }: Profile, apiKey: string): string {
  return JSON.stringify({ version: 1, address, userName, apiKey });
}

/** The account that an entry of the keychain was written for; null if the entry does not say. */
export function accountOfEntry(text: string): { address: string; userName: string } | null {
  const entry = entrySchema.safeParse(jsonOf(text)).data;
  return entry ? { address: entry.address, userName: entry.userName } : null;
}

/**
 * Reads the entry of an account. The key is returned only if the entry was written for the address and
 * the user name that the account has now. Earlier versions stored the key alone; for such an entry the
 * id decides, which is a hash of both.
 */
function readKeyEntry(
  text: string,
  profile: Profile,
): { apiKey: string; isOlder: boolean } | { fault: Fault } {
  const json = jsonOf(text);
  const entry = entrySchema.safeParse(json).data;
  if (entry) {
    const { address, userName, apiKey } = entry;
    if (address === profile.address && userName === profile.userName) {
      return { apiKey, isOlder: false };
    }
    return { fault: otherAccount(profile, { address, userName }) };
  }
  // An object is an entry of another version, and never a key.
  const isKeyAlone = typeof json !== 'object' || json === null;
  if (isKeyAlone && hasDerivedId(profile)) return { apiKey: text, isOlder: true };
  return { fault: otherAccount(profile, null) };
}

const nameOf = ({ userName, address }: { userName: string; address: string }) =>
  `${userName} at ${address}`;

function otherAccount(
  profile: Profile,
  stored: { address: string; userName: string } | null,
): Fault {
  return {
    kind: 'keychain',
    reason: 'otherAccount',
    account: nameOf(profile),
    ...(stored ? { keyOf: nameOf(stored) } : {}),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The key that may be sent to the address of this account, from the keychain. */
export async function heldKey(
  keychain: Keychain,
  profile: Profile,
): Promise<StoredKey | (NoKey & { fault: Fault })> {
  let text: string | null = null;
  const fault = await attempt(async () => {
    text = await keychain.get(keyName(profile));
  });
  if (fault) return noKey(fault);
  if (text === null)
    return noKey({ kind: 'keychain', reason: 'notStored', account: nameOf(profile) });
  const entry = readKeyEntry(text, profile);
  if ('fault' in entry) return noKey(entry.fault);
  // A keychain that refuses the new form keeps the old one, which is read the same way next time.
  if (entry.isOlder) await keepKey(keychain, profile, entry.apiKey);
  return { apiKey: entry.apiKey, keyStoredIn: 'keychain' };
}

/** Stores a key that the user entered; returns where it is stored. */
export async function keepKey(
  keychain: Keychain,
  profile: Profile,
  apiKey: string,
): Promise<'keychain' | 'memory'> {
  const fault = await attempt(() => keychain.set(keyName(profile), writeKeyEntry(profile, apiKey)));
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
