import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { licenceEnd } from './rules/licences';
import {
  listedOf,
  Unavailable,
  type AlertRow,
  type DeviceRow,
  type FixRow,
  type GroupRow,
  type Shelf,
  type Store,
  type UserRow,
} from './store';

/** What was added to the schema, in order; a released entry never changes. */
const migrations = [
  `CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
  ${['devices', 'groups', 'users']
    .map(
      (table) => `CREATE TABLE ${table} (
        id TEXT PRIMARY KEY, position BIGINT GENERATED ALWAYS AS IDENTITY UNIQUE, key TEXT, record TEXT NOT NULL
      );
      CREATE INDEX ${table}_by_key ON ${table} (key);`,
    )
    .join('\n')}
  CREATE TABLE fixes (
    device_id TEXT NOT NULL, at BIGINT NOT NULL, arrived_at BIGINT NOT NULL, record TEXT NOT NULL,
    PRIMARY KEY (device_id, at)
  ) PARTITION BY RANGE (at);
  CREATE TABLE alerts (
    device_id TEXT NOT NULL, at BIGINT NOT NULL, position BIGINT GENERATED ALWAYS AS IDENTITY, record TEXT NOT NULL,
    PRIMARY KEY (device_id, at, position)
  ) PARTITION BY RANGE (at);
  -- Counts may be lost in a crash, and are written with every call.
  CREATE UNLOGGED TABLE counters (name TEXT PRIMARY KEY, day TEXT NOT NULL, total BIGINT NOT NULL, recent BIGINT[])`,
];

/** `key`: `keyOf` of a user or group, and the day on which a device frees its licence. */
export const shelfStatements = (table: string) => ({
  all: `SELECT record FROM ${table} ORDER BY position`,
  one: `SELECT record FROM ${table} WHERE id = $1`,
  called: `SELECT record FROM ${table} WHERE key = $1 ORDER BY position`,
  missing: `SELECT t.id FROM unnest($1::text[]) WITH ORDINALITY AS t (id, place)
    WHERE (SELECT r.id FROM ${table} AS r WHERE r.id = t.id) IS NULL ORDER BY t.place LIMIT 1`,
  save: `INSERT INTO ${table} (id, key, record) SELECT * FROM unnest($1::text[], $2::text[], $3::text[])
    ON CONFLICT (id) DO UPDATE SET key = excluded.key, record = excluded.record`,
  remove: `DELETE FROM ${table} WHERE id = $1`,
});

const fixColumns = 'SELECT at, arrived_at, record FROM fixes WHERE device_id = $1';
const newTotal = `CASE WHEN excluded.day > c.day THEN excluded.total ELSE c.total + excluded.total END`;
const lastMinute = 'unnest(c.recent) AS t (at) WHERE t.at > $1::bigint - 60000';

