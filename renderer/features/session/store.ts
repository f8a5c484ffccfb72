import { useStore } from 'zustand';
import type { Session, Profile } from '#shared/domain/session';
import { createAccountStore } from '#lib/account-scope';
import { api } from '#lib/api';
import { createMirror } from '#lib/mirror';
import type { Format } from '#lib/format';

export const sessionMirror = createMirror(
  () => api.session.current(),
  (listener) => api.session.onChanged(listener),
);

/** The session; null until main has answered. */
export function useSession(): Session | null {
  return useStore(sessionMirror, (state) => state.value);
}

export type OpenSession = Extract<Session, { phase: 'open' }>;

/** The session while a fleet is on screen, else null. */
export function useOpenSession(): OpenSession | null {
  return useStore(sessionMirror, ({ value }) => (value?.phase === 'open' ? value : null));
}

/**
 * Whether the copy lasts for this session only because there is no keychain, so that a passphrase would
 * help. It would not help with a folder that cannot be written.
 */
export function lacksKeychain(
  session: Pick<OpenSession, 'copyStoredIn' | 'keyStoredIn' | 'cacheNotice'> & {
    profile: Pick<OpenSession['profile'], 'isDemo'>;
  },
): boolean {
  const { copyStoredIn, keyStoredIn, cacheNotice, profile } = session;
  const isItsFile =
    cacheNotice?.kind === 'storage' &&
    (keyStoredIn === 'keychain' || ['full', 'unwritable'].includes(cacheNotice.reason));
  return copyStoredIn === 'memory' && !profile.isDemo && !isItsFile;
}

/** The user wants to replace a key that still works. */
const keyAsking = createAccountStore({ isAsked: false });

export const useIsKeyAsked = (): boolean => useStore(keyAsking, ({ isAsked }) => isAsked);
export const askForKey = (isAsked: boolean): void => keyAsking.setState({ isAsked });

/** The display name of an account. */
export const nameOf = ({ isDemo, userName }: Profile, { t }: Format): string =>
  isDemo ? t('session.demo.name') : userName;

/** The display text for its address. */
export const addressOf = ({ isDemo, address }: Profile, { t }: Format): string =>
  isDemo ? t('session.demo.address') : address;

export const userAt = ({ userName, address }: Profile, { t }: Format): string =>
  t('session.userAt', { user: userName, address });
