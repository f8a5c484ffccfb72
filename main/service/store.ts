import type { UserDocument } from './routes/user-schema';

/** A device as the service keeps it; dates as the account holder typed them, moments in epoch ms. */
export interface DeviceRow {
  id: string;
  name: string;
  description: string | null;
  /** Telephone number of the SIM (`min` on the wire). */
  phone: string | null;
  tags: Record<string, string>;
  /** The settings of specification section 2.3. */
  limits: LimitRow;
  /** True while the device counts as a used licence (section 3). */
  isActive: boolean;
  /** True if the daily limits do not apply any more (section 2.3). */
  areLimitsExpired?: boolean;
  /** A date that had been reached when the device was activated and that does not expire it again. */
  keptDate?: string | null;
  counters: CounterRow;
  /** The behaviour of a demo device; null for a device with submitted fixes only. */
  demo: DemoRow | null;
}

export interface LimitRow {
  expires: boolean;
  /** `YYYY-MM-DD` in the account's time zone. */
  expirationDate: string | null;
  dailyEmailLimit: number | null;
  dailySmsLimit: number | null;
}

/** Messages sent on `day` (`YYYY-MM-DD` in the account's time zone); 0 on any other day. */
interface CounterRow {
  day: string;
  emails: number;
  sms: number;
}

/** Simulator input besides the seed. */
export interface DemoRow {
  /** Index in the seeded fleet; with the seed it determines city, vehicle and schedule. */
  index: number;
  seed: number;
  role: DemoRole;
  /** No fix after this moment: the device went silent or expired; null while it reports. */
  silentSince: number | null;
  /** When the panic button was pressed; its fixes carry a critical alert for a while after. */
  panicAt: number | null;
  /** `city`: all vehicles drive in the demo's city; absent: in cities around the world. */
  area?: DemoArea;
}

export type DemoArea = 'city';

export const demoRoles = [
  'drives',
  'hauls',
  'idles',
  'parked',
  'stacked',
  'silent',
  'never',
  'zero',
  'expired',
] as const;
export type DemoRole = (typeof demoRoles)[number];

export interface GroupRow {
  id: string;
  name: string;
  description: string | null;
  deviceIds: string[];
  createdAt: number;
  modifiedAt: number;
}

/** What a user document says, and what the service adds to it. */
export interface UserRow extends Omit<UserDocument, 'password'> {
  id: string;
  createdAt: number;
  modifiedAt: number;
  lastLoginAt: number | null;
  /** Salted hash; the password itself is never stored or sent. */
  passwordHash: string | null;
  /** The account's owner cannot be deleted through the interface. */
  isOwner: boolean;
}

/** A stored location record: its wire members besides `dateTime`, as sent. */
export interface FixRow {
  deviceId: string;
  at: number;
  /** Order of arrival; a fix that came late has a high number and an old `at`. */
  arrivedAt: number;
  record: Record<string, unknown>;
}

export interface AlertRow {
  deviceId: string;
  at: number;
  latitude: number;
  longitude: number;
  text: string | null;
  /** Channels over which the alert was sent. */
  notifications: string[];
  alerts: string[];
}

/** Times are epoch milliseconds, both ends included. */
export interface Range {
  from: number;
  to: number;
}

/** A list whose members are made one by one. */
export type Listed<T> = Iterable<T> & { readonly length: number };

/** The list whose members `make` makes of those of another. */
export const listedOf = <From, To>(list: Listed<From>, make: (of: From) => To): Listed<To> => ({
  length: list.length,
  *[Symbol.iterator]() {
    for (const each of list) yield make(each);
  },
});

/** The records of one kind under their ids, in the order of creation. */
export interface Shelf<T extends { id: string }> {
  /** Each record is read when its turn comes, as it was when this was called. */
  all(): Promise<Listed<T>>;
  one(id: string): Promise<T | null>;
  /** At least all users with this e-mail address or groups with this name, in any case. */
  called(name: string): Promise<T[]>;
  /** The first of the ids that has no record; null: all have one. */
  missing(ids: readonly string[]): Promise<string | null>;
  save(rows: readonly T[]): Promise<void>;
  remove(id: string): Promise<void>;
}

/** The service's database. Records are complete copies that can be changed and saved. */
export interface Store {
  readonly devices: Shelf<DeviceRow>;
  readonly groups: Shelf<GroupRow>;
  readonly users: Shelf<UserRow>;
  setting(name: string): Promise<string | null>;
  setSetting(name: string, value: string): Promise<void>;
  /** What all instances share and a database of one instance keeps in memory: `access.ts`. */
  shared(name: string): Promise<string | null>;
  setShared(name: string, value: string): Promise<void>;
  /** With its fixes and alerts. */
  deleteDevice(id: string): Promise<void>;
  /** How many devices use a licence after a day (`YYYY-MM-DD`) has begun; empty: whatever their dates are. */
  licencesAfter(day: string): Promise<number>;
  /** The first `most` of the range, ascending by time of the fix. */
  fixes(deviceId: string, range: Range, most: number): Promise<FixRow[]>;
  /** The latest by fix time, or by arrival. */
  lastFix(deviceId: string, by: 'time' | 'arrival'): Promise<FixRow | null>;
  /** Inside a change. A fix of the same device and time replaces the earlier one. */
  saveFixes(rows: readonly FixRow[]): Promise<void>;
  /** Ascending by time. */
  alerts(deviceId: string, range: Range): Promise<AlertRow[]>;
  /** Inside a change. */
  addAlerts(rows: readonly AlertRow[]): Promise<void>;
  /** Counts a call of the account, unless `perMinute` calls were counted in the last minute. */
  countCall(at: number, day: string, perMinute: number | null): Promise<CountedCall>;
  /** Counts results of a device on a day; false, and nothing is counted, if they exceed `most`. */
  countResults(deviceId: string, day: string, count: number, most: number): Promise<boolean>;
  /**
   * Runs `work` in a transaction: commits on success, rolls back when it throws. `work` uses the store that
   * it is given, and may be run again if another change came first.
   */
  change<T>(work: (store: Store) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The calls of the day with this one, or the wait until the minute has room. */
export type CountedCall = { today: number } | { waitMs: number };

/** Thrown by a store that cannot be reached or has no room at the moment. */
export class Unavailable extends Error {
  override name = 'Unavailable';
}
