import type { Session } from '#shared/domain/session';

type Open = Extract<Session, { phase: 'open' }>;

/**
 * Whether the copy lasts for this session only because there is no keychain, so that a passphrase would
 * help. It would not help with a folder that cannot be written.
 */
export function lacksKeychain(
  session: Pick<Open, 'copyStoredIn' | 'keyStoredIn' | 'cacheNotice'> & {
    profile: Pick<Open['profile'], 'isDemo'>;
  },
): boolean {
  const { copyStoredIn, keyStoredIn, cacheNotice, profile } = session;
  const isItsFile =
    cacheNotice?.kind === 'storage' &&
    (keyStoredIn === 'keychain' || ['full', 'unwritable'].includes(cacheNotice.reason));
  return copyStoredIn === 'memory' && !profile.isDemo && !isItsFile;
}
