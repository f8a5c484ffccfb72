import { fail } from '#shared/fault';
import { linkFault } from './account-files';
import { heldKey, noKey, type HeldKey } from './account-key';
import type { LockedAccount } from './account-slot';
import { passphraseKey } from './offline-copy';
import { openSealedKey, sealKey } from './sealed-key';
import type { SessionContext } from './session-context';
import type { SessionFeature } from './session-options';

/** Offline copies that a passphrase protects because there is no keychain. */
export function createPassphrases(
  context: SessionContext,
  onLocked: () => void,
): Pick<SessionFeature, 'setPassphrase' | 'unlock' | 'lock'> {
  const { keychain, slot, latestOnly, fileOf } = context;

  /** The API key of a locked account, if it is in memory. */
  function keyOf(waiting: LockedAccount, cacheKey: Uint8Array): HeldKey | null {
    if (waiting.key || !waiting.sealedKey) return waiting.key;
    const apiKey = openSealedKey(waiting.sealedKey, cacheKey);
    return apiKey === null ? null : { apiKey, keyStoredIn: 'memory' };
  }

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
      const linked = linkFault(file);
      if (linked) fail(linked);
      // A copy under a key in the keychain, which is not available today, is quarantined.
      opened.cache.saveTo(file, key, salt);
      opened.copyStoredIn = 'passphrase';
      opened.passphraseKey = { key, salt };
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
      const inMemory = keyOf(waiting, key);
      const opened = slot.show(
        waiting.profile,
        { storedIn: 'passphrase', key, salt },
        inMemory ?? noKey(null),
      );
      request.accept();
      if (inMemory) return;
      // Only now, so that a wrong passphrase does not make the keychain ask as well.
      const held = await heldKey(keychain, waiting.profile);
      if (slot.open() !== opened || opened.apiKey !== null) return;
      if (held.apiKey === null) {
        opened.needsKey = held.fault;
      } else {
        Object.assign(opened, { apiKey: held.apiKey, keyStoredIn: 'keychain', needsKey: null });
        opened.account.connect();
      }
      slot.announce();
    },

    lock: async () => {
      const opened = slot.open();
      const { passphraseKey: held } = opened ?? {};
      if (!opened || !held) return false;
      await opened.account.records.settled();
      // Without a copy on disk the data on screen would be lost.
      if (slot.open() !== opened || !opened.cache.isOnDisk) return false;
      // What was begun before the lock must not open the account again.
      latestOnly.begin().accept();
      const { profile, apiKey, keyStoredIn } = opened;
      const isSealed = apiKey !== null && keyStoredIn !== 'keychain';
      opened.apiKey = null;
      slot.lock({
        profile,
        salt: held.salt,
        key: null,
        ...(isSealed ? { sealedKey: sealKey(apiKey, held.key) } : {}),
      });
      onLocked();
      return true;
    },
  };
}
