import type { StoredFileProblem } from '#shared/domain/stored-file';
import type { ReportStoredFile } from '#main/files/stored-files';
import type { Profile } from '#shared/domain/session';
import { hasDerivedId } from './account-id';
import { accountOfEntry, keyName } from './account-key';
import { idsOfCopies } from './offline-copy';
import type { ProfileStore } from './profiles';
import type { SessionServices } from './open-account';

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
export async function findAccounts(
  services: Pick<SessionServices, 'cacheFolder' | 'profiles' | 'keychain'>,
): Promise<{ found: number; left: number }> {
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
