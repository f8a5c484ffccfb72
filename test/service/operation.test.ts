import { execFile } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterEach, describe, expect, inject, test, vi } from 'vitest';
import type { AnsweredCall } from '#main/service/context';
import { openPostgres } from '#main/service/postgres';
import { startService } from '#main/service/start';
import { Client } from '../contract/client';
import { createAuthority } from '../support/certificates';
import { emptySchema } from '../support/postgres';
import { patient, startOnPostgres } from '../support/postgres-service';
import { cleanUp, onCleanUp } from '../support/resources';

afterEach(cleanUp);

const script = path.resolve(import.meta.dirname, '..', '..', 'scripts', 'service.mjs');

/** The command with an address of a store in its environment; rejects with what it wrote. */
async function command(args: string[], store = ''): Promise<string> {
  const env = { ...process.env, WAYPOST_SERVICE_STORE: store };
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], { env });
  return stdout;
}

async function ownStore() {
  const schema = await emptySchema(inject('postgresUrl'));
  onCleanUp(() => schema.drop());
  return schema.url;
}

describe('the account', () => {
  test('is made once, and its key is shown then and stored as a hash', async () => {
    const url = await ownStore();
    const printed = await command(['--create-account', 'fleet'], url);
    const apiKey = /API key +(\S+)/.exec(printed)?.[1] ?? '';
    expect(apiKey).not.toBe('');
    await expect(command(['--create-account', 'other'], url)).rejects.toThrow(/has an account/);
    const service = await startService({ devices: 0 }, await openPostgres(url, patient));
    onCleanUp(() => service.stop());
    const client = await new Client({ url: service.url, userName: 'fleet', apiKey }).signIn();
    expect((await client.get('/api/devices')).status).toBe(200);
    const database = new pg.Client({ connectionString: url });
    await database.connect();
    const { rows } = await database.query('SELECT * FROM settings');
    await database.end();
    expect(JSON.stringify(rows)).toContain('fleet');
    expect(JSON.stringify(rows)).not.toContain(apiKey);
  });

  test('has to be there before the service starts', async () => {
    await expect(command([], await ownStore())).rejects.toThrow(/--create-account/);
  });
});

describe('the command', () => {
  test.each([
    [['--host', '0.0.0.0'], 'postgres://a@127.0.0.1/b', /--insecure-host/],
    [['--store', 'postgres://a:secret@127.0.0.1/b'], '', /no password/],
    [['--host', '0.0.0.0', '--insecure-host'], '', /needs --store/],
    [['--store', 'mysql://a@127.0.0.1/b'], '', /--store takes/],
  ])('refuses %j', async (args, store, message) => {
    await expect(command(args, store)).rejects.toThrow(message);
  });
});

describe('an instance', () => {
  test('answers 503 while all its connections are taken, and then as before', async () => {
    const url = await ownStore();
    // To connect may take longer than it may wait for the connection, but then it stays.
    const store = await vi.waitFor(
      () => openPostgres(url, { connections: 1, connectTimeoutMs: 500 }),
      { timeout: 60_000 },
    );
    const service = await startService({ devices: 0 }, store);
    onCleanUp(() => service.stop());
    const client = await new Client(service).signIn();
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    await other.query('BEGIN');
    await other.query('LOCK TABLE groups');
    const waiting = client.get('/api/groups');
    const isReady = async () => (await client.raw('GET', '/healthz')).status;
    await expect.poll(isReady, { timeout: 30_000 }).toBe(503);
    const refused = await client.get('/api/groups');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    await other.query('COMMIT');
    await other.end();
    expect((await waiting).status).toBe(200);
    expect(await isReady()).toBe(200);
  });

  test('speaks TLS with a certificate', async () => {
    const authority = await createAuthority();
    const tls = await authority.issue();
    const service = await startOnPostgres({ devices: 0, tls, host: '127.0.0.1' });
    onCleanUp(() => service.stop());
    expect(service.url).toMatch(/^https:/);
    const [answer] = await once(get(`${service.url}/healthz`, { ca: authority.cert }), 'response');
    expect((answer as IncomingMessage).statusCode).toBe(200);
  });

  test('that stops finishes the calls that have begun', async () => {
    const service = await startOnPostgres({ devices: 0, drainMs: 10_000 });
    const client = await new Client(service).signIn();
    service.control.setFaults({ latencyMs: 300, path: '/api/groups' });
    const begun = client.get('/api/groups');
    await expect.poll(() => service.control.calls()).toHaveProperty('GET /api/groups');
    await service.stop();
    expect((await begun).status).toBe(200);
  });

  test('writes a line for each call, without secrets', async () => {
    const lines: AnsweredCall[] = [];
    const service = await startOnPostgres({ devices: 0, log: (call) => void lines.push(call) });
    onCleanUp(() => service.stop());
    const client = await new Client(service).signIn();
    await client.get('/api/groups?name=secret');
    await client.get('/api/groups/none');
    expect(lines.map(({ method, path, status }) => `${method} ${path} ${status}`)).toEqual([
      'POST /api/Auth/Token 200',
      'GET /api/groups 200',
      'GET /api/groups/none 404',
    ]);
    const written = JSON.stringify(lines);
    for (const secret of [service.apiKey, client.token, 'secret']) {
      expect(written).not.toContain(secret);
    }
  });
});
