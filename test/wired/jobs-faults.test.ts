import { afterEach, expect, test } from 'vitest';
import type { JobStep } from '../../shared/domain/job';
import {
  colleague,
  desktop,
  emailsAt,
  people,
  person,
  untilDone,
  untilJob,
  type Desktop,
} from '../support/jobs';
import { service, temporaryFolder, tidyUp } from '../support/own';

// Whatever goes wrong on the way: every row ends carried out once, or says why not.

afterEach(tidyUp);

const failedRows = (at: Desktop, id: string) =>
  at.account.jobs.rows(id, { from: 0, limit: 500, state: 'failed' }).rows;

function startPeople(at: Desktop, count: number, more = {}): string {
  const { jobs } = at.account;
  const { id } = jobs.plan('Create people', 'user', people(count, more));
  jobs.start(id);
  return id;
}

async function expectOnce(running: Parameters<typeof emailsAt>[0], count: number) {
  const emails = await emailsAt(running);
  expect([...emails.values()]).toEqual(Array.from({ length: count }, () => 1));
}

test('waits as long as a 429 says, and names the moment', async () => {
  const running = await service();
  const at = await desktop(running);
  const id = startPeople(at, 30);
  await untilJob(at, id, ({ counts }) => counts.done >= 4);
  running.control.setFaults({
    path: '/api/users',
    statusRate: 1,
    status: 429,
    retryAfterSeconds: 1,
    times: 3,
  });
  const held = await untilJob(at, id, ({ phase }) => phase === 'paused');
  expect(held.pausedBy).toMatchObject({ kind: 'limitReached', retryAfterSeconds: 1 });
  expect(held.resumesAt).toBeGreaterThan(Date.now());
  expect(await untilDone(at, id)).toMatchObject({ counts: { done: 30, failed: 0 } });
  await expectOnce(running, 30);
});

test('keeps within the limit a service announces, so that it never has to say 429', async () => {
  const running = await service({ devices: 6 });
  running.control.setTerms({ callsPerMinute: 40 });
  const at = await desktop(running);
  const statuses = new Set<number>();
  const real = at.network.send;
  at.network.send = async (...call) => {
    const answer = await real(...call);
    statuses.add(answer.status);
    return answer;
  };
  const id = startPeople(at, 60);
  // Three quarters of a minute's calls go at once; the rest waits for the next minute.
  const busy = await untilJob(at, id, ({ counts }) => counts.done >= 20);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const later = at.account.jobs.job(id);
  expect(later).toMatchObject({ phase: 'running', pausedBy: null, counts: { failed: 0 } });
  expect(later.counts.done).toBeLessThanOrEqual(30);
  expect(later.estimatedSeconds).toBeGreaterThanOrEqual(60);
  expect(busy.calls).toBe(60);
  expect([...statuses].filter((status) => status >= 400)).toEqual([]);
  at.account.jobs.cancel(id);
});

test('answers that are lost, cut or torn down make no duplicates and lose nothing', async () => {
  const running = await service();
  const at = await desktop(running);
  let calls = 0;
  const real = at.network.send;
  // Every fifth creation reaches the service, but its answer does not reach us.
  at.network.send = async (...call) => {
    const answer = await real(...call);
    if (call[1]?.method !== 'POST' || ++calls % 5 !== 0) return answer;
    throw new TypeError('terminated', { cause: { code: 'ECONNRESET' } });
  };
  running.control.setFaults({ path: '/api/users', cutRate: 0.05, resetRate: 0.05 });
  const id = startPeople(at, 40);
  const ended = await untilDone(at, id, 60_000);
  expect(ended.counts).toMatchObject({ done: 40, failed: 0 });
  await expectOnce(running, 40);
}, 70_000);

test('a service that goes away in the middle and comes back is waited for', async () => {
  const dataFolder = temporaryFolder();
  const apiKey = 'a-key-that-outlives-a-restart-of-the-service';
  const first = await service({ dataFolder, apiKey });
  const port = Number(new URL(first.url).port);
  const at = await desktop(first);
  first.control.setFaults({ path: '/api/users', latencyMs: 20 });
  const id = startPeople(at, 40);
  await untilJob(at, id, ({ counts }) => counts.done >= 5);
  await first.stop();
  const held = await untilJob(at, id, ({ pausedBy }) => pausedBy !== null);
  expect(held).toMatchObject({ phase: 'paused', pausedBy: { kind: 'offline' } });
  expect(held.counts.done).toBeLessThan(40);
  const second = await service({ dataFolder, apiKey, port });
  expect((await untilDone(at, id)).counts).toMatchObject({ done: 40, failed: 0 });
  await expectOnce(second, 40);
});

test('a key that was regenerated stops the job until there is a new one', async () => {
  const running = await service();
  const at = await desktop(running);
  running.control.setFaults({ path: '/api/users', latencyMs: 20 });
  const id = startPeople(at, 30);
  await untilJob(at, id, ({ counts }) => counts.done >= 3);
  const fresh = running.control.regenerateKey();
  running.control.revokeTokens();
  const held = await untilJob(at, id, ({ pausedBy }) => pausedBy?.kind === 'unauthorized');
  expect(held).toMatchObject({ phase: 'paused', resumesAt: null });
  await at.replaceKey(fresh);
  expect((await untilDone(at, id)).counts).toMatchObject({ done: 30, failed: 0 });
});

