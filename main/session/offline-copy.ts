import { randomBytes } from 'node:crypto';
import { lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { deleteCache, describeCache } from '#main/cache/cache';
import { workFileOf } from '#main/cache/schema';
import type { Keychain } from '#main/secrets/keychain';
import type { Profile } from '#shared/domain/session';
import { fail, FaultError, type Fault } from '#shared/fault';
import type { StoredFileProblem } from '#shared/domain/stored-file';
import type { ReportStoredFile } from '#main/files/stored-files';
import { hasDerivedId, isUsableId, accountOfEntry, keyName } from './account-key';
import type { ProfileStore } from './profiles';
import { message } from '#shared/i18n/translate';

/** The name of the entry in the keychain with the key of a copy. */
export const cacheKeyName = (profile: Profile) => `cache:${profile.id}`;

/** Where an account's offline copy is and which key opens it. */
export interface Copy {
  storedIn: 'keychain' | 'passphrase' | 'memory';
  /** 32 bytes; never leaves main. */
  key: Uint8Array;
  /** The key under a passphrase, see `lockKey`. */
  lock?: Uint8Array;
  /** What the user should know about the list of accounts. */
  notice?: Fault | null;
}

export interface LockedCopy {
  storedIn: 'locked';
  lock: Uint8Array;
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
  if (found?.keyKind === 'passphrase') return { storedIn: 'locked', lock: found.salt };
  try {
    const stored = await keychain.get(cacheKeyName(profile));
    if (stored) return { storedIn: 'keychain', key: Buffer.from(stored, 'base64') };
    const key = randomBytes(32);
    await storeCacheKey(keychain, profile, key);
    return { storedIn: 'keychain', key };
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    return memoryCopy();
  }
}

/** Stores the key of a copy in the keychain; rejects with the keychain's fault. */
export const storeCacheKey = (keychain: Keychain, profile: Profile, key: Uint8Array) =>
  keychain.set(cacheKeyName(profile), Buffer.from(key).toString('base64'));

/** Deletes the copy of an account, quarantined versions included. */
export function forgetCopy(file: string): void {
  try {
    deleteCache(file);
  } catch {
    fail({ kind: 'storage', reason: 'unwritable', detail: path.basename(file) });
  }
}

/**
 * The path of a file of an account, `<id><ending>` in `folder`. Every path that an id is part of is made
 * here. Throws `invalid` if the id is not one of Waypost's or the file would lie outside the folder.
 */
export function accountFile(folder: string, { id }: Pick<Profile, 'id'>, ending = '.db'): string {
  const name = `${id}${ending}`;
  const root = path.resolve(folder);
  const file = path.resolve(root, name);
  if (isUsableId(id) && path.dirname(file) === root && path.basename(file) === name) return file;
  return fail({
    kind: 'invalid',
    message: message('faults.main.foreignId'),
  });
}

/** What SQLite writes beside a database. */
const sideFiles = ['', '-wal', '-shm', '-journal'];

/**
 * Why a file of an account may not be opened; null if it may. A link would lead reads and writes to
 * another place. The folder itself may be a link: the user may have moved it to another drive.
 */
export function linkFault(file: string): Fault | null {
  const linked = [file, workFileOf(file)]
    .flatMap((each) => sideFiles.map((side) => each + side))
    .find(isLink);
  if (linked === undefined) return null;
  return {
    kind: 'storage',
    reason: 'unwritable',
    detail: `${path.basename(linked)} is a link to another place and is not used`,
  };
}

function isLink(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

/** The ids of the accounts whose offline copies lie in a folder. */
function idsOfCopies(folder: string, ending = '.db'): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(ending))
      .map((name) => name.slice(0, -ending.length))
      .filter((id) => isUsableId(id));
  } catch {
    return [];
  }
}

/** The ids of offline copies whose accounts are not on the list. */
function unlistedIds(cacheFolder: string, profiles: Pick<ProfileStore, 'known'>): string[] {
  const listed = new Set(profiles.known().map(({ id }) => id));
  return idsOfCopies(cacheFolder).filter((id) => !listed.has(id));
}

/** Reports offline copies that no account on the list belongs to: the list was lost or changed. */
export function reportUnlisted(
  cacheFolder: string,
  profiles: Pick<ProfileStore, 'known'>,
  report: ReportStoredFile,
): void {
  const copies = unlistedIds(cacheFolder, profiles).length;
  if (copies === 0) return;
  const problem: Omit<StoredFileProblem, 'id'> = {
    content: 'accounts',
    problem: 'unlisted',
    file: 'profile.json',
    backup: null,
    skipped: [],
    copies,
  };
  report(problem);
}

/**
 * Lists the accounts of those copies again. Their entries in the keychain name the address and the user;
 * an entry counts only if the id of the copy was made from both. Rejects if the keychain cannot be used.
 */
export async function findAccounts(services: {
  cacheFolder: string;
  profiles: ProfileStore;
  keychain: Keychain;
}): Promise<{ found: number; left: number }> {
  const { cacheFolder, profiles, keychain } = services;
  let found = 0;
  const ids = unlistedIds(cacheFolder, profiles);
  for (const id of ids) {
    const entry = await keychain.get(keyName({ id }));
    const account = entry === null ? null : accountOfEntry(entry);
    const profile: Profile | null = account && { id, ...account, isDemo: false };
    if (!profile || !hasDerivedId(profile)) continue;
    if (profiles.note(profile) === null) found += 1;
  }
  return { found, left: ids.length - found };
}
