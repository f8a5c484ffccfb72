import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { parseArgs, promisify } from 'node:util';
import pg from 'pg';
import { createAccount } from '#main/service/access';
import { openPostgres, statements } from '#main/service/postgres';
import { openSqlite } from '#main/service/sqlite';
import { startService } from '#main/service/start';
import type { DeviceRow, GroupRow, Store } from '#main/service/store';
import { startPostgres, type PostgresServer } from '../../support/postgres';
import { kinds, pick, warmUpSeconds, type Kind, type Load, type Measured } from './requests';

// The service under load, as one line of JSON for each measurement: `load` for each of its stores and for the
// driver alone, and `growth` for each number of devices.

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: '' },
    counts: { type: 'string', default: '' },
    seconds: { type: 'string', default: '10' },
    clients: { type: 'string', default: '16' },
  },
});
const seconds = Number(values.seconds);
const clients = Number(values.clients);
const account = { userName: 'bench', apiKey: randomBytes(16).toString('hex') };
const usual: Load['weights'] = { 'last location': 10, range: 5, submission: 4, patch: 1 };
const hourMs = 3_600_000;
const report = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

const device = (id: string, isActive = true): DeviceRow => ({
  id,
  name: `Van ${id}`,
  description: null,
  phone: null,
  tags: { depot: 'north' },
  limits: { expires: false, expirationDate: null, dailyEmailLimit: null, dailySmsLimit: null },
  isActive,
  counters: { day: '', emails: 0, sms: 0 },
  demo: null,
});
const group = (i: number): GroupRow => ({
  id: `g${i}`,
  name: `Group ${i}`,
  description: null,
  deviceIds: [],
  createdAt: 1,
  modifiedAt: 1,
});

const fixRecord = { latitude: 48.1, longitude: 11.5, speed: 12, course: 90, battery: 80 };
const perDevice = 100;
/** 100 locations are spread over half a year, and the last 20 hours have one each. */
const ages = Array.from({ length: perDevice }, (_, i) => (i < 20 ? i : (i - 18) * 54) * hourMs);

/** Devices `d0` … with 100 locations each, one device without a licence, and 100 groups. */
async function fill(store: Store, from: number, to: number, now: number): Promise<void> {
  const ids = Array.from({ length: to - from }, (_, i) => `d${from + i}`);
  await store.devices.save([...ids.map((id) => device(id)), device('inactive', false)]);
  await store.groups.save(Array.from({ length: 100 }, (_, i) => group(i)));
  await store.setSetting('licences', String(to));
  await store.setSetting('seededAt', String(now));
}

/** Locations of the first devices, in one change. */
function fillFixes(store: Store, count: number, now: number): Promise<void> {
  return store.change(async (store) => {
    for (let i = 0; i < count; i += 1) {
      const moments = ages.map((age) => now - age - i);
      await store.saveFixes(
        moments.map((at) => ({ deviceId: `d${i}`, at, arrivedAt: at, record: fixRecord })),
      );
    }
  });
}

/** The same by the database itself, when the partitions are there. */
const generated = `INSERT INTO fixes (device_id, at, arrived_at, record)
  SELECT 'd' || d, $3 - age - d % 1000, $3 - age - d % 1000, $4
  FROM unnest($5::bigint[]) AS age, generate_series($1::int, $2::int - 1) AS d`;

async function generate(url: string, from: number, to: number, now: number): Promise<void> {
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  await database.query(generated, [from, to, now, JSON.stringify(fixRecord), ages]);
  await database.query('VACUUM ANALYZE');
  // Otherwise the server writes all of it to the disk while it is measured.
  await database.query('CHECKPOINT');
  await database.end();
}

interface Running {
  url: string;
  pid: number;
  stop(): Promise<unknown>;
}

