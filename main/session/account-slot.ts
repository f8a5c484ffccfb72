import { openAccount, type Account } from '#main/account/account';
import { gatedHost, type AccountHost, type Gate } from '#main/account/account-host';
import type { SharedWithClient } from '#main/account/account-options';
import type { ServiceClient } from '#main/api/service-client';
import { openCache, type Cache } from '#main/cache/cache';
import type { CallHistory } from '#main/pace/call-gate';
import type { FleetPort } from '#main/features/fleet/fleet';
import { failAccountClosed, type Profile, type Session } from '#shared/domain/session';
import { fail, type Fault } from '#shared/fault';
import { hasDerivedId } from './account-id';
import type { HeldKey } from './account-key';
import type { Copy } from './offline-copy';
import type { ProfileStore } from './profiles';

/** The demo's service runs on this computer, so its calls cost nothing. */
const demoCallsPerMinute = 1_200;

export interface OpenAccount {
  profile: Profile;
  account: Account;
  cache: Cache;
  /** In memory while the account is open; null until the user enters it. */
  apiKey: string | null;
  keyStoredIn: 'keychain' | 'memory' | 'nowhere';
  copyStoredIn: 'keychain' | 'passphrase' | 'memory';
  /** The key of a copy under a passphrase; null for another copy. */
  passphraseKey: { key: Uint8Array; salt: Uint8Array } | null;
  needsKey: Fault | null;
  cacheNotice: Fault | null;
}

/** An offline copy that waits for its passphrase, with the key if the user entered one before. */
export interface LockedAccount {
  profile: Profile;
  salt: Uint8Array;
  key: HeldKey | null;
  /** The API key of a computer without a keychain, which the passphrase opens too. */
  sealedKey?: Uint8Array;
}

/** The one account in the window: open, locked, or none. */
export interface AccountSlot {
  open(): OpenAccount | null;
  locked(): LockedAccount | null;
  profile(): Profile | null;
  session(): Session;
  /** Reports the session to the window. */
  announce(): void;
  /** Opens an account from its offline copy and shows it; the network comes after. */
  show(profile: Profile, copy: Copy, key: HeldKey): OpenAccount;
  lock(account: LockedAccount): void;
  /** Closes whatever is open or locked. */
  clear(): void;
  /** Throws `declined` if no account is open. */
  requireOpen(): OpenAccount;
  /** Throws `declined` unless this account is still open. */
  requireStillOpen(opened: OpenAccount): void;
  attachPort(port: FleetPort): void;
}

export interface AccountSlotOptions {
  host: AccountHost;
  profiles: ProfileStore;
  fileOf: (profile: Profile) => string;
  historyOf: (profile: Profile) => CallHistory;
  createClient: (
    profile: Profile,
    apiKey: () => string | null,
    shared: SharedWithClient,
  ) => ServiceClient;
  onSession: (session: Session) => void;
  firstPicture: Promise<unknown> | undefined;
}

