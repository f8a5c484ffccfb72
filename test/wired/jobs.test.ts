import { afterEach, expect, test } from 'vitest';
import { dayInZone, plusDays } from '../../shared/domain/calendar';
import type { JobStep } from '../../shared/domain/job';
import {
  createUserSteps,
  emailsAt,
  newUserEdit,
  otherClient,
  rowsOf,
  startMainWithUsers,
  untilDone,
  untilJob,
} from '../support/jobs';
import { startMain } from '../support/main-process';
import { cleanUp, startTestService } from '../support/resources';
import { says } from '../support/english';

// Bulk jobs with real HTTP, SQLite on disk and the reference service.

afterEach(cleanUp);

test('sends nothing for a plan, one call per row when run, and names the job in the journal', async () => {
  const running = await startTestService();
  const main = await startMain(running);
  const { jobs } = main.account;
  running.control.resetCalls();
  const job = jobs.plan('Create people', 'user', createUserSteps(25));
  expect(job).toMatchObject({ phase: 'planned', rows: 25, calls: 25, counts: { waiting: 25 } });
  jobs.start(job.id);
  expect(await untilDone(main, job.id)).toMatchObject({ counts: { done: 25 }, canUndo: true });
  expect((await emailsAt(running)).size).toBe(25);
  expect(running.control.calls()['POST /api/users']).toBe(25);
  const { entries } = main.account.records.journal.list({ from: 0, limit: 500 });
  expect(entries.filter(({ jobId }) => jobId === job.id)).toHaveLength(25);

  running.control.resetCalls();
  const edits = main.account.users
    .current()
    .items.filter(({ email }) => email?.startsWith('person'))
    .map(({ id }): JobStep => ({ kind: 'user', action: 'change', id, edit: { country: 'FR' } }));
  const change = jobs.plan('Move to France', 'user', edits);
  jobs.start(change.id);
  await untilDone(main, change.id);
  const calls = running.control.calls();
  const patches = Object.entries(calls).filter(([call]) => call.startsWith('PATCH /api/users/'));
  expect(patches.reduce((sum, [, count]) => sum + count, 0)).toBe(25);
  // One list request for all users, and no requests for single users.
  expect(Object.keys(calls).filter((call) => /^GET \/api\/users\/./.test(call))).toEqual([]);
});

test('undoes its changes, except fields that another client changed since', async () => {
  const { running, main, jobs, users } = await startMainWithUsers(6);
  const change = jobs.plan(
    'Disable',
    'user',
    users.map(({ id }) => ({
      kind: 'user',
      action: 'change',
      id,
      edit: { disabled: true, message: 'Bye' },
    })),
  );
  jobs.start(change.id);
  await untilDone(main, change.id);
  await otherClient(running).patchUser(users[2]!.id, [
    { op: 'replace', path: '/message', value: 'Mine' },
  ]);
  await main.account.users.refresh();
  const undo = jobs.planUndo(change.id);
  expect(undo).toMatchObject({ counts: { waiting: 5, refused: 1 } });
  expect(rowsOf(main, undo.id).find(({ state }) => state === 'refused')).toMatchObject({
    label: users[2]!.name,
    refusal: says('It was changed again since: Message.'),
  });
  jobs.start(undo.id);
  await untilDone(main, undo.id);
  expect(jobs.job(change.id)).toMatchObject({ counts: { undone: 5, done: 1 } });
  const { items } = await otherClient(running).users();
  const now = new Map(items.map(({ record }) => [record.id, record]));
  for (const [i, { id }] of users.entries()) {
    const isHis = i === 2;
    expect(now.get(id)).toMatchObject({ disabled: isHis, message: isHis ? 'Mine' : null });
  }
});

test('undoes a creation by deleting, and a deletion by creating', async () => {
  const { running, main, jobs, id, users } = await startMainWithUsers(4);
  const removal = jobs.plan('Delete two', 'user', [
    { kind: 'user', action: 'delete', id: users[0]!.id },
    { kind: 'user', action: 'delete', id: users[1]!.id },
  ]);
  jobs.start(removal.id);
  await untilDone(main, removal.id);
  expect((await emailsAt(running)).size).toBe(2);
  const back = jobs.planUndo(removal.id);
  jobs.start(back.id);
  await untilDone(main, back.id);
  expect((await emailsAt(running)).size).toBe(4);

  const none = jobs.planUndo(id);
  // The two deleted users were recreated with new ids, so this job does not undo them.
  expect(none).toMatchObject({ counts: { waiting: 2, refused: 2 } });
  jobs.start(none.id);
  await untilDone(main, none.id);
  expect((await emailsAt(running)).size).toBe(2);
});

