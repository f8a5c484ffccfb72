import type { EventEmitter } from 'node:events';
import type { AlertNotice } from '#main/features/history/history';
import type { Cached } from '#main/features/records/cached-list';
import type { NearestTowns } from '#main/files/towns';
import type { Clock } from '#main/pace/clock';
import type { AlertOverview } from '#shared/domain/alert';
import type { Device } from '#shared/domain/device';
import type { DraftKind } from '#shared/domain/edit';
import type { FieldMappingState } from '#shared/domain/field-mapping';
import type { Group } from '#shared/domain/group';
import type { Absence } from '#shared/domain/handover';
import type { Snooze } from '#shared/domain/alert-rules';
import type { FetchState } from '#shared/domain/history';
import type { Job } from '#shared/domain/job';
import type { Notice } from '#shared/domain/notice';
import type { Session, Status } from '#shared/domain/session';
import type { Settings } from '#shared/domain/settings';
import type { RefreshPause } from '#shared/domain/session';
import type { User } from '#shared/domain/user';
import type { HistoryMessage } from '#shared/history/columns';
import type { Fault } from '#shared/fault';
import type { Caller } from '#shared/ipc/define';
import type { PlaceEventsOverview } from '#shared/ipc/places';

/** What happens in main, by event. All from `status` on comes from the open account. */
export interface AppEvents {
  settings: [Settings];
  /** Another language or region is used. */
  language: [];
  session: [Session];
  /** Each window is to send what was typed in it and is stored nowhere. */
  lockAsked: [];
  /** The open account was locked. */
  locked: [];
  status: [Status];
  fieldMapping: [FieldMappingState];
  groups: [Cached<Group>];
  users: [Cached<User>];
  /** The service answered with the record of one device: to an edit, or to a request for it. */
  device: [Device];
  /** The service sent the list of devices. */
  listed: [];
  journal: [{ total: number }];
  /** A draft was settled without a save in the window. */
  draftSettled: [{ kind: DraftKind }];
  jobs: [Job[]];
  /** The user came back. */
  absence: [Absence];
  snoozes: [Snooze[]];
  /** Rules of places found something, or it was acknowledged. */
  placeEvents: [PlaceEventsOverview];
  fetches: [FetchState[]];
  /** A part of a track, and the window that asked for it. */
  track: [HistoryMessage, Caller?];
  alertOverview: [AlertOverview];
  /** A native notification. */
  notice: [Notice];
  alertNotice: [AlertNotice];
  /** What is known of the service changed. */
  facts: [];
  /** The service refuses the key, or accepts it again (null). */
  keyRefused: [Fault | null];
}

/** What every account needs from the app; it lives as long as the app. */
export interface AccountServices {
  events: EventEmitter<AppEvents>;
  settings: () => Settings;
  /** The clock of this computer. */
  clock: Clock;
  random: () => number;
  /** A new random id, such as a UUID. */
  newId: () => string;
  /** IANA name; days are this computer's days if the account's zone is not known. */
  computerTimeZone: () => string;
  /** Why last locations are not to be refreshed now. */
  refreshPause: () => RefreshPause;
  /** Absent: notifications name no town. */
  nearestTowns?: NearestTowns;
  /** Logs an exception that is not a fault; returns the fault to show instead. */
  onBug: (error: unknown) => Fault;
}
