import { expect, test } from 'vitest';
import type { Fault } from '#shared/fault';
import { faultOf, inAnHour, useFixtureAccount } from './account.test-support';
import { answerJson, type Answerer } from './server.test-support';

const account = useFixtureAccount();

test('a sign-in returns what the service announces, without the token', async () => {
  account.exchange = (_, response) =>
    answerJson(response, {
      success: true,
      token: 'secret-token',
      expires: inAnHour(),
      capabilities: ['limits.write', 'submissions'],
      account: { timeZone: 'Europe/Vienna' },
      limits: { callsPerMinute: 90 },
    });
  const info = await account.client().signIn();
  expect(info).toEqual({
    capabilities: { writesLimits: true, activates: false, takesSubmissions: true },
    accountTimeZone: 'Europe/Vienna',
    callsPerMinute: 90,
    licences: null,
  });
  expect(JSON.stringify([info, account.calls])).not.toMatch(/secret-token|key-1/);
});

test.each([
  [200, { success: false, error: 'Invalid API key or username.' }],
  [200, { success: 'false', errorCode: 4, errorText: 'Invalid API key or username.' }],
  [400, { success: false, error: 'Invalid API key or username.' }],
  [401, { error: 'Invalid API key or username.' }],
  [403, { error: 'Invalid API key or username.' }],
  [404, { success: false, error: 'Invalid API key or username.' }],
])('a refused key: %i %j', async (status, body) => {
  account.exchange = (_, response) => answerJson(response, body, status);
  expect(await faultOf(account.client().signIn())).toEqual({
    kind: 'unauthorized',
    message: 'Invalid API key or username.',
  });
});

test.each<[string, Answerer, Partial<Fault>]>([
  [
    'a page with 200',
    (_, r) => void r.writeHead(200, { 'content-type': 'text/html' }).end('<html>Hello'),
    { kind: 'notThisService', evidence: 'html', status: 200 },
  ],
  [
    'a page without a content type',
    (_, r) => void r.writeHead(200).end('\n <!doctype html><p>Hello'),
    { kind: 'notThisService', evidence: 'html', status: 200 },
  ],
  [
    'no such path',
    (_, r) => answerJson(r, { message: 'no route' }, 404),
    { kind: 'notThisService', evidence: 'status', status: 404 },
  ],
  [
    'another method wanted',
    (_, r) => void r.writeHead(405).end(),
    { kind: 'notThisService', evidence: 'status', status: 405 },
  ],
  [
    'a page with 403',
    (_, r) => void r.writeHead(403, { 'content-type': 'text/html' }).end('<html>'),
    { kind: 'notThisService', evidence: 'html', status: 403 },
  ],
  [
    'plain text',
    (_, r) => void r.writeHead(200).end('pong'),
    { kind: 'notThisService', evidence: 'notJson', status: 200 },
  ],
  [
    'JSON of something else',
    (_, r) => answerJson(r, { hello: 'world' }),
    { kind: 'notThisService', evidence: 'shape', status: 200 },
  ],
  [
    'success without a token',
    (_, r) => answerJson(r, { success: true, token: '' }),
    { kind: 'notThisService', evidence: 'shape', status: 200 },
  ],
  ['overload', (_, r) => void r.writeHead(503).end('<html>'), { kind: 'busy', status: 503 }],
  [
    'too many tries',
    (_, r) => answerJson(r, { error: 'Slow down.' }, 429, { 'retry-after': '7' }),
    { kind: 'limitReached', retryAfterSeconds: 7, message: 'Slow down.' },
  ],
])('an exchange answered with %s', async (_, answerer, fault) => {
  account.exchange = answerer;
  expect(await faultOf(account.client().signIn())).toEqual(fault);
});

test('many callers share one exchange', async () => {
  const c = account.client();
  await Promise.all([c.devices(), c.groups(), c.users(), c.lastLocation('a'), c.signIn()]);
  expect(account.exchanges()).toBe(1);
});

test('a 401 renews the token and repeats the call once', async () => {
  const c = account.client();
  await c.signIn();
  account.answer = (request, response) => {
    if (request.headers.authorization === 'Bearer token-1') answerJson(response, {}, 401);
    else answerJson(response, { success: true, groups: [{ id: 'g' }] });
  };
  const lists = await Promise.all([c.groups(), c.groups(), c.groups()]);
  expect(lists.every((list) => list.items.length === 1)).toBe(true);
  expect(account.exchanges()).toBe(2);
  expect(account.others()).toHaveLength(6);
});

