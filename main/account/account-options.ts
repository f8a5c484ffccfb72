import type { ApiOptions } from '#main/api/caller';
import type { Dialect } from '#main/api/dialect';
import type { ServiceClient } from '#main/api/service-client';
import type { Cache } from '#main/cache/cache';
import type { FieldMappingFeature } from '#main/features/field-mapping/field-mapping';
import type { Fleet } from '#main/features/fleet/fleet';
import type { CachedList } from '#main/features/records/cached-list';
import type { Group } from '#shared/domain/group';
import type { Status, SubmissionModeChoice } from '#shared/domain/session';
import type { User } from '#shared/domain/user';
import type { Fault } from '#shared/fault';
import type { AccountFacts } from './account-facts';
import type { AccountFeatures } from './account-features';
import type { AccountHost } from './account-host';
import type { RefreshDevice } from './refresh-device';
import type { ServiceReportStore } from './service-report';

/** What an account passes to its client. */
export type SharedWithClient = Pick<ApiOptions, 'charge' | 'onCall' | 'dialect'>;

export interface AccountOptions {
  host: AccountHost;
  cache: Cache;
  /** Numbers the device lists of all accounts, so that the window never mixes two of them. */
  nextGeneration: () => number;
  /** The account for the journal: user name and address. */
  by: string;
  /** Creates the client, which charges and reports every call and shares what the account learned. */
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
  /** What was learned about the service since the account was opened. */
  dialect: Readonly<Dialect>;
  /** The report on its service, from which the dialect starts. */
  serviceReport: ServiceReportStore;
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
  /** The key was replaced, the network may be back, or the computer woke up. */
  wake(): void;
  prioritise(ids: readonly string[]): void;
  countries(): Promise<Record<string, string>>;
  timeZones(): Promise<Record<string, string>>;
  close(): void;
}