export function createAccountSlot(options: AccountSlotOptions): AccountSlot {
  const { host, profiles } = options;
  let open: OpenAccount | null = null;
  let locked: LockedAccount | null = null;
  let port: FleetPort | null = null;
  /** Grows over all accounts, so that the window never mixes the columns of two. */
  let generation = 0;

  function session(): Session {
    if (locked) return { phase: 'locked', profile: locked.profile };
    if (!open) return { phase: 'none', last: suggested(profiles.last()), known: profiles.known() };
    return openSession(open, profiles);
  }
  const announce = () => options.onSession(session());

  function clear(): void {
    open?.account.close();
    open = null;
    locked = null;
  }

  function show(profile: Profile, copy: Copy, key: HeldKey): OpenAccount {
    const waiting = locked;
    clear();
    try {
      open = openFrom(profile, copy, key);
    } catch (error) {
      // A wrong passphrase leaves the copy locked.
      locked = waiting;
      throw error;
    }
    if (port) open.account.fleet.attachPort(port);
    announce();
    reportAll(open.account, host);
    if (open.apiKey !== null) connect(open);
    return open;
  }

  /** The first call loads the network code of Node, which would hold up the picture of cached devices. */
  function connect(opened: OpenAccount): void {
    const { firstPicture } = options;
    if (!firstPicture || opened.account.fleet.ids().length === 0) return opened.account.connect();
    void firstPicture.then(() => {
      if (open === opened) opened.account.connect();
    });
  }

  function openFrom(profile: Profile, copy: Copy, key: HeldKey): OpenAccount {
    let opened: OpenAccount | null = null;
    const announceIfOpen = () => {
      if (opened && open === opened) announce();
    };
    /** An answer may arrive after its account was closed; it must not reach the next one's window. */
    const whileOpen: Gate =
      (listener) =>
      (...news) => {
        if (!opened || open === opened) listener(...news);
      };
    const cache = openCache({
      file: copy.storedIn === 'memory' ? null : options.fileOf(profile),
      key: copy.key,
      ...(copy.salt ? { passphraseSalt: copy.salt } : {}),
      now: host.clock.now,
      onNotice: (notice) => {
        if (opened) opened.cacheNotice = notice;
        announceIfOpen();
      },
    });
    const account = openAccount({
      id: profile.id,
      host: gatedHost(whileOpen, profile.isDemo ? demoHost(host) : host),
      cache,
      callHistory: options.historyOf(profile),
      nextGeneration: () => ++generation,
      by: `${profile.userName} at ${profile.address}`,
      createClient: (shared) => options.createClient(profile, () => opened?.apiKey ?? null, shared),
      submissionMode: () => profiles.submissionMode(profile.id),
      onFacts: announceIfOpen,
      onKeyRefused: (fault) => {
        if (opened) opened.needsKey = fault;
        announceIfOpen();
      },
    });
    opened = {
      profile,
      cache,
      account,
      apiKey: key.apiKey,
      keyStoredIn: key.keyStoredIn,
      copyStoredIn: copy.storedIn,
      passphraseKey:
        copy.storedIn === 'passphrase' && copy.salt ? { key: copy.key, salt: copy.salt } : null,
      needsKey: key.apiKey === null ? key.fault : null,
      cacheNotice: cache.notice ?? copy.notice ?? null,
    };
    return opened;
  }

  return {
    open: () => open,
    locked: () => locked,
    profile: () => (open ?? locked)?.profile ?? null,
    session,
    announce,
    show,
    lock: (account) => {
      clear();
      locked = account;
      announce();
    },
    clear,
    requireOpen: () =>
      open ?? fail({ kind: 'declined', reason: 'gone', message: 'No account is open.' }),
    requireStillOpen: (opened) => {
      if (open !== opened) failAccountClosed();
    },
    attachPort: (next) => {
      port?.close();
      port = next;
      open?.account.fleet.attachPort(next);
    },
  };
}

const demoHost = (host: AccountHost): AccountHost => ({
  ...host,
  callsPerMinute: () => demoCallsPerMinute,
  isDemo: true,
});

function openSession(open: OpenAccount, profiles: ProfileStore): Session {
  const { profile, account, cache, keyStoredIn, copyStoredIn, needsKey, cacheNotice } = open;
  const { capabilities, licences, accountTimeZone } = account.facts();
  return {
    phase: 'open',
    known: profiles.known(),
    profile,
    capabilities,
    submissionMode: profiles.submissionMode(profile.id),
    licences,
    accountTimeZone,
    keyStoredIn,
    copyStoredIn: cache.isOnDisk ? copyStoredIn : 'memory',
    needsKey,
    cacheNotice,
    notStored: cache.notStored,
  };
}

/** The account to suggest on the connect page: none whose address was changed by something else. */
const suggested = (last: Profile | null) =>
  last && !last.isDemo && !hasDerivedId(last) ? null : last;

/** Reports the lists and the status of an account that has just been opened. */
function reportAll(account: Account, host: AccountHost): void {
  host.onGroups(account.groups.current());
  host.onUsers(account.users.current());
  host.onJournal({ total: account.records.journal.list({ from: 0, limit: 0 }).total });
  host.onJobs(account.jobs.list());
  host.onFieldMapping?.(account.fieldMapping.state());
  host.onStatus(account.status());
}