export const statements = {
  licencesAfter: 'SELECT count(*) AS used FROM devices WHERE key > $1',
  setting: 'SELECT value FROM settings WHERE name = $1',
  setSetting: `INSERT INTO settings (name, value) VALUES ($1, $2)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  fixes: `${fixColumns} AND at BETWEEN $2 AND $3 ORDER BY at LIMIT $4`,
  newest: `${fixColumns} ORDER BY at DESC LIMIT 1`,
  latest: `${fixColumns} ORDER BY arrived_at DESC, at DESC LIMIT 1`,
  saveFixes: `INSERT INTO fixes (device_id, at, arrived_at, record)
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[])
    ON CONFLICT (device_id, at) DO UPDATE SET arrived_at = excluded.arrived_at, record = excluded.record`,
  alerts: `SELECT record FROM alerts WHERE device_id = $1 AND at BETWEEN $2 AND $3 ORDER BY at, position`,
  addAlerts: `INSERT INTO alerts (device_id, at, record)
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[])`,
  deleteFixes: 'DELETE FROM fixes WHERE device_id = $1',
  deleteAlerts: 'DELETE FROM alerts WHERE device_id = $1',
  // A day never begins again for an instance whose clock is behind.
  count: `INSERT INTO counters AS c (name, day, total)
    SELECT $1::text, $2::text, $3::bigint WHERE $4::bigint IS NULL OR $3::bigint <= $4::bigint
    ON CONFLICT (name) DO UPDATE SET total = ${newTotal}, day = greatest(c.day, excluded.day)
    WHERE $4::bigint IS NULL OR ${newTotal} <= $4::bigint RETURNING total`,
  countMinute: `INSERT INTO counters AS c (name, day, total, recent)
    SELECT 'minute', '', 0, ARRAY[$1::bigint] WHERE $2::bigint > 0
    ON CONFLICT (name) DO UPDATE SET recent = ARRAY(SELECT t.at FROM ${lastMinute}) || excluded.recent
    WHERE (SELECT count(*) FROM ${lastMinute}) < $2::bigint RETURNING 1`,
  firstOfMinute: `SELECT min(t.at) AS at FROM counters AS c, ${lastMinute} AND c.name = 'minute'`,
};

/** Classes of SQLSTATE that pass: connection, conflict, resources, intervention, system, read-only standby. */
const passing = /^(08|25006|40|53|55|57|58|XX)/;
const conflicts = new Set(['40001', '40P01']);
/** A row for which there is no partition. */
const noPartition = '23514';

const codeOf = (error: unknown) => (error as { code?: string } | null)?.code ?? '';

/** What the database says, as `Unavailable` if the same call can succeed later. */
function fault(error: unknown): Error {
  const isAnswer = error instanceof pg.DatabaseError;
  if (isAnswer && !passing.test(codeOf(error))) return error;
  const why = error instanceof Error ? error.message : String(error);
  return new Unavailable(`The database is unavailable: ${why}`, { cause: error });
}

type Row = Record<string, unknown>;
type Values = readonly unknown[];
/** Runs SQL; with a name, it is prepared once on each connection. */
type Run = (text: string, values?: Values, name?: string) => Promise<Row[]>;

const runOn =
  (queryable: pg.Pool | pg.PoolClient): Run =>
  async (text, values = [], name) => {
    const { rows } = await queryable
      .query<Row>({ text, values: [...values], ...(name && { name }) })
      .catch((error: unknown) => Promise.reject(fault(error)));
    return rows;
  };

const recordOf = <T>({ record }: Row): T => JSON.parse(String(record)) as T;

/** What an index can hold of a name. */
const keyOfName = (name: string) => name.toLowerCase().slice(0, 300).replaceAll('\0', '');

/** PostgreSQL has no text with this character, so it has no record with such an id either. */
const isPossible = (id: string) => !id.includes('\0');

function shelf<T extends { id: string }>(
  run: Run,
  table: string,
  keyOf: (row: T) => string | null,
): Shelf<T> {
  const sql = shelfStatements(table);
  return {
    all: async () => listedOf(await run(sql.all, [], `${table} all`), (row) => recordOf<T>(row)),
    async one(id) {
      const [row] = isPossible(id) ? await run(sql.one, [id], `${table} one`) : [];
      return row ? recordOf<T>(row) : null;
    },
    called: async (name) =>
      (await run(sql.called, [keyOfName(name)], `${table} called`)).map((row) => recordOf<T>(row)),
    async missing(ids) {
      const first = ids.find((id) => !isPossible(id));
      const [row] = first ? [] : await run(sql.missing, [ids], `${table} missing`);
      return first ?? (row ? String(row.id) : null);
    },
    async save(rows) {
      if (rows.length === 0) return;
      const columns = [
        rows.map(({ id }) => id),
        rows.map(keyOf),
        rows.map((r) => JSON.stringify(r)),
      ];
      await run(sql.save, columns, `${table} save`);
    },
    remove: async (id) => void (await run(sql.remove, [id], `${table} remove`)),
  };
}

const readFix = (deviceId: string, row: Row): FixRow => ({
  deviceId,
  at: Number(row.at),
  arrivedAt: Number(row.arrived_at),
  record: recordOf(row),
});

/** Everything before is in one partition: trackers without time send dates of decades. */
const firstMonth = Date.UTC(2020, 0);
const monthsLater = (at: number, months: number) => {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months);
};
/** The first moment of the partition for a moment. */
const monthOf = (at: number) => (at < firstMonth ? -Infinity : monthsLater(at, 0));

/** Thrown inside a change, which begins again when the partitions are there. */
class MissingMonths extends Error {
  constructor(readonly months: readonly number[]) {
    super('There is no partition for a month.');
  }
}

/** The tables on one connection, or on any of the pool. */
function storeOn(run: Run, months: Set<number>): Omit<Store, 'change' | 'close'> {
  const sql = <K extends keyof typeof statements>(name: K, ...values: Values) =>
    run(statements[name], values, name);
  const requireMonths = (rows: readonly { at: number }[]) => {
    const missing = rows.map(({ at }) => monthOf(at)).filter((month) => !months.has(month));
    if (missing.length > 0) throw new MissingMonths([...new Set(missing)]);
  };
  const setting = async (name: string) => {
    const [row] = await sql('setting', name);
    return row ? String(row.value) : null;
  };
  const setSetting = async (name: string, value: string) =>
    void (await sql('setSetting', name, value));
  const devices = shelf<DeviceRow>(run, 'devices', licenceEnd);
  return {
    devices,
    groups: shelf<GroupRow>(run, 'groups', ({ name }) => keyOfName(name)),
    users: shelf<UserRow>(run, 'users', ({ email }) => keyOfName(email)),
    setting,
    setSetting,
    shared: setting,
    setShared: setSetting,
    async deleteDevice(id) {
      await devices.remove(id);
      await sql('deleteFixes', id);
      await sql('deleteAlerts', id);
    },
    licencesAfter: async (day) => Number((await sql('licencesAfter', day))[0]?.used),
    fixes: async (deviceId, { from, to }, most) =>
      (await sql('fixes', deviceId, from, to, most)).map((row) => readFix(deviceId, row)),
    async lastFix(deviceId, by) {
      const [row] = await sql(by === 'time' ? 'newest' : 'latest', deviceId);
      return row ? readFix(deviceId, row) : null;
    },
    async saveFixes(rows) {
      requireMonths(rows);
      // One statement cannot write a row twice; the last of one moment counts.
      const last = [...new Map(rows.map((row) => [`${row.at} ${row.deviceId}`, row])).values()];
      await sql(
        'saveFixes',
        last.map(({ deviceId }) => deviceId),
        last.map(({ at }) => at),
        last.map(({ arrivedAt }) => arrivedAt),
        last.map(({ record }) => JSON.stringify(record)),
      );
    },
    alerts: async (deviceId, { from, to }) =>
      (await sql('alerts', deviceId, from, to)).map((row) => recordOf<AlertRow>(row)),
    async addAlerts(rows) {
      requireMonths(rows);
      await sql(
        'addAlerts',
        rows.map(({ deviceId }) => deviceId),
        rows.map(({ at }) => at),
        rows.map((row) => JSON.stringify(row)),
      );
    },
    async countCall(at, day, perMinute) {
      if (perMinute !== null && (await sql('countMinute', at, perMinute)).length === 0) {
        const [first] = await sql('firstOfMinute', at);
        return { waitMs: Number(first?.at ?? at) + 60_000 - at };
      }
      const [row] = await sql('count', 'calls', day, 1, null);
      return { today: Number(row?.total) };
    },
    countResults: async (deviceId, day, count, most) =>
      (await sql('count', `results of ${deviceId}`, day, count, most)).length > 0,
  };
}

export interface PostgresOptions {
  /** Connections of this instance at most. */
  connections?: number;
  /** How long a call waits for one of them. */
  connectTimeoutMs?: number;
  /** Full months of locations and alerts that are kept besides the current one; null: all. */
  keepMonths?: number | null;
}

const mostAttempts = 30;
const dayMs = 86_400_000;

/**
 * The store of any number of instances. A change is a serializable transaction: if another one came first, it
 * runs again, so that the rules hold whichever instance is asked.
 */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Store> {
  const { connections = 10, connectTimeoutMs = 5_000, keepMonths = null } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'waypost-service',
  });
  // A connection that breaks is replaced, and who waits for its answer is told.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  const months = new Set<number>();

  async function transaction<T>(begin: string, work: (run: Run) => Promise<T>): Promise<T> {
    const client = await pool.connect().catch((error: unknown) => Promise.reject(fault(error)));
    const run = runOn(client);
    let isBroken = false;
    try {
      await run(begin);
      const result = await work(run);
      await run('COMMIT');
      return result;
    } catch (error) {
      await run('ROLLBACK').catch(() => (isBroken = true));
      throw error;
    } finally {
      client.release(isBroken);
    }
  }

  /** Changes the schema, one instance after another. */
  const alone = (work: (run: Run) => Promise<void>) =>
    transaction('BEGIN', async (run) => {
      await run('SELECT pg_advisory_xact_lock(7091865)');
      await work(run);
    });

  const migrate = () =>
    alone(async (run) => {
      await run('CREATE TABLE IF NOT EXISTS schema_version (version INT PRIMARY KEY)');
      const [row] = await run('SELECT max(version) AS version FROM schema_version');
      const version = Number(row?.version ?? 0);
      if (version > migrations.length) {
        throw new Error(`The database was written by a newer version (${version}).`);
      }
      for (const [i, migration] of migrations.entries()) {
        if (i < version) continue;
        await run(migration);
        await run('INSERT INTO schema_version VALUES ($1)', [i + 1]);
      }
    });

  const partition = (table: string, month: number) =>
    `${table}_${month < firstMonth ? 'earlier' : new Date(month).toISOString().slice(0, 7).replace('-', '_')}`;

  async function createMonths(missing: readonly number[]): Promise<void> {
    await alone(async (run) => {
      for (const month of missing) {
        const from = month < firstMonth ? 'MINVALUE' : month;
        const to = month < firstMonth ? firstMonth : monthsLater(month, 1);
        const bounds = `FROM (${from}) TO (${to})`;
        for (const table of ['fixes', 'alerts']) {
          const name = partition(table, month);
          await run(
            `CREATE TABLE IF NOT EXISTS ${name} PARTITION OF ${table} FOR VALUES ${bounds}`,
          );
        }
      }
    });
    for (const month of missing) months.add(month);
  }

  async function dropMonths(keep: number): Promise<void> {
    const oldest = monthsLater(Date.now(), -keep);
    if (oldest <= firstMonth) return;
    await alone(async (run) => {
      for (const table of ['fixes', 'alerts']) {
        const partitions = await run(
          `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
          WHERE i.inhparent = $1::regclass AND (c.relname < $2 OR c.relname = $3)`,
          [table, partition(table, oldest), partition(table, -Infinity)],
        );
        for (const { name } of partitions) await run(`DROP TABLE ${String(name)}`);
      }
    });
    months.clear();
  }

  async function change<T>(work: (store: Store) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await transaction('BEGIN ISOLATION LEVEL SERIALIZABLE', (run) => {
          const store: Store = { ...storeOn(run, months), change: (inner) => inner(store), close };
          return work(store);
        });
      } catch (error) {
        if (attempt === mostAttempts) throw error;
        const { cause } = error as Error;
        if (error instanceof MissingMonths) await createMonths(error.months);
        // Another instance has dropped the month.
        else if (codeOf(error) === noPartition) months.clear();
        else if (conflicts.has(codeOf(cause))) await delay(Math.random() * 4 * attempt);
        else throw error;
      }
    }
  }

  try {
    await migrate();
    if (keepMonths !== null) await dropMonths(keepMonths);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const dropping = setInterval(() => {
    if (keepMonths !== null) dropMonths(keepMonths).catch(() => undefined);
  }, dayMs).unref();
  async function close(): Promise<void> {
    clearInterval(dropping);
    await pool.end();
  }
  return { ...storeOn(runOn(pool), months), change, close };
}
