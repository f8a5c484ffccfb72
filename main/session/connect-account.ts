import { demoProfileId, type Profile } from '#shared/domain/session';
import { fail, type Fault } from '#shared/fault';
import { readAccount } from './account-input';
import { heldKey, keepKey } from './account-key';
import type { LatestRequest } from './latest-only';
import { memoryCopy } from './offline-copy';
import type { SessionContext } from './session-context';
import type { SessionFeature } from './session-options';
import { useKey } from './use-key';

type Connecting = Pick<SessionFeature, 'restore' | 'openKnown' | 'connect' | 'useDemo'>;

/** The ways to open an account. */
export function createConnecting(context: SessionContext): Connecting {
  const { keychain, profiles, slot, demo, latestOnly, copyOf } = context;

  async function useDemo({ isRemembered = true } = {}): Promise<Profile> {
    const request = latestOnly.begin();
    request.accept();
    const { url, userName, apiKey } = await demo.start();
    request.throwIfSuperseded();
    const profile: Profile = { id: demoProfileId, address: url, userName, isDemo: true };
    if (isRemembered) profiles.remember(profile);
    // The demo needs neither keychain nor offline copy: its service is always available.
    slot.show(profile, memoryCopy(), { apiKey, keyStoredIn: 'memory' });
    return profile;
  }

  /** Opens an account from its cached data; returns why not if there is neither a key nor a copy. */
  async function reopen(profile: Profile, request: LatestRequest): Promise<Fault | null> {
    const copy = await copyOf(profile);
    if (request.isSuperseded()) return null;
    if (copy.storedIn === 'locked') {
      slot.lock({ profile, salt: copy.salt, key: null });
      return null;
    }
    const held = await heldKey(keychain, profile);
    if (request.isSuperseded()) return null;
    if (held.apiKey === null && copy.storedIn === 'memory') return held.fault;
    slot.show(profile, copy, held);
    return null;
  }

  /** Shows an account whose key its service has just accepted. */
  async function openNew(profile: Profile, apiKey: string, request: LatestRequest): Promise<void> {
    const unlisted = profiles.note(profile);
    const keyStoredIn = unlisted ? 'memory' : await keepKey(keychain, profile, apiKey);
    request.throwIfSuperseded();
    const copy = unlisted ? memoryCopy() : await copyOf(profile);
    request.throwIfSuperseded();
    const notRemembered = profiles.remember(profile);
    if (copy.storedIn === 'locked') {
      slot.lock({ profile, salt: copy.salt, key: { apiKey, keyStoredIn } });
    } else {
      slot.show(
        profile,
        { ...copy, notice: notRemembered ?? copy.notice ?? null },
        { apiKey, keyStoredIn },
      );
    }
    await demo.stop();
  }

  return {
    restore: async () => {
      const profile = profiles.last();
      if (!profile) return;
      if (profile.isDemo) {
        await useDemo();
        return;
      }
      const request = latestOnly.begin();
      const fault = await reopen(profile, request);
      // With neither key nor copy the connect screen says more than an empty map.
      if (fault && !request.isSuperseded()) slot.announce();
    },

    openKnown: async (id) => {
      if (slot.open()?.profile.id === id) return;
      const profile = profiles.get(id);
      const request = latestOnly.begin();
      const fault = await reopen(profile, request);
      request.throwIfSuperseded();
      if (fault) fail(fault);
      request.accept();
      const notRemembered = profiles.remember(profile);
      const open = slot.open();
      if (open) open.cacheNotice ??= notRemembered;
      slot.announce();
      await demo.stop();
    },

    connect: async (typed) => {
      const { profile, apiKey } = readAccount(typed);
      const request = latestOnly.begin();
      await context.signIn(profile, apiKey);
      request.accept();
      const open = slot.open();
      // Drafts, jobs and a copy that only a passphrase opens stay as they are.
      const isOpen =
        open?.profile.id === profile.id &&
        open.profile.address === profile.address &&
        open.profile.userName === profile.userName;
      if (isOpen) await useKey(context, open, apiKey);
      else await openNew(profile, apiKey, request);
      return profile;
    },

    useDemo,
  };
}
