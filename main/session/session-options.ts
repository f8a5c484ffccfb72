import type { Account } from '#main/account/account';
import type { AccountHost } from '#main/account/account-host';
import type { Fetch, SendOnce } from '#main/api/request';
import type { FleetPort } from '#main/features/fleet/fleet';
import type { HistoryHost } from '#main/features/history/host';
import type { Keychain } from '#main/secrets/keychain';
import type { Profile, Session, Status, SubmissionModeChoice } from '#shared/domain/session';
import type { ProfileStore } from './profiles';

export interface DemoService {
  url: string;
  userName: string;
  apiKey: string;
  stop(): Promise<void>;
  /** Resolves when the service has ended, on request or by itself. */
  ended: Promise<void>;
}

export interface SessionOptions extends AccountHost {
  /** The folder of the offline copies. */
  cacheFolder: string;
  profiles: ProfileStore;
  keychain: Keychain;
  fetch: Fetch;
  /** For requests that must not be repeated; absent: `fetch` itself never repeats one. */
  sendOnce?: SendOnce;
  startDemo: () => Promise<DemoService>;
  onSession: (session: Session) => void;
  history?: HistoryHost;
  /** An account with cached devices calls the service after this; absent: at once. */
  firstPicture?: Promise<unknown>;
}

/** Which account is open: connecting, keys, the offline copy, leaving. */
export interface SessionFeature {
  current(): Session;
  status(): Status;
  /** The open account; throws `declined` if there is none. */
  account(): Account;
  /** The open account if it has this id; throws `declined` if another one is open by now. */
  accountOf(id: string): Account;
  /** Opens the last account from its offline copy when the app starts. */
  restore(): Promise<void>;
  /** Opens another known account from its cached data; rejects if nothing could be opened. */
  openKnown(id: string): Promise<void>;
  /**
   * Lists accounts again whose offline copies lie in the folder and whose keys are in the keychain.
   * `left`: copies whose account is not known, because an earlier version stored the key.
   */
  findAccounts(): Promise<{ found: number; left: number }>;
  /** Deletes all data of an account, whether it is open or not. */
  forget(id: string): Promise<void>;
  connect(input: { address: string; userName: string; apiKey: string }): Promise<Profile>;
  /** Unless it is remembered, the next start opens the account that was used before. */
  useDemo(options?: { isRemembered: boolean }): Promise<Profile>;
  replaceKey(apiKey: string): Promise<void>;
  /** Stores the key of the open account in the keychain; rejects with the keychain's fault. */
  storeKey(): Promise<void>;
  setPassphrase(passphrase: string): Promise<void>;
  unlock(passphrase: string): Promise<void>;
  /**
   * Closes an account whose copy is under a passphrase, until the passphrase is entered again. Returns
   * whether it did; another account stays open.
   */
  lock(): Promise<boolean>;
  disconnect(forget: boolean): Promise<void>;
  /** Sets the submission mode of the open account; `declined` if another account is open by now. */
  setSubmissionMode(id: string, mode: SubmissionModeChoice): void;
  attachPort(port: FleetPort): void;
  close(): Promise<void>;
}
