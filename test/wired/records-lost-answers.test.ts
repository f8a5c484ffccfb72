import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { FaultError } from '../../shared/fault';
import { eventually } from '../support/eventually';
import { anna, callsOf, deviceIds, newUser } from '../support/records';
import { cleanUp, faultOf, startTestService, temporaryFolder } from '../support/resources';
import { openTestAccount, type TestAccount } from '../support/test-account';
import { amount } from '../support/test-length';

afterEach(cleanUp);

describe('creating while responses are lost', () => {
  const count = async (account: TestAccount, email: string) => {
    await account.refresh();
    return account.users().filter((user) => user.email === email).length;
  };

  test.each([
    ['the answer is cut off', { cutRate: 1, times: 1 }],
    ['the connection is reset before', { resetRate: 1, times: 1 }],
    ['the service is overloaded', { statusRate: 1, status: 503, times: 1 }],
    ['a page comes instead', { htmlRate: 1, times: 1 }],
    ['an empty answer comes instead', { emptyRate: 1, times: 1 }],
    ['the answer makes no sense', { wrongTypesRate: 1, times: 1 }],
    ['the answer is cut off and so is the look-up', { cutRate: 1, times: 2 }],
  ] as const)('%s: there is one user in the end', async (_what, faults) => {
    const running = await startTestService();
    const account = await openTestAccount(running);
    running.control.setFaults({ path: '/api/users', ...faults });
    const first = await account.edits.createUser(anna).catch((error: unknown) => error);
    running.control.setFaults(null);
    const hasFailed = first instanceof FaultError;
    expect(hasFailed ? first.fault.kind : 'offline').toBe('offline');
    // The user retries after a fault.
    const saved = hasFailed ? await account.edits.createUser(anna) : first;
    expect(saved).toMatchObject({ status: 'saved', record: { email: anna.email } });
    expect(await count(account, anna.email!)).toBe(1);
  });

  test('sends a creation to a slow service once', async () => {
    const running = await startTestService();
    const account = await openTestAccount(running, { timeoutMs: 400 });
    running.control.resetCalls();
    running.control.setFaults({ path: '/api/users', latencyMs: 3_000, times: 1 });
    const fault = await faultOf(account.edits.createUser(anna));
    expect(fault).toMatchObject({ kind: 'offline', layer: 'timeout' });
    expect(callsOf(running)['POST /api/users']).toBe(1);
    // The next attempt finds what the service did.
    await eventually(async () => expect(await count(account, anna.email!)).toBe(1));
    expect(await account.edits.createUser(anna)).toMatchObject({ status: 'saved' });
    expect(callsOf(running)['POST /api/users']).toBe(1);
    expect(await count(account, anna.email!)).toBe(1);
  });

  test('recognises a first attempt that the service completes during the second', async () => {
    const running = await startTestService();
    const sent: Parameters<typeof fetch>[] = [];
    const account = await openTestAccount(running, {
      fetch: async (...call) => {
        const { method, url } = new Request(...call);
        if (method !== 'POST' || !url.endsWith('/api/users')) return fetch(...call);
        const first = sent[0];
        sent.push(call);
        if (!first) throw new TypeError('fetch failed', { cause: { code: 'ETIMEDOUT' } });
        await fetch(...first);
        return fetch(...call);
      },
    });
    expect(await faultOf(account.edits.createUser(anna))).toMatchObject({ layer: 'timeout' });
    expect(await account.edits.createUser(anna)).toMatchObject({ status: 'saved' });
    expect(sent).toHaveLength(2);
    expect(await count(account, anna.email!)).toBe(1);
  });

  test('finds its group by name and members after a restart of the app', async () => {
    const running = await startTestService();
    const folder = temporaryFolder();
    const ids = (await deviceIds(running)).slice(0, 2);
    const before = await openTestAccount(running, { folder });
    running.control.setFaults({ path: '/api/groups', cutRate: 1 });
    await faultOf(before.edits.createGroup({ name: 'Once', deviceIds: ids }));
    running.control.setFaults(null);
    before.close();
    const account = await openTestAccount(running, { folder });
    expect(await account.edits.createGroup({ name: 'Once', deviceIds: ids })).toMatchObject({
      status: 'saved',
      record: { name: 'Once' },
    });
    await account.refresh();
    expect(account.groups().filter(({ name }) => name === 'Once')).toHaveLength(1);
  });
});

