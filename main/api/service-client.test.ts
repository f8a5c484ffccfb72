import { expect, test } from 'vitest';
import { faultOf, useFixtureAccount } from './account.test-support';
import { answerJson } from './server.test-support';
import { says } from '../../test/support/english';

const account = useFixtureAccount();

test('every operation uses its path in the specification, with token and body', async () => {
  const c = account.client();
  account.answer = (_, response) =>
    answerJson(response, { success: true, device: { id: 'd' }, id: 'g', name: 'n' });
  const range = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2026, 0, 2) };
  const ends = { from: '2026-01-01T00:00:00.000Z', to: '2026-01-02T00:00:00.000Z' };
  const group = { name: 'Vans', devices: ['a'] };
  const user = { name: 'Ada', email: 'a@b.example', country: 'AT', timeZone: 'Europe/Vienna' };
  const steps = [{ op: 'replace', path: '/name', value: 'x' }] as const;
  const id = 'a:1/ü%?';
  const segment = 'a%3A1%2F%C3%BC%25%3F';
  const expected: [() => Promise<unknown>, string, unknown][] = [
    [() => c.devices(), 'GET /api/devices', null],
    [() => c.device(id), `GET /api/devices/${segment}`, null],
    [() => c.lastLocation(id), `GET /api/devices/${segment}/lastLocation`, null],
    [() => c.locations(id, range), `POST /api/devices/${segment}/locations`, ends],
    [() => c.alerts(id, range), `POST /api/devices/${segment}/alerts`, ends],
    [
      () => c.alerts(id, { ...range, alertName: 'SOSButton' }),
      `POST /api/devices/${segment}/alerts`,
      { ...ends, alertName: 'SOSButton' },
    ],
    [
      () => c.submitLocations(id, [{ latitude: 1 }]),
      `POST /api/devices/${segment}/locations`,
      { location: [{ latitude: 1 }] },
    ],
    [
      () => c.submitAlerts(id, [{ text: 'x' }]),
      `POST /api/devices/${segment}/alerts`,
      { alert: [{ text: 'x' }] },
    ],
    [
      () => c.submitLocationInRange(id, { latitude: 1 }, range),
      `POST /api/devices/${segment}/locations`,
      { ...ends, location: { latitude: 1 } },
    ],
    [() => c.patchDevice(id, steps), `PATCH /api/devices/${segment}`, steps],
    [() => c.groups(), 'GET /api/groups', null],
    [() => c.createGroup(group), 'POST /api/groups', group],
    [() => c.group(id), `GET /api/groups/${segment}`, null],
    [() => c.replaceGroup(id, group), `PUT /api/groups/${segment}`, group],
    [() => c.patchGroup(id, steps), `PATCH /api/groups/${segment}`, steps],
    [() => c.deleteGroup(id), `DELETE /api/groups/${segment}`, null],
    [() => c.users(), 'GET /api/users', null],
    [() => c.createUser(user), 'POST /api/users', user],
    [() => c.user(id), `GET /api/users/${segment}`, null],
    [() => c.replaceUser(id, user), `PUT /api/users/${segment}`, user],
    [() => c.patchUser(id, steps), `PATCH /api/users/${segment}`, steps],
    [() => c.deleteUser(id), `DELETE /api/users/${segment}`, null],
    [() => c.countries(), 'GET /api/users/countries', null],
    [() => c.timeZones(), 'GET /api/users/timeZones', null],
  ];
  for (const [run, line, body] of expected) {
    await run();
    const last = account.server.seen.at(-1)!;
    expect(`${last.method} ${last.path}`).toBe(line);
    expect(last.body === '' ? null : JSON.parse(last.body)).toEqual(body);
    expect(last.headers.authorization).toBe('Bearer token-1');
    expect(last.headers.accept).toBe('application/json');
    expect(last.headers['content-type']).toBe(body === null ? undefined : 'application/json');
  }
  expect(account.exchanges()).toBe(1);
  const first = account.server.seen[0]!;
  expect(first.headers.authorization).toBeUndefined();
  expect(JSON.parse(first.body)).toEqual({ userName: 'ada', apiKey: 'key-1' });
});

