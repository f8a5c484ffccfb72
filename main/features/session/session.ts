import path from 'node:path';
import { createServiceClient } from '#main/api/service-client';
import { deleteCache, openCache, type Cache, type CacheOptions } from '#main/cache/cache';
import type { Keychain } from '#main/secrets/keychain';
import { readAddress } from '#shared/domain/address';
import type { Profile, Session, Status } from '#shared/domain/session';
import { fail, FaultError, type Fault } from '#shared/fault';
import type { Draft } from '#shared/domain/edit';
import type { Group } from '#shared/domain/group';
import type { Job } from '#shared/domain/job';
import type { User } from '#shared/domain/user';
import type { Notice } from '../bulk/bulk';
import type { Clock } from '../clock';
import type { FleetPort } from '../devices/fleet';
import type { HistoryHost } from '../history/host';
import type { Aged } from '../lists/aged-list';
import { emptyStatus } from '../status/status';
import { openAccount, type Account } from './account';
import {
  cacheKeyName,
  findCopy,
  keyName,
  memoryCopy,
  passphraseKey,
  type Copy,
} from './offline-copy';
import { demoProfileId, profileOf, type ProfileStore } from './profiles';

export interface DemoService {
  url: string;
  userName: string;
  apiKey: string;
  stop(): Promise<void>;
}

export interface SessionOptions {
  /** Where the offline copies are. */
  cacheFolder: string;
  profiles: ProfileStore;
  keychain: Keychain;
  fetch: typeof fetch;
  clock: Clock;
  random: () => number;
  /** A new random id, such as a UUID. */
  newId: () => string;
  startDemo: () => Promise<DemoService>;
  callsPerMinute: () => number;
  onSession: (session: Session) => void;
  onStatus: (status: Status) => void;
  onGroups: (groups: Aged<Group>) => void;
  onUsers: (users: Aged<User>) => void;
  onDrafts: (drafts: Draft[]) => void;
  onJournal: (news: { total: number }) => void;
  onJobs: (jobs: Job[]) => void;
  /** Days ahead of a device's expiry at which to warn; empty: off. */
  warningDays: () => readonly number[];
  history?: HistoryHost;
  /** Shows a native notification. */
  notify: (notice: Notice) => void;
  computerTimeZone: () => string;
  /** Notes an exception that is no fault; answers the fault to show instead. */
  onBug: (error: unknown) => Fault;
}

/** Everything around "which account is open": connecting, keys, the offline copy, leaving. */
export interface SessionFeature {
  current(): Session;
  status(): Status;
  /** The open account; throws `notFound` where none is. */
  account(): Account;
  /** What the app does when it starts: the account used last, from its offline copy. */
  restore(): Promise<void>;
  connect(input: { address: string; userName: string; apiKey: string }): Promise<Profile>;
  useDemo(): Promise<Profile>;
  replaceKey(apiKey: string): Promise<void>;
  setPassphrase(passphrase: string): Promise<void>;
  unlock(passphrase: string): Promise<void>;
  disconnect(forget: boolean): Promise<void>;
  attachPort(port: FleetPort): void;
  close(): Promise<void>;
}

const demoCallsPerMinute = 1_200;

interface Open {
  profile: Profile;
  account: Account;
  cache: Cache;
  /** In memory while the account is open; null until the person gives it. */
  apiKey: string | null;
  keyKeptIn: 'keychain' | 'memory' | 'nowhere';
  copyKeptIn: 'keychain' | 'passphrase' | 'memory';
  needsKey: Fault | null;
  cacheNotice: Fault | null;
}

