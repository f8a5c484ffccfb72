import type { Keychain } from '#main/secrets/keychain';
import type { Device } from '#shared/domain/device';
import type { Group } from '#shared/domain/group';
import type { Job } from '#shared/domain/job';
import type { Profile, SubmissionModeChoice, Session, Status } from '#shared/domain/session';
import type { User } from '#shared/domain/user';
import type { Fault } from '#shared/fault';
import type { Notice } from '#shared/domain/notice';
import type { Clock } from '#main/pace/clock';
import type { FleetPort } from '#main/features/fleet/fleet';
import type { HistoryHost } from '#main/features/history/host';
import type { Cached } from '#main/features/records/cached-list';
import type { Account } from '#main/account/account';
import type { ProfileStore } from './profiles';

export interface DemoService {
  url: string;
  userName: string;
  apiKey: string;
  stop(): Promise<void>;
  /** Resolves when the service has ended, by request or by itself. */
  ended: Promise<void>;
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
  onGroups: (groups: Cached<Group>) => void;
  onUsers: (users: Cached<User>) => void;
  /** A device as it is after an edit of the user. */
  onDevice: (device: Device) => void;
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
  /** Another account from what is kept of it; rejects with the reason where nothing opened. */
  openKnown(id: string): Promise<void>;
  /** Deletes everything that is kept of an account, whether it is on screen or not. */
  forget(id: string): Promise<void>;
  connect(input: { address: string; userName: string; apiKey: string }): Promise<Profile>;
  /** Not remembered, the next start opens the account that was used before. */
  useDemo(options?: { isRemembered: boolean }): Promise<Profile>;
  replaceKey(apiKey: string): Promise<void>;
  setPassphrase(passphrase: string): Promise<void>;
  unlock(passphrase: string): Promise<void>;
  disconnect(forget: boolean): Promise<void>;
  /** How the calls of the account on screen are read; `conflict` where that is another one by now. */
  setSubmissionMode(id: string, reading: SubmissionModeChoice): void;
  attachPort(port: FleetPort): void;
  close(): Promise<void>;
}
