import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { FaultError } from '../../shared/fault';
import { openDesk, type Desk } from '../support/desk';
import { eventually } from '../support/eventually';
import { anna, callsOf, desk, deviceIds, newUser } from '../support/records';
import { faultOf, service, temporaryFolder, tidyUp } from '../support/own';

afterEach(tidyUp);

describe('creating while answers get lost', () => {
  const count = async (at: Desk, email: string) => {
    await at.refresh();
    return at.users().filter((user) => user.email === email).length;
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
    const running = await service();
    const at = await desk(running);
    running.control.setFaults({ path: '/api/users', ...faults });
    const first = await at.edits.createUser(anna).catch((error: unknown) => error);
    running.control.setFaults(null);
    if (first instanceof FaultError) {
      expect(first.fault.kind).toBe('offline');
      // The person tries again.
      expect((await at.edits.createUser(anna)).status).toBe('saved');
    } else {
      expect(first).toMatchObject({ status: 'saved', record: { email: anna.email } });
    }
    expect(await count(at, anna.email!)).toBe(1);
  });

  test('does not send a create twice to a slow service', async () => {
    const running = await service();
    const at = await desk(running, { timeoutMs: 400 });
    running.control.resetCalls();
    running.control.setFaults({ path: '/api/users', latencyMs: 900, times: 1 });
    const fault = await faultOf(at.edits.createUser(anna));
    expect(fault).toMatchObject({ kind: 'offline', layer: 'timeout' });
    expect(callsOf(running)['POST /api/users']).toBe(1);
    // What the service did in the end is found by the next try.
    await eventually(async () => expect(await count(at, anna.email!)).toBe(1));
    expect(await at.edits.createUser(anna)).toMatchObject({ status: 'saved' });
    expect(callsOf(running)['POST /api/users']).toBe(1);
    expect(await count(at, anna.email!)).toBe(1);
  });

  test('recognises a first try that the service finishes during the second', async () => {
    const running = await service();
    const sent: Parameters<typeof fetch>[] = [];
    const at = await desk(running, {
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
    expect(await faultOf(at.edits.createUser(anna))).toMatchObject({ layer: 'timeout' });
    expect(await at.edits.createUser(anna)).toMatchObject({ status: 'saved' });
    expect(sent).toHaveLength(2);
    expect(await count(at, anna.email!)).toBe(1);
  });

  test('finds a created group by name and members after a restart', async () => {
    const running = await service();
    const folder = temporaryFolder();
    const ids = (await deviceIds(running)).slice(0, 2);
    const before = await openDesk(running, { folder });
    running.control.setFaults({ path: '/api/groups', cutRate: 1 });
    await faultOf(before.edits.createGroup({ name: 'Once', deviceIds: ids }));
    running.control.setFaults(null);
    before.close();
    const at = await desk(running, { folder });
    expect(await at.edits.createGroup({ name: 'Once', deviceIds: ids })).toMatchObject({
      status: 'saved',
      record: { name: 'Once' },
    });
    await at.refresh();
    expect(at.groups().filter(({ name }) => name === 'Once')).toHaveLength(1);
  });

  test('does not look up a record after a refusal', async () => {
    const running = await service();
    const at = await desk(running);
    running.control.resetCalls();
    const fault = await faultOf(at.edits.createUser({ ...anna, country: 'Atlantis' }));
    expect(fault.kind).toBe('invalid');
    expect(callsOf(running)).toEqual({ 'POST /api/users': 1 });
    expect(await faultOf(at.edits.createUser({ name: 'Only a name' }))).toMatchObject({
      kind: 'invalid',
      field: 'email',
    });
  });
});

describe('changing and deleting while answers get lost', () => {
  test.each([
    ['cut', { cutRate: 1 }],
    ['reset', { resetRate: 1 }],
    ['refused for a while', { statusRate: 1, status: 503 }],
  ] as const)('an answer is %s: it happens once and is in the journal', async (_what, faults) => {
    const running = await service();
    let failing = false;
    const at = await desk(running, {
      fetch: (...args) => {
        const method = args[1]?.method ?? '';
        const isWrite = method === 'PATCH' || method === 'DELETE';
        running.control.setFaults(failing && isWrite ? { ...faults, times: 1 } : null);
        if (isWrite) failing = false;
        return fetch(...args);
      },
    });
    const { record: base } = await newUser(at);
    failing = true;
    const saved = await at.edits.changeUser(base, { description: 'Once' });
    expect(saved).toMatchObject({ status: 'saved', record: { description: 'Once' } });
    expect(at.journal.list({ from: 0, limit: 1 }).entries).toMatchObject([
      { action: 'change', changes: [{ before: null, after: 'Once' }] },
    ]);
    failing = true;
    await at.edits.removeUser(base.id);
    expect((await faultOf(at.user(base.id))).kind).toBe('notFound');
    expect(at.journal.list({ from: 0, limit: 9 }).entries.map(({ action }) => action)).toEqual([
      'delete',
      'change',
      'create',
    ]);
  });

  test('reports a 429 with its time to wait, and changes nothing', async () => {
    const running = await service();
    const at = await desk(running);
    const { record } = await newUser(at);
    running.control.setFaults({ statusRate: 1, status: 429, retryAfterSeconds: 7 });
    const busy = { kind: 'limitReached', retryAfterSeconds: 7 };
    expect(await faultOf(at.edits.changeUser(record, { name: 'X' }))).toMatchObject(busy);
    expect(await faultOf(at.edits.createUser({ ...anna, email: 'b@c.de' }))).toMatchObject(busy);
    expect(await faultOf(at.edits.removeUser(record.id))).toMatchObject(busy);
    running.control.setFaults(null);
    expect(await at.user(record.id)).toMatchObject({ name: anna.name });
  });
});

const losses = ['none', 'before', 'after', 'overloaded', 'overloadedAfter', 'pageAfter'] as const;

test('repeated tries create one record and change it once, whatever answers are lost', async () => {
  const running = await service();
  let script: (typeof losses)[number][] = [];
  const refused: string[] = [];
  /** Loses calls and answers as the script says; a call may have been carried out all the same. */
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
  const at = await desk(running, { fetch: unreliable });
  let round = 0;
  /** Tries until no answer is lost any more. */
  const insist = async <T>(work: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof FaultError) || script.length === 0) throw error;
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
        // One that is not lost at the end, so that there is an end.
        script = [...whileCreating, 'none'];
        const created = await insist(() => at.edits.createUser(edit));
        script = [];
        if (created.status !== 'saved') throw new Error('not saved');
        // Nothing was asked for twice: a second one would have been refused as a duplicate.
        expect(refused).toEqual([]);
        script = [...whileChanging, 'none'];
        const changed = await insist(() => at.edits.changeUser(created.record, { message: 'Hi' }));
        script = [];
        expect(changed).toMatchObject({ status: 'saved', record: { message: 'Hi' } });
        await at.refresh();
        const found = at.users().filter(({ email }) => email === edit.email);
        expect(found).toMatchObject([{ id: created.record.id, message: 'Hi' }]);
      },
    ),
    { numRuns: 60 },
  );
}, 60_000);
