// Why it is so: docs/decisions/0053-keys-and-accounts.md
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Keychain } from '#main/secrets/keychain';
import { typedPasswordSchema } from '#shared/domain/edit';
import type { Profile } from '#shared/domain/session';
import { FaultError, type Fault } from '#shared/fault';

/** The name of an account's entry in the keychain. */
export const keyName = (profile: Pick<Profile, 'id'>) => `key:${profile.id}`;

/** The API key of an account. */
interface StoredKey {
  apiKey: string;
  keyStoredIn: 'keychain' | 'memory';
}

/** There is none; `fault` says why, null: the keychain was not asked yet. */
interface NoKey {
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
 * the user name that the account has now.
 */
function readKeyEntry(text: string, profile: Profile): { apiKey: string } | { fault: Fault } {
  const entry = entrySchema.safeParse(jsonOf(text)).data ?? null;
  if (entry?.address === profile.address && entry.userName === profile.userName) {
    return { apiKey: entry.apiKey };
  }
  return { fault: otherAccount(profile, entry) };
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

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Not the key of any file: the same passphrase protects both. */
const derived = (cacheKey: Uint8Array) =>
  Buffer.from(hkdfSync('sha256', cacheKey, new Uint8Array(), 'waypost locked secrets', 32));

/** What an account has in memory only. */
const secretsSchema = z.object({
  /** On a computer without a keychain; else null. */
  apiKey: z.string().nullable(),
  passwords: z.array(typedPasswordSchema),
});
export type MemorySecrets = z.infer<typeof secretsSchema>;

/**
 * Encrypts what an account has in memory only with the key of the offline copy, while it is locked. Only the
 * passphrase opens both again. It stays in memory and is never written.
 */
export function sealSecrets(secrets: MemorySecrets, cacheKey: Uint8Array): Uint8Array {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, derived(cacheKey), nonce);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** The secrets of a locked account; null if they were sealed with another key. */
export function openSecrets(sealed: Uint8Array, cacheKey: Uint8Array): MemorySecrets | null {
  const nonce = sealed.subarray(0, nonceBytes);
  const decipher = createDecipheriv(algorithm, derived(cacheKey), nonce, {
    authTagLength: tagBytes,
  });
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    const body = sealed.subarray(nonceBytes + tagBytes);
    const text = Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    return secretsSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
