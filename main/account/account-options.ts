import type { ApiOptions } from '#main/api/sender';
import type { Dialect } from '#main/api/dialect';
import type { ServiceClient } from '#main/api/service-client';
import type { Cache } from '#main/cache/cache';
import type { CallGate, CallHistory } from '#main/pace/call-gate';
import type { FieldMappingFeature } from '#main/features/field-mapping/field-mapping';
import type { Attention } from '#main/pace/device-order';
import type { Fleet } from '#main/features/fleet/fleet';
import type { CachedList } from '#main/features/records/cached-list';
import type { Group } from '#shared/domain/group';
import type { Status, SubmissionModeChoice, Usage } from '#shared/domain/session';
import type { User } from '#shared/domain/user';
import type { DeviceDetails } from '#shared/ipc/fleet';
import type { Fault } from '#shared/fault';
import type { AccountFacts } from './account-facts';
import type { AccountFeatures } from './account-features';
import type { AccountHost } from './account-host';
import type { AccountLists } from './account-lists';
import type { RefreshDevice } from './refresh-device';
import type { RefreshedMany } from './refresh-many';

/** What an account passes to its client. */
export type SharedWithClient = Pick<ApiOptions, 'gate' | 'onCall' | 'dialect'>;

export interface AccountOptions {
  /** The id of its profile. */
  id: string;
  host: AccountHost;
  cache: Cache;
  /** The calls of this account before it was opened. */
  callHistory?: CallHistory;
  /** Numbers the device lists of all accounts, so that the window never mixes two of them. */
  nextGeneration: () => number;
  /** The account for the journal: user name and address. */
  by: string;
  /** Creates the client, which asks the gate, reports every call and shares what the account learned. */
  createClient: (shared: Required<SharedWithClient>) => ServiceClient;
  /** What the user set for this connection. */
  submissionMode: () => SubmissionModeChoice;
  onFacts: (facts: AccountFacts) => void;
  /** The service refuses the key, or accepts it again (null). */
  onKeyRefused: (fault: Fault | null) => void;
}

/** One open account with everything that works for it. */
export interface Account extends AccountFeatures {
  fleet: Fleet;
  fieldMapping: FieldMappingFeature;
  groups: CachedList<Group>;
  users: CachedList<User>;
  /** Requests a list for the user. */
  reload: AccountLists['reload'];
  /** What was learned about the service since the account was opened. */
  dialect: Readonly<Dialect>;
  facts(): AccountFacts;
  /** The time by the clock of the service, as far as it is known. */
  now(): number;
  status(): Status;
  /** Starts to call the service. */
  connect(): void;
  /** Requests the lists now, and every last location as the budget allows. */
  refreshNow(): Promise<void>;
  /** Requests the record and the last location of one device now, as the budget allows. */
  refreshDevice: RefreshDevice['refresh'];
  /**
   * Requests the last locations of some devices as the budget allows; resolves when all were requested or
   * the account was closed. Rejects with the fault that ends it; what was received before is kept.
   */
  refreshMany(ids: readonly string[]): Promise<RefreshedMany>;
  /** The calls of the day by endpoint and hour. */
  usage(): Usage;
  /** The user's limit of calls per day; null: none. */
  setCallsPerDay(limit: number | null): Usage;
  /** Forgets the limit that was learned from refusals. */
  forgetLearnedLimit(): Usage;
  /** `refreshPause` of the host changed. */
  pauseChanged(): void;
  /** The key was replaced, the network may be back, or the computer woke up. */
  wake(): void;
  /** The devices that the user sees, which are requested more often. */
  prioritise(attention: Attention): void;
  /** The details of a device, with the time of its next check. */
  details(id: string): DeviceDetails;
  countries(): Promise<Record<string, string>>;
  timeZones(): Promise<Record<string, string>>;
  /** Ends the waits of the user's own calls; what was sent is not affected. */
  cancelWaiting(): void;
  /** Through which every request of the account goes. */
  gate: Pick<CallGate, 'begin' | 'pause'>;
  close(): void;
}