describe('changing and deleting while responses are lost', () => {
  test.each([
    ['cut', { cutRate: 1 }],
    ['reset', { resetRate: 1 }],
    ['refused for a while', { statusRate: 1, status: 503 }],
  ] as const)('an answer is %s: it happens once and is in the journal', async (_what, faults) => {
    const running = await startTestService();
    let failing = false;
    const account = await openTestAccount(running, {
      fetch: (...args) => {
        const method = args[1]?.method ?? '';
        const isWrite = method === 'PATCH' || method === 'DELETE';
        running.control.setFaults(failing && isWrite ? { ...faults, times: 1 } : null);
        if (isWrite) failing = false;
        return fetch(...args);
      },
    });
    const { record: base } = await newUser(account);
    failing = true;
    const saved = await account.edits.changeUser(base, { description: 'Once' });
    expect(saved).toMatchObject({ status: 'saved', record: { description: 'Once' } });
    expect(account.journal.list({ from: 0, limit: 1 }).entries).toMatchObject([
      { action: 'change', changes: [{ before: null, after: 'Once' }] },
    ]);
    failing = true;
    await account.edits.removeUser(base.id);
    expect((await faultOf(account.user(base.id))).kind).toBe('notFound');
    expect(account.journal.list({ from: 0, limit: 9 }).entries.map(({ action }) => action)).toEqual(
      ['delete', 'change', 'create'],
    );
  });
});

const losses = ['none', 'before', 'after', 'overloaded', 'overloadedAfter', 'pageAfter'] as const;

test('creates one record and changes it once, however many responses are lost', async () => {
  const running = await startTestService();
  let script: (typeof losses)[number][] = [];
  const refused: string[] = [];
  /** Loses calls and responses as the script says; a call may still have been carried out. */
  const unreliable: typeof fetch = async (...args) => {
    const isOurs = (args[0] as string).includes('/api/users');
    const loss = (isOurs && script.shift()) || 'none';
    if (loss === 'before') throw new TypeError('fetch failed');
    if (loss === 'overloaded') return new Response('{"success":false}', { status: 503 });
    const answer = await fetch(...args);
    if (!answer.ok) refused.push(`${args[1]?.method} ${answer.status}`);
    if (loss === 'after') throw new TypeError('terminated');
    if (loss === 'overloadedAfter') return new Response('{"success":false}', { status: 503 });
    if (loss !== 'pageAfter') return answer;
    return new Response('<html></html>', { headers: { 'content-type': 'text/html' } });
  };
  const account = await openTestAccount(running, { fetch: unreliable });
  let round = 0;
  /** Retries until no response is lost; reads of the background may use up the script. */
  const insist = async <T>(work: () => Promise<T>): Promise<T> => {
    for (let left = 30; ; left--) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof FaultError) || left === 0) throw error;
      }
    }
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...losses), { maxLength: 9 }),
      fc.array(fc.constantFrom(...losses), { maxLength: 9 }),
      async (whileCreating, whileChanging) => {
        const edit = { ...anna, email: `user-${++round}@fleet.example` };
        refused.length = 0;
        // The last response is not lost, so that the test ends.
        script = [...whileCreating, 'none'];
        const created = await insist(() => account.edits.createUser(edit));
        script = [];
        if (created.status !== 'saved') throw new Error('not saved');
        // No record was created twice: the service would have refused a duplicate.
        expect(refused).toEqual([]);
        script = [...whileChanging, 'none'];
        const changed = await insist(() =>
          account.edits.changeUser(created.record, { message: 'Hi' }),
        );
        script = [];
        expect(changed).toMatchObject({ status: 'saved', record: { message: 'Hi' } });
        await account.refresh();
        const found = account.users().filter(({ email }) => email === edit.email);
        expect(found).toMatchObject([{ id: created.record.id, message: 'Hi' }]);
      },
    ),
    { numRuns: amount({ sample: 20, long: 400 }) },
  );
}, 900_000);
