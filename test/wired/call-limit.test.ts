import { afterEach, expect, test } from 'vitest';
import { memoryKeychain } from '../../main/secrets/memory-keychain';
import type { SessionFeature } from '../../main/session/session';
import type { Status } from '../../shared/domain/session';
import { editsOf } from '../support/edits';
import { newUserEdit } from '../support/jobs';
import { eventually } from '../support/eventually';
import { addressOf, createTestNetwork } from '../support/network';
import {
  cleanUp,
  credentialsOf,
  faultOf,
  startTestService,
  temporaryFolder,
} from '../support/resources';
import { openSession } from '../support/session';
import { createTestClock } from '../support/test-clock';
import { amount } from '../support/test-length';

// When anything may be sent: the limit of calls, a pause that the service asks for, and slow answers.

afterEach(cleanUp);

interface Request {
  path: string;
  at: number;
  status: number;
}

/** Main and a service on one clock, and every request that reached the service. */
async function setup({
  callsPerMinute = 600,
  limit = null as number | null,
  lifetimeSeconds = 3_600,
} = {}) {
  const clock = createTestClock();
  // Without announcements: only the user's setting is known.
  const running = await startTestService({
    now: clock.now,
    extensions: false,
    callsPerMinute: limit,
    tokenLifetimeSeconds: lifetimeSeconds,
  });
  const requests: Request[] = [];
  const network = createTestNetwork();
  const world = { delayMs: 0 };
  /** The delay is before the network, so that its real calls can be waited for meanwhile. */
  const send: typeof fetch = async (input, init) => {
    const request = { path: new URL(addressOf(input)).pathname, at: clock.now(), status: 0 };
    requests.push(request);
    const { delayMs } = world;
    if (delayMs > 0) await new Promise<void>((resolve) => clock.after(delayMs, resolve));
    const answer = await network.fetch(input, init);
    request.status = answer.status;
    return answer;
  };
  const statuses: Status[] = [];
  const open = () =>
    openSession(folder, keychain, {
      clock,
      fetch: send,
      settings: () => ({ callsPerMinute }),
      on: { status: (status) => statuses.push(status) },
    });
  const folder = temporaryFolder();
  const keychain = memoryKeychain();
  const session = open();
  await session.connect(credentialsOf(running));
  /** Lets time pass in small steps, with everything that happens in it. */
  const pass = async (ms: number) => {
    for (const end = clock.now() + ms; clock.now() < end;) {
      await clock.advance(Math.min(1_000, end - clock.now()));
      await network.idle();
    }
  };
  return { clock, running, requests, world, session, statuses, pass };
}

/** The most requests in any 60 seconds. */
function mostInAMinute(requests: readonly Request[]): number {
  let most = 0;
  let first = 0;
  requests.forEach(({ at }, i) => {
    while (requests[first]!.at <= at - 60_000) first++;
    most = Math.max(most, i - first + 1);
  });
  return most;
}

const createUser = (session: SessionFeature, index: number) =>
  editsOf(session.account().records.execute).createUser(newUserEdit(index));

test('no minute has more requests than the limit, whoever makes them', async () => {
  // Tokens expire all the time, so that exchanges and repeats are among the requests.
  const { running, requests, session, pass } = await setup({
    callsPerMinute: 30,
    limit: 30,
    lifetimeSeconds: 20,
  });
  const account = session.account();
  const work: Promise<unknown>[] = [];
  const minutes = amount({ sample: 1, long: 20 });
  for (let minute = 0; minute < minutes; minute++) {
    await pass(30_000);
    work.push(account.refreshNow(), account.refreshNow());
    work.push(createUser(session, minute).catch(() => undefined));
    const [id] = account.fleet.ids();
    if (id) work.push(account.refreshDevice(id).catch(() => undefined));
    account.wake();
    await running.control.revokeTokens();
    const to = running.control.now() - 3_600_000;
    const range = { from: to - 5 * 86_400_000, to };
    account.history.fetcher.fetch({ log: 'locations', deviceIds: account.fleet.ids(), range });
    await pass(30_000);
  }
  await pass(60_000);
  await Promise.all(work);
  expect(requests.length).toBeGreaterThan(25 * minutes);
  expect(mostInAMinute(requests)).toBeLessThanOrEqual(30);
  expect(requests.filter(({ status }) => status === 429)).toEqual([]);
}, 900_000);

test('leaving and opening an account again does not begin a new minute', async () => {
  const { requests, session, pass, running } = await setup({ callsPerMinute: 12 });
  for (let i = 0; i < 4; i++) {
    await pass(3_000);
    await session.disconnect(false);
    // It may have to wait for the limit.
    const connecting = session.connect(credentialsOf(running)).catch(() => undefined);
    await Promise.race([connecting, pass(70_000)]);
  }
  await pass(70_000);
  expect(mostInAMinute(requests)).toBeLessThanOrEqual(12);
});

test('closing does not wait for a pause', async () => {
  const { running, session, pass } = await setup();
  await pass(15_000);
  running.control.setFaults({ statusRate: 1, status: 429, retryAfterSeconds: 9_999, times: 1 });
  await pass(15_000);
  expect(session.status().reason?.kind).toBe('limitReached');
  const saving = faultOf(createUser(session, 2));
  await eventually(() => expect(session.status().waitingCalls).toBe(1));
  await session.close();
  expect(await saving).toMatchObject({ kind: 'declined' });
});
