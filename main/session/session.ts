import type { Account } from '#main/account/account';
import { withoutSecrets } from '#main/api/request';
import { lockKey, unlockKey, workFileOf } from '#main/cache/cache';
import { emptyStatus } from '#main/account/status';
import type { FleetPort } from '#main/features/fleet/fleet';
import { type CallHistory, RequestQueue, createCallHistory } from '#main/pace/request-queue';
import type { TypedPassword } from '#shared/domain/edit';
import {
  type Profile,
  type Session,
  type Status,
  type SubmissionModeChoice,
  demoProfileId,
  failAccountClosed,
} from '#shared/domain/session';
import { type Fault, fail } from '#shared/fault';
import type { WaypostContract } from '#shared/ipc/contract';
import type { Caller, Handlers } from '#shared/ipc/define';
import {
  hasDerivedId,
  readAccount,
  readKey,
  type HeldKey,
  attempt,
  heldKey,
  keepKey,
  keyName,
  noKey,
  openSecrets,
  sealSecrets,
  writeKeyEntry,
} from './account-key';
import { demoPlaces, loadDemoWeek } from './demo-places';
import { createDemo } from './demo-account';
import {
  type Copy,
  type LockedCopy,
  accountFile,
  cacheKeyName,
  findAccounts,
  findCopy,
  forgetCopy,
  linkFault,
  memoryCopy,
  storeCacheKey,
} from './offline-copy';
import { addressFault, OpenAccount, type SessionServices, createClient } from './open-account';
import { message } from '#shared/i18n/translate';

/** An offline copy that waits for its passphrase, with the key if the user entered one before. */
interface LockedAccount {
  profile: Profile;
  /** The key of the copy under the passphrase. */
  lock: Uint8Array;
  key: HeldKey | null;
  /** What was in memory only when it was locked, which the passphrase opens too. */
  secrets?: Uint8Array;
}

/** The window waits this long for the account at the start: a keychain may ask the user first. */
const openingMs = 2_000;

/** A window that does not answer keeps the account open no longer than this. */
const lockWithinMs = 1_000;

const nothingTyped = () => ({
  typed: new Map<Caller, TypedPassword[]>(),
  locked: Promise.withResolvers<boolean>(),
});

/**
 * Which account is in the window: connecting, keys, the offline copy, leaving. After every wait a use case
 * checks that it was not superseded; if it was, it rejects with `declined` and changes nothing.
 */
export class SessionFeature {
  readonly #services: SessionServices;
  readonly #demo;
  readonly #latestOnly = createLatestOnly();
  #open: OpenAccount | null = null;
  #locked: LockedAccount | null = null;
  /** Until the edits that were sent before the lock have ended; the account is closed then. */
  #closing: Promise<void> = Promise.resolve();
  /** Passwords of drafts, from unlocking until the window takes them. */
  #typed: TypedPassword[] = [];
  /** What each window sent before the lock, while others are waited for. */
  #beforeLock: ReturnType<typeof nothingTyped> | null = null;
  /** Of each window. */
  readonly #ports = new Map<Caller, FleetPort>();
  /** Grows over all accounts, so that the window never mixes the columns of two. */
  #generation = 0;
  readonly #callHistories: Map<string, CallHistory>;
  #opened: Promise<void> = Promise.resolve();