test('a second 401 reports the key; the same client works with a new key', async () => {
  const c = account.client();
  account.answer = (request, response) => {
    if (request.headers.authorization === 'Bearer good') answerJson(response, { success: true });
    else answerJson(response, { success: false, error: 'Unauthorized access.' }, 401);
  };
  expect(await faultOf(c.groups())).toEqual({
    kind: 'unauthorized',
    message: 'Unauthorized access.',
  });
  expect([account.exchanges(), account.others().length]).toEqual([2, 2]);

  account.exchange = (request, response) => {
    if (request.body.includes('key-2')) answerJson(response, { token: 'good' });
    else answerJson(response, { success: false, error: 'No.' });
  };
  expect(await faultOf(c.groups())).toEqual({ kind: 'unauthorized', message: 'No.' });
  account.apiKey = 'key-2';
  expect((await c.groups()).items).toEqual([]);
});

const refusal = { success: false, error: 'Authentication failed / invalid token.' };

test.each([200, 403])('a token refused with %i is renewed', async (status) => {
  const c = account.client();
  await c.signIn();
  account.answer = (request, response) => {
    const isOld = request.headers.authorization === 'Bearer token-1';
    if (isOld) answerJson(response, refusal, status);
    else answerJson(response, { success: true, groups: [{ id: 'g' }] });
  };
  const lists = await Promise.all([c.groups(), c.groups(), c.groups()]);
  expect(lists.every((list) => list.items.length === 1)).toBe(true);
  expect(account.exchanges()).toBe(2);
});

test.each([200, 403])('a cancelled key is detected with %i', async (status) => {
  const c = account.client();
  await c.signIn();
  account.answer = (_, response) => answerJson(response, refusal, status);
  account.exchange = (_, response) => answerJson(response, { success: false, error: 'No.' });
  expect(await faultOf(c.devices())).toEqual({ kind: 'unauthorized', message: 'No.' });
});

test.each([
  [200, 'invalid'],
  [403, 'forbidden'],
])('where a new token does not help, refusals with %i are believed', async (status, kind) => {
  let time = 0;
  const c = account.client({ monotonicNow: () => time });
  account.answer = (_, response) => answerJson(response, refusal, status);
  for (let i = 0; i < 5; i++) expect((await faultOf(c.lastLocation('a'))).kind).toBe(kind);
  expect([account.exchanges(), account.others().length]).toEqual([2, 6]);
  time += 600_000;
  expect((await faultOf(c.lastLocation('a'))).kind).toBe(kind);
  expect(account.exchanges()).toBe(3);
  // A change is never sent twice if its result is uncertain.
  time += 600_000;
  expect((await faultOf(c.deleteGroup('g'))).kind).toBe(kind);
  expect([account.exchanges(), account.others().at(-1)!.method]).toEqual([3, 'DELETE']);
});

test('a refused key is not tried again with every call', async () => {
  account.exchange = (_, response) => answerJson(response, { success: false, error: 'No.' });
  const c = account.client();
  for (let i = 0; i < 5; i++) expect((await faultOf(c.devices())).kind).toBe('unauthorized');
  expect(account.exchanges()).toBe(1);
  expect((await faultOf(c.signIn())).kind).toBe('unauthorized');
  expect(account.exchanges()).toBe(2);
});

test('without a key nothing is sent', async () => {
  account.apiKey = null;
  expect(await faultOf(account.client().devices())).toEqual({ kind: 'unauthorized' });
  expect(account.server.seen).toEqual([]);
});

test('the token stays valid while offline', async () => {
  let isDown = false;
  const c = account.client({
    fetch: (input, init) => {
      if (isDown) return Promise.reject(new Error('net::ERR_INTERNET_DISCONNECTED'));
      return fetch(input, init);
    },
  });
  await c.devices();
  isDown = true;
  expect(await faultOf(c.devices())).toMatchObject({ kind: 'offline', layer: 'network' });
  isDown = false;
  await c.devices();
  expect(account.exchanges()).toBe(1);
});
