import { afterEach, expect, test, vi } from 'vitest';
import { memoryKeychain } from '../../main/secrets/memory-keychain';
import { eventually } from '../support/eventually';
import { addressOf } from '../support/network';
import { cleanUp, credentialsOf, startTestService, temporaryFolder } from '../support/resources';
import { openSession, untilAllPolled } from '../support/session';
import { createTestClock } from '../support/test-clock';

// The status line with services that answer only some calls.

afterEach(cleanUp);

/** A fetch that answers some paths itself and passes the others to the service. */
function withAnswers(): {
  fetch: typeof fetch;
  answers: { path: RegExp; status: number; body: string; type?: string }[];
} {
  const answers: { path: RegExp; status: number; body: string; type?: string }[] = [];
  return {
    answers,
    fetch: (input, init) => {
      const { pathname } = new URL(addressOf(input));
      const own = answers.find(({ path }) => path.test(pathname));
      if (!own) return fetch(input, init);
      const headers = { 'content-type': own.type ?? 'application/json' };
      return Promise.resolve(new Response(own.body, { status: own.status, headers }));
    },
  };
}

const refusal = (status: number) => ({
  path: /^\/api\/devices$/,
  status,
  body: '{"success":false,"error":"Not for you."}',
});

for (const status of [403, 404]) {
  test(`is not live while the list of devices answers ${status}`, async () => {
    const running = await startTestService();
    const front = withAnswers();
    const session = openSession(temporaryFolder(), memoryKeychain(), { fetch: front.fetch });
    await session.connect(credentialsOf(running));
    await untilAllPolled(session);
    front.answers.push(refusal(status));
    await session.account().refreshNow();
    expect(session.status()).toMatchObject({ mode: 'delayed', devices: 12 });
    expect(session.status().reason?.kind).toBe(status === 403 ? 'forbidden' : 'notFound');
    // The other lists are still read, and the first successful response updates the status.
    front.answers.length = 0;
    await session.account().refreshNow();
    await eventually(() => expect(session.status()).toMatchObject({ mode: 'live', reason: null }));
  });
}

test('does not derive the age of the fleet from lists of groups and users', async () => {
  const running = await startTestService();
  const front = withAnswers();
  front.answers.push(refusal(500));
  const session = openSession(temporaryFolder(), memoryKeychain(), { fetch: front.fetch });
  await session.connect(credentialsOf(running));
  front.answers[0] = refusal(403);
  await session.account().refreshNow();
  await eventually(() => expect(session.account().users.current().asOf).not.toBeNull());
  expect(session.status()).toMatchObject({ asOf: null, mode: 'delayed' });
});

const page = { body: '<html>No such page</html>', type: 'text/html' };
const notGiven: [string, { status: number; body?: string; type?: string }][] = [
  ['403', { status: 403 }],
  ['400', { status: 400 }],
  ['200 and success: false', { status: 200 }],
  ['a page of a gateway', { status: 404, ...page }],
  ['a page under a good status', { status: 200, ...page }],
  ['another shape', { status: 200, body: '{"groups":"none"}' }],
];

test.each(notGiven)(
  'groups refused as %s take nothing from live, nor the users',
  async (_, own) => {
    const running = await startTestService();
    const front = withAnswers();
    front.answers.push({ ...refusal(403), ...own, path: /^\/api\/groups$/ });
    const session = openSession(temporaryFolder(), memoryKeychain(), { fetch: front.fetch });
    await session.connect(credentialsOf(running));
    await untilAllPolled(session);
    await eventually(() => {
      const { groups, users } = session.account();
      expect(groups.current().asOf).toBeNull();
      expect(users.current().items.length).toBeGreaterThan(0);
    });
  },
);

test('reports groups that cannot be read, and reads the users', async () => {
  const running = await startTestService();
  const front = withAnswers();
  front.answers.push({ path: /^\/api\/groups$/, status: 500, body: '{"success":false}' });
  const session = openSession(temporaryFolder(), memoryKeychain(), { fetch: front.fetch });
  await session.connect(credentialsOf(running));
  await eventually(() => {
    expect(session.status()).toMatchObject({ mode: 'delayed', reason: { kind: 'busy' } });
    expect(session.account().users.current().items.length).toBeGreaterThan(0);
  });
});

