import path from 'node:path';
import { createServiceClient } from '#main/api/service-client';
import { describeCache, openCache, type Cache, type CacheOptions } from '#main/cache/cache';
import { quarantine } from '#main/cache/quarantine';
import { failAccountClosed, type Profile, type Session } from '#shared/domain/session';
import { fail, type Fault } from '#shared/fault';
import type { FleetPort } from '#main/features/fleet/fleet';
import { heardWhile } from '#main/features/history/host';
import { emptyStatus } from '#main/account/status';
import { openAccount, type Account } from '#main/account/account';
import { createDemo } from './demo-account';
import { forgetAccount } from './forget-account';
import { heldKey, keepKey, type HeldKey } from './account-key';
import { findCopy, memoryCopy, passphraseKey, type Copy } from './offline-copy';
import { demoProfileId } from './profiles';
import type { SessionFeature, SessionOptions } from './session-options';
import { readAccount, readKey } from './account-input';
import { createLatestOnly, type LatestRequest } from './latest-only';

export type { DemoService, SessionFeature, SessionOptions } from './session-options';

const demoCallsPerMinute = 1_200;

interface Open {
  profile: Profile;
  account: Account;
  cache: Cache;
  /** In memory while the account is open; null until the person gives it. */
  apiKey: string | null;
  keyStoredIn: 'keychain' | 'memory' | 'nowhere';
  copyStoredIn: 'keychain' | 'passphrase' | 'memory';
  needsKey: Fault | null;
  cacheNotice: Fault | null;
}

/** A copy that waits for its passphrase, with the key where it was given by hand before. */
interface Locked {
  profile: Profile;
  salt: Uint8Array;
  key: HeldKey | null;
}

