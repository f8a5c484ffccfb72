// Why it is so: docs/decisions/0053-keys-and-accounts.md
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, createHash } from 'node:crypto';
import { z } from 'zod';
import type { Keychain } from '#main/secrets/keychain';
import { typedPasswordSchema } from '#shared/domain/edit';
import { type Profile, demoProfileId } from '#shared/domain/session';
import { FaultError, type Fault, fail } from '#shared/fault';
import { readAddress } from '#shared/domain/address';
import { nameWithoutUnseen, withoutUnseen } from '#shared/domain/text';
import { message } from '#shared/i18n/translate';

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

/**
 * The id of an account: a hash of its address and user name. It names the files of the account and its
 * entries in the keychain, so that another address has other files and no key.
 */
function idOf(address: string, userName: string): string {
  return createHash('sha256').update(`${address}\n${userName}`).digest('hex').slice(0, 16);
}

export function profileOf(address: string, userName: string): Profile {
  return { id: idOf(address, userName), address, userName, isDemo: false };
}

/** Whether the id of an account was made from the address and the user name that it has now. */
export function hasDerivedId({ id, address, userName }: Profile): boolean {
  return id === idOf(address, userName);
}

/**
 * Whether an id can be part of a file name: hexadecimal digits, or the demo. The list of accounts is a
 * file that other programs can change, so each id of it is checked.
 */
export function isUsableId(id: string): boolean {
  return id === demoProfileId || /^[\da-f]{1,64}$/.test(id);
}

/** Reads what the user typed to connect; throws `invalid` with a message. */
export function readAccount(typed: { address: string; userName: string; apiKey: string }): {
  profile: Profile;
  apiKey: string;
} {
  const read = readAddress(typed.address);
  if (!read.ok) fail({ kind: 'invalid', field: message('session.address'), message: read.message });
  const userName = nameWithoutUnseen(typed.userName);
  if (!userName) {
    fail({
      kind: 'invalid',
      field: message('session.userName'),
      message: message('faults.main.noUserName'),
    });
  }
  return { profile: profileOf(read.address, userName), apiKey: readKey(typed.apiKey) };
}

/** The same for a key only. */
export function readKey(typed: string): string {
  const key = withoutUnseen(typed);
  return (
    key ||
    fail({ kind: 'invalid', field: message('session.key'), message: message('faults.main.noKey') })
  );
}
