import { createServer, type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Fault } from '#shared/fault';
import { faultOf, useFixtureAccount } from './account.test-support';
import { answerJson, startFixtureServer, type Answerer } from './server.test-support';

const account = useFixtureAccount();
const kindOf: Record<number, Fault['kind']> = {
  400: 'invalid',
  401: 'unauthorized',
  403: 'forbidden',
  500: 'busy',
};

test.each<[string, Answerer, Partial<Fault>]>([
  ['400', (_, r) => answerJson(r, { error: 'Bad.' }, 400), { kind: 'invalid', message: 'Bad.' }],
  ['403', (_, r) => answerJson(r, { error: 'No.' }, 403), { kind: 'forbidden', message: 'No.' }],
  ['404', (_, r) => answerJson(r, {}, 404), { kind: 'notFound' }],
  ['401 without a body', (_, r) => void r.writeHead(401).end(), { kind: 'unauthorized' }],
  ['403 without a body', (_, r) => void r.writeHead(403).end(), { kind: 'forbidden' }],
  ['400 without a body', (_, r) => void r.writeHead(400).end(), { kind: 'invalid', message: '' }],
  ['404 without a body', (_, r) => void r.writeHead(404).end(), { kind: 'notFound' }],
  ['409 without a body', (_, r) => void r.writeHead(409).end(), { kind: 'conflict' }],
  ['415 without a body', (_, r) => void r.writeHead(415).end(), { kind: 'invalid' }],
  ['500 without a body', (_, r) => void r.writeHead(500).end(), { kind: 'busy', status: 500 }],
  ...[401, 403, 400, 500].map((status): [string, Answerer, Partial<Fault>] => [
    `a page with ${status}`,
    (_, r) => void r.writeHead(status, { 'content-type': 'text/html' }).end('<html>Error'),
    { kind: kindOf[status] } as Partial<Fault>,
  ]),
  [
    '401 with a text',
    (_, r) => void r.writeHead(401, { 'content-type': 'text/plain' }).end('Unauthorized'),
    { kind: 'unauthorized' },
  ],
  [
    'an error in another letter case',
    (_, r) => answerJson(r, { Success: false, Error: 'Bad.' }, 400),
    { kind: 'invalid', message: 'Bad.' },
  ],
  [
    'a page with 404',
    (_, r) => void r.writeHead(404, { 'content-type': 'text/html' }).end('<html>'),
    { kind: 'notThisService', evidence: 'html', status: 404 },
  ],
  ['408', (_, r) => answerJson(r, {}, 408), { kind: 'busy', status: 408 }],
  ['409', (_, r) => answerJson(r, {}, 409), { kind: 'conflict' }],
  ['500', (_, r) => answerJson(r, { success: true }, 500), { kind: 'busy', status: 500 }],
  ['429', (_, r) => answerJson(r, {}, 429), { kind: 'limitReached' }],
  [
    '429 until a date by the clock of the service',
    (_, r) =>
      answerJson(r, {}, 429, {
        date: 'Fri, 01 May 2026 10:00:00 GMT',
        'retry-after': 'Fri, 01 May 2026 10:00:45 GMT',
      }),
    { kind: 'limitReached', retryAfterSeconds: 45 },
  ],
  [
    '200 that says it failed',
    (_, r) => answerJson(r, { success: false, error: 'Invalid input.' }),
    { kind: 'invalid', message: 'Invalid input.' },
  ],
  [
    'a page with 200',
    (_, r) => void r.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in'),
    { kind: 'notThisService', evidence: 'html', status: 200 },
  ],
  [
    'a body cut off by its length',
    (_, r) => {
      r.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      r.write('{"success":true,', () => r.destroy());
    },
    { kind: 'offline', layer: 'tcp' },
  ],
  [
    'a body that ends too soon without a word',
    (_, r) => {
      r.shouldKeepAlive = false;
      r.useChunkedEncodingByDefault = false;
      r.writeHead(200, { 'content-type': 'application/json' });
      r.end('{"devices":[{"id":"a"}');
    },
    { kind: 'offline', layer: 'tcp' },
  ],
  ['a reset', (_, r) => void r.socket?.resetAndDestroy(), { kind: 'offline', layer: 'tcp' }],
  ['a closed connection', (_, r) => void r.destroy(), { kind: 'offline', layer: 'tcp' }],
])('%s', async (_, answerer, fault) => {
  account.answer = answerer;
  expect(await faultOf(account.client().devices())).toMatchObject(fault);
});

