import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { memoryKeychain } from '../../main/secrets/memory-keychain';
import { openIpc } from '../support/ipc';
import { addressOf } from '../support/network';
import { cleanUp, credentialsOf, startTestService, temporaryFolder } from '../support/resources';
import { leaksIn } from '../support/secret-forms';
import { openSession, untilAllPolled } from '../support/session';

// A careless service repeats what it was sent in refusals and records: the headers with the token,
// the body with the key or a password. None of it may leave main.

afterEach(cleanUp);

const password = 'Correct-Horse-7!';

interface Sent {
  authorization: string;
  body: string;
}

/** The JSON of a successful response with the request written into every object of it. */
function withEcho(value: unknown, echo: Sent): unknown {
  if (Array.isArray(value)) return value.map((each) => withEcho(each, echo));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, withEcho(member, echo)]);
  return { ...Object.fromEntries(members), description: JSON.stringify(echo), echo };
}

function echoing(): { fetch: typeof fetch; tokens: Set<string>; refuse: (path: RegExp) => void } {
  const tokens = new Set<string>();
  const refused: RegExp[] = [];
  return {
    tokens,
    refuse: (path) => refused.push(path),
    fetch: async (input, init) => {
      const { pathname } = new URL(addressOf(input));
      const authorization = new Headers(init?.headers).get('authorization') ?? '';
      const body = typeof init?.body === 'string' ? init.body : '';
      const echo = { authorization, body };
      if (authorization) tokens.add(authorization.replace('Bearer ', ''));
      if (refused.some((path) => path.test(pathname))) {
        const error = `Refused: ${JSON.stringify(echo)}`;
        return Response.json({ success: false, error }, { status: 400 });
      }
      const answer = await fetch(input, init);
      const text = await answer.text();
      const { status, headers } = answer;
      if (!headers.get('content-type')?.includes('json')) return new Response(text, answer);
      const isToken = pathname.endsWith('/Auth/Token');
      const echoed = withEcho(JSON.parse(text), echo) as Record<string, unknown>;
      if (!answer.ok) echoed.error = `Refused: ${JSON.stringify(echo)}`;
      // A list of names contains only texts, so the secrets are put there.
      if (/countries|timeZones/.test(pathname)) echoed.XX = JSON.stringify(echo);
      if (isToken) echoed.account = { timeZone: body };
      return Response.json(echoed, { status });
    },
  };
}

function filesBelow(folder: string): { name: string; text: string }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => ({
      name,
      text: readFileSync(path.join(parentPath, name), 'latin1'),
    }));
}

