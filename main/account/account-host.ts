import { heardWhile, type HistoryHost } from '#main/features/history/host';
import type { Cached } from '#main/features/records/cached-list';
import type { Clock } from '#main/pace/clock';
import type { FieldMappingState } from '#shared/domain/field-mapping';
import type { Device } from '#shared/domain/device';
import type { RecordKind } from '#shared/domain/edit';
import type { Absence } from '#shared/domain/handover';
import type { Group } from '#shared/domain/group';
import type { Job } from '#shared/domain/job';
import type { Notice } from '#shared/domain/notice';
import type { Status, RefreshPause } from '#shared/domain/session';
import type { Settings } from '#shared/domain/settings';
import type { User } from '#shared/domain/user';
import type { Fault } from '#shared/fault';

/** The settings that decide which device is asked next. */
export type RefreshSettings = Pick<
  Settings,
  'oldestCheckMinutes' | 'movingAboveKmh' | 'serviceSpeedUnit'
>;

/** What every account needs from the app: time, chance, settings, and where its news goes. */
export interface AccountHost {
  clock: Clock;
  random: () => number;
  /** A new random id, such as a UUID. */
  newId: () => string;
  /** IANA name; days are this computer's days if the account's zone is not known. */
  computerTimeZone: () => string;
  /** The user's own limit of calls, or that of the demo. */
  callsPerMinute: () => number;
  /** Settings of the refresh; absent: the defaults. */
  refreshSettings?: (() => RefreshSettings) | undefined;
  /** The demo has a limit that is not the user's setting. */
  isDemo?: boolean;
  /** Why last locations are not to be refreshed now; absent: never. */
  refreshPause?: () => RefreshPause;
  /** Days before a device's expiry on which to warn; empty: off. */
  warningDays: () => readonly number[];
  /** Settings and listeners of history; absent if nothing shows it. */
  history?: HistoryHost | undefined;
  /** Shows a native notification. */
  notify: (notice: Notice) => void;
  onStatus: (status: Status) => void;
  /** Absent if nothing shows it. */
  onFieldMapping?: ((state: FieldMappingState) => void) | undefined;
  onGroups: (groups: Cached<Group>) => void;
  /** The service answered with the record of one device: to an edit, or to a request for it. */
  onDevice: (device: Device) => void;
  /** The service sent the list of devices. Absent if nothing shows it. */
  onListed?: (() => void) | undefined;
  onUsers: (users: Cached<User>) => void;
  onJournal: (news: { total: number }) => void;
  /** A draft was settled without a save in the window. Absent if nothing shows it. */
  onDraftSettled?: ((news: { kind: RecordKind }) => void) | undefined;
  onJobs: (jobs: Job[]) => void;
  /** The user came back. Absent if nothing shows it. */
  onAbsence?: ((absence: Absence) => void) | undefined;
  /** Logs an exception that is not a fault; returns the fault to show instead. */
  onBug: (error: unknown) => Fault;
}

/** Passes calls on, or drops them. */
export type Gate = <A extends unknown[]>(listener: (...news: A) => void) => (...news: A) => void;

/** The same host with every listener behind a gate. */
export function gatedHost(gate: Gate, host: AccountHost): AccountHost {
  return {
    ...host,
    history: host.history && heardWhile(gate, host.history),
    notify: gate(host.notify),
    onStatus: gate(host.onStatus),
    onFieldMapping: host.onFieldMapping && gate(host.onFieldMapping),
    onGroups: gate(host.onGroups),
    onDevice: gate(host.onDevice),
    onListed: host.onListed && gate(host.onListed),
    onUsers: gate(host.onUsers),
    onJournal: gate(host.onJournal),
    onDraftSettled: host.onDraftSettled && gate(host.onDraftSettled),
    onJobs: gate(host.onJobs),
    onAbsence: host.onAbsence && gate(host.onAbsence),
  };
}
