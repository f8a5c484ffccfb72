import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
} from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

const keyBytes = 32;
const saltBytes = 16;

/** The row of a body; authenticated with it, so that bodies cannot be swapped. */
export interface Place {
  table: string;
  key: number | string;
}

/** Encrypts and decrypts bodies with the key of one file. A body is nonce, tag, ciphertext. */
export type Sealer = ReturnType<typeof createSealer>;

/** Unencrypted data of a file about its key; useless without the key or the passphrase. */
export interface KeyHeader {
  keyKind: 'keychain' | 'passphrase';
  /** From which a passphrase makes the key, see `lockKey`; null for a key from the keychain. */
  salt: Uint8Array | null;
  /** Random; makes the keys of files with the same master key differ. */
  fileId: Uint8Array;
  /** A constant sealed with the file's key: distinguishes a wrong key from damage. */
  check: Uint8Array;
  /** SHA-256 over the rest: distinguishes a damaged header from a wrong key. */
  digest: Uint8Array;
}

const checkPlace: Place = { table: 'header', key: 'check' };
const checkText = Buffer.from('waypost offline copy');

/** Derives the key of a file from the master key, so that no two files share nonces. */
export function createSealer(masterKey: Uint8Array, fileId: Uint8Array) {
  if (masterKey.length !== keyBytes) throw new RangeError(`a cache key has ${keyBytes} bytes`);
  const derived = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', masterKey, fileId, purpose, keyBytes));
  const key = derived('waypost cache file');
  const idKey = derived('waypost record ids');
  const aad = (place: Place) => Buffer.from(`${place.table}\n${place.key}`);
  return {
    seal(place: Place, plain: Uint8Array): Uint8Array {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(aad(place));
      const sealed = cipher.update(plain);
      cipher.final();
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
    },
    /** null if the body was not sealed with this key for this place, or was changed. */
    open(place: Place, body: Uint8Array): Buffer | null {
      if (body.length < nonceBytes + tagBytes) return null;
      const nonce = body.subarray(0, nonceBytes);
      const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
      decipher.setAAD(aad(place)).setAuthTag(body.subarray(nonceBytes, nonceBytes + tagBytes));
      const plain = decipher.update(body.subarray(nonceBytes + tagBytes));
      try {
        decipher.final();
      } catch {
        return null;
      }
      return plain;
    },
    /** A deterministic key for a record id that does not reveal the id. */
    hide: (table: string, id: string): string =>
      createHmac('sha256', idKey).update(`${table}\n${id}`).digest('base64url').slice(0, 22),
  };
}

function digestOf(header: Omit<KeyHeader, 'digest'>): Buffer {
  const hash = createHash('sha256').update(header.keyKind);
  for (const part of [header.salt ?? new Uint8Array(), header.fileId, header.check]) {
    hash.update(`\n${part.length}\n`).update(part);
  }
  return hash.digest();
}

const keyKindOf = (salt: Uint8Array | null): KeyHeader['keyKind'] =>
  salt ? 'passphrase' : 'keychain';

/** The header of a new file. `salt` is given when the key was made from a passphrase. */
export function newKeyHeader(masterKey: Uint8Array, salt: Uint8Array | null): KeyHeader {
  const fileId = randomBytes(saltBytes);
  const header = {
    keyKind: keyKindOf(salt),
    salt,
    fileId,
    check: createSealer(masterKey, fileId).seal(checkPlace, checkText),
  };
  return { ...header, digest: digestOf(header) };
}

/** False when the header itself is damaged, whatever the key. */
export function isWholeHeader(header: KeyHeader): boolean {
  return digestOf(header).equals(header.digest);
}

/** The header of the same file after a passphrase was set, changed or removed: its key stays. */
export function relockedHeader({ fileId, check }: KeyHeader, salt: Uint8Array | null): KeyHeader {
  const header = { keyKind: keyKindOf(salt), salt, fileId, check };
  return { ...header, digest: digestOf(header) };
}

/** Whether this is the key the file was sealed with. */
export function opensHeader(sealer: Sealer, header: KeyHeader): boolean {
  return sealer.open(checkPlace, header.check)?.equals(checkText) ?? false;
}

const lockPlace: Place = { table: 'header', key: 'lock' };

/**
 * Encrypts the key of a file for a passphrase: a salt, then the sealed key. The file itself stays as it is when
 * the passphrase changes.
 */
export async function lockKey(masterKey: Uint8Array, passphrase: string): Promise<Uint8Array> {
  const salt = randomBytes(saltBytes);
  const sealer = createSealer(await keyFromPassphrase(passphrase, salt), salt);
  return Buffer.concat([salt, sealer.seal(lockPlace, masterKey)]);
}

/** The key that `lockKey` encrypted; null if this is not the passphrase. */
export async function unlockKey(lock: Uint8Array, passphrase: string): Promise<Uint8Array | null> {
  const salt = lock.subarray(0, saltBytes);
  const sealer = createSealer(await keyFromPassphrase(passphrase, salt), salt);
  return sealer.open(lockPlace, lock.subarray(saltBytes));
}

/** The key of a passphrase: scrypt with N = 2^17, r = 8, p = 1, about half a second. */
function keyFromPassphrase(passphrase: string, salt: Uint8Array): Promise<Uint8Array> {
  // Keyboards can compose the same characters differently.
  const text = passphrase.normalize('NFKC');
  const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
  return new Promise((resolve, reject) => {
    scrypt(text, salt, keyBytes, cost, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
