import type { ServiceClient } from '#main/api/service-client';
import type { Cache } from '#main/cache/cache';
import type { Device } from '#shared/domain/device';
import type { Group } from '#shared/domain/group';
import type { Job } from '#shared/domain/job';
import type { Licences } from '#shared/domain/limit';
import type { Capabilities, SubmissionModeChoice, Status } from '#shared/domain/session';
import type { User } from '#shared/domain/user';
import type { Fault } from '#shared/fault';
import type { Notice } from '#shared/domain/notice';
import type { Clock } from '#main/pace/clock';
import type { HistoryHost } from '#main/features/history/host';
import type { Cached } from '#main/features/records/cached-list';
import type { CallReport } from './status';
import type { Fleet } from '#main/features/fleet/fleet';
import type { CachedList } from '#main/features/records/cached-list';
import type { RecordsFeature } from '#main/features/records/records';
import type { Jobs } from '#main/features/jobs/jobs';
import type { ExpiryWarnings } from '#main/features/expiry/expiry-warnings';
import type { History } from '#main/features/history/history';
import type { AlertLog } from '#main/features/alerts/alert-log';
import type { LiveAlerts } from '#main/features/alerts/live-alerts';

/** What an account knows of the service beyond its lists; kept in the cache between sessions. */
export interface AccountFacts {
  capabilities: Capabilities;
  licences: Licences | null;
  accountTimeZone: string | null;
  /** The service's own limit where it announces one. */
  callsPerMinute: number | null;
}

export const unknownFacts: AccountFacts = {
  capabilities: { writesLimits: false, activates: false, takesSubmissions: false },
  licences: null,
  accountTimeZone: null,
  callsPerMinute: null,
};

export interface AccountOptions {
  cache: Cache;
  clock: Clock;
  random: () => number;
  nextGeneration: () => number;
  newId: () => string;
  /** The account for the journal: user name and address. */
  by: string;
  /** Makes the client; calls are reported to the function given. */
  createClient: (onCall: (call: CallReport) => void) => ServiceClient;
  /** The person's own ceiling for the refresh. */
  callsPerMinute: () => number;
  onStatus: (status: Status) => void;
  onFacts: (facts: AccountFacts) => void;
  onGroups: (groups: Cached<Group>) => void;
  onUsers: (users: Cached<User>) => void;
  /** A device as it is after an edit of the user. */
  onDevice: (device: Device) => void;
  onJournal: (news: { total: number }) => void;
  onJobs: (jobs: Job[]) => void;
  /** Days ahead of a device's expiry at which to warn. */
  warningDays: () => readonly number[];
  /** What the person set for this connection. */
  reading: () => SubmissionModeChoice;
  /** Settings and listeners of history; none where nobody looks at it. */
  history?: HistoryHost | undefined;
  notify: (notice: Notice) => void;
  /** IANA name of the computer's zone; days are its days where the account's zone is not known. */
  computerTimeZone: () => string;
  /** The service refuses the key, or takes it again (null). */
  onKeyRefused: (fault: Fault | null) => void;
  /** Notes an exception that is no fault; answers the fault to show instead. */
  onBug: (error: unknown) => Fault;
}

/** One account with everything that works for it: cache, lists, refresh, counters. */
export interface Account {
  fleet: Fleet;
  groups: CachedList<Group>;
  users: CachedList<User>;
  records: RecordsFeature;
  jobs: Jobs;
  expiryWarnings: ExpiryWarnings;
  history: History;
  alertLog: AlertLog;
  liveAlerts: LiveAlerts;
  facts(): AccountFacts;
  status(): Status;
  /** Begins to talk to the service. */
  connect(): void;
  /** Lists now, and every last location as the budget allows. */
  refreshNow(): Promise<void>;
  /** The key was replaced, the network may be back, or the computer woke up. */
  wake(): void;
  prioritise(ids: readonly string[]): void;
  countries(): Promise<Record<string, string>>;
  timeZones(): Promise<Record<string, string>>;
  close(): void;
}

/** Exchanges and a person's own calls do not wait for room, so a little of what is allowed is left. */
export function announcedRate({ callsPerMinute }: AccountFacts): number {
  return callsPerMinute === null ? Number.POSITIVE_INFINITY : Math.max(1, callsPerMinute - 5);
}