  constructor(services: SessionServices) {
    this.#services = services;
    this.#demo = createDemo(services.startDemo);
    this.#callHistories = services.callHistories ?? new Map<string, CallHistory>();
    services.events.on('facts', () => this.#announceIfOpen());
    services.events.on('keyRefused', (fault) => {
      if (this.#open) this.#open.needsKey = fault;
      this.#announceIfOpen();
    });
  }

  current(): Session {
    const { profiles } = this.#services;
    if (this.#locked) return { phase: 'locked', profile: this.#locked.profile };
    if (this.#open) return this.#open.session(profiles);
    return { phase: 'none', last: suggested(profiles.last()), known: profiles.known() };
  }

  /** Whether this account is open here, locked or not. */
  has(id: string): boolean {
    return this.#profile()?.id === id;
  }

  /** The list of accounts was changed in another session. */
  listChanged(): void {
    this.#announce();
  }

  /** The accounts with data on this computer. */
  known(): Profile[] {
    return this.#services.profiles.known();
  }

  status(): Status {
    return this.openAccount()?.status() ?? emptyStatus;
  }

  /** The open account; throws `declined` if there is none. */
  account(): Account {
    return this.#requireOpen().account;
  }

  /** The open account; null if none is open. */
  openAccount(): Account | null {
    return this.#locked ? null : (this.#open?.account ?? null);
  }

  /** The open account if it has this id; throws `declined` if another one is open by now. */
  accountOf(id: string): Account {
    if (this.#open?.profile.id !== id) failAccountClosed();
    return this.#open.account;
  }

  /** The port on which the fleet of the open account goes to a window; it replaces an earlier one of that window. */
  attachPort(port: FleetPort, of: Caller): void {
    this.#detachPort(of);
    this.#ports.set(of, port);
    this.openAccount()?.fleet.attachPort(port);
  }

  /** What that window had of the open account goes with it. */
  windowClosed(closed: Caller): void {
    this.#detachPort(closed);
    this.openAccount()?.windowClosed(closed);
  }

  #detachPort(of: Caller): void {
    const port = this.#ports.get(of);
    if (!port) return;
    this.#ports.delete(of);
    this.#open?.account.fleet.detachPort(port);
    port.close();
  }

  /** Opens the demo, or the last account from its offline copy, when the app starts. */
  async restore({ isDemo = false } = {}): Promise<void> {
    const opening = isDemo ? this.useDemo({ isRemembered: false }) : this.#openLast();
    const opened = Promise.withResolvers<void>();
    const cancel = this.#services.clock.after(openingMs, opened.resolve);
    this.#opened = opened.promise;
    try {
      await opening;
    } finally {
      cancel();
      opened.resolve();
    }
  }

  /**
   * Resolves when the account of the last start is open, or did not open in time: until then the window would
   * show the form for a connection.
   */
  opened(): Promise<void> {
    return this.#opened;
  }

  /**
   * Opens another known account from its cached data; rejects if nothing could be opened. Of one that is open in
   * other windows, brings one of them to the front.
   */
  async openKnown(id: string): Promise<void> {
    if (this.openAccount() && this.#open?.profile.id === id) return;
    const { profiles } = this.#services;
    const profile = profiles.get(id);
    const request = this.#latestOnly.begin();
    if (await this.#services.elsewhere?.(id)?.show()) return;
    const fault = await this.#reopen(profile, request);
    request.throwIfSuperseded();
    if (fault) fail(fault);
    request.accept();
    const notRemembered = profiles.remember(profile);
    if (this.#open) this.#open.cacheNotice ??= notRemembered;
    this.#announce();
    await this.#demo.stop();
  }

  async connect(typed: { address: string; userName: string; apiKey: string }): Promise<Profile> {
    const { profile, apiKey } = readAccount(typed);
    const request = this.#latestOnly.begin();
    await this.#refuseElsewhere(profile.id);
    await this.#signIn(profile, apiKey);
    request.accept();
    const open = this.#open;
    // Drafts, jobs and a copy that only a passphrase opens stay as they are.
    const isOpen =
      open?.profile.id === profile.id &&
      open.profile.address === profile.address &&
      open.profile.userName === profile.userName;
    if (isOpen) await this.#useKey(open, apiKey);
    else await this.#openNew(profile, apiKey, request);
    return profile;
  }

  /** Unless it is remembered, the next start opens the account that was used before. */
  async useDemo({ isRemembered = true } = {}): Promise<Profile> {
    const request = this.#latestOnly.begin();
    await this.#refuseElsewhere(demoProfileId);
    request.accept();
    const { url, userName, apiKey } = await this.#demo.start();
    request.throwIfSuperseded();
    const profile: Profile = { id: demoProfileId, address: url, userName, isDemo: true };
    if (isRemembered) this.#services.profiles.remember(profile);
    // The demo needs neither keychain nor offline copy: its service is always available.
    this.#show(profile, memoryCopy(), { apiKey, keyStoredIn: 'memory' });
    const account = this.account();
    account.places.change({ put: demoPlaces(), removed: [] });
    account.visits.prepareWith(() => loadDemoWeek(account));
    return profile;
  }

  /**
   * Lists accounts again whose offline copies lie in the folder and whose keys are in the keychain.
   * `left`: copies whose account is not known.
   */
  async findAccounts(): Promise<{ found: number; left: number }> {
    const result = await findAccounts(this.#services);
    this.#announce();
    return result;
  }

  async replaceKey(typed: string): Promise<void> {
    const opened = this.#requireOpen();
    const key = readKey(typed);
    await this.#signIn(opened.profile, key);
    this.#requireStillOpen(opened);
    await this.#useKey(opened, key);
  }

  /** Asks the service for a token with the key of the open account; rejects with what is wrong. */
  async checkKey(): Promise<void> {
    const { profile, apiKey, needsKey } = this.#requireOpen();
    if (apiKey === null) fail(needsKey ?? { kind: 'keychain', reason: 'notStored' });
    await this.#signIn(profile, apiKey);
  }

  /** A text without the key of the open account, wherever it may come from. */
  withoutKey(text: string): string {
    const key = this.#open?.apiKey ?? null;
    return key === null ? text : withoutSecrets(text, [key], false);
  }

  /** The files of the open account on the disk, none if it is in memory, and what is wrong with them. */
  copy(): { files: string[]; fault: Fault | null; isWhole: () => boolean } {
    const { profile, cache, cacheNotice } = this.#requireOpen();
    const file = this.#fileOf(profile);
    return {
      files: cache.isOnDisk ? [file, workFileOf(file)] : [],
      fault: cache.notStored ?? cacheNotice,
      isWhole: cache.isWhole,
    };
  }

  /** Stores the key of the open account in the keychain; rejects with the keychain's fault. */
  async storeKey(): Promise<void> {
    const { profiles, keychain } = this.#services;
    const opened = this.#requireOpen();
    const { profile, apiKey } = opened;
    if (profile.isDemo || apiKey === null) {
      fail({ kind: 'declined', reason: 'state', message: message('faults.main.noKeyToStore') });
    }
    // An account that is not on the list could not be forgotten again.
    const unlisted = profiles.note(profile);
    if (unlisted) fail(unlisted);
    await keychain.set(keyName(profile), writeKeyEntry(profile, apiKey));
    this.#requireStillOpen(opened);
    opened.keyStoredIn = 'keychain';
    this.#announce();
  }

  /** Sets the submission mode of the open account; `declined` if another account is open by now. */
  setSubmissionMode(id: string, mode: SubmissionModeChoice): void {
    const account = this.accountOf(id);
    this.#services.profiles.setSubmissionMode(this.#requireOpen().profile, mode);
    account.jobs.submissionModeChanged();
    this.#announce();
  }

  /**
   * Sets or changes the passphrase of the offline copy, which is then stored also without a keychain; null
   * removes it, and the keychain has the key of the copy again. `current`: the one there is.
   */
  async setPassphrase(passphrase: string | null, current = ''): Promise<void> {
    const opened = this.#requireOpen();
    const { profile, cache, cacheKey, copyStoredIn: wasStoredIn } = opened;
    const { keychain } = this.#services;
    if (profile.isDemo || (passphrase === null && opened.lock === null)) {
      fail({ kind: 'declined', reason: 'state', message: message('faults.main.noPassphrase') });
    }
    if (opened.lock && !(await unlockKey(opened.lock, current))) {
      fail({ kind: 'storage', reason: 'passphrase' });
    }
    const lock = passphrase === null ? null : await lockKey(cacheKey, passphrase);
    this.#requireStillOpen(opened);
    if (lock === null) await storeCacheKey(keychain, profile, cacheKey);
    this.#requireStillOpen(opened);
    if (wasStoredIn === 'memory') {
      opened.account.fleet.flush();
      const file = this.#fileOf(profile);
      const linked = linkFault(file);
      if (linked) fail(linked);
      // A copy under a key in the keychain, which is not available today, is quarantined.
      cache.saveTo(file, cacheKey, lock ?? undefined);
      opened.cacheNotice = cache.notice;
    } else if (cache.isOnDisk) {
      cache.relock(lock);
    } else {
      fail(cache.notStored ?? { kind: 'storage', reason: 'unwritable' });
    }
    opened.lock = lock;
    opened.copyStoredIn = lock ? 'passphrase' : 'keychain';
    this.#announce();
    if (lock === null || wasStoredIn !== 'keychain') return;
    // Only now, so that a failure in between leaves a copy that opens.
    const left = await attempt(() => keychain.remove(cacheKeyName(profile)));
    if (left && (left.kind !== 'keychain' || left.reason !== 'missing')) fail(left);
  }

  async unlock(passphrase: string): Promise<void> {
    const waiting =
      this.#locked ??
      fail({ kind: 'declined', reason: 'gone', message: message('faults.main.nothingLocked') });
    const request = this.#latestOnly.begin();
    const key = await unlockKey(waiting.lock, passphrase);
    if (!key) fail({ kind: 'storage', reason: 'passphrase' });
    await this.#closing;
    request.throwIfSuperseded();
    if (this.#locked !== waiting) {
      fail({ kind: 'declined', reason: 'state', message: message('faults.main.unlockedAlready') });
    }
    const secrets = waiting.secrets ? openSecrets(waiting.secrets, key) : null;
    const apiKey = secrets?.apiKey ?? null;
    const inMemory: HeldKey | null =
      waiting.key ?? (apiKey === null ? null : { apiKey, keyStoredIn: 'memory' });
    const copy: Copy = { storedIn: 'passphrase', key, lock: waiting.lock };
    this.#typed = secrets?.passwords ?? [];
    const opened = this.#show(waiting.profile, copy, inMemory ?? noKey(null));
    request.accept();
    if (inMemory) return;
    // Only now, so that a wrong passphrase does not make the keychain ask as well.
    const held = await heldKey(this.#services.keychain, waiting.profile);
    if (this.#open !== opened || opened.apiKey !== null) return;
    if (held.apiKey === null) {
      opened.needsKey = held.fault;
    } else {
      opened.apiKey = held.apiKey;
      opened.keyStoredIn = 'keychain';
      opened.needsKey = null;
      opened.account.connect();
    }
    this.#announce();
  }

  /** The passwords that were typed before the lock, once: the window has its drafts again. */
  takePasswords(): TypedPassword[] {
    const typed = this.openAccount() ? this.#typed : [];
    this.#typed = [];
    return typed;
  }

  /** Asks the windows for what was typed in them, and locks; a window that does not answer keeps it open for a second. */
  askToLock(): void {
    if (!this.canLock() || this.#beforeLock) return;
    const { clock, events } = this.#services;
    const before = (this.#beforeLock = nothingTyped());
    events.emit('lockAsked');
    clock.after(lockWithinMs, () => this.#beforeLock === before && this.lock());
  }

  /** What was typed in a window: locks when all windows with passwords have sent theirs. Resolves to whether it did. */
  lockFrom(window: Caller, passwords: TypedPassword[]): boolean | Promise<boolean> {
    if (!this.canLock()) return false;
    const others = this.account()
      .records.drafts.typedIn()
      .filter((each) => each !== window && !this.#beforeLock?.typed.has(each));
    if (others.length > 0) this.askToLock();
    this.#beforeLock ??= nothingTyped();
    this.#beforeLock.typed.set(window, passwords);
    return others.length === 0 ? this.lock() : this.#beforeLock.locked.promise;
  }

  /** Whether the open account can be locked: without a copy on disk the data on screen would be lost. */
  canLock(): boolean {
    return this.openAccount() !== null && !!this.#open?.lock && this.#open.cache.isOnDisk;
  }

  /**
   * Locks an account whose copy is under a passphrase, until the passphrase is entered again. Returns whether it
   * did; another account stays open. The window has nothing of the account from then on; the account itself is
   * closed as soon as what was sent has been answered.
   */
  lock(): boolean {
    const opened = this.#open;
    const before = this.#beforeLock;
    this.#beforeLock = null;
    if (!this.canLock() || !opened?.lock) {
      before?.locked.resolve(false);
      return false;
    }
    const passwords = [...(before?.typed.values() ?? [])].flat();
    // What was begun before the lock must not open the account again.
    this.#latestOnly.begin().accept();
    const { profile, apiKey, keyStoredIn, cacheKey, lock } = opened;
    const inMemory = { apiKey: keyStoredIn === 'keychain' ? null : apiKey, passwords };
    this.#locked = { profile, lock, key: null, secrets: sealSecrets(inMemory, cacheKey) };
    for (const window of this.#ports.keys()) this.#detachPort(window);
    this.#announce();
    const { events } = this.#services;
    events.emit('status', emptyStatus);
    events.emit('locked');
    before?.locked.resolve(true);
    this.#closing = this.#workSettled().then(() => {
      if (this.#open !== opened) return;
      opened.apiKey = null;
      opened.account.close();
      this.#open = null;
    });
    return true;
  }

  /** Closes the account, with or without its data. */
  async disconnect(forget: boolean): Promise<void> {
    const request = this.#latestOnly.begin();
    request.accept();
    const profile = this.#profile();
    await this.#workSettled();
    // An account that was opened in the meantime stays open.
    if (!request.isSuperseded()) this.#clear();
    const isBack = profile !== null && profile.id === this.#profile()?.id;
    const isForgotten = profile !== null && !isBack && (forget || profile.isDemo);
    const forgetting = isForgotten ? this.#forgetData(profile) : null;
    if (!request.isSuperseded()) {
      this.#announce();
      this.#services.events.emit('status', emptyStatus);
      await this.#demo.stop();
    }
    const left = await forgetting;
    // Only now it is known whether the list of accounts still contains it.
    if (forgetting && !request.isSuperseded()) this.#announce();
    if (left) fail(left);
  }

  /** Deletes all data of an account, whether it is open or not. */
  async forget(id: string): Promise<void> {
    if (this.#profile()?.id === id) {
      await this.disconnect(true);
      return;
    }
    const other = this.#services.elsewhere?.(id);
    if (other) return other.forget();
    const left = await this.#forgetData(this.#services.profiles.get(id));
    this.#announce();
    if (left) fail(left);
  }

  /** For the end of the app. */
  async close(): Promise<void> {
    this.#latestOnly.end();
    await this.#workSettled();
    this.#clear();
    await this.#demo.stop();
  }

  #requireOpen(): OpenAccount {
    return (
      (this.#locked ? null : this.#open) ??
      fail({ kind: 'declined', reason: 'gone', message: message('faults.main.noAccountOpen') })
    );
  }

  /** Brings other windows with this account to the front, and rejects with `declined`, if there are any. */
  async #refuseElsewhere(id: string): Promise<void> {
    if (await this.#services.elsewhere?.(id)?.show()) failElsewhere();
  }

  #requireStillOpen(opened: OpenAccount): void {
    if (this.#open !== opened || this.#locked) failAccountClosed();
  }

  #profile(): Profile | null {
    return (this.#open ?? this.#locked)?.profile ?? null;
  }

  #fileOf(profile: Profile): string {
    return accountFile(this.#services.cacheFolder, profile);
  }

  /** Reports the session to the window. */
  #announce(): void {
    this.#services.events.emit('session', this.current());
  }

  #announceIfOpen(): void {
    if (this.#open) this.#announce();
  }

  /** Closes whatever is open or locked. */
  #clear(): void {
    this.#open?.account.close();
    this.#open = null;
    this.#locked = null;
    this.#beforeLock?.locked.resolve(false);
    this.#beforeLock = null;
  }

  #lock(account: LockedAccount): void {
    if (this.#services.elsewhere?.(account.profile.id)) failElsewhere();
    this.#clear();
    this.#locked = account;
    this.#announce();
  }

  /** Opens an account from its offline copy and shows it; the network comes after. */
  #show(profile: Profile, copy: Copy, key: HeldKey): OpenAccount {
    // Two sessions would write the same files. The other one may have opened it meanwhile.
    if (this.#services.elsewhere?.(profile.id)) failElsewhere();
    const waiting = this.#locked;
    this.#clear();
    let opened: OpenAccount;
    try {
      opened = new OpenAccount(profile, copy, key, {
        services: this.#services,
        file: this.#fileOf(profile),
        callHistory: this.#callHistoryOf(profile),
        nextGeneration: () => ++this.#generation,
        onNotice: () => this.#announceIfOpen(),
      });
    } catch (error) {
      // A wrong passphrase leaves the copy locked.
      this.#locked = waiting;
      throw error;
    }
    this.#open = opened;
    for (const port of this.#ports.values()) opened.account.fleet.attachPort(port);
    this.#announce();
    opened.account.reportAll();
    if (opened.apiKey !== null) this.#connect(opened);
    return opened;
  }

  /** The first call loads the network code of Node, which would hold up the picture of cached devices. */
  #connect(opened: OpenAccount): void {
    const { firstPicture } = this.#services;
    const { account } = opened;
    if (!firstPicture || account.fleet.ids().length === 0) return account.connect();
    void firstPicture.then(() => {
      if (this.#open === opened) account.connect();
    });
  }

  #callHistoryOf({ id }: Profile): CallHistory {
    const history = this.#callHistories.get(id) ?? createCallHistory();
    this.#callHistories.set(id, history);
    return history;
  }

  /**
   * Sends one exchange within the limit of the account, which may be open. Rejects with FaultError unless
   * the service accepts the key.
   */
  async #signIn(profile: Profile, apiKey: string): Promise<void> {
    const fault = addressFault(profile);
    if (fault) fail(fault);
    const { clock, settings } = this.#services;
    const open = this.#open;
    const queue =
      open?.profile.id === profile.id
        ? open.account.queue
        : new RequestQueue({
            clock,
            callsPerMinute: () => settings().callsPerMinute,
            working: () => ({ jobs: false, downloads: false }),
            history: this.#callHistoryOf(profile),
          });
    // The form says how long to wait, and the user tries again.
    const pause = queue.pause();
    if (pause?.fault.kind === 'limitReached') {
      const retryAfterSeconds = Math.ceil((pause.until - clock.now()) / 1000);
      fail({ ...pause.fault, retryAfterSeconds });
    }
    await createClient(this.#services, profile, () => apiKey, { queue }).signIn();
  }

  /** Finds the copy of an account and its key; in memory if the file is a link to another place. */
  #copyOf(profile: Profile): Promise<Copy | LockedCopy> {
    const file = this.#fileOf(profile);
    const fault = linkFault(file);
    if (fault) return Promise.resolve({ ...memoryCopy(), notice: fault });
    return findCopy(this.#services.keychain, profile, file);
  }

  async #openLast(): Promise<void> {
    const profile = this.#services.profiles.last();
    if (!profile) return;
    if (profile.isDemo) {
      await this.useDemo();
      return;
    }
    const request = this.#latestOnly.begin();
    const fault = await this.#reopen(profile, request);
    // With neither key nor copy the connect screen says more than an empty map.
    if (fault && !request.isSuperseded()) this.#announce();
  }

  /** Opens an account from its cached data; returns why not if there is neither a key nor a copy. */
  async #reopen(profile: Profile, request: LatestRequest): Promise<Fault | null> {
    const copy = await this.#copyOf(profile);
    if (request.isSuperseded()) return null;
    if (copy.storedIn === 'locked') {
      this.#lock({ profile, lock: copy.lock, key: null });
      return null;
    }
    const held = await heldKey(this.#services.keychain, profile);
    if (request.isSuperseded()) return null;
    if (held.apiKey === null && copy.storedIn === 'memory') return held.fault;
    this.#show(profile, copy, held);
    return null;
  }

  /** Shows an account whose key its service has just accepted. */
  async #openNew(profile: Profile, apiKey: string, request: LatestRequest): Promise<void> {
    const { profiles, keychain } = this.#services;
    // Nothing is stored for an account that is not on the list: it could not be forgotten again.
    const unlisted = profiles.note(profile);
    const keyStoredIn = unlisted ? 'memory' : await keepKey(keychain, profile, apiKey);
    request.throwIfSuperseded();
    const copy = unlisted ? memoryCopy() : await this.#copyOf(profile);
    request.throwIfSuperseded();
    const notRemembered = profiles.remember(profile);
    const key: HeldKey = { apiKey, keyStoredIn };
    if (copy.storedIn === 'locked') {
      this.#lock({ profile, lock: copy.lock, key });
    } else {
      this.#show(profile, { ...copy, notice: notRemembered ?? copy.notice ?? null }, key);
    }
    await this.#demo.stop();
  }

  /** Gives the open account a key that its service has just accepted. */
  async #useKey(opened: OpenAccount, apiKey: string): Promise<void> {
    const isFirst = opened.apiKey === null;
    opened.apiKey = apiKey;
    opened.needsKey = null;
    if (isFirst) opened.account.connect();
    else opened.account.wake();
    // A keychain may ask the user first; the fleet does not wait for that.
    if (opened.keyStoredIn === 'nowhere') opened.keyStoredIn = 'memory';
    this.#announce();
    opened.keyStoredIn = await keepKey(this.#services.keychain, opened.profile, apiKey);
    if (this.#open === opened) this.#announce();
  }

  /** Resolves when every started edit of the open account has ended. */
  async #workSettled(): Promise<void> {
    this.#open?.account.cancelWaiting();
    await this.#open?.account.records.settled();
  }

  /**
   * Deletes all data of an account and returns the first fault; one fault does not stop the other
   * deletions. While anything is left the account stays on the list, so that it can be forgotten again.
   */
  async #forgetData(profile: Profile): Promise<Fault | null> {
    const { profiles, keychain } = this.#services;
    const file = this.#fileOf(profile);
    const tries = [attempt(() => profiles.leave(profile.id))];
    // The demo has neither a copy nor an entry in the keychain.
    if (!profile.isDemo) {
      tries.push(
        attempt(() => forgetCopy(file)),
        attempt(() => keychain.remove(keyName(profile))),
        attempt(() => keychain.remove(cacheKeyName(profile))),
      );
    }
    // Without a keychain nothing is left in it.
    const left = (await Promise.all(tries)).find(
      (fault) => fault && (fault.kind !== 'keychain' || fault.reason !== 'missing'),
    );
    return left ?? attempt(() => profiles.forget(profile.id));
  }
}

function failElsewhere(): never {
  fail({ kind: 'declined', reason: 'state', message: message('faults.main.openElsewhere') });
}

/** The account to suggest on the connect page: none whose address was changed by something else. */
const suggested = (last: Profile | null) =>
  last && !last.isDemo && !hasDerivedId(last) ? null : last;

export function sessionHandlers(
  session: SessionFeature,
  {
    beforeConnect,
    openAccountWindow,
    askOthersToLock,
  }: {
    /** Asks the user whether a new service may be contacted; rejects if not. */
    beforeConnect: (address: string) => Promise<void>;
    openAccountWindow: (id: string) => Promise<void>;
    askOthersToLock: () => void;
  },
): Pick<Handlers<WaypostContract>, 'session' | 'status'> {
  return {
    session: {
      current: async () => {
        await session.opened();
        return session.current();
      },
      connect: async (input) => {
        await beforeConnect(input.address);
        return session.connect(input);
      },
      useDemo: () => session.useDemo(),
      openKnown: ({ id }) => session.openKnown(id),
      openInWindow: ({ id }) => openAccountWindow(id),
      findAccounts: () => session.findAccounts(),
      forget: ({ id }) => session.forget(id),
      replaceKey: ({ apiKey }) => session.replaceKey(apiKey),
      storeKey: () => session.storeKey(),
      setPassphrase: ({ passphrase, current }) => session.setPassphrase(passphrase, current),
      lock: async ({ passwords }, caller = 0) => {
        askOthersToLock();
        if (await session.lockFrom(caller, passwords)) return;
        fail({ kind: 'declined', reason: 'state', message: message('faults.main.notLocked') });
      },
      takePasswords: () => session.takePasswords(),
      unlock: ({ passphrase }) => session.unlock(passphrase),
      disconnect: ({ forget }) => session.disconnect(forget),
      setSubmissionMode: ({ id, mode }) => session.setSubmissionMode(id, mode),
    },
    status: {
      current: () => session.status(),
      cancelWaiting: () => session.account().cancelWaiting(),
    },
  };
}

/** A request to open or leave an account, while it is in progress. */
interface LatestRequest {
  /** From now on earlier requests are superseded. */
  accept(): void;
  /** Throws `declined` if a later request was accepted. Call it after every wait. */
  throwIfSuperseded(): void;
  isSuperseded(): boolean;
}

/**
 * The user may start another request while a service, a keychain or a passphrase takes time. The
 * latest accepted request wins, in whatever order they finish.
 */
export function createLatestOnly(): { begin(): LatestRequest; end(): void } {
  let last = 0;
  let accepted = 0;
  return {
    begin: () => {
      const mine = ++last;
      const isSuperseded = () => mine < accepted;
      const throwIfSuperseded = () => {
        if (isSuperseded())
          fail({
            kind: 'declined',
            reason: 'state',
            message: message('faults.main.otherChosen'),
          });
      };
      return {
        throwIfSuperseded,
        isSuperseded,
        accept: () => {
          throwIfSuperseded();
          accepted = mine;
        },
      };
    },
    /** Supersedes all requests, also those that begin later. */
    end: () => {
      accepted = Number.POSITIVE_INFINITY;
    },
  };
}
