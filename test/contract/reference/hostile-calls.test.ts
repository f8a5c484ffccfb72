import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { CallLog } from '#main/service/control';
import { json, part, type Client } from '../client';
import { startReference, withService } from '../target';

/** The status of a call with a chosen `Host`, which `fetch` does not allow. */
function statusWithHost(url: string, host: string, path = '/api/groups'): Promise<number> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, headers: { host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    })
      .once('error', reject)
      .end();
  });
}

async function groupOf(client: Client): Promise<string> {
  const { body } = await client.send('POST', '/api/groups', { name: 'Vans' });
  return `/api/groups/${part(body.id)}`;
}

describe('a text with a zero character', () => {
  it('is stored where any text is, and names no record', async () => {
    await withService({}, async ({ client }) => {
      const zero = 'a\0b';
      const user = { name: zero, email: 'a@waypost.example', country: 'ES', timeZone: 'UTC' };
      const { status, body } = await client.send('POST', '/api/users', user);
      expect([status, body.name]).toEqual([201, zero]);
      for (const kind of ['devices', 'groups', 'users']) {
        expect((await client.get(`/api/${kind}/${part(zero)}`)).status).toBe(404);
      }
      const group = { name: 'Vans', devices: [zero] };
      expect((await client.send('POST', '/api/groups', group)).status).toBe(400);
    });
  });
});

describe('the host of a call', () => {
  it.each([
    'attacker.example',
    'attacker.example:80',
    '127.0.0.1.attacker.example',
    '0.0.0.0',
    'x@127.0.0.1',
  ])('refuses %s, which a web page can point at this computer', async (host) => {
    await withService({ controlToken: 'for-tests-only' }, async ({ service: { url } }) => {
      for (const path of ['/api/groups', '/api/Auth/Token', '/_control/calls', '/']) {
        expect([path, await statusWithHost(url, host, path)]).toEqual([
          path,
          expect.toBeOneOf([400, 403]),
        ]);
      }
    });
  });

  it.each(['localhost', 'LOCALHOST:8080', '127.0.0.1', '127.8.9.1:1', '[::1]:443'])(
    'accepts %s',
    async (host) => {
      await withService({}, async ({ service: { url } }) => {
        // 401: the call has no token.
        expect(await statusWithHost(url, host)).toBe(401);
      });
    },
  );

  it('accepts a name that the options allow', async () => {
    await withService({ hosts: ['service.test'] }, async ({ service: { url } }) => {
      expect(await statusWithHost(url, 'service.test:1')).toBe(401);
    });
  });
});

describe('limits of a body', () => {
  it('refuses a body that is too large, also of the control', async () => {
    await withService({ controlToken: 'for-tests-only' }, async ({ client }) => {
      const large = { name: 'x'.repeat(9_000_000) };
      expect((await client.send('POST', '/api/groups', large)).status).toBe(400);
      const key = { userName: 'x', apiKey: 'x'.repeat(100_000) };
      expect((await client.send('POST', '/api/Auth/Token', key)).status).toBe(400);
      expect((await client.send('POST', '/_control/setFaults', [large])).status).toBe(400);
    });
  });

  it('refuses a body that is nested too deep, and one that only looks so', async () => {
    await withService({}, async ({ client }) => {
      const headers = { authorization: `Bearer ${client.token}`, 'content-type': json };
      const deep = `{"name":"a","description":${'['.repeat(500_000)}${']'.repeat(500_000)}}`;
      const answer = await client.raw('POST', '/api/groups', headers, deep);
      expect(answer.status).toBe(400);
      expect(answer.body.error).toContain('nested');
      const name = `${'[{'.repeat(200)}\\"${'['.repeat(200)}`;
      const text = await client.raw('POST', '/api/groups', headers, `{"name":"${name}"}`);
      expect(text.status).toBe(201);
    });
  });
});

describe('limits of a JSON Patch', () => {
  it('refuses too many operations', async () => {
    await withService({}, async ({ client }) => {
      const path = await groupOf(client);
      const steps = (count: number) =>
        Array.from({ length: count }, () => ({ op: 'test', path: '/name', value: 'Vans' }));
      expect((await client.send('PATCH', path, steps(1_000))).status).toBe(200);
      expect((await client.send('PATCH', path, steps(1_001))).status).toBe(400);
    });
  });

  it.each(['copy', 'move'])(
    'refuses operations of the kind "%s" that copy too much',
    async (op) => {
      await withService({}, async ({ client }) => {
        const path = await groupOf(client);
        const seed = [
          { op: 'add', path: '/a', value: { text: 'x'.repeat(10_000) } },
          { op: 'add', path: '/b', value: {} },
        ];
        // A copy into itself doubles the value; 40 of them would need 10 petabytes.
        const doubling = Array.from({ length: 40 }, (_, i) => ({
          op,
          from: '/a',
          path: `/a/${i}`,
        }));
        const moving = Array.from({ length: 200 }, (_, i) =>
          i % 2 ? { op, from: '/b/a', path: '/a' } : { op, from: '/a', path: '/b/a' },
        );
        const answer = await client.send('PATCH', path, [
          ...seed,
          ...(op === 'copy' ? doubling : moving),
        ]);
        expect(answer.status).toBe(400);
        expect(answer.body.error).toContain('copies too much');
        expect((await client.get(path)).body).toMatchObject({ name: 'Vans' });
      });
    },
  );
});

describe('secrets', () => {
  it.each([
    '',
    'Bearer',
    'Bearer for-tests',
    'Bearer for-tests-onlyx',
    'for-tests-only',
    'Bearer \u00e9',
  ])('refuses the control secret %j', async (authorization) => {
    const service = await startReference({ devices: 0, controlToken: 'for-tests-only' });
    try {
      const answer = await fetch(`${service.url}/_control/calls`, {
        method: 'POST',
        headers: { authorization },
      });
      expect(answer.status).toBe(401);
    } finally {
      await service.stop();
    }
  });
});

it('remembers a bounded number of paths, whoever asks for them', async () => {
  const log = new CallLog();
  for (let i = 0; i < 30_000; i += 1) log.note('GET', `/api/devices/${i}`);
  for (let i = 0; i < 10; i += 1) log.note('GET', `/api/devices/${'x'.repeat(100_000)}${i}`);
  log.note('GET', '/api/devices/1');
  const names = Object.keys(log.counts());
  expect(names.length).toBeLessThan(10_002);
  expect(Math.max(...names.map(({ length }) => length))).toBeLessThan(301);
  expect(log.counts()['GET /api/devices/1']).toBe(2);
  expect(Object.values(log.counts()).reduce((sum, count) => sum + count, 0)).toBe(30_011);
});
