import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { noEnd } from './rules/licences';
import { listedOf, type AlertRow, type FixRow, type Shelf, type Store } from './store';

const schemaVersion = 1;

/** `licenceEnd` of a stored device. */
const licenceEnds = `iif(record ->> 'isActive', coalesce(iif(record ->> '$.limits.expires',
  nullif(record ->> '$.limits.expirationDate', record ->> 'keptDate'), NULL), '${noEnd}'), NULL)`;

const schema = `
  CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS devices (position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, record TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS groups (position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, record TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS users (position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, record TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS users_by_email ON users (lower(record ->> 'email'));
  CREATE INDEX IF NOT EXISTS groups_by_name ON groups (lower(record ->> 'name'));
  CREATE INDEX IF NOT EXISTS devices_by_licence ON devices (${licenceEnds});
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

type Turn = () => Promise<void>;

function shelf<T extends { id: string }>(
  db: DatabaseSync,
  turn: Turn,
  table: 'devices' | 'groups' | 'users',
): Shelf<T> {
  const all = db.prepare(`SELECT record FROM ${table} ORDER BY position`);
  // Half the time of objects, for a long list.
  all.setReturnArrays(true);
  const one = db.prepare(`SELECT record FROM ${table} WHERE id = ?`);
  const save = db.prepare(
    `INSERT INTO ${table} (id, record) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET record = excluded.record`,
  );
  const remove = db.prepare(`DELETE FROM ${table} WHERE id = ?`);
  const name = `lower(record ->> '${table === 'users' ? 'email' : 'name'}')`;
  const called = db.prepare(
    `SELECT record FROM ${table} WHERE ${name} = lower(?) ORDER BY position`,
  );
  return {
    async all() {
      await turn();
      const rows = all.all() as unknown as [string][];
      return listedOf(rows, ([record]) => JSON.parse(record) as T);
    },
    async one(id) {
      await turn();
      const row = one.get(id);
      return row ? parsed<T>(row) : null;
    },
    async called(name) {
      await turn();
      return called.all(name).map((row) => parsed<T>(row));
    },
    async missing(ids) {
      await turn();
      return ids.find((id) => !one.get(id)) ?? null;
    },
    async save(rows) {
      await turn();
      for (const row of rows) save.run(row.id, JSON.stringify(row));
    },
    async remove(id) {
      await turn();
      remove.run(id);
    },
  };
}

const statements = (db: DatabaseSync) => ({
  licencesAfter: db.prepare(`SELECT count(*) AS used FROM devices WHERE ${licenceEnds} > ?`),
  setting: db.prepare('SELECT value FROM settings WHERE name = ?'),
  setSetting: db.prepare(
    'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  ),
  fixes: db.prepare(
    'SELECT at, arrived_at, record FROM fixes WHERE device_id = ? AND at BETWEEN ? AND ? ORDER BY at LIMIT ?',
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
  deleteDevice: db.prepare('DELETE FROM devices WHERE id = ?'),
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

const minuteMs = 60_000;

/** Counts of one process; a restart resets them, which no document forbids. */
function counts(): Pick<Store, 'countCall' | 'countResults'> {
  const recent: number[] = [];
  let day = '';
  let calls = 0;
  let results = new Map<string, number>();

  const turnDay = (today: string) => {
    if (today <= day) return;
    day = today;
    calls = 0;
    results = new Map();
  };

  return {
    async countCall(at, today, perMinute) {
      turnDay(today);
      while (recent.length > 0 && recent[0]! <= at - minuteMs) recent.shift();
      if (perMinute !== null && recent.length >= perMinute) {
        return { waitMs: (recent[0] ?? at) + minuteMs - at };
      }
      recent.push(at);
      calls += 1;
      return { today: calls };
    },
    async countResults(deviceId, today, count, most) {
      turnDay(today);
      const used = (results.get(deviceId) ?? 0) + count;
      if (used > most) return false;
      results.set(deviceId, used);
      return true;
    },
  };
}

function opened(folder: string | null): DatabaseSync {
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
  return db;
}

/**
 * The store of one process. `folder`: where its file is; null: the database is in memory. It has one
 * connection, so everything else waits while a change runs.
 */
export function openSqlite(folder: string | null): Store {
  const db = opened(folder);
  const prepared = statements(db);
  const shared = new Map<string, string>();
  const counted = counts();
  let running: Promise<void> | null = null;

  async function change<T>(work: () => Promise<T>): Promise<T> {
    db.exec('BEGIN IMMEDIATE');
    try {
      const result = await work();
      db.exec('COMMIT');
      return result;
    } catch (error) {
      db.exec('ROLLBACK');
      throw error;
    }
  }

  const storeAt = (turn: Turn): Store => ({
    devices: shelf(db, turn, 'devices'),
    groups: shelf(db, turn, 'groups'),
    users: shelf(db, turn, 'users'),
    ...counted,
    async setting(name) {
      await turn();
      const row = prepared.setting.get(name) as Row | undefined;
      return row ? String(row.value) : null;
    },
    async setSetting(name, value) {
      await turn();
      prepared.setSetting.run(name, value);
    },
    shared: async (name) => shared.get(name) ?? null,
    setShared: async (name, value) => void shared.set(name, value),
    async deleteDevice(id) {
      await turn();
      prepared.deleteDevice.run(id);
      prepared.deleteFixes.run(id);
      prepared.deleteAlerts.run(id);
    },
    async licencesAfter(day) {
      await turn();
      return Number((prepared.licencesAfter.get(day) as Row).used);
    },
    async fixes(deviceId, { from, to }, most) {
      await turn();
      return prepared.fixes.all(deviceId, from, to, most).map((row) => readFix(deviceId, row));
    },
    async lastFix(deviceId, by) {
      await turn();
      const row = (by === 'time' ? prepared.newest : prepared.latest).get(deviceId);
      return row ? readFix(deviceId, row) : null;
    },
    async saveFixes(rows) {
      await turn();
      for (const { deviceId, at, arrivedAt, record } of rows) {
        prepared.saveFix.run(deviceId, at, arrivedAt, JSON.stringify(record));
      }
    },
    async alerts(deviceId, { from, to }) {
      await turn();
      return prepared.alerts.all(deviceId, from, to).map((row) => parsed<AlertRow>(row));
    },
    async addAlerts(rows) {
      await turn();
      for (const row of rows) prepared.addAlert.run(row.deviceId, row.at, JSON.stringify(row));
    },
    async change(work) {
      await turn();
      const result = change(() => work(inChange));
      const end = () => void (running = null);
      running = result.then(end, end);
      return result;
    },
    async close() {
      await turn();
      db.close();
    },
  });

  const inChange = storeAt(async () => undefined);
  return storeAt(async () => {
    while (running) await running;
  });
}
