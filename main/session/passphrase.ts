import { describeCache } from '#main/cache/cache';
import { quarantine } from '#main/cache/quarantine';
import { fail } from '#shared/fault';
import { heldKey } from './account-key';
import { passphraseKey } from './offline-copy';
import type { SessionContext } from './session-context';
import type { SessionFeature } from './session-options';

/** Offline copies that a passphrase protects because there is no keychain. */
export function createPassphrases(
  context: SessionContext,
): Pick<SessionFeature, 'setPassphrase' | 'unlock'> {
  const { keychain, slot, latestOnly, fileOf, clock } = context;
  return {
    setPassphrase: async (passphrase) => {
      const opened = slot.requireOpen();
      if (opened.copyStoredIn !== 'memory' || opened.profile.isDemo) {
        fail({ kind: 'invalid', message: 'The offline copy is kept already.' });
      }
      const { key, salt } = await passphraseKey(passphrase);
      slot.requireStillOpen(opened);
      opened.account.fleet.flush();
      const file = fileOf(opened.profile);
      // A copy under a key in the keychain, which is not available today, is not overwritten.
      if (describeCache(file)) quarantine(file, clock.now());
      opened.cache.saveTo(file, key, salt);
      opened.copyStoredIn = 'passphrase';
      opened.cacheNotice = opened.cache.notice;
      slot.announce();
    },

    unlock: async (passphrase) => {
      const waiting =
        slot.locked() ?? fail({ kind: 'declined', reason: 'gone', message: 'Nothing is locked.' });
      const request = latestOnly.begin();
      const { key, salt } = await passphraseKey(passphrase, waiting.salt);
      request.throwIfSuperseded();
      if (slot.locked() !== waiting) {
        fail({ kind: 'declined', reason: 'state', message: 'It is unlocked already.' });
      }
      const opened = slot.show(
        waiting.profile,
        { storedIn: 'passphrase', key, salt },
        waiting.key ?? { apiKey: null, keyStoredIn: 'nowhere' },
      );
      request.accept();
      if (waiting.key) return;
      // Only now, so that a wrong passphrase does not make the keychain ask as well.
      const held = await heldKey(keychain, waiting.profile);
      if (slot.open() !== opened || opened.apiKey !== null) return;
      if (held.apiKey === null) {
        opened.needsKey = held.fault ?? { kind: 'unauthorized' };
      } else {
        Object.assign(opened, { apiKey: held.apiKey, keyStoredIn: 'keychain', needsKey: null });
        opened.account.connect();
      }
      slot.announce();
    },
  };
}
