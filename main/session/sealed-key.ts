import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Not the key of any file: the same passphrase protects both. */
const derived = (cacheKey: Uint8Array) =>
  Buffer.from(hkdfSync('sha256', cacheKey, new Uint8Array(), 'waypost locked api key', 32));

/**
 * Encrypts an API key with the key of the offline copy, while the copy is locked on a computer without a
 * keychain. Only the passphrase opens both again. It stays in memory and is never written.
 */
export function sealKey(apiKey: string, cacheKey: Uint8Array): Uint8Array {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, derived(cacheKey), nonce);
  const sealed = Buffer.concat([cipher.update(apiKey, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** null if it was sealed with another key. */
export function openSealedKey(sealed: Uint8Array, cacheKey: Uint8Array): string | null {
  const nonce = sealed.subarray(0, nonceBytes);
  const decipher = createDecipheriv(algorithm, derived(cacheKey), nonce, {
    authTagLength: tagBytes,
  });
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    const body = sealed.subarray(nonceBytes + tagBytes);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