test('a slow answer and a slow body time out', async () => {
  account.answer = () => undefined;
  const c = account.client({ timeoutMs: 300 });
  expect(await faultOf(c.devices())).toMatchObject({ kind: 'offline', layer: 'timeout' });
  account.answer = (_, response) => void response.writeHead(200).write('{');
  expect(await faultOf(c.devices())).toMatchObject({ kind: 'offline', layer: 'timeout' });
  expect(account.calls.at(-1)).toMatchObject({ path: '/api/devices', status: null });
});

test('an endless answer is refused at the size limit', async () => {
  account.answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const more = () => {
      if (response.write(' '.repeat(10_000)) && !response.destroyed) setImmediate(more);
    };
    response.on('drain', more);
    more();
  };
  expect(await faultOf(account.client({ maximumBytes: 100_000 }).devices())).toMatchObject({
    kind: 'notThisService',
    evidence: 'shape',
    largerThanBytes: 100_000,
  });
});

test('an answer that states a length over the limit is refused before it is read', async () => {
  let sent = 0;
  account.answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1e9 });
    const more = () => {
      sent += 1_000;
      if (response.write(' '.repeat(1_000)) && !response.destroyed) setImmediate(more);
    };
    response.on('drain', more);
    more();
  };
  expect(await faultOf(account.client({ maximumBytes: 1e8 }).devices())).toMatchObject({
    kind: 'notThisService',
    largerThanBytes: 1e8,
  });
  expect(sent).toBeLessThan(1e8);
});

test('a compressed answer is limited by its unpacked size', async () => {
  account.answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    response.end(gzipSync(Buffer.alloc(5_000_000, ' ')));
  };
  expect(await faultOf(account.client({ maximumBytes: 1e6 }).devices())).toMatchObject({
    largerThanBytes: 1e6,
  });
});

test('an answer that trickles in is cut off at the time of the whole call', async () => {
  account.answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const timer = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(timer));
  };
  expect(await faultOf(account.client({ timeoutMs: 300 }).devices())).toMatchObject({
    kind: 'offline',
    layer: 'timeout',
  });
});

test('headers that are too large are a fault of the connection', async () => {
  account.answer = (_, response) => {
    response.writeHead(200, { 'x-much': 'x'.repeat(1_000_000) }).end('{}');
  };
  expect(await faultOf(account.client().devices())).toMatchObject({ kind: 'offline' });
});

test('an answer that is nested without end is decoded', async () => {
  account.answer = (_, response) => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(`{"devices":[{"id":"a","other":${deep}},{"id":"b"}]}`);
  };
  const { items } = await account.client().devices();
  expect(items.map(({ record }) => record.id)).toEqual(['a', 'b']);
});

test.each([301, 302, 307, 308])('a redirect (%i) is not followed', async (status) => {
  const stranger = await startFixtureServer((_, response) => answerJson(response, []));
  try {
    account.answer = (_, response) =>
      void response.writeHead(status, { location: `${stranger.url}/api/devices` }).end();
    expect(await faultOf(account.client().devices())).toEqual({
      kind: 'notThisService',
      evidence: 'redirect',
      status,
    });
    account.exchange = (_, response) =>
      void response.writeHead(status, { location: `${stranger.url}/token` }).end();
    expect(await faultOf(account.client().signIn())).toMatchObject({ evidence: 'redirect' });
    expect(stranger.seen).toEqual([]);
  } finally {
    await stranger.close();
  }
});

test('no server, no such name, no TLS', async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  const at = (address: string) => faultOf(account.client({ address }).signIn());
  expect(await at(`http://127.0.0.1:${port}`)).toEqual({
    kind: 'offline',
    layer: 'tcp',
    host: `127.0.0.1:${port}`,
  });
  expect(await at('http://nowhere.invalid')).toMatchObject({ kind: 'offline', layer: 'dns' });
  expect(await at(account.server.url.replace('http:', 'https:'))).toMatchObject({ layer: 'tls' });
});

test('an aborted call rejects with its reason and does not affect others', async () => {
  const c = account.client();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  account.exchange = async (_, response) => {
    await held;
    answerJson(response, { token: 't' });
  };
  const abort = new AbortController();
  const mine = c.devices(abort.signal);
  const other = c.groups();
  abort.abort(new Error('left the page'));
  await expect(mine).rejects.toThrow('left the page');
  release();
  expect((await other).items).toEqual([]);
  expect(account.exchanges()).toBe(1);
  await expect(c.devices(abort.signal)).rejects.toThrow('left the page');
});