async function startInstance(args: readonly string[], store?: string): Promise<Running> {
  const file = path.join(values.folder, 'service.mjs');
  const given = ['--json', '--user', account.userName, ...args];
  const child: ChildProcess = spawn(process.execPath, [file, ...given], {
    env: {
      ...process.env,
      WAYPOST_SERVICE_KEY: account.apiKey,
      ...(store && { WAYPOST_SERVICE_STORE: store }),
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const stop = () => {
    child.kill();
    return gone;
  };
  for await (const line of createInterface({ input: child.stdout! })) {
    if (line.startsWith('{'))
      return { ...(JSON.parse(line) as { url: string }), pid: child.pid!, stop };
  }
  throw new Error('the service ended before it had started');
}

async function tokenOf(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/Auth/Token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  return ((await answer.json()) as { token: string }).token;
}

interface Process {
  parent: number;
  cpuMs: number;
  /** That of its children that have ended. */
  endedMs: number;
}

/** Milliseconds of processor time of each process; Linux only. */
function processes(): Map<number, Process> {
  const found = new Map<number, Process>();
  for (const name of process.platform === 'linux' ? readdirSync('/proc') : []) {
    try {
      const stat = /^\d+$/.test(name) ? readFileSync(`/proc/${name}/stat`, 'utf8') : '';
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      // The kernel counts in hundredths of a second.
      const [user = 0, system = 0, ...ofEnded] = fields
        .slice(11, 15)
        .map((ticks) => Number(ticks) * 10);
      const endedMs = (ofEnded[0] ?? 0) + (ofEnded[1] ?? 0);
      if (stat)
        found.set(Number(name), { parent: Number(fields[1]), cpuMs: user + system, endedMs });
    } catch {
      // It has ended.
    }
  }
  return found;
}

/** Milliseconds of processor time of these processes and their children. */
function cpuOf(pids: readonly number[]): number {
  let sum = 0;
  for (const [pid, { parent, cpuMs, endedMs }] of processes()) {
    if (pids.includes(pid)) sum += cpuMs + endedMs;
    else if (pids.includes(parent)) sum += cpuMs;
  }
  return sum;
}

const quantile = (sorted: readonly number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? null;
const quantiles = (sorted: readonly number[]) => ({
  p50: quantile(sorted, 0.5),
  p95: quantile(sorted, 0.95),
  p99: quantile(sorted, 0.99),
});

/** Drives clients against instances, and what it costs them and the database in milliseconds a request. */
async function driven(
  instances: readonly Running[],
  server: PostgresServer | null,
  load: Pick<Load, 'devices' | 'weights'>,
) {
  const urls = instances.map(({ url }) => url);
  const given: Load = { urls, token: await tokenOf(urls[0]!), clients, seconds, ...load };
  const cpu = () => ({
    service: cpuOf(instances.map(({ pid }) => pid)),
    database: server ? cpuOf([server.pid()]) : 0,
  });
  const before = cpu();
  const file = path.join(values.folder, 'client.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [file, JSON.stringify(given)], {
    maxBuffer: 1e9,
  });
  const measured = JSON.parse(stdout) as Measured;
  const after = cpu();
  // The seconds of warming up cost as much as the others.
  const requests = measured.perSecond * (seconds + warmUpSeconds);
  const all = Object.values(measured.times)
    .flat()
    .sort((a, b) => a - b);
  return {
    perSecond: measured.perSecond,
    errors: measured.errors,
    ...quantiles(all),
    serviceMs: (after.service - before.service) / requests,
    databaseMs: (after.database - before.database) / requests,
    clientMs: measured.cpuMs / requests,
    kinds: Object.fromEntries(
      Object.entries(measured.times).map(([kind, times]) => [kind, quantiles(times)]),
    ),
  };
}

interface Query {
  name?: string;
  text: string;
  values: unknown[];
}

/** The statements of requests of each kind, as the service itself sends them. */
async function recorded(url: string, devices: number): Promise<Query[][]> {
  const service = await startService({ devices: 0, ...account }, await openPostgres(url));
  const token = await tokenOf(service.url);
  const client = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown };
  const { query } = client;
  let seen: Query[] = [];
  client.query = function record(this: unknown, ...given) {
    seen.push({ ...(given[0] as Query) });
    return query.apply(this, given);
  };
  const requests: Query[][] = [];
  for (const [kind, weight] of Object.entries(usual)) {
    for (let i = 0; i < weight * 10; i += 1) {
      const id = `d${pick(devices)}`;
      const [method, address, body] = kinds[kind as Kind](id, devices);
      seen = [];
      const answer = await fetch(service.url + address, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      await answer.text();
      // One that was tried again, or made a partition first, does not stand for the others.
      if (seen.every(({ text }) => text !== 'ROLLBACK')) requests.push(seen);
    }
  }
  client.query = query;
  await service.stop();
  return requests;
}

/** A location that was submitted again would only replace the first one. */
const renewed = ({ name, values: given }: Query) =>
  name === 'saveFixes' ? [given[0], [Date.now() - pick(hourMs)], ...given.slice(2)] : given;

/** The same statements through the driver alone: what no service on it can exceed. */
async function driverAlone(url: string, requests: readonly Query[][], server: PostgresServer) {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  const from = performance.now() + warmUpSeconds * 1_000;
  const until = from + seconds * 1_000;
  const times: number[] = [];
  let errors = 0;
  const before = { own: process.cpuUsage(), database: cpuOf([server.pid()]) };
  const work = Array.from({ length: clients }, async () => {
    while (performance.now() < until) {
      const begun = performance.now();
      const request = requests[pick(requests.length)]!;
      let client: pg.PoolClient | null = null;
      try {
        for (const query of request) {
          if (query.text.startsWith('BEGIN')) client = await pool.connect();
          await (client ?? pool).query({ ...query, values: renewed(query) });
          if (query.text !== 'COMMIT') continue;
          client?.release();
          client = null;
        }
        if (begun >= from) times.push(performance.now() - begun);
      } catch {
        // Two changed the same device, as under the service; it tries again, this does not.
        await client?.query('ROLLBACK');
        client?.release();
        errors += 1;
      }
    }
  });
  await Promise.all(work);
  const own = process.cpuUsage(before.own);
  const requestsDone = (times.length / seconds) * (seconds + warmUpSeconds);
  const databaseMs = (cpuOf([server.pid()]) - before.database) / requestsDone;
  await pool.end();
  return {
    perSecond: times.length / seconds,
    errors,
    ...quantiles(times.sort((a, b) => a - b)),
    serviceMs: (own.user + own.system) / 1_000 / requestsDone,
    databaseMs,
    clientMs: 0,
  };
}

async function measureLoad(server: PostgresServer, devices: number): Promise<void> {
  const load = { devices, weights: usual };
  const data = path.join(values.folder, 'service-data');
  const sqlite = openSqlite(data);
  await fill(sqlite, 0, devices, Date.now());
  await fillFixes(sqlite, devices, Date.now());
  await sqlite.close();
  const alone = await startInstance(['--data', data]);
  report({ load: 'SQLite', ...(await driven([alone], null, load)) });
  await alone.stop();
  const requests = await recorded(server.url, devices);
  report({ load: 'the driver alone', ...(await driverAlone(server.url, requests, server)) });
  const instances = [await startInstance([], server.url)];
  report({ load: 'PostgreSQL, one instance', ...(await driven(instances, server, load)) });
  instances.push(await startInstance([], server.url));
  report({ load: 'PostgreSQL, two instances', ...(await driven(instances, server, load)) });
  for (const instance of instances) await instance.stop();
}

const planned = {
  fixes: statements.fixes,
  newest: statements.newest,
  licencesAfter: statements.licencesAfter,
};

/** The plans of what reads locations and counts licences, with their times. */
async function plans(database: pg.Client, now: number): Promise<Record<string, string>> {
  const given = {
    fixes: `'d7', ${now - 40 * 24 * hourMs}, ${now}, 50001`,
    newest: `'d7'`,
    licencesAfter: `'2027-01-01'`,
  };
  const texts: Record<string, string> = {};
  await database.query('SET plan_cache_mode = force_generic_plan');
  for (const [name, text] of Object.entries(planned)) {
    await database.query(`PREPARE planned_${name} AS ${text}`);
    const { rows } = await database.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN (ANALYZE, COSTS off, BUFFERS off) EXECUTE planned_${name} (${given[name as keyof typeof given]})`,
    );
    texts[name] = rows.map((row) => row['QUERY PLAN']).join('\n');
    await database.query(`DEALLOCATE planned_${name}`);
  }
  return texts;
}

async function measureGrowth(
  server: PostgresServer,
  counts: readonly number[],
  now: number,
): Promise<void> {
  const database = new pg.Client({ connectionString: server.url });
  await database.connect();
  let before = 0;
  for (const devices of [...counts].sort((a, b) => a - b)) {
    const store = await openPostgres(server.url);
    await fill(store, before, devices, now);
    await store.close();
    await generate(server.url, before, devices, now);
    const instance = await startInstance([], server.url);
    const weights: Load['weights'] = { ...usual, activation: 1, 'group of 100': 1 };
    const measured = await driven([instance], server, { devices, weights });
    await instance.stop();
    report({
      growth: devices,
      locations: devices * perDevice,
      ...measured,
      plans: await plans(database, now),
    });
    before = devices;
  }
  await database.end();
}

const server = await startPostgres({ survives: 'powerCut' });
try {
  const now = Date.now();
  const counts = values.counts.split(',').filter(Boolean).map(Number);
  const store = await openPostgres(server.url);
  await createAccount(store, account.userName, account.apiKey);
  // The partitions.
  await fill(store, 0, 1, now);
  await store.change((store) =>
    store.saveFixes(
      ages.map((age) => ({
        deviceId: 'first',
        at: now - age - hourMs,
        arrivedAt: now,
        record: {},
      })),
    ),
  );
  await store.close();
  if (counts.length > 0) await measureGrowth(server, counts, now);
  else {
    const devices = 1_000;
    const filled = await openPostgres(server.url);
    await fill(filled, 0, devices, now);
    await filled.close();
    await generate(server.url, 0, devices, now);
    await measureLoad(server, devices);
  }
} finally {
  await server.stop();
}
