import { expect, test } from 'vitest';
import { faultOf, useFixtureAccount } from './account.test-support';
import { answerJson } from './server.test-support';

const account = useFixtureAccount();
const noon = Date.UTC(2026, 10, 21, 12);

/** A `fetch` that keeps what it was asked for. */
function watching() {
  const seen: RequestInit[] = [];
  const watched: typeof fetch = (input, init) => {
    seen.push(init ?? {});
    return fetch(input, init);
  };
  return { seen, watched };
}

test('no request follows a redirect, takes a cookie or is stored', async () => {
  const { seen, watched } = watching();
  await account.client({ fetch: watched }).patchUser('u', []);
  expect(seen).toHaveLength(2);
  for (const init of seen)
    expect(init).toMatchObject({ redirect: 'manual', cache: 'no-store', credentials: 'omit' });
});

test('only reads and queries may be repeated below the app', async () => {
  const range = { from: 0, to: 1 };
  const { seen, watched } = watching();
  const once: string[] = [];
  const client = account.client({
    fetch: watched,
    sendOnce: (exchange) =>
      exchange((input, init) => {
        once.push(`${init?.method} ${new Request(input).url.split('/api/')[1]}`);
        return fetch(input, init);
      }),
  });
  account.answer = (_, response) => answerJson(response, { success: true, id: 'g', name: 'n' });
  const ignore = (call: Promise<unknown>) => call.catch(() => undefined);
  for (const call of [
    client.locations('a', range),
    client.alerts('a', range),
    client.groups(),
    client.submitLocations('a', [{}]),
    client.submitAlerts('a', [{}]),
    client.submitLocationInRange('a', {}, range),
    client.createGroup({ name: 'n' }),
    client.patchGroup('g', []),
    client.deleteGroup('g'),
  ])
    await ignore(call);
  expect(once).toEqual([
    'POST Auth/Token',
    'POST devices/a/locations',
    'POST devices/a/alerts',
    'POST devices/a/locations',
    'POST groups',
    'PATCH groups/g',
    'DELETE groups/g',
  ]);
  expect(seen.map(({ method }) => method)).toEqual(['POST', 'POST', 'GET']);
});

test('a call ends after thirty seconds without an answer, and not before', async () => {
  const delays: number[] = [];
  const cancelled: number[] = [];
  const client = account.client({
    after: (delayMs, run) => {
      const timer = setTimeout(run, delayMs);
      const number = delays.push(delayMs);
      return () => {
        cancelled.push(number);
        clearTimeout(timer);
      };
    },
  });
  await client.groups().catch(() => undefined);
  expect(delays).toEqual([30_000, 30_000]);
  expect(cancelled).toEqual([1, 2]);
});