test('rows a colleague got in the way of say so; the others are done', async () => {
  const running = await service();
  const at = await desktop(running);
  const { jobs } = at.account;
  await untilDone(at, startPeople(at, 6));
  const users = at.account.users.current().items.filter(({ email }) => email?.startsWith('person'));
  const plan = jobs.plan('Rename', 'user', [
    ...users.slice(0, 4).map(({ id }, i): JobStep => ({
      action: 'changeUser',
      id,
      edit: { name: `Renamed ${i}` },
    })),
    { action: 'deleteUser', id: users[4]!.id },
    { action: 'createUser', edit: person(50) },
  ]);
  // Between the plan and the run.
  const other = colleague(running);
  await other.deleteUser(users[0]!.id);
  await other.patchUser(users[1]!.id, [{ op: 'replace', path: '/name', value: 'His name' }]);
  await other.patchUser(users[2]!.id, [{ op: 'replace', path: '/message', value: 'His message' }]);
  await other.deleteUser(users[4]!.id);
  const { name, email, country, timeZone } = person(50) as Record<string, string>;
  await other.createUser({ name: name!, email: email!, country: country!, timeZone: timeZone! });
  jobs.start(plan.id);
  expect((await untilDone(at, plan.id)).counts).toMatchObject({ done: 2, failed: 4 });
  expect(failedRows(at, plan.id).map(({ index, fault }) => [index, fault])).toEqual([
    [0, { kind: 'notFound' }],
    [
      1,
      {
        kind: 'conflict',
        isOurs: true,
        message: 'Somebody else changed it after this was planned: name is now “His name”.',
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

test('an app killed in the middle knows after its start what got through, and finishes the rest', async () => {
  const running = await service();
  let at = await desktop(running);
  const id = startPeople(at, 60);
  let kills = 0;
  for (const done of [7, 23, 41]) {
    running.control.setFaults({ path: '/api/users', latencyMs: 15 });
    await untilJob(at, id, ({ counts }) => counts.done >= done);
    at = await at.crash();
    kills++;
    const job = at.account.jobs.job(id);
    expect(job.counts.done).toBeGreaterThan(0);
    expect(job.counts.done).toBeLessThan(60);
  }
  expect(kills).toBe(3);
  expect((await untilDone(at, id)).counts).toMatchObject({ done: 60, failed: 0 });
  await expectOnce(running, 60);
  // What was done is in the journal once, also what was under way in a crash.
  const { entries } = at.account.records.journal.list({ from: 0, limit: 500 });
  expect(new Set(entries.map(({ label }) => label)).size).toBe(60);
  expect(entries).toHaveLength(60);
});

test('a job that ran when the app was quit says that it waits, and goes on by itself', async () => {
  const running = await service();
  const at = await desktop(running);
  running.control.setFaults({ path: '/api/users', latencyMs: 30 });
  const id = startPeople(at, 40);
  await untilJob(at, id, ({ counts }) => counts.done >= 5);
  const again = await at.restart();
  expect(again.account.jobs.job(id)).toMatchObject({
    phase: 'paused',
    pausedByRestart: true,
    pausedBy: null,
  });
  expect((await untilDone(again, id)).counts).toMatchObject({ done: 40, failed: 0 });
  await expectOnce(running, 40);
});

test('changes and deletions in a killed app are not counted as somebody else’s', async () => {
  const running = await service();
  let at = await desktop(running);
  await untilDone(at, startPeople(at, 30));
  const users = at.account.users.current().items.filter(({ email }) => email?.startsWith('person'));
  running.control.setFaults({ path: '/api/users', latencyMs: 15 });
  const { id } = at.account.jobs.plan(
    'Both',
    'user',
    users.map(({ id: user }, i): JobStep =>
      i % 2 === 0
        ? { action: 'deleteUser', id: user }
        : { action: 'changeUser', id: user, edit: { name: `Changed ${i}`, disabled: true } },
    ),
  );
  at.account.jobs.start(id);
  for (const done of [5, 15]) {
    await untilJob(at, id, ({ counts }) => counts.done >= done);
    at = await at.crash();
  }
  expect((await untilDone(at, id)).counts).toMatchObject({ done: 30, failed: 0 });
  const { items } = await colleague(running).users();
  const left = items.filter(({ record }) => record.email?.startsWith('person'));
  expect(left).toHaveLength(15);
  expect(left.every(({ record }) => record.name?.startsWith('Changed'))).toBe(true);
});

test('passwords are in nothing that a killed app leaves behind', async () => {
  const running = await service();
  let at = await desktop(running);
  running.control.setFaults({ path: '/api/users', latencyMs: 15 });
  const id = startPeople(at, 20, { password: 'Zq7-very-secret' });
  await untilJob(at, id, ({ counts }) => counts.done >= 6);
  at = await at.crash();
  const ended = await untilDone(at, id);
  expect(ended.counts.done + ended.counts.failed).toBe(20);
  expect(ended.counts.failed).toBeGreaterThan(0);
  for (const { fault } of failedRows(at, id)) {
    expect(fault).toEqual({
      kind: 'invalid',
      field: 'password',
      message: 'Passwords are not stored. Import this row again.',
    });
  }
  // What the plan says was done is what is there: nobody was created without his password.
  expect((await emailsAt(running)).size).toBe(ended.counts.done);
});