export function createSession(options: SessionOptions): SessionFeature {
  const { keychain, profiles } = options;
  let open: Open | null = null;
  let locked: Locked | null = null;
  let port: FleetPort | null = null;
  /** Grows over all accounts, so that the window never mixes the columns of two. */
  let generation = 0;
  const demo = createDemo(options.startDemo);
  const latestOnly = createLatestOnly();

  const fileOf = (profile: Profile) => path.join(options.cacheFolder, `${profile.id}.db`);

  function current(): Session {
    if (locked) return { phase: 'locked', profile: locked.profile };
    if (!open) return { phase: 'none', last: profiles.last(), known: profiles.known() };
    const facts = open.account.facts();
    return {
      phase: 'open',
      known: profiles.known(),
      profile: open.profile,
      capabilities: facts.capabilities,
      reading: profiles.reading(open.profile.id),
      licences: facts.licences,
      accountTimeZone: facts.accountTimeZone,
      keyStoredIn: open.keyStoredIn,
      copyStoredIn: open.cache.isOnDisk ? open.copyStoredIn : 'memory',
      needsKey: open.needsKey,
      cacheNotice: open.cacheNotice,
    };
  }
  const announce = () => options.onSession(current());

  function clientFor(profile: Profile, apiKey: () => string | null) {
    return (onCall?: Parameters<typeof createServiceClient>[0]['onCall']) =>
      createServiceClient({
        fetch: options.fetch,
        address: profile.address,
        userName: profile.userName,
        apiKey: () => Promise.resolve(apiKey()),
        now: options.clock.now,
        ...(onCall ? { onCall } : {}),
      });
  }

  /** Opens what is kept of an account and puts it on screen; the network comes after. */
  function show(profile: Profile, copy: Copy, key: HeldKey): Open {
    const waiting = locked;
    closeAccount();
    const cache = openOr(waiting, {
      file: copy.storedIn === 'memory' ? null : fileOf(profile),
      key: copy.key,
      ...(copy.salt ? { passphraseSalt: copy.salt } : {}),
      now: options.clock.now,
      onNotice: (notice) => {
        opened.cacheNotice = notice;
        announceIfOpen();
      },
    });
    let isMade = false;
    /** An answer may come after its account was left; the window of the next must not hear of it. */
    const whileOpen =
      <A extends unknown[]>(tell: (...news: A) => void) =>
      (...news: A) => {
        if (!isMade || open === opened) tell(...news);
      };
    const opened: Open = {
      profile,
      cache,
      ...key,
      copyStoredIn: copy.storedIn,
      needsKey: key.apiKey === null ? (copy.fault ?? { kind: 'unauthorized' }) : null,
      cacheNotice: cache.notice ?? copy.notice ?? null,
      account: openAccount({
        cache,
        clock: options.clock,
        random: options.random,
        nextGeneration: () => ++generation,
        newId: options.newId,
        by: `${profile.userName} at ${profile.address}`,
        createClient: clientFor(profile, () => opened.apiKey),
        // The demo's service is our own, on this computer: its calls cost nobody anything.
        callsPerMinute: profile.isDemo ? () => demoCallsPerMinute : options.callsPerMinute,
        onStatus: whileOpen(options.onStatus),
        onFacts: announceIfOpen,
        onGroups: whileOpen(options.onGroups),
        onUsers: whileOpen(options.onUsers),
        onDevice: whileOpen(options.onDevice),
        onJournal: whileOpen(options.onJournal),
        onJobs: whileOpen(options.onJobs),
        warningDays: options.warningDays,
        reading: () => profiles.reading(profile.id),
        history: options.history && heardWhile(whileOpen, options.history),
        notify: whileOpen(options.notify),
        computerTimeZone: options.computerTimeZone,
        onKeyRefused: (fault) => {
          opened.needsKey = fault;
          announceIfOpen();
        },
        onBug: options.onBug,
      }),
    };
    function announceIfOpen(): void {
      if (open === opened) announce();
    }
    isMade = true;
    open = opened;
    locked = null;
    if (port) opened.account.fleet.attachPort(port);
    announce();
    options.onGroups(opened.account.groups.current());
    options.onUsers(opened.account.users.current());
    options.onJournal({ total: opened.account.records.journal.list({ from: 0, limit: 0 }).total });
    options.onJobs(opened.account.jobs.list());
    options.onStatus(opened.account.status());
    if (opened.apiKey !== null) opened.account.connect();
    return opened;
  }

  /** A wrong passphrase leaves the copy locked as it was. */
  function openOr(waiting: typeof locked, cacheOptions: CacheOptions): Cache {
    try {
      return openCache(cacheOptions);
    } catch (error) {
      locked = waiting;
      throw error;
    }
  }

  function closeAccount(): void {
    open?.account.close();
    open = null;
    locked = null;
  }

  function requireOpen(): Open {
    return open ?? fail({ kind: 'notFound', message: 'No account is open.', isOurs: true });
  }

  function requireStillOpen(opened: Open): void {
    if (open !== opened) failAccountClosed();
  }

  /** Gives the account on screen a key that its service has just taken. */
  async function takeKey(opened: Open, apiKey: string): Promise<void> {
    const isFirst = opened.apiKey === null;
    opened.apiKey = apiKey;
    opened.needsKey = null;
    if (isFirst) opened.account.connect();
    else opened.account.wake();
    // A keychain may ask a person first; the fleet need not wait for it.
    if (opened.keyStoredIn === 'nowhere') opened.keyStoredIn = 'memory';
    announce();
    opened.keyStoredIn = await keepKey(keychain, opened.profile, apiKey);
    if (open === opened) announce();
  }

  const feature: SessionFeature = {
    current,
    status: () => open?.account.status() ?? emptyStatus,
    account: () => requireOpen().account,

    restore: async () => {
      const profile = profiles.last();
      if (!profile) return;
      if (profile.isDemo) {
        await useDemo();
        return;
      }
      const request = latestOnly.begin();
      // Neither a key nor anything to show: the connect screen says more than an empty map.
      if ((await reopen(profile, request)) && !request.isSuperseded()) announce();
    },

    openKnown: async (id) => {
      if (open?.profile.id === id) return;
      const profile = profiles.get(id);
      const request = latestOnly.begin();
      const fault = await reopen(profile, request);
      request.throwIfSuperseded();
      if (fault) fail(fault);
      request.accept();
      const forgotten = profiles.remember(profile);
      if (open) open.cacheNotice ??= forgotten;
      announce();
      await demo.stop();
    },

    forget: async (id) => {
      if ((open ?? locked)?.profile.id === id) {
        await feature.disconnect(true);
        return;
      }
      const left = await forgetKept(profiles.get(id));
      announce();
      if (left) fail(left);
    },

    connect: async (typed) => {
      const { profile, apiKey: key } = readAccount(typed);
      const request = latestOnly.begin();
      await clientFor(profile, () => key)().signIn();
      request.accept();
      if (open?.profile.id === profile.id) {
        // Drafts, jobs and a copy that only a passphrase opens stay as they are.
        await takeKey(open, key);
        return profile;
      }
      const unlisted = profiles.note(profile);
      const keyStoredIn = unlisted ? 'memory' : await keepKey(keychain, profile, key);
      request.throwIfSuperseded();
      const copy = unlisted ? memoryCopy() : await findCopy(keychain, profile, fileOf(profile));
      request.throwIfSuperseded();
      const forgotten = profiles.remember(profile);
      if (copy.storedIn === 'locked') {
        closeAccount();
        locked = { profile, salt: copy.salt, key: { apiKey: key, keyStoredIn } };
        announce();
      } else {
        show(profile, { ...copy, notice: forgotten }, { apiKey: key, keyStoredIn });
      }
      await demo.stop();
      return profile;
    },

    useDemo,

    replaceKey: async (given) => {
      const opened = requireOpen();
      const key = readKey(given);
      await clientFor(opened.profile, () => key)().signIn();
      requireStillOpen(opened);
      await takeKey(opened, key);
    },

    setPassphrase: async (passphrase) => {
      const opened = requireOpen();
      if (opened.copyStoredIn !== 'memory' || opened.profile.isDemo) {
        fail({ kind: 'invalid', message: 'The offline copy is kept already.' });
      }
      const { key, salt } = await passphraseKey(passphrase);
      requireStillOpen(opened);
      opened.account.fleet.flush();
      // A copy that the keychain opens may be there, out of reach today: it is not written over.
      if (describeCache(fileOf(opened.profile)))
        quarantine(fileOf(opened.profile), options.clock.now());
      opened.cache.saveTo(fileOf(opened.profile), key, salt);
      opened.copyStoredIn = 'passphrase';
      opened.cacheNotice = opened.cache.notice;
      announce();
    },

    unlock: async (passphrase) => {
      const waiting =
        locked ?? fail({ kind: 'notFound', message: 'Nothing is locked.', isOurs: true });
      const request = latestOnly.begin();
      const { key, salt } = await passphraseKey(passphrase, waiting.salt);
      request.throwIfSuperseded();
      if (locked !== waiting)
        fail({ kind: 'conflict', message: 'It is unlocked already.', isOurs: true });
      const copy: Copy = { storedIn: 'passphrase', key, salt };
      const opened = show(
        waiting.profile,
        copy,
        waiting.key ?? { apiKey: null, keyStoredIn: 'nowhere' },
      );
      request.accept();
      if (waiting.key) return;
      // Only now: a wrong passphrase must not make the keychain ask as well.
      const held = await heldKey(keychain, waiting.profile);
      if (open !== opened || opened.apiKey !== null) return;
      if (held.apiKey === null) {
        opened.needsKey = held.fault ?? { kind: 'unauthorized' };
      } else {
        Object.assign(opened, { apiKey: held.apiKey, keyStoredIn: 'keychain', needsKey: null });
        opened.account.connect();
      }
      announce();
    },

    disconnect: async (forget) => {
      const request = latestOnly.begin();
      request.accept();
      const was = open;
      const profile = open?.profile ?? locked?.profile ?? null;
      await was?.account.records.settled();
      // Whoever was opened meanwhile stays.
      if (!request.isSuperseded()) closeAccount();
      const isBack = profile !== null && profile.id === (open ?? locked)?.profile.id;
      const isForgotten = profile !== null && !isBack && (forget || profile.isDemo);
      const forgetting = isForgotten ? forgetKept(profile) : null;
      if (!request.isSuperseded()) {
        announce();
        options.onStatus(emptyStatus);
        await demo.stop();
      }
      const left = await forgetting;
      // Only now it is known whether the list of accounts still holds it.
      if (forgetting && !request.isSuperseded()) announce();
      if (left) fail(left);
    },

    setSubmissionMode: (id, reading) => {
      if (open?.profile.id !== id) failAccountClosed();
      profiles.setSubmissionMode(open.profile, reading);
      open.account.jobs.submissionModeChanged();
      announce();
    },

    attachPort: (next) => {
      port?.close();
      port = next;
      open?.account.fleet.attachPort(next);
    },

    close: async () => {
      latestOnly.end();
      await open?.account.records.settled();
      closeAccount();
      await demo.stop();
    },
  };
  return feature;

  async function useDemo({ isRemembered = true } = {}): Promise<Profile> {
    const request = latestOnly.begin();
    request.accept();
    const { url, userName, apiKey } = await demo.start();
    request.throwIfSuperseded();
    const profile: Profile = { id: demoProfileId, address: url, userName, isDemo: true };
    if (isRemembered) profiles.remember(profile);
    // The demo needs neither keychain nor copy: its service is always at hand.
    show(profile, memoryCopy(), { apiKey, keyStoredIn: 'memory' });
    return profile;
  }

  /** Opens what is kept of an account; answers why not, where neither key nor copy is to be had. */
  async function reopen(profile: Profile, request: LatestRequest): Promise<Fault | null> {
    const copy = await findCopy(keychain, profile, fileOf(profile));
    if (request.isSuperseded()) return null;
    if (copy.storedIn === 'locked') {
      closeAccount();
      locked = { profile, salt: copy.salt, key: null };
      announce();
      return null;
    }
    const held = await heldKey(keychain, profile);
    if (request.isSuperseded()) return null;
    if (held.fault) copy.fault = held.fault;
    if (!held.apiKey && copy.storedIn === 'memory') return held.fault ?? { kind: 'unauthorized' };
    show(profile, copy, held);
    return null;
  }

  function forgetKept(profile: Profile): Promise<Fault | null> {
    return forgetAccount(profile, { profiles, keychain, file: fileOf(profile) });
  }
}