test('pauses, resumes, and stays cancelled', async () => {
  const running = await startTestService();
  const main = await startMain(running);
  const { jobs } = main.account;
  running.control.setFaults({ path: '/api/users', latencyMs: 30 });
  const { id } = jobs.plan('Create people', 'user', createUserSteps(40));
  jobs.start(id);
  await untilJob(main, id, ({ counts }) => counts.done >= 5);
  jobs.pause(id);
  const paused = await untilJob(main, id, ({ counts }) => counts.running === 0);
  expect(paused).toMatchObject({ phase: 'paused', pausedBy: null });
  expect((await emailsAt(running)).size).toBe(paused.counts.done);
  jobs.start(id);
  await untilJob(main, id, ({ counts }) => counts.done >= 15);
  jobs.cancel(id);
  const over = await untilJob(main, id, ({ counts }) => counts.running === 0);
  expect(over).toMatchObject({ phase: 'cancelled', counts: { failed: 0 } });
  expect((await emailsAt(running)).size).toBe(over.counts.done);
  expect(over.counts.done).toBeLessThan(40);
});

test('renews devices while there are licences and refuses the rest in the plan', async () => {
  const running = await startTestService({ devices: 3, licences: 5 });
  const today = dayInZone(running.control.now(), 'Europe/Paris');
  for (const id of ['old1', 'old2', 'old3']) {
    await running.control.addDevice({
      id,
      isActive: false,
      limits: {
        expires: true,
        expirationDate: plusDays(today, -10),
        dailyEmailLimit: null,
        dailySmsLimit: null,
      },
    });
  }
  const main = await startMain(running);
  const { jobs } = main.account;
  const expirationDate = plusDays(today, 200);
  const steps = ['old1', 'old2', 'old3'].map((id): JobStep => ({
    kind: 'limits',
    action: 'renew',
    id,
    expirationDate,
  }));
  const job = jobs.plan('Renew', 'limits', steps);
  const used = main.account.facts().licences!.used!;
  const free = 5 - used;
  expect(job.counts).toMatchObject({ waiting: free, refused: 3 - free });
  expect(free).toBe(2);
  jobs.start(job.id);
  await untilDone(main, job.id);
  expect((await otherClient(running).device('old1')).record).toMatchObject({
    limits: { expires: true, expirationDate },
    isActive: true,
  });
  expect(jobs.planUndo(job.id).counts).toMatchObject({ refused: 2, waiting: 0 });
});

test('changes the members of many groups with one call per group', async () => {
  const running = await startTestService();
  const main = await startMain(running);
  const { jobs } = main.account;
  const all = main.account.fleet.devices().map(({ id }) => id);
  const create = jobs.plan(
    'Create groups',
    'group',
    Array.from({ length: 3 }, (_, i) => ({
      kind: 'group',
      action: 'create',
      edit: { name: `Depot ${i}` },
    })),
  );
  jobs.start(create.id);
  await untilDone(main, create.id);
  running.control.resetCalls();
  const groups = main.account.groups
    .current()
    .items.filter(({ name }) => name?.startsWith('Depot'));
  const fill = jobs.plan(
    'Fill',
    'group',
    groups.map(({ id }) => ({ kind: 'group', action: 'change', id, edit: { deviceIds: all } })),
  );
  jobs.start(fill.id);
  await untilDone(main, fill.id);
  const patches = Object.entries(running.control.calls()).filter(([call]) =>
    call.startsWith('PATCH /api/groups/'),
  );
  expect(patches.reduce((sum, [, count]) => sum + count, 0)).toBe(3);
  expect((await otherClient(running).group(groups[0]!.id)).record.deviceIds).toEqual(all);
});

test('leaves steps that are already up to date out of the plan', async () => {
  const { jobs, users } = await startMainWithUsers(2);
  const job = jobs.plan('Nothing new', 'user', [
    { kind: 'user', action: 'change', id: users[0]!.id, edit: { country: newUserEdit(0).country } },
    { kind: 'user', action: 'change', id: users[1]!.id, edit: { name: 'New name' } },
  ]);
  expect(job).toMatchObject({ rows: 1, unchanged: 1, calls: 1 });
});
