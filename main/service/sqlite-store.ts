import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import {
  listedOf,
  type AlertRow,
  type DeviceRow,
  type FixRow,
  type GroupRow,
  type Records,
  type Store,
  type UserRow,
} from './store';

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

function parsed<T>(row: unknown): T | null {
  return row ? (JSON.parse(String((row as Row).record)) as T) : null;
}

/** The statements for one kind of record, stored as JSON under its id, in order of creation. */
function shelf<T extends { id: string }>(db: DatabaseSync, table: 'devices' | 'groups' | 'users') {
  const all = db.prepare(`SELECT record FROM ${table} ORDER BY position`);
  // Half the time of objects, for a long list.
  all.setReturnArrays(true);
  const one = db.prepare(`SELECT record FROM ${table} WHERE id = ?`);
  const save = db.prepare(
    `INSERT INTO ${table} (id, record) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET record = excluded.record`,
  );
  const remove = db.prepare(`DELETE FROM ${table} WHERE id = ?`);
  return {
    all: () => listedOf(all.all() as unknown as [string][], ([record]) => JSON.parse(record) as T),
    one: (id: string) => parsed<T>(one.get(id)),
    save: (row: T) => void save.run(row.id, JSON.stringify(row)),
    remove: (id: string) => void remove.run(id),
  };
}

function readFix(deviceId: string, row: unknown): FixRow | null {
  if (!row) return null;
  const { at, arrived_at: arrivedAt, record } = row as Row;
  return {
    deviceId,
    at: Number(at),
    arrivedAt: Number(arrivedAt),
    record: JSON.parse(String(record)) as Record<string, unknown>,
  };
}

function recordsOf(db: DatabaseSync): Records {
  const prepare = (sql: string): StatementSync => db.prepare(sql);
  const devices = shelf<DeviceRow>(db, 'devices');
  const groups = shelf<GroupRow>(db, 'groups');
  const users = shelf<UserRow>(db, 'users');
  const usersByEmail = prepare(
    "SELECT record FROM users WHERE lower(record ->> 'email') = lower(?) ORDER BY position",
  );
  const setting = prepare('SELECT value FROM settings WHERE name = ?');
  const setSetting = prepare(
    'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  const fixes = prepare(
    'SELECT at, arrived_at, record FROM fixes WHERE device_id = ? AND at BETWEEN ? AND ? ORDER BY at',
  );
  const newest = prepare(
    'SELECT at, arrived_at, record FROM fixes WHERE device_id = ? ORDER BY at DESC LIMIT 1',
  );
  const latest = prepare(
    'SELECT at, arrived_at, record FROM fixes WHERE device_id = ? ORDER BY arrived_at DESC, at DESC LIMIT 1',
  );
  const saveFix = prepare(
    'INSERT OR REPLACE INTO fixes (device_id, at, arrived_at, record) VALUES (?, ?, ?, ?)',
  );
  const alerts = prepare(
    'SELECT record FROM alerts WHERE device_id = ? AND at BETWEEN ? AND ? ORDER BY at, position',
  );
  const addAlert = prepare('INSERT INTO alerts (device_id, at, record) VALUES (?, ?, ?)');
  const forget = ['fixes', 'alerts'].map((table) =>
    prepare(`DELETE FROM ${table} WHERE device_id = ?`),
  );
  return {
    setting: async (name) => {
      const row = setting.get(name) as Row | undefined;
      return row ? String(row.value) : null;
    },
    setSetting: async (name, value) => void setSetting.run(name, value),
    devices: async () => devices.all(),
    device: async (id) => devices.one(id),
    saveDevice: async (row) => devices.save(row),
    deleteDevice: async (id) => {
      devices.remove(id);
      for (const statement of forget) statement.run(id);
    },
    groups: async () => [...groups.all()],
    group: async (id) => groups.one(id),
    saveGroup: async (row) => groups.save(row),
    deleteGroup: async (id) => groups.remove(id),
    users: async () => [...users.all()],
    user: async (id) => users.one(id),
    usersByEmail: async (email) =>
      usersByEmail.all(email).map((row) => parsed<UserRow>(row) as UserRow),
    saveUser: async (row) => users.save(row),
    deleteUser: async (id) => users.remove(id),
    fixes: async (deviceId, { from, to }) =>
      fixes.all(deviceId, from, to).map((row) => readFix(deviceId, row) as FixRow),
    lastFix: async (deviceId, by) =>
      readFix(deviceId, (by === 'time' ? newest : latest).get(deviceId)),
    saveFix: async (row) =>
      void saveFix.run(row.deviceId, row.at, row.arrivedAt, JSON.stringify(row.record)),
    alerts: async (deviceId, { from, to }) =>
      alerts.all(deviceId, from, to).map((row) => parsed<AlertRow>(row) as AlertRow),
    addAlert: async (row) => void addAlert.run(row.deviceId, row.at, JSON.stringify(row)),
  };
}

/**
 * Serialises access to the connection. A transaction spans awaits; otherwise a reader could see data
 * that is rolled back later, or write into another transaction.
 */
function turnstile(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}

/** Opens the service's SQLite file in `folder`, or a database in memory when there is none. */
export function openSqliteStore(folder: string | null): Store {
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
  const records = recordsOf(db);
  const inTurn = turnstile();
  const store: Partial<Record<keyof Records, unknown>> = {};
  for (const name of Object.keys(records) as (keyof Records)[]) {
    const call = records[name] as (...args: unknown[]) => Promise<unknown>;
    store[name] = (...args: unknown[]) => inTurn(() => call(...args));
  }
  return {
    ...(store as Records),
    change: (work) =>
      inTurn(async () => {
        db.exec('BEGIN IMMEDIATE');
        try {
          const result = await work(records);
          db.exec('COMMIT');
          return result;
        } catch (error) {
          db.exec('ROLLBACK');
          throw error;
        }
      }),
    close: () => inTurn(async () => db.close()),
  };
}
