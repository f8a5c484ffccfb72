import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
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

const schemaVersion = 1;

const schema = `
  CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS devices (position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, record TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS groups (position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, record TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS users (position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, record TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS users_by_email ON users (lower(record ->> 'email'));
  CREATE TABLE IF NOT EXISTS fixes (
    device_id TEXT NOT NULL, at INTEGER NOT NULL, arrived_at INTEGER NOT NULL, record TEXT NOT NULL,
    PRIMARY KEY (device_id, at)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS alerts (
    position INTEGER PRIMARY KEY, device_id TEXT NOT NULL, at INTEGER NOT NULL, record TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS alerts_by_device ON alerts (device_id, at);
`;

type Row = Record<string, unknown>;

const parsed = <T>(row: unknown): T => JSON.parse(String((row as Row).record)) as T;

/** The records of one kind, stored as JSON under their ids, in the order of creation. */
class Shelf<T extends { id: string }> {
  readonly #all: StatementSync;
  readonly #one: StatementSync;
  readonly #save: StatementSync;
  readonly #remove: StatementSync;

  constructor(db: DatabaseSync, table: 'devices' | 'groups' | 'users') {
    this.#all = db.prepare(`SELECT record FROM ${table} ORDER BY position`);
    // Half the time of objects, for a long list.
    this.#all.setReturnArrays(true);
    this.#one = db.prepare(`SELECT record FROM ${table} WHERE id = ?`);
    this.#save = db.prepare(
      `INSERT INTO ${table} (id, record) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET record = excluded.record`,
    );
    this.#remove = db.prepare(`DELETE FROM ${table} WHERE id = ?`);
  }

  /** Each record is read when its turn comes, as it was when this was called. */
  all(): Listed<T> {
    const rows = this.#all.all() as unknown as [string][];
    return listedOf(rows, ([record]) => JSON.parse(record) as T);
  }

  one(id: string): T | null {
    const row = this.#one.get(id);
    return row ? parsed<T>(row) : null;
  }

  save(row: T): void {
    this.#save.run(row.id, JSON.stringify(row));
  }

  remove(id: string): void {
    this.#remove.run(id);
  }
}

const statements = (db: DatabaseSync) => ({
  usersByEmail: db.prepare(
    "SELECT record FROM users WHERE lower(record ->> 'email') = lower(?) ORDER BY position",
  ),
  setting: db.prepare('SELECT value FROM settings WHERE name = ?'),
  setSetting: db.prepare(
    'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  ),
  fixes: db.prepare(
    'SELECT at, arrived_at, record FROM fixes WHERE device_id = ? AND at BETWEEN ? AND ? ORDER BY at',
  ),
  newest: db.prepare(
    'SELECT at, arrived_at, record FROM fixes WHERE device_id = ? ORDER BY at DESC LIMIT 1',
  ),
  latest: db.prepare(
    'SELECT at, arrived_at, record FROM fixes WHERE device_id = ? ORDER BY arrived_at DESC, at DESC LIMIT 1',
  ),
  saveFix: db.prepare(
    'INSERT OR REPLACE INTO fixes (device_id, at, arrived_at, record) VALUES (?, ?, ?, ?)',
  ),
  alerts: db.prepare(
    'SELECT record FROM alerts WHERE device_id = ? AND at BETWEEN ? AND ? ORDER BY at, position',
  ),
  addAlert: db.prepare('INSERT INTO alerts (device_id, at, record) VALUES (?, ?, ?)'),
  deleteFixes: db.prepare('DELETE FROM fixes WHERE device_id = ?'),
  deleteAlerts: db.prepare('DELETE FROM alerts WHERE device_id = ?'),
});

function readFix(deviceId: string, row: unknown): FixRow {
  const { at, arrived_at: arrivedAt, record } = row as Row;
  return {
    deviceId,
    at: Number(at),
    arrivedAt: Number(arrivedAt),
    record: JSON.parse(String(record)) as Record<string, unknown>,
  };
}

/** The service's SQLite database. Records are complete copies that can be changed and saved. */
export class Store {
  readonly #db: DatabaseSync;
  readonly #statements: ReturnType<typeof statements>;
  readonly devices: Shelf<DeviceRow>;
  readonly groups: Shelf<GroupRow>;
  readonly users: Shelf<UserRow>;

  /** `folder`: where its file is; null: the database is in memory. */
  constructor(folder: string | null) {
    if (folder) mkdirSync(folder, { recursive: true });
    const db = new DatabaseSync(folder ? path.join(folder, 'service.sqlite') : ':memory:');
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    const version = Number((db.prepare('PRAGMA user_version').get() as Row).user_version);
    if (version > schemaVersion) {
      db.close();
      throw new Error(`The service's data folder was written by a newer version (${version}).`);
    }
    db.exec(schema);
    db.exec(`PRAGMA user_version = ${schemaVersion}`);
    this.#db = db;
    this.#statements = statements(db);
    this.devices = new Shelf(db, 'devices');
    this.groups = new Shelf(db, 'groups');
    this.users = new Shelf(db, 'users');
  }

  setting(name: string): string | null {
    const row = this.#statements.setting.get(name) as Row | undefined;
    return row ? String(row.value) : null;
  }

  setSetting(name: string, value: string): void {
    this.#statements.setSetting.run(name, value);
  }

  /** With its fixes and alerts. */
  deleteDevice(id: string): void {
    this.devices.remove(id);
    this.#statements.deleteFixes.run(id);
    this.#statements.deleteAlerts.run(id);
  }

  /** Case-insensitive. The rules allow one user per address; the store does not rely on it. */
  usersByEmail(email: string): UserRow[] {
    return this.#statements.usersByEmail.all(email).map((row) => parsed<UserRow>(row));
  }

  /** Ascending by time of the fix. */
  fixes(deviceId: string, { from, to }: Range): FixRow[] {
    return this.#statements.fixes.all(deviceId, from, to).map((row) => readFix(deviceId, row));
  }

  /** The latest by fix time, or by arrival. */
  lastFix(deviceId: string, by: 'time' | 'arrival'): FixRow | null {
    const { newest, latest } = this.#statements;
    const row = (by === 'time' ? newest : latest).get(deviceId);
    return row ? readFix(deviceId, row) : null;
  }

  /** A fix of the same device and time replaces the earlier one. */
  saveFix({ deviceId, at, arrivedAt, record }: FixRow): void {
    this.#statements.saveFix.run(deviceId, at, arrivedAt, JSON.stringify(record));
  }

  /** Ascending by time. */
  alerts(deviceId: string, { from, to }: Range): AlertRow[] {
    return this.#statements.alerts.all(deviceId, from, to).map((row) => parsed<AlertRow>(row));
  }

  addAlert(row: AlertRow): void {
    this.#statements.addAlert.run(row.deviceId, row.at, JSON.stringify(row));
  }

  /** Runs `work` in a transaction: commits on success, rolls back when it throws. */
  change<T>(work: () => T): T {
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#db.exec('COMMIT');
      return result;
    } catch (error) {
      this.#db.exec('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    this.#db.close();
  }
}