test('is not live if the lists can be read but no position can', async () => {
  const running = await startTestService();
  const front = withAnswers();
  front.answers.push({ ...refusal(403), path: /lastLocation$/ });
  const session = openSession(temporaryFolder(), memoryKeychain(), { fetch: front.fetch });
  await session.connect(credentialsOf(running));
  await eventually(() => expect(session.status()).toMatchObject({ devices: 12, notAskedYet: 0 }));
  expect(session.status()).toMatchObject({ mode: 'delayed', positions: 0 });
});

test('is live with a fleet that never reported', async () => {
  const running = await startTestService();
  const front = withAnswers();
  front.answers.push({ ...refusal(404), path: /lastLocation$/ });
  const clock = createTestClock();
  const session = openSession(temporaryFolder(), memoryKeychain(), { fetch: front.fetch, clock });
  await session.connect(credentialsOf(running));
  await untilAllPolled(session);
  clock.jump(200_000);
  await vi.waitFor(() => expect(session.status()).toMatchObject({ mode: 'live', positions: 0 }), {
    timeout: 15_000,
  });
});

test('does not take a captive portal for the service', async () => {
  const running = await startTestService();
  const front = withAnswers();
  const clock = createTestClock();
  const session = openSession(temporaryFolder(), memoryKeychain(), { fetch: front.fetch, clock });
  await session.connect(credentialsOf(running));
  await untilAllPolled(session);
  front.answers.push({ path: /./, status: 200, body: '<html>Welcome</html>', type: 'text/html' });
  await clock.advance(10_000);
  // Calls in flight end before the clock jumps.
  await vi.waitFor(() => expect(session.status().mode).toBe('offline'), { timeout: 15_000 });
  const { asOf } = session.status();
  clock.jump(3_600_000);
  await session.account().refreshNow();
  expect(session.status()).toMatchObject({ mode: 'offline', asOf });
});

test('updates the status and the lists immediately when the computer wakes up', async () => {
  const running = await startTestService();
  const clock = createTestClock();
  const modes: string[] = [];
  let lists = 0;
  const session = openSession(temporaryFolder(), memoryKeychain(), {
    clock,
    fetch: (input, init) => {
      if (addressOf(input).endsWith('/api/devices')) lists++;
      return fetch(input, init);
    },
    on: { status: ({ mode }) => modes.push(mode) },
  });
  await session.connect(credentialsOf(running));
  await untilAllPolled(session);
  clock.jump(8 * 3_600_000);
  modes.length = 0;
  const before = lists;
  session.account().wake();
  expect(modes).toEqual(['delayed']);
  await eventually(() => expect(lists).toBe(before + 1));
  await vi.waitFor(() => expect(session.status().mode).toBe('live'), { timeout: 10_000 });
});

test('accepts a key that is replaced while the old one is refused', async () => {
  const running = await startTestService();
  let letThrough = () => {};
  let isHeld = false;
  const session = openSession(temporaryFolder(), memoryKeychain(), {
    fetch: async (input, init) => {
      const answer = await fetch(input, init);
      if (isHeld && answer.status === 401 && addressOf(input).endsWith('/api/devices')) {
        await new Promise<void>((resolve) => (letThrough = resolve));
      }
      return answer;
    },
  });
  await session.connect(credentialsOf(running));
  await untilAllPolled(session);
  const fresh = await running.control.regenerateKey();
  await running.control.revokeTokens();
  isHeld = true;
  const refreshing = session.account().refreshNow();
  await session.replaceKey(fresh);
  isHeld = false;
  letThrough();
  await refreshing;
  await vi.waitFor(
    () => {
      expect(session.status()).toMatchObject({ mode: 'live', reason: null });
      expect(session.current()).toMatchObject({ needsKey: null });
    },
    { timeout: 10_000 },
  );
});

test('the counters of the service carry their time, or are not provided', async () => {
  const counterAt = async (quirks: { usage?: 'absent' }) => {
    const running = await startTestService({ devices: 1, quirks });
    const session = openSession(temporaryFolder());
    await session.connect(credentialsOf(running));
    await untilAllPolled(session, 1);
    return session.status().apiDailyUsage;
  };
  expect(await counterAt({})).toMatchObject({ is: 'value', asOf: expect.any(Number) as number });
  expect((await counterAt({ usage: 'absent' })).is).toBe('notProvided');
});
