import { afterEach, expect, test } from 'vitest';
import { dayInZone, plusDays } from '../../shared/domain/calendar';
import type { JobStep } from '../../shared/domain/job';
import {
  colleague,
  desktop,
  emailsAt,
  people,
  person,
  rowsOf,
  untilDone,
  untilJob,
  withPeople,
} from '../support/jobs';
import { service, tidyUp } from '../support/own';

// Bulk work with everything real behind it: HTTP, SQLite on disk, the reference service.

afterEach(tidyUp);

test('a plan sends nothing; a run makes one call for each row; the journal names the job', async () => {
  const running = await service();
  const at = await desktop(running);
  const { jobs } = at.account;
  running.control.resetCalls();
  const job = jobs.plan('Create people', 'user', people(25));
  expect(job).toMatchObject({ phase: 'planned', rows: 25, calls: 25, counts: { waiting: 25 } });
  jobs.start(job.id);
  expect(await untilDone(at, job.id)).toMatchObject({ counts: { done: 25 }, canUndo: true });
  expect((await emailsAt(running)).size).toBe(25);
  expect(running.control.calls()['POST /api/users']).toBe(25);
  const { entries } = at.account.records.journal.list({ from: 0, limit: 500 });
  expect(entries.filter(({ jobId }) => jobId === job.id)).toHaveLength(25);

  running.control.resetCalls();
  const edits = at.account.users
    .current()
    .items.filter(({ email }) => email?.startsWith('person'))
    .map(({ id }): JobStep => ({ action: 'changeUser', id, edit: { country: 'FR' } }));
  const change = jobs.plan('Move to France', 'user', edits);
  jobs.start(change.id);
  await untilDone(at, change.id);
  const calls = running.control.calls();
  const patches = Object.entries(calls).filter(([call]) => call.startsWith('PATCH /api/users/'));
  expect(patches.reduce((sum, [, count]) => sum + count, 0)).toBe(25);
  // One list for all of them, and no reading of single users.
  expect(Object.keys(calls).filter((call) => /^GET \/api\/users\/./.test(call))).toEqual([]);
});

test('undo restores the old values and leaves what another user changed since', async () => {
  const { running, at, jobs, users } = await withPeople(6);
  const change = jobs.plan(
    'Disable',
    'user',
    users.map(({ id }) => ({ action: 'changeUser', id, edit: { disabled: true, message: 'Bye' } })),
  );
  jobs.start(change.id);
  await untilDone(at, change.id);
  await colleague(running).patchUser(users[2]!.id, [
    { op: 'replace', path: '/message', value: 'Mine' },
  ]);
  await at.account.users.refresh();
  const undo = jobs.planUndo(change.id);
  expect(undo).toMatchObject({ counts: { waiting: 5, refused: 1 } });
  expect(rowsOf(at, undo.id).find(({ state }) => state === 'refused')).toMatchObject({
    label: users[2]!.name,
    refusal: 'It was changed again since: message.',
  });
  jobs.start(undo.id);
  await untilDone(at, undo.id);
  expect(jobs.job(change.id)).toMatchObject({ counts: { undone: 5, done: 1 } });
  const { items } = await colleague(running).users();
  const now = new Map(items.map(({ record }) => [record.id, record]));
  for (const [i, { id }] of users.entries()) {
    const isHis = i === 2;
    expect(now.get(id)).toMatchObject({ disabled: isHis, message: isHis ? 'Mine' : null });
  }
});

test('the undo of a creation deletes, the undo of a deletion creates', async () => {
  const { running, at, jobs, id, users } = await withPeople(4);
  const removal = jobs.plan('Delete two', 'user', [
    { action: 'deleteUser', id: users[0]!.id },
    { action: 'deleteUser', id: users[1]!.id },
  ]);
  jobs.start(removal.id);
  await untilDone(at, removal.id);
  expect((await emailsAt(running)).size).toBe(2);
  const back = jobs.planUndo(removal.id);
  jobs.start(back.id);
  await untilDone(at, back.id);
  expect((await emailsAt(running)).size).toBe(4);

  const none = jobs.planUndo(id);
  // The two that were deleted came back as others, which are not this job's to take away.
  expect(none).toMatchObject({ counts: { waiting: 2, refused: 2 } });
  jobs.start(none.id);
  await untilDone(at, none.id);
  expect((await emailsAt(running)).size).toBe(2);
});

