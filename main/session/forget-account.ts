import type { Keychain } from '#main/secrets/keychain';
import type { Profile } from '#shared/domain/session';
import type { Fault } from '#shared/fault';
import { attempt, cacheKeyName, keyName } from './account-key';
import { forgetCopy } from './offline-copy';
import type { ProfileStore } from './profiles';

/**
 * Deletes all data of an account and returns the first fault; one fault does not stop the other
 * deletions. While anything is left the account stays on the list, so that it can be forgotten again.
 */
export async function forgetAccount(
  profile: Profile,
  parts: { profiles: ProfileStore; keychain: Keychain; file: string },
): Promise<Fault | null> {
  const { profiles, keychain, file } = parts;
  const tries = [attempt(() => profiles.leave(profile.id))];
  // The demo has neither a copy nor an entry in the keychain.
  if (!profile.isDemo) {
    tries.push(
      attempt(() => forgetCopy(file)),
      attempt(() => keychain.remove(keyName(profile))),
      attempt(() => keychain.remove(cacheKeyName(profile))),
    );
  }
  // Without a keychain nothing is left in it.
  const left = (await Promise.all(tries)).find(
    (fault) => fault && (fault.kind !== 'keychain' || fault.reason !== 'missing'),
  );
  return left ?? attempt(() => profiles.forget(profile.id));
}