export function createSession(options: SessionOptions): SessionFeature {
  let open: Open | null = null;
  let locked: { profile: Profile; salt: Uint8Array } | null = null;
  let demo: DemoService | null = null;
  let port: FleetPort | null = null;
  /** Grows over all accounts, so that the window never mixes the columns of two. */
  let generation = 0;
  /** A key given by hand while the offline copy still waits for its passphrase. */
  let pendingKey: string | null = null;

  const fileOf = (profile: Profile) => path.join(options.cacheFolder, `${profile.id}.db`);

  function current(): Session {
    if (locked) return { phase: 'locked', profile: locked.profile };
    if (!open) return { phase: 'none', last: options.profiles.last() };
    const facts = open.account.facts();
    return {
      phase: 'open',
      profile: open.profile,
      capabilities: facts.capabilities,
      licences: facts.licences,
      accountTimeZone: facts.accountTimeZone,
      keyKeptIn: open.keyKeptIn,
      copyKeptIn: open.cache.isOnDisk ? open.copyKeptIn : 'memory',
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
  function show(profile: Profile, copy: Copy, key: Pick<Open, 'apiKey' | 'keyKeptIn'>): void {
    const waiting = locked;
    closeAccount();
    const cache = openOr(waiting, {
      file: copy.keptIn === 'memory' ? null : fileOf(profile),
      key: copy.key,
      ...(copy.salt ? { passphraseSalt: copy.salt } : {}),
      now: options.clock.now,
      onNotice: (notice) => {
        opened.cacheNotice = notice;
        announceIfOpen();
      },
    });
    const opened: Open = {
      profile,
      cache,
      ...key,
      copyKeptIn: copy.keptIn,
      needsKey: key.apiKey === null ? (copy.fault ?? { kind: 'unauthorized' }) : null,
      cacheNotice: cache.notice,
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
        onStatus: options.onStatus,
        onFacts: announceIfOpen,
        onGroups: options.onGroups,
        onUsers: options.onUsers,
        onDrafts: options.onDrafts,
        onJournal: options.onJournal,
        onJobs: options.onJobs,
        warningDays: options.warningDays,
        history: options.history,
        notify: options.notify,
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
    open = opened;
    locked = null;
    if (port) opened.account.fleet.attachPort(port);
    announce();
    options.onGroups(opened.account.groups.current());
    options.onUsers(opened.account.users.current());
    options.onDrafts(opened.account.manage.drafts.all());
    options.onJournal({ total: opened.account.manage.journal.list({ from: 0, limit: 0 }).total });
    options.onJobs(opened.account.bulk.jobs.list());
    options.onStatus(opened.account.status());
    if (opened.apiKey !== null) opened.account.connect();
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

  async function stopDemo(): Promise<void> {
    await demo?.stop();
    demo = null;
  }

  async function keepKey(profile: Profile, apiKey: string): Promise<'keychain' | 'memory'> {
    try {
      await options.keychain.set(keyName(profile), apiKey);
      return 'keychain';
    } catch (error) {
      if (error instanceof FaultError) return 'memory';
      throw error;
    }
  }

  function requireOpen(): Open {
    return open ?? fail({ kind: 'notFound', message: 'No account is open.' });
  }

  return {
    current,
    status: () => open?.account.status() ?? emptyStatus,
    account: () => requireOpen().account,

    restore: async () => {
      const profile = options.profiles.last();
      if (!profile) return;
      if (profile.isDemo) {
        await useDemo();
        return;
      }
      const copy = await findCopy(options.keychain, profile, fileOf(profile));
      if (copy.keptIn === 'locked') {
        locked = { profile, salt: copy.salt };
        announce();
        return;
      }
      let apiKey: string | null = null;
      try {
        apiKey = await options.keychain.get(keyName(profile));
      } catch (error) {
        if (!(error instanceof FaultError)) throw error;
        copy.fault = error.fault;
      }
      // Neither a key nor anything to show: the connect screen says more than an empty map.
      if (apiKey === null && copy.keptIn === 'memory') {
        announce();
        return;
      }
      show(profile, copy, { apiKey, keyKeptIn: apiKey === null ? 'nowhere' : 'keychain' });
    },

    connect: async ({ address, userName, apiKey }) => {
      const read = readAddress(address);
      if (!read.ok) fail({ kind: 'invalid', field: 'Service address', message: read.message });
      const name = userName.trim();
      const key = apiKey.trim();
      if (!name)
        fail({ kind: 'invalid', field: 'User name', message: 'The user name is missing.' });
      if (!key) fail({ kind: 'invalid', field: 'API key', message: 'The API key is missing.' });
      const profile = profileOf(read.address, name);
      await clientFor(profile, () => key)().signIn();
      const keyKeptIn = await keepKey(profile, key);
      const copy = await findCopy(options.keychain, profile, fileOf(profile));
      await stopDemo();
      options.profiles.remember(profile);
      if (copy.keptIn === 'locked') {
        closeAccount();
        locked = { profile, salt: copy.salt };
        pendingKey = key;
        announce();
        return profile;
      }
      show(profile, copy, { apiKey: key, keyKeptIn });
      return profile;
    },

    useDemo: () => useDemo(),

    replaceKey: async (given) => {
      const opened = requireOpen();
      const key = given.trim();
      if (!key) fail({ kind: 'invalid', field: 'API key', message: 'The API key is missing.' });
      await clientFor(opened.profile, () => key)().signIn();
      const isFirst = opened.apiKey === null;
      opened.apiKey = key;
      opened.keyKeptIn = await keepKey(opened.profile, key);
      opened.needsKey = null;
      announce();
      if (isFirst) opened.account.connect();
      else opened.account.wake();
    },

    setPassphrase: async (passphrase) => {
      const opened = requireOpen();
      if (opened.copyKeptIn !== 'memory' || opened.profile.isDemo) {
        fail({ kind: 'invalid', message: 'The offline copy is kept already.' });
      }
      const { key, salt } = await passphraseKey(passphrase);
      deleteCache(fileOf(opened.profile));
      opened.account.fleet.flush();
      opened.cache.saveTo(fileOf(opened.profile), key, salt);
      opened.copyKeptIn = 'passphrase';
      opened.cacheNotice = opened.cache.notice;
      announce();
    },

    unlock: async (passphrase) => {
      const waiting = locked ?? fail({ kind: 'notFound', message: 'Nothing is locked.' });
      const { key, salt } = await passphraseKey(passphrase, waiting.salt);
      const apiKey = pendingKey;
      show(
        waiting.profile,
        { keptIn: 'passphrase', key, salt, fault: { kind: 'keychain', reason: 'missing' } },
        { apiKey, keyKeptIn: apiKey === null ? 'nowhere' : 'memory' },
      );
      pendingKey = null;
    },

    disconnect: async (forget) => {
      const profile = open?.profile ?? locked?.profile ?? null;
      await open?.account.manage.settled();
      closeAccount();
      await stopDemo();
      if (profile && forget) {
        deleteCache(fileOf(profile));
        options.profiles.forget();
        await forgetSecrets(profile);
      } else if (profile?.isDemo) {
        options.profiles.forget();
      }
      announce();
      options.onStatus(emptyStatus);
    },

    attachPort: (next) => {
      port?.close();
      port = next;
      open?.account.fleet.attachPort(next);
    },

    close: async () => {
      await open?.account.manage.settled();
      closeAccount();
      await stopDemo();
    },
  };

  async function useDemo(): Promise<Profile> {
    demo ??= await options.startDemo();
    const profile: Profile = {
      id: demoProfileId,
      address: demo.url,
      userName: demo.userName,
      isDemo: true,
    };
    options.profiles.remember(profile);
    // The demo needs neither keychain nor copy: its service is always at hand.
    show(profile, memoryCopy(), { apiKey: demo.apiKey, keyKeptIn: 'memory' });
    return profile;
  }

  async function forgetSecrets(profile: Profile): Promise<void> {
    for (const name of [keyName(profile), cacheKeyName(profile)]) {
      try {
        await options.keychain.remove(name);
      } catch (error) {
        if (!(error instanceof FaultError)) throw error;
      }
    }
  }
}
