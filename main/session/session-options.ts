import type { Account } from '#main/account/account';
import type { AccountHost } from '#main/account/account-host';
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
  fetch: typeof fetch;
  startDemo: () => Promise<DemoService>;
  onSession: (session: Session) => void;
  history?: HistoryHost;
}

/** Which account is open: connecting, keys, the offline copy, leaving. */
export interface SessionFeature {
  current(): Session;
  status(): Status;
  /** The open account; throws `declined` if there is none. */
  account(): Account;
  /** Opens the last account from its offline copy when the app starts. */
  restore(): Promise<void>;
  /** Opens another known account from its cached data; rejects if nothing could be opened. */
  openKnown(id: string): Promise<void>;
  /** Deletes all data of an account, whether it is open or not. */
  forget(id: string): Promise<void>;
  connect(input: { address: string; userName: string; apiKey: string }): Promise<Profile>;
  /** Unless it is remembered, the next start opens the account that was used before. */
  useDemo(options?: { isRemembered: boolean }): Promise<Profile>;
  replaceKey(apiKey: string): Promise<void>;
  setPassphrase(passphrase: string): Promise<void>;
  unlock(passphrase: string): Promise<void>;
  disconnect(forget: boolean): Promise<void>;
  /** Sets the submission mode of the open account; `declined` if another account is open by now. */
  setSubmissionMode(id: string, reading: SubmissionModeChoice): void;
  attachPort(port: FleetPort): void;
  close(): Promise<void>;
}