test('removes secrets that a service repeats from results, events, files and the log', async () => {
  const running = await startTestService();
  const front = echoing();
  const folder = temporaryFolder();
  const out: unknown[] = [];
  const collect = (news: unknown) => void out.push(structuredClone(news));
  const session = openSession(folder, memoryKeychain(), {
    fetch: front.fetch,
    on: {
      session: collect,
      status: collect,
      groups: collect,
      users: collect,
      device: collect,
      journal: collect,
      jobs: collect,
      notice: collect,
    },
    settings: () => ({ expiryWarningDays: [60, 30, 7, 1] }),
  });
  const ipc = openIpc(session, folder);
  const ask = async (call: string, input?: unknown) => {
    const outcome = await ipc.invoke(call, input);
    out.push(outcome);
    return outcome;
  };

  await ask('session.connect', { ...credentialsOf(running), apiKey: `${running.apiKey}-wrong` });
  expect(await ask('session.connect', credentialsOf(running))).toMatchObject({ ok: true });
  await untilAllPolled(session);
  for (const call of [
    'session.current',
    'status.current',
    'groups.list',
    'users.list',
    'users.countries',
    'users.timeZones',
    'limits.devices',
    'drafts.all',
    'jobs.list',
  ]) {
    expect([call, await ask(call)]).toMatchObject([call, { ok: true }]);
  }
  const devices = session.account().fleet.devices();
  for (const { id } of devices) await ask('fleet.details', { id });

  const edit = {
    name: 'Ada',
    email: 'ada@fleet.example',
    country: 'ES',
    timeZone: 'Europe/Madrid',
  };
  expect(
    await ask('records.edit', { kind: 'user', action: 'create', edit: { ...edit, password } }),
  ).toMatchObject({
    ok: true,
  });
  const ada = session
    .account()
    .users.current()
    .items.find(({ name }) => name === 'Ada')!;
  const changed = await ask('records.edit', {
    kind: 'user',
    action: 'change',
    base: ada,
    edit: { message: 'Hi', password },
  });
  expect(changed).toMatchObject({ ok: true });
  const plan = await ask('jobs.plan', {
    title: 'Import',
    kind: 'user',
    steps: [
      { kind: 'user', action: 'create', edit: { ...edit, email: 'b@fleet.example', password } },
    ],
  });
  const { id } = (plan as { value: { id: string } }).value;
  front.refuse(/^\/api\/users$/);
  await ask('jobs.start', { id });
  await vi.waitFor(
    () => expect(session.account().jobs.rows(id, { from: 0, limit: 1, state: null }).total).toBe(1),
    { timeout: 10_000 },
  );
  await ask('records.edit', {
    kind: 'user',
    action: 'create',
    edit: { ...edit, email: 'c@fleet.example', password },
  });
  await ask('jobs.rows', { id, from: 0, limit: 10, state: null });
  front.refuse(/./);
  await session.account().refreshNow();
  await ask('status.current');
  await ask('session.replaceKey', { apiKey: running.apiKey });
  await ask('records.edit', {
    kind: 'user',
    action: 'change',
    base: ada,
    edit: { message: 'Ho', password },
  });
  await ask('journal.list', { from: 0, limit: 100 });
  for (const what of ['devices', 'users', 'groups', 'journal']) {
    ipc.file.save = path.join(folder, `${what}.csv`);
    const written = await ask('exchange.exportTable', {
      what,
      format: 'csv',
      ids: null,
      filter: '',
    });
    expect(written).toMatchObject({ ok: true });
  }
  await session.close();

  const secrets = { key: running.apiKey, password, token: [...front.tokens] };
  expect(secrets.token.length).toBeGreaterThan(0);
  const collected = JSON.stringify(out);
  const places = [
    { name: 'results and events', bytes: Buffer.from(collected) },
    ...filesBelow(folder).map(({ name, text }) => ({ name, bytes: Buffer.from(text, 'latin1') })),
  ];
  const files = filesBelow(folder);
  expect(files.map(({ name }) => name)).toContain('devices.csv');
  for (const [name, secret] of Object.entries(secrets)) {
    for (const each of [secret].flat()) {
      const at = collected.indexOf(each);
      expect(`${name}: ${at < 0 ? 'nowhere' : collected.slice(Math.max(0, at - 200), at)}`).toBe(
        `${name}: nowhere`,
      );
      expect(leaksIn(places, { [name]: each })).toEqual([]);
      expect(ipc.log.filter((line) => line.includes(each))).toEqual([]);
    }
  }
}, 60_000);

test('accepts a token equal to the key and an unknown time zone', async () => {
  const running = await startTestService();
  let token = '';
  const authorizations = new Set<string | null>();
  const session = openSession(temporaryFolder(), memoryKeychain(), {
    fetch: async (input, init) => {
      const headers = new Headers(init?.headers);
      if (!addressOf(input).endsWith('/Auth/Token')) {
        authorizations.add(headers.get('authorization'));
        headers.set('authorization', `Bearer ${token}`);
        return fetch(input, { ...init, headers });
      }
      const answer = (await (await fetch(input, init)).json()) as { token: string };
      ({ token } = answer);
      const account = { timeZone: 'Mars/Olympus Mons' };
      return Response.json({ ...answer, token: running.apiKey, account });
    },
    settings: () => ({ expiryWarningDays: [30] }),
  });
  await session.connect(credentialsOf(running));
  await untilAllPolled(session);
  expect([...authorizations]).toEqual([`Bearer ${running.apiKey}`]);
  expect(session.current()).toMatchObject({ accountTimeZone: null });
});
