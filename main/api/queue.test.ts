import { expect, test } from 'vitest';
import { RequestQueue } from '#main/pace/request-queue';
import { callAs } from '#main/pace/budget';
import { systemClock } from '#main/pace/clock';
import { FaultError } from '#shared/fault';
import { faultOf, useFixtureAccount } from './account.test-support';
import { answerJson } from './server.test-support';

const account = useFixtureAccount();

/** A client behind a queue that notes its turns. */
function gated({ callsPerMinute = 600 } = {}) {
  const queue = new RequestQueue({
    clock: systemClock,
    callsPerMinute: () => callsPerMinute,
    working: () => ({ jobs: false, downloads: false }),
  });
  const turns: string[] = [];
  const client = account.client({
    queue: {
      begin: (call) => {
        const own = queue.begin(call);
        return {
          ...own,
          turn: async (isReady) => {
            const isGiven = await own.turn(isReady);
            if (isGiven) turns.push(call.source);
            return isGiven;
          },
        };
      },
    },
  });
  return { queue, turns, client };
}

test('every request takes a turn, token exchanges included', async () => {
  const { turns, client } = gated();
  account.answer = (_, response) => answerJson(response, { success: true, users: [] });
  await callAs('lists', () => client.users());
  await callAs('job', () => client.deleteUser('a'));
  await client.deleteUser('b');
  expect(turns).toEqual(['token', 'lists', 'job', 'interactive']);
  expect(account.server.seen).toHaveLength(4);
});

test('an operation counts from its start, before anything is sent', async () => {
  const { queue, client } = gated({ callsPerMinute: 10 });
  const before = queue.refresh.waitMs('steady');
  const listing = callAs('lists', () => client.deleteUser('a'));
  expect([before, queue.refresh.waitMs('steady') > 0]).toEqual([0, true]);
  await listing;
});

test('reports every call with its source, token exchanges included', async () => {
  const { client } = gated();
  await callAs('history', () => client.deleteUser('a'));
  expect(account.calls.map(({ path, source }) => [path, source])).toEqual([
    ['/api/Auth/Token', 'history'],
    ['/api/users/{userId}', 'history'],
  ]);
});

test('repeats with a new token and with the other media type take a turn each', async () => {
  const { turns, client } = gated();
  account.answer = (request, response) => {
    const isRefused = request.headers.authorization === 'Bearer token-1';
    const isOtherType = request.headers['content-type'] === 'application/json-patch+json';
    answerJson(response, { success: true }, isRefused ? 401 : isOtherType ? 200 : 415);
  };
  await callAs('job', () => client.patchUser('a', []));
  expect(turns).toEqual(['token', 'job', 'token', 'job', 'job']);
  expect(account.server.seen).toHaveLength(5);
});

test('a call that is never sent takes no turn', async () => {
  const { turns, client } = gated();
  await expect(client.user('..')).rejects.toThrow('notFound');
  expect(turns).toEqual([]);
});

test.each([429, 503])('Retry-After with status %s pauses all calls', async (status) => {
  const { queue, client } = gated();
  account.answer = (_, response) => {
    response.setHeader('retry-after', '40');
    answerJson(response, { success: false, error: 'Slowly.' }, status);
  };
  await faultOf(client.users());
  expect(queue.pause()?.until).toBeGreaterThan(Date.now() + 38_000);
  const waiting = faultOf(client.users());
  const sent = account.server.seen.length;
  await expect.poll(() => queue.waitingOfUser()).toBe(1);
  queue.cancelWaiting();
  expect(await waiting).toMatchObject({ kind: 'declined', reason: 'state' });
  expect(account.server.seen).toHaveLength(sent);
});

test('the token of a call that waited long is replaced before it is sent', async () => {
  let now = 1_700_000_000_000;
  const { queue } = gated();
  let isHeld = true;
  const open = Promise.withResolvers<void>();
  const client = account.client({
    now: () => now,
    monotonicNow: () => now,
    queue: {
      begin: (call) => {
        const own = queue.begin(call);
        return {
          ...own,
          turn: async (isReady) => {
            if (isHeld && call.source !== 'token') await open.promise;
            return own.turn(isReady);
          },
        };
      },
    },
  });
  account.exchange = (_, response) =>
    answerJson(response, {
      success: true,
      token: `token-${account.exchanges()}`,
      expires: new Date(Date.now() + 120_000).toISOString(),
    });
  const call = client.deleteUser('a');
  await expect.poll(account.exchanges).toBe(1);
  now += 600_000;
  isHeld = false;
  open.resolve();
  await call;
  expect(account.others().map(({ headers }) => headers.authorization)).toEqual(['Bearer token-2']);
});

test('the signal of the caller ends a wait', async () => {
  const { queue, client } = gated();
  await client.deleteUser('a');
  queue.begin({ source: 'lists', path: '/' }).answered({ status: 429, retryAfterSeconds: 60 });
  const abort = new AbortController();
  const paused = queue.begin({ source: 'lists', path: '/' });
  await paused.turn();
  paused.answered({ status: 429, retryAfterSeconds: 60 });
  const waiting = client.users(abort.signal);
  abort.abort(new FaultError({ kind: 'notFound' }));
  await expect(waiting).rejects.toThrow('notFound');
  queue.close();
});
