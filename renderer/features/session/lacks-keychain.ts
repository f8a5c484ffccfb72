import type { Session } from '#shared/domain/session';

type Open = Extract<Session, { phase: 'open' }>;

/**
 * True where the copy lasts for this session for want of a keychain, so that a passphrase would keep it;
 * a folder that cannot be written is another trouble, which a passphrase does not mend.
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
