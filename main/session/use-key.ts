import { fail } from '#shared/fault';
import { keepKey, keyName, writeKeyEntry } from './account-key';
import type { OpenAccount } from './account-slot';
import type { SessionContext } from './session-context';

/** Gives the open account a key that its service has just accepted. */
export async function useKey(
  { keychain, slot }: SessionContext,
  opened: OpenAccount,
  apiKey: string,
): Promise<void> {
  const isFirst = opened.apiKey === null;
  opened.apiKey = apiKey;
  opened.needsKey = null;
  if (isFirst) opened.account.connect();
  else opened.account.wake();
  // A keychain may ask the user first; the fleet does not wait for that.
  if (opened.keyStoredIn === 'nowhere') opened.keyStoredIn = 'memory';
  slot.announce();
  opened.keyStoredIn = await keepKey(keychain, opened.profile, apiKey);
  if (slot.open() === opened) slot.announce();
}

/** Stores the key of the open account, after the keychain was locked or gone. */
export async function storeKey({ keychain, profiles, slot }: SessionContext): Promise<void> {
  const opened = slot.requireOpen();
  const { profile, apiKey } = opened;
  if (profile.isDemo || apiKey === null) {
    fail({ kind: 'declined', reason: 'state', message: 'There is no key to store.' });
  }
  // An account that is not on the list could not be forgotten again.
  const unlisted = profiles.note(profile);
  if (unlisted) fail(unlisted);
  await keychain.set(keyName(profile), writeKeyEntry(profile, apiKey));
  slot.requireStillOpen(opened);
  opened.keyStoredIn = 'keychain';
  slot.announce();
}
