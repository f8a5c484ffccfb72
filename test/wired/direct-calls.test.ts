import { once } from 'node:events';
import { createServer as createPlainServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import type { Fetch, FetchInit, Received } from '#main/api/request';
import { createAuthority, type Certificate } from '../support/certificates';
import { createAcceptedCertificates } from '#main/app/accepted-certificates';
import { createDirectCalls } from '#main/app/direct-calls';
import { openDirectConnections } from '#main/app/direct-connections';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(answer: RequestListener, certificate?: Certificate) {
  const server = certificate ? createSecureServer(certificate, answer) : createPlainServer(answer);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`;
}

const never = new AbortController().signal;

const init = (change: Partial<FetchInit> = {}): FetchInit => ({
  method: 'GET',
  headers: { authorization: 'Bearer token', accept: 'application/json' },
  signal: never,
  redirect: 'manual',
  cache: 'no-store',
  credentials: 'omit',
  ...change,
});

async function textOf(received: Received): Promise<string> {
  const reader = received.body!.getReader();
  let text = '';
  for (;;) {
    const { value } = await reader.read();
    if (!value) return text;
    text += Buffer.from(value).toString();
  }
}

/** Calls with a Chromium that answers "Chromium" and notes what it sent. */
function setup() {
  const world = { time: 0, proxies: 'DIRECT', addresses: '10.0.0.1', checks: 0 };
  const sent: string[] = [];
  const accepted = createAcceptedCertificates(() => Date.now());
  const chromium: Fetch = (url, { method }) => {
    sent.push(`${method} ${new URL(url).pathname}`);
    const pieces = [Buffer.from('Chromium')];
    const read = () => Promise.resolve({ value: pieces.shift() });
    const body = { getReader: () => ({ read, cancel: () => Promise.resolve() }) };
    return Promise.resolve({ status: 200, headers: new Headers(), body });
  };
  const calls = createDirectCalls({
    chromium,
    proxiesFor: () => {
      world.checks++;
      return Promise.resolve(world.proxies);
    },
    addresses: () => world.addresses,
    openConnections: () => Promise.resolve(openDirectConnections(accepted)),
    userAgent: 'Waypost',
    now: () => world.time,
  });
  const read = async (url: string, change?: Partial<FetchInit>) =>
    textOf(await calls.fetch(url, init(change)));
  /** The first read, after which the address is checked. */
  const open = async (origin: string) => {
    await read(`${origin}/first`);
    await new Promise(setImmediate);
    sent.length = 0;
  };
  return { world, sent, accepted, calls, read, open };
}

test('Chromium sends the first read of an address, and Node those that follow, over one connection', async () => {
  const { sent, read, open } = setup();
  const sockets = new Set<Socket>();
  const headers: object[] = [];
  const origin = await serve((request, response) => {
    sockets.add(request.socket);
    headers.push(request.headers);
    response.end(`direct ${request.url}`);
  });
  await open(origin);
  await expect(read(`${origin}/a?b=1`)).resolves.toBe('direct /a?b=1');
  await expect(read(`${origin}/c`)).resolves.toBe('direct /c');
  expect(sent).toEqual([]);
  expect(sockets.size).toBe(1);
  expect(headers[0]).toMatchObject({ authorization: 'Bearer token', 'user-agent': 'Waypost' });
});

test('a query is sent with its body, and again by Chromium if the connection closes before the answer', async () => {
  const { sent, read, open } = setup();
  const received: string[] = [];
  const origin = await serve((request, response) => {
    const { method, headers } = request;
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', () => {
      received.push(`${method} ${headers['content-length']} ${headers['content-type']} ${body}`);
      if (received.length < 2) response.end('direct');
      else request.socket.destroy();
    });
  });
  await open(origin);
  const query = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"from":"München"}',
  } as const;
  await expect(read(`${origin}/a`, query)).resolves.toBe('direct');
  await expect(read(`${origin}/b`, query)).resolves.toBe('Chromium');
  expect(received).toEqual(Array(2).fill('POST 19 application/json {"from":"München"}'));
  expect(sent).toEqual(['POST /b']);
});

test('whatever goes through a proxy, writes, and plain addresses of others are sent by Chromium', async () => {
  const { world, sent, read, open } = setup();
  const origin = await serve((_request, response) => response.end('direct'));
  world.proxies = 'PROXY proxy.example:8080; DIRECT';
  await open(origin);
  await expect(read(`${origin}/a`)).resolves.toBe('Chromium');
  world.proxies = 'DIRECT';
  world.time += 11_000;
  await open(origin);
  await expect(read(`${origin}/b`, { method: 'PUT' })).resolves.toBe('Chromium');
  await expect(read(`${origin}/c`)).resolves.toBe('direct');
  await open('http://fleet.example');
  await expect(read('http://fleet.example/d')).resolves.toBe('Chromium');
  expect(sent).toEqual(['GET /d']);
});

test('a proxy that is set later is found by a check, and a check is not older than a minute', async () => {
  const { world, read, open } = setup();
  const origin = await serve((_request, response) => response.end('direct'));
  await open(origin);
  world.proxies = 'PROXY proxy.example:8080';
  world.time += 11_000;
  await expect(read(`${origin}/a`)).resolves.toBe('direct');
  await expect(read(`${origin}/b`)).resolves.toBe('Chromium');
  world.proxies = 'DIRECT';
  world.time += 61_000;
  await expect(read(`${origin}/c`)).resolves.toBe('Chromium');
  await new Promise(setImmediate);
  await expect(read(`${origin}/d`)).resolves.toBe('direct');
  expect(world.checks).toBe(3);
});

test('a secure connection is used only with a certificate that Chromium accepted for the host', async () => {
  const authority = await createAuthority();
  const [known, other] = [await authority.issue(), await authority.issue()];
  const { sent, accepted, read, open } = setup();
  let asked = 0;
  const answer: RequestListener = (_request, response) => {
    asked++;
    response.end('direct');
  };
  const origin = await serve(answer, known);
  const replaced = await serve(answer, other);
  await open(origin);
  await expect(read(`${origin}/none`)).resolves.toBe('Chromium');
  accepted.add('127.0.0.1', 'not a certificate');
  accepted.add('fleet.example', known.cert);
  await expect(read(`${origin}/others`)).resolves.toBe('Chromium');
  expect(asked).toBe(0);
  accepted.add('127.0.0.1', known.cert);
  await expect(read(`${origin}/a`)).resolves.toBe('direct');
  await open(replaced);
  await expect(read(`${replaced}/b`)).resolves.toBe('Chromium');
  expect(sent).toEqual(['GET /b']);
  expect(asked).toBe(1);
});

test('an accepted certificate that has ended is accepted no longer', async () => {
  const authority = await createAuthority();
  const ended = await authority.issue({ days: -1 });
  const { accepted, read, open } = setup();
  const origin = await serve((_request, response) => response.end('direct'), ended);
  accepted.add('127.0.0.1', ended.cert);
  await open(origin);
  await expect(read(`${origin}/a`)).resolves.toBe('Chromium');
});

test.each([
  ['gzip', gzipSync('packed')],
  ['br', brotliCompressSync('packed')],
])('an answer packed with %s is unpacked', async (encoding, body) => {
  const { sent, read, open } = setup();
  const origin = await serve((_request, response) => {
    response.setHeader('content-encoding', encoding).end(body);
  });
  await open(origin);
  await expect(read(`${origin}/a`)).resolves.toBe('packed');
  expect(sent).toEqual([]);
});

test.each<[string, RequestListener]>([
  ['a redirect', (_, response) => response.writeHead(302, { location: '/elsewhere' }).end()],
  [
    'another encoding',
    (_, response) => response.writeHead(200, { 'content-encoding': 'zstd' }).end(),
  ],
  ['no answer', (request) => request.socket.destroy()],
  ['what is no HTTP', (request) => request.socket.end('hello\r\n\r\n')],
  ['a header that is too long', (_, response) => response.setHeader('x', 'x'.repeat(20_000)).end()],
])('after %s Chromium asks again, and for the next minute', async (_name, answer) => {
  const { world, sent, read, open } = setup();
  let answers: RequestListener = answer;
  const origin = await serve((...exchange) => answers(...exchange));
  await open(origin);
  await expect(read(`${origin}/a`)).resolves.toBe('Chromium');
  answers = (_request, response) => response.end('direct');
  await expect(read(`${origin}/b`)).resolves.toBe('Chromium');
  expect(sent).toEqual(['GET /a', 'GET /b']);
  world.time += 59_000;
  await open(origin);
  world.time += 2_000;
  await expect(read(`${origin}/c`)).resolves.toBe('direct');
});

test('a kept connection that the service closed costs one call through Chromium', async () => {
  const { sent, read, open } = setup();
  let isEnding = false;
  const origin = await serve((request, response) => {
    if (!isEnding) return response.end('direct');
    isEnding = false;
    request.socket.destroy();
  });
  await open(origin);
  await read(`${origin}/a`);
  isEnding = true;
  await expect(read(`${origin}/b`)).resolves.toBe('Chromium');
  await expect(read(`${origin}/c`)).resolves.toBe('direct');
  expect(sent).toEqual(['GET /b']);
});

test('an answer that is cut off is a fault of its connection', async () => {
  const { read, open } = setup();
  const origin = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('part', () => response.socket!.destroy());
  });
  await open(origin);
  await expect(read(`${origin}/a`)).rejects.toMatchObject({ code: 'ECONNRESET' });
});

test('a caller that gives up ends the request', async () => {
  const { sent, calls, open } = setup();
  const origin = await serve(() => undefined);
  await open(origin);
  const caller = new AbortController();
  const asked = calls.fetch(`${origin}/before`, init({ signal: caller.signal }));
  const [request] = (await once(servers[0]!, 'request')) as [{ socket: Socket }];
  caller.abort(new Error('given up'));
  await expect(asked).rejects.toThrow('given up');
  await once(request.socket, 'close');
  expect(sent).toEqual([]);
});

test('a reader that cancels ends the connection', async () => {
  const { calls, open } = setup();
  const origin = await serve((_request, response) => void response.write('endless'));
  await open(origin);
  const [received, [request]] = await Promise.all([
    calls.fetch(`${origin}/a`, init()),
    once(servers[0]!, 'request') as Promise<[{ socket: Socket }]>,
  ]);
  const reader = received.body!.getReader();
  await reader.read();
  const closed = once(request.socket, 'close');
  await reader.cancel();
  await expect(closed).resolves.toBeDefined();
});

test('requests end when the addresses of the computer change, and Chromium sends them', async () => {
  const { world, sent, read, open } = setup();
  const origin = await serve((request, response) => {
    if (request.url !== '/hangs') response.end('direct');
  });
  await open(origin);
  const hanging = read(`${origin}/hangs`);
  await once(servers[0]!, 'request');
  world.addresses = '10.0.0.2';
  world.time += 11_000;
  await read(`${origin}/a`);
  await expect(hanging).resolves.toBe('Chromium');
  expect(sent).toContain('GET /hangs');
});