test('an id that cannot be part of a path is not sent', async () => {
  for (const id of ['', '.', '..', '\ud800']) {
    expect(await faultOf(account.client().group(id))).toEqual({ kind: 'notFound' });
  }
  expect(account.server.seen).toEqual([]);
});

test('lists contain the readable records and report the skipped ones', async () => {
  account.answer = (_, response) =>
    answerJson(response, {
      success: true,
      apiUsage: '3',
      apiDailyUsage: 40,
      devices: [{ id: 1, name: 'A' }, null],
      licences: { total: 4, used: 2 },
    });
  const list = await account.client().devices();
  expect(list.items.map(({ record }) => record.id)).toEqual(['1']);
  expect(list.licences).toEqual({ total: 4, used: 2 });
  expect(account.calls.at(-1)).toMatchObject({
    method: 'GET',
    path: '/api/devices',
    status: 200,
    apiUsage: 3,
    apiDailyUsage: 40,
    skippedRecords: 1,
  });
});

test('a counter that is not understood is reported as it was sent', async () => {
  account.answer = (_, response) =>
    answerJson(response, { success: true, apiUsage: 'about 3', devices: [] });
  await account.client().devices();
  expect(account.calls.at(-1)).toMatchObject({
    apiUsage: null,
    gaps: { notUnderstood: { apiUsage: 'about 3' } },
  });
});

const noon = Date.UTC(2026, 10, 21, 12);
const http = (at: number) => new Date(at).toUTCString();

test.each([
  ['a date', { date: http(noon) }, '{"devices":[]}', noon],
  ['no date', {}, '{"devices":[]}', null],
  ['an unreadable date', { date: 'noon' }, '{"devices":[]}', null],
  ['the date of a cache', { date: http(noon), age: '30' }, '{"devices":[]}', null],
  ['the page of a gateway', { date: http(noon) }, '<html>Welcome</html>', null],
  ['an empty answer', { date: http(noon) }, '', null],
])('the clock of the service is read from %s', async (_, headers, body, date) => {
  account.answer = (_call, response) => {
    response.sendDate = false;
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body);
  };
  await account
    .client()
    .devices()
    .catch(() => undefined);
  const { clock } = account.calls.at(-1)!;
  expect(clock?.date ?? null).toBe(date);
  expect(clock?.sentAt ?? 0).toBeLessThanOrEqual(clock?.receivedAt ?? 0);
});

test.each([
  [200, { success: true, lastLocation: null }],
  [200, { success: true }],
  [404, { success: false, error: 'No location.' }],
  [204, undefined],
])('a device that never reported: %i %j', async (status, body) => {
  account.answer = (_, response) => {
    if (body) answerJson(response, body, status);
    else response.writeHead(status).end();
  };
  expect(await account.client().lastLocation('a')).toEqual({
    fix: null,
    raw: null,
    isUnderstood: true,
  });
});

test.each(['{"lastLocation":"here"}', '[]', '{"position":{"lat":1,"lng":2}}'])(
  'an answer that was not understood does not mean "never reported": %j',
  async (body) => {
    account.answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    };
    expect(await account.client().lastLocation('a')).toMatchObject({
      fix: null,
      isUnderstood: false,
    });
  },
);

test('an empty answer does not mean "never reported"', async () => {
  account.answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('');
  };
  expect(await faultOf(account.client().lastLocation('a'))).toMatchObject({
    kind: 'notThisService',
  });
});

test('an answer that is not a list is not an empty list', async () => {
  account.answer = (_, response) => answerJson(response, { success: true, devices: 'none' });
  expect(await faultOf(account.client().devices())).toMatchObject({ evidence: 'shape' });
  account.answer = (_, response) => void response.writeHead(204).end();
  expect(await faultOf(account.client().devices())).toMatchObject({ evidence: 'shape' });
});

