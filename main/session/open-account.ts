import { Account, type SharedWithClient } from '#main/account/account';
import type { AccountServices } from '#main/account/account-services';
import type { Fetch, SendOnce } from '#main/api/request';
import { createServiceClient, type ServiceClient } from '#main/api/service-client';
import { openCache, type Cache } from '#main/cache/cache';
import type { CallHistory } from '#main/pace/request-queue';
import type { Keychain } from '#main/secrets/keychain';
import type { Profile, Session } from '#shared/domain/session';
import type { Settings } from '#shared/domain/settings';
import { readAddress } from '#shared/domain/address';
import { FaultError, type Fault } from '#shared/fault';
import { message } from '#shared/i18n/translate';
import type { HeldKey } from './account-key';
import type { DemoService } from './demo-account';
import type { Copy } from './offline-copy';
import type { ProfileStore } from './profiles';

/** What the accounts of the app have in common; it lives as long as the app. */
export interface SessionServices extends AccountServices {
  /** Those of an account, given its id. */
  settings: (account?: string) => Settings;
  /** The folder of the offline copies. */
  cacheFolder: string;
  profiles: ProfileStore;
  keychain: Keychain;
  fetch: Fetch;
  /** For requests that must not be repeated; absent: `fetch` itself never repeats one. */
  sendOnce?: SendOnce;
  startDemo: () => Promise<DemoService>;
  /** The session of other windows that has an account open; null: none has. Absent: there is one session only. */
  elsewhere?: (id: string) => OtherSession | null;
  /** The calls of the last minute, by account: one that is opened again continues with them. */
  callHistories?: Map<string, CallHistory>;
  /** An account with cached devices calls the service after this; absent: at once. */
  firstPicture?: Promise<unknown>;
}

export interface OtherSession {
  /** Brings its window to the front; false: it has ended, and the account can be opened. */
  show(): Promise<boolean>;
  /** Deletes all data of its account; rejects with what is left. */
  forget(): Promise<void>;
}

/** The account in the window, with its offline copy and its key. */
export class OpenAccount {
  readonly account: Account;
  readonly cache: Cache;
  /** In memory while the account is open; null until the user enters it. */
  apiKey: string | null;
  keyStoredIn: 'keychain' | 'memory' | 'nowhere';
  copyStoredIn: 'keychain' | 'passphrase' | 'memory';
  /** The key of the copy; it never leaves main. */
  readonly cacheKey: Uint8Array;
  /** The same under the passphrase, see `lockKey`; null without one. */
  lock: Uint8Array | null;
  needsKey: Fault | null;
  cacheNotice: Fault | null;

  /** Opens it from its offline copy in `file`; throws if the copy has another passphrase. */
  constructor(
    readonly profile: Profile,
    copy: Copy,
    key: HeldKey,
    options: {
      services: SessionServices;
      file: string;
      callHistory: CallHistory;
      nextGeneration: () => number;
      /** What the user should know about the copy changed. */
      onNotice: () => void;
    },
  ) {
    const { services, callHistory, nextGeneration, onNotice } = options;
    this.apiKey = key.apiKey;
    this.keyStoredIn = key.keyStoredIn;
    this.needsKey = key.apiKey === null ? key.fault : null;
    this.copyStoredIn = copy.storedIn;
    this.cacheKey = copy.key;
    this.lock = copy.lock ?? null;
    this.cacheNotice = null;
    this.cache = openCache({
      file: copy.storedIn === 'memory' ? null : options.file,
      key: copy.key,
      ...(copy.lock ? { passphraseSalt: copy.lock } : {}),
      now: services.clock.now,
      onNotice: (notice) => {
        this.cacheNotice = notice;
        onNotice();
      },
    });
    this.account = new Account({
      services: { ...services, settings: () => services.settings(profile.id) },
      profile,
      cache: this.cache,
      callHistory,
      nextGeneration,
      createClient: (shared) => createClient(services, profile, () => this.apiKey, shared),
      submissionMode: () => services.profiles.submissionMode(profile.id),
    });
    this.cacheNotice = this.cache.notice ?? copy.notice ?? null;
  }

  session(profiles: ProfileStore): Session {
    const { profile, cache, keyStoredIn, needsKey, cacheNotice } = this;
    const { capabilities, licences, licenceTotal, accountTimeZone } = this.account.facts();
    return {
      phase: 'open',
      known: profiles.known(),
      profile,
      capabilities,
      submissionMode: profiles.submissionMode(profile.id),
      licences,
      licenceTotal,
      accountTimeZone,
      keyStoredIn,
      copyStoredIn: cache.isOnDisk ? this.copyStoredIn : 'memory',
      needsKey,
      cacheNotice,
      notStored: cache.notStored,
    };
  }
}

/** The client of an account. It sends no key to an address that Waypost did not write. */
export function createClient(
  { fetch, sendOnce, clock }: SessionServices,
  profile: Profile,
  apiKey: () => string | null,
  shared: SharedWithClient,
): ServiceClient {
  return createServiceClient({
    fetch,
    sendOnce,
    address: profile.address,
    userName: profile.userName,
    apiKey: () => {
      const fault = addressFault(profile);
      return fault ? Promise.reject(new FaultError(fault)) : Promise.resolve(apiKey());
    },
    now: clock.now,
    ...shared,
  });
}

/**
 * Why no key may be sent to the address of an account; null if it may. Checked at each use and not only
 * when the user enters it: the list of accounts is a file that other programs can change.
 */
export function addressFault({ address }: Profile): Fault | null {
  const reading = readAddress(address);
  if (!reading.ok) {
    return { kind: 'invalid', field: message('session.address'), message: reading.message };
  }
  // The request goes to the stored text, not to the reading of it.
  if (reading.address === address) return null;
  return {
    kind: 'invalid',
    field: message('session.address'),
    message: message('faults.main.storedAddress', { address }),
  };
}
