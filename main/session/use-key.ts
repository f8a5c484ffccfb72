import { keepKey } from './account-key';
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
