import { afterEach, expect, test } from 'vitest';
import type { JobStep } from '../../shared/domain/job';
import {
  createUserSteps,
  emailsAt,
  newUserEdit,
  otherClient,
  untilDone,
  untilJob,
} from '../support/jobs';
import { type MainProcess, startMain } from '../support/main-process';
import { cleanUp, startTestService } from '../support/resources';
import { says } from '../support/english';

// Faults during a job: every row is carried out once, or reports why not.

afterEach(cleanUp);

const failedRows = (main: MainProcess, id: string) =>
  main.account.jobs.rows(id, { from: 0, limit: 500, state: 'failed' }).rows;

function startPeople(main: MainProcess, count: number, more = {}): string {
  const { jobs } = main.account;
  const { id } = jobs.plan('Create people', 'user', createUserSteps(count, more));
  jobs.start(id);
  return id;
}

async function expectOnce(running: Parameters<typeof emailsAt>[0], count: number) {
  const emails = await emailsAt(running);
  expect([...emails.values()]).toEqual(Array.from({ length: count }, () => 1));
}

test('keeps within the announced limit, so that the service never answers 429', async () => {
  const running = await startTestService({ devices: 6 });
  running.control.setTerms({ callsPerMinute: 40 });
  const main = await startMain(running);
  const statuses = new Set<number>();
  const real = main.network.send;
  main.network.send = async (...call) => {
    const answer = await real(...call);
    statuses.add(answer.status);
    return answer;
  };
  const id = startPeople(main, 60);
  // A part of the calls per minute is sent immediately; the rest is spread over the next minutes.
  const busy = await untilJob(main, id, ({ counts }) => counts.done >= 3);
  await main.network.idle();
  await main.clock.advance(1_500);
  await main.network.idle();
  const later = main.account.jobs.job(id);
  expect(later).toMatchObject({ phase: 'running', pausedBy: null, counts: { failed: 0 } });
  expect(later.counts.done).toBeLessThanOrEqual(30);
  expect(later.estimatedSeconds).toBeGreaterThanOrEqual(60);
  expect(busy.calls).toBe(60);
  expect([...statuses].filter((status) => status >= 400)).toEqual([]);
  main.account.jobs.cancel(id);
});

test('creates no duplicates and loses nothing when responses are lost or truncated', async () => {
  const running = await startTestService();
  const main = await startMain(running);
  let calls = 0;
  const real = main.network.send;
  // Every fifth creation reaches the service, but its response is lost.
  main.network.send = async (...call) => {
    const answer = await real(...call);
    if (call[1]?.method !== 'POST' || ++calls % 5 !== 0) return answer;
    throw new TypeError('terminated', { cause: { code: 'ECONNRESET' } });
  };
  running.control.setFaults({ path: '/api/users', cutRate: 0.05, resetRate: 0.05 });
  const id = startPeople(main, 40);
  const ended = await untilDone(main, id, 60_000);
  expect(ended.counts).toMatchObject({ done: 40, failed: 0 });
  await expectOnce(running, 40);
}, 70_000);

test('reports rows that conflict with another client, and carries out the others', async () => {
  const running = await startTestService();
  const main = await startMain(running);
  const { jobs } = main.account;
  await untilDone(main, startPeople(main, 6));
  const users = main.account.users
    .current()
    .items.filter(({ email }) => email?.startsWith('person'));
  const plan = jobs.plan('Rename', 'user', [
    ...users.slice(0, 4).map(({ id }, i): JobStep => ({
      kind: 'user',
      action: 'change',
      id,
      edit: { name: `Renamed ${i}` },
    })),
    { kind: 'user', action: 'delete', id: users[4]!.id },
    { kind: 'user', action: 'create', edit: newUserEdit(50) },
  ]);
  // A conflicting change between the plan and the run.
  const other = otherClient(running);
  await other.deleteUser(users[0]!.id);
  await other.patchUser(users[1]!.id, [{ op: 'replace', path: '/name', value: 'His name' }]);
  await other.patchUser(users[2]!.id, [{ op: 'replace', path: '/message', value: 'His message' }]);
  await other.deleteUser(users[4]!.id);
  const { name, email, country, timeZone } = newUserEdit(50) as Record<string, string>;
  await other.createUser({ name: name!, email: email!, country: country!, timeZone: timeZone! });
  jobs.start(plan.id);
  expect((await untilDone(main, plan.id)).counts).toMatchObject({ done: 2, failed: 4 });
  expect(failedRows(main, plan.id).map(({ index, fault }) => [index, fault])).toEqual([
    [0, { kind: 'notFound' }],
    [
      1,
      {
        kind: 'declined',
        reason: 'state',
        message: says('Somebody else changed it after this was planned: Name is now “His name”.'),
      },
    ],
    [4, expect.objectContaining({ kind: 'notFound' })],
    [5, expect.objectContaining({ kind: 'conflict' })],
  ]);
  const { items } = await other.users();
  const now = new Map(items.map(({ record }) => [record.id, record]));
  expect(now.get(users[1]!.id)?.name).toBe('His name');
  expect(now.get(users[2]!.id)).toMatchObject({ name: 'Renamed 2', message: 'His message' });
});

test('recognises after a crash which rows were carried out, and finishes the rest', async () => {
  const running = await startTestService();
  let main = await startMain(running);
  const id = startPeople(main, 60);
  let kills = 0;
  for (const done of [7, 23, 41]) {
    running.control.setFaults({ path: '/api/users', latencyMs: 15 });
    await untilJob(main, id, ({ counts }) => counts.done >= done);
    main = await main.crash();
    kills++;
    const job = main.account.jobs.job(id);
    expect(job.counts.done).toBeGreaterThan(0);
    expect(job.counts.done).toBeLessThan(60);
  }
  expect(kills).toBe(3);
  expect((await untilDone(main, id)).counts).toMatchObject({ done: 60, failed: 0 });
  await expectOnce(running, 60);
  // Every change is in the journal once, including rows in flight during the crash.
  const { entries } = main.account.records.journal.list({ from: 0, limit: 500 });
  expect(new Set(entries.map(({ label }) => label)).size).toBe(60);
  expect(entries).toHaveLength(60);
});

test('does not report its own changes before a crash as conflicts', async () => {
  const running = await startTestService();
  let main = await startMain(running);
  await untilDone(main, startPeople(main, 30));
  const users = main.account.users
    .current()
    .items.filter(({ email }) => email?.startsWith('person'));
  running.control.setFaults({ path: '/api/users', latencyMs: 15 });
  const { id } = main.account.jobs.plan(
    'Both',
    'user',
    users.map(({ id: user }, i): JobStep =>
      i % 2 === 0
        ? { kind: 'user', action: 'delete', id: user }
        : {
            kind: 'user',
            action: 'change',
            id: user,
            edit: { name: `Changed ${i}`, disabled: true },
          },
    ),
  );
  main.account.jobs.start(id);
  for (const done of [5, 15]) {
    await untilJob(main, id, ({ counts }) => counts.done >= done);
    main = await main.crash();
  }
  expect((await untilDone(main, id)).counts).toMatchObject({ done: 30, failed: 0 });
  const { items } = await otherClient(running).users();
  const left = items.filter(({ record }) => record.email?.startsWith('person'));
  expect(left).toHaveLength(15);
  expect(left.every(({ record }) => record.name?.startsWith('Changed'))).toBe(true);
});