test('pauses, resumes, and is cancelled for good', async () => {
  const running = await service();
  const at = await desktop(running);
  const { jobs } = at.account;
  running.control.setFaults({ path: '/api/users', latencyMs: 30 });
  const { id } = jobs.plan('Create people', 'user', people(40));
  jobs.start(id);
  await untilJob(at, id, ({ counts }) => counts.done >= 5);
  jobs.pause(id);
  const paused = await untilJob(at, id, ({ counts }) => counts.running === 0);
  expect(paused).toMatchObject({ phase: 'paused', pausedBy: null });
  expect((await emailsAt(running)).size).toBe(paused.counts.done);
  jobs.start(id);
  await untilJob(at, id, ({ counts }) => counts.done >= 15);
  jobs.cancel(id);
  const over = await untilJob(at, id, ({ counts }) => counts.running === 0);
  expect(over).toMatchObject({ phase: 'cancelled', counts: { failed: 0 } });
  expect((await emailsAt(running)).size).toBe(over.counts.done);
  expect(over.counts.done).toBeLessThan(40);
});

test('renews devices while there are licences, and refuses the rest in the plan', async () => {
  const running = await service({ devices: 3, licences: 5 });
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
  const at = await desktop(running);
  const { jobs } = at.account;
  const expirationDate = plusDays(today, 200);
  const steps = ['old1', 'old2', 'old3'].map((id): JobStep => ({
    action: 'renew',
    id,
    expirationDate,
  }));
  const job = jobs.plan('Renew', 'limits', steps);
  const used = at.account.facts().licences!.used;
  const free = 5 - used;
  expect(job.counts).toMatchObject({ waiting: free, refused: 3 - free });
  expect(free).toBe(2);
  jobs.start(job.id);
  await untilDone(at, job.id);
  expect((await colleague(running).device('old1')).record).toMatchObject({
    limits: { expires: true, expirationDate },
    extra: { active: true },
  });
  expect(jobs.planUndo(job.id).counts).toMatchObject({ refused: 2, waiting: 0 });
});

test('changes the members of many groups by one call for each group', async () => {
  const running = await service();
  const at = await desktop(running);
  const { jobs } = at.account;
  const all = at.account.fleet.devices().map(({ id }) => id);
  const create = jobs.plan(
    'Create groups',
    'group',
    Array.from({ length: 3 }, (_, i) => ({ action: 'createGroup', edit: { name: `Depot ${i}` } })),
  );
  jobs.start(create.id);
  await untilDone(at, create.id);
  running.control.resetCalls();
  const groups = at.account.groups.current().items.filter(({ name }) => name?.startsWith('Depot'));
  const fill = jobs.plan(
    'Fill',
    'group',
    groups.map(({ id }) => ({ action: 'changeGroup', id, edit: { deviceIds: all } })),
  );
  jobs.start(fill.id);
  await untilDone(at, fill.id);
  const patches = Object.entries(running.control.calls()).filter(([call]) =>
    call.startsWith('PATCH /api/groups/'),
  );
  expect(patches.reduce((sum, [, count]) => sum + count, 0)).toBe(3);
  expect((await colleague(running).group(groups[0]!.id)).record.deviceIds).toEqual(all);
});

test('a step whose record is already up to date is not in the plan', async () => {
  const { jobs, users } = await withPeople(2);
  const job = jobs.plan('Nothing new', 'user', [
    { action: 'changeUser', id: users[0]!.id, edit: { country: person(0).country } },
    { action: 'changeUser', id: users[1]!.id, edit: { name: 'New name' } },
  ]);
  expect(job).toMatchObject({ rows: 1, unchanged: 1, calls: 1 });
});