test('204 and 200 without a body mean success, with or without the record', async () => {
  account.answer = (_, response) => void response.writeHead(204).end();
  await account.client().deleteGroup('g');
  expect(await account.client().patchGroup('g', [])).toBeNull();
  account.answer = (_, response) => void response.writeHead(200).end();
  await account.client().deleteUser('u');
  account.answer = (_, response) => answerJson(response, { success: true }, 201);
  expect(await account.client().createGroup({ name: 'x' })).toBeNull();
});

test('PATCH tries the other media type once after a 415 and remembers it', async () => {
  account.answer = (request, response) => {
    const isTaken = request.headers['content-type'] === 'application/json-patch+json';
    if (isTaken) answerJson(response, { success: true, id: 'g', name: 'new' });
    else answerJson(response, { success: false, error: 'Unsupported.' }, 415);
  };
  const c = account.client();
  expect((await c.patchGroup('g', []))!.record.name).toBe('new');
  await c.patchUser('u', []);
  expect(account.others().map(({ headers }) => headers['content-type'])).toEqual([
    'application/json',
    'application/json-patch+json',
    'application/json-patch+json',
  ]);
  account.answer = (_, response) => answerJson(response, { success: false }, 415);
  expect(await faultOf(account.client().patchGroup('g', []))).toMatchObject({ kind: 'invalid' });
  expect(account.others()).toHaveLength(5);
});

test('a refusal of a range that asks for a location is explained; others are not changed', async () => {
  const range = { from: 0, to: 1 };
  account.answer = (_, response) =>
    answerJson(response, { success: false, error: 'The Location field is required.' }, 400);
  expect(await faultOf(account.client().locations('a', range))).toMatchObject({
    kind: 'invalid',
    message: says(/“The Location field is required.”.*submission of one location/),
  });
  const said = { kind: 'invalid', message: 'The Location field is required.' };
  expect(await faultOf(account.client().submitLocations('a', [{}]))).toEqual(said);
  account.answer = (_, response) =>
    answerJson(response, { success: false, error: 'Too many locations.' }, 400);
  expect(await faultOf(account.client().locations('a', range))).toEqual({
    kind: 'invalid',
    message: 'Too many locations.',
  });
});

test('a submission that is accepted without a record has none; another answer is a fault', async () => {
  const c = account.client();
  const submit = [
    () => c.submitLocations('a', [{}]),
    () => c.submitLocationInRange('a', {}, { from: 0, to: 1 }),
    () => c.submitAlerts('a', [{}]),
  ];
  for (const run of submit) {
    account.answer = (_, response) => void response.writeHead(204).end();
    expect(await run()).toEqual({ items: [], skippedRecords: [] });
    account.answer = (_, response) => answerJson(response, { success: true }, 201);
    expect(await run()).toMatchObject({ items: [], skippedRecords: [] });
    account.answer = (_, response) => answerJson(response, { hello: 'world' });
    expect(await faultOf(run())).toMatchObject({ kind: 'notThisService' });
  }
});

test('letters of several bytes are read whole, wherever a long answer is divided on its way', async () => {
  const name = '路'.repeat(400_000);
  account.answer = (_, response) =>
    answerJson(response, { success: true, devices: [{ id: 'd', name }] });
  const { items } = await account.client().devices();
  expect(items[0]?.record.name === name).toBe(true);
});

test('a call that is given up while a long list arrives ends with the reason', async () => {
  const devices = Array.from({ length: 60_000 }, (_, i) => ({ id: `d${i}`, name: 'x'.repeat(90) }));
  account.answer = (_, response) => answerJson(response, { success: true, devices });
  const giveUp = new AbortController();
  const asked = account.client().devices(giveUp.signal);
  giveUp.abort(new Error('closed'));
  await expect(asked).rejects.toThrow('closed');
});