test('an answer as long as the limit is read, one byte more is not', async () => {
  const body = JSON.stringify({ success: true, token: 't', groups: [] });
  account.exchange = (_, response) => answerJson(response, { token: 't' });
  account.answer = (_, response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  const client = (maximumBytes: number) => account.client({ maximumBytes });
  expect((await client(body.length).groups()).items).toEqual([]);
  expect(await faultOf(client(body.length - 1).groups())).toEqual({
    kind: 'notThisService',
    evidence: 'shape',
    status: 200,
    largerThanBytes: body.length - 1,
  });
});

test('letters that arrive in two parts are read whole', async () => {
  const body = Buffer.from(JSON.stringify({ groups: [{ id: 'g', name: 'Größe' }] }));
  const middle = body.indexOf('ö') + 1;
  account.answer = async (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    await new Promise<void>((resolve) => {
      response.write(body.subarray(0, middle), () => setImmediate(resolve));
    });
    response.end(body.subarray(middle));
  };
  const { items } = await account.client().groups();
  expect(items[0]?.record.name).toBe('Größe');
});

test.each(['text/html', 'application/xhtml+xml', 'TEXT/HTML; charset=utf-8'])(
  'an answer of the type %s is a page, whatever its body',
  async (type) => {
    account.answer = (_, response) =>
      void response.writeHead(200, { 'content-type': type }).end('{"groups":[]}');
    expect(await faultOf(account.client().groups())).toEqual({
      kind: 'notThisService',
      evidence: 'html',
      status: 200,
    });
  },
);

test('a 404 with a page is an unknown record at a service that sends such pages', async () => {
  account.answer = (_, response) =>
    void response.writeHead(404, { 'content-type': 'text/html' }).end('<html>');
  expect((await faultOf(account.client().group('g'))).kind).toBe('notThisService');
});

test('a list that was cut off in transit is a lost connection, other text is another service', async () => {
  const answer = (body: string) => {
    account.answer = (_, response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    return faultOf(account.client().groups());
  };
  const cut = { kind: 'offline', layer: 'tcp', host: new URL(account.server.url).host };
  expect(await answer(' [{"id":1},')).toEqual(cut);
  expect(await answer('{"groups":')).toEqual(cut);
  const other = { kind: 'notThisService', evidence: 'notJson', status: 200 };
  expect(await answer('pong {')).toEqual(other);
});

test('the clock of the service comes with the times of sending and receiving', async () => {
  account.answer = (_, response) =>
    answerJson(response, { groups: [] }, 200, { date: new Date(noon).toUTCString() });
  let now = 1_000;
  await account.client({ now: () => (now += 10) }).groups();
  const { clock, at } = account.calls.at(-1)!;
  expect(clock).toMatchObject({ date: noon });
  expect(clock!.receivedAt - clock!.sentAt).toBe(10);
  expect(at).toBeGreaterThan(clock!.receivedAt);
});

test('the call is reported as it was sent, also when it fails', async () => {
  account.answer = (_, response) =>
    answerJson(response, { success: false, error: 'No.', apiUsage: 5 }, 400);
  await faultOf(account.client().deleteGroup('a/b'));
  expect(account.calls.at(-1)).toMatchObject({
    method: 'DELETE',
    path: '/api/groups/{groupId}',
    status: 400,
    apiUsage: 5,
    apiDailyUsage: null,
    skippedRecords: 0,
  });
  expect(account.calls.at(-1)).not.toHaveProperty('gaps');
});

test('a message of the service is shown without the key, the token and a password', async () => {
  account.apiKey = 'k3y';
  account.answer = ({ headers, body }, response) => {
    const { password } = JSON.parse(body) as { password: string };
    const error = `Bad: ${headers.authorization} k3y ${password}.`;
    answerJson(response, { success: false, error }, 400);
  };
  const user = { name: 'Ada', email: 'a@b.example', country: 'AT', timeZone: 'UTC' };
  const client = account.client();
  expect(await faultOf(client.createUser({ ...user, password: 'pw' }))).toEqual({
    kind: 'invalid',
    message: 'Bad: Bearer … … ….',
  });
});

test('a refusal of the key that quotes it is shown without it', async () => {
  account.apiKey = 'k3y';
  account.exchange = (_, response) =>
    answerJson(response, { success: false, error: 'Unknown key k3y.' }, 401);
  expect(await faultOf(account.client().signIn())).toEqual({
    kind: 'unauthorized',
    message: 'Unknown key ….',
  });
});

test('a change that is refused with 403 is not sent again with a new token', async () => {
  account.answer = (_, response) => answerJson(response, { success: false, error: 'No.' }, 403);
  expect((await faultOf(account.client().deleteGroup('g'))).kind).toBe('forbidden');
  expect([account.exchanges(), account.others().length]).toEqual([1, 1]);
});

test('a read that succeeds with a new token leaves refusals doubted', async () => {
  account.answer = ({ headers }, response) => {
    const isOld = headers.authorization === 'Bearer token-1';
    answerJson(response, { success: !isOld, groups: [] }, isOld ? 403 : 200);
  };
  const client = account.client();
  await client.groups();
  account.answer = ({ headers }, response) => {
    const isOld = headers.authorization === 'Bearer token-2';
    answerJson(response, { success: !isOld, groups: [] }, isOld ? 403 : 200);
  };
  await client.groups();
  expect(account.exchanges()).toBe(3);
});

test('a call whose signal was aborted is not sent', async () => {
  const client = account.client();
  await client.signIn();
  const reason = new Error('left');
  const controller = new AbortController();
  controller.abort(reason);
  await expect(client.groups(controller.signal)).rejects.toBe(reason);
  expect(account.others()).toEqual([]);
});

test('PATCH with the other media type is tried for a 415 only', async () => {
  account.answer = (_, response) => answerJson(response, { success: false, error: 'No.' }, 400);
  expect((await faultOf(account.client().patchGroup('g', []))).kind).toBe('invalid');
  expect(account.others()).toHaveLength(1);
  account.answer = (_, response) => answerJson(response, { success: false, error: 'No.' }, 415);
  expect((await faultOf(account.client().createGroup({ name: 'n' }))).kind).toBe('invalid');
  expect(account.others()).toHaveLength(2);
});
