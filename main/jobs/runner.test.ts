import { expect, test } from 'vitest';
import type { JobStep } from '#shared/domain/job';
import { creates, planned, planOf, setup, states, user } from './runner.test-support';

test('carries out every row once, in order, and is done', async () => {
  const { service, open, reported, untilDone } = setup();
  const runner = open();
  const { id } = planned(runner, creates(250));
  expect(service.calls).toBe(0);
  runner.start(id);
  await untilDone(runner, id);
  expect(runner.job(id)).toMatchObject({ phase: 'done', counts: { done: 250, waiting: 0 } });
  expect([...service.carriedOut.values()]).toEqual(Array.from({ length: 250 }, () => 1));
  expect([...service.carriedOut.keys()].slice(0, 3)).toEqual(['user0', 'user1', 'user2']);
  expect(service.calls).toBe(250);
  expect(service.lists).toBe(1);
  expect(reported.at(-1)).toEqual(runner.jobs());
});

test('only the refused row fails, with its reason, and can be retried', async () => {
  const { time, service, open } = setup();
  const runner = open();
  const steps = creates(3);
  steps[1] = { action: 'createUser', edit: { ...user('x'), name: 'invalid' } };
  const { id } = planned(runner, steps);
  runner.start(id);
  await time.pass(1_000);
  expect(runner.rows(id, { from: 0, limit: 9, state: 'failed' })).toMatchObject({
    total: 1,
    rows: [{ index: 1, fault: { kind: 'invalid', message: 'No.' } }],
  });
  const before = service.calls;
  runner.retryFailed(id);
  await time.pass(1_000);
  expect(service.calls).toBe(before + 1);
  expect(runner.job(id)).toMatchObject({ phase: 'done', counts: { done: 2, failed: 1 } });
});

test('waits as long as a 429 response requests, reports until when, and resumes automatically', async () => {
  const { time, service, open } = setup();
  const runner = open();
  const { id } = planned(runner, creates(5));
  service.script = ['well', 'well', 'limit'];
  runner.start(id);
  await time.pass(0);
  expect(runner.job(id)).toMatchObject({
    phase: 'paused',
    pausedBy: { kind: 'limitReached' },
    resumesAt: time.now() + 5_000,
  });
  runner.wake();
  await time.pass(4_900);
  expect(runner.job(id).phase).toBe('paused');
  await time.pass(1_000);
  expect(runner.job(id)).toMatchObject({ phase: 'done', resumesAt: null, counts: { done: 5 } });
});

test('an unreachable service pauses the job until it answers again', async () => {
  const { time, service, open } = setup();
  const runner = open();
  const { id } = planned(runner, creates(40));
  service.script = Array.from({ length: 11 }, () => 'well');
  service.mood = 'lost';
  runner.start(id);
  await time.pass(60_000);
  const paused = runner.job(id);
  expect(paused).toMatchObject({ phase: 'paused', pausedBy: { kind: 'offline' } });
  expect(paused.resumesAt).toBeGreaterThan(time.now());
  service.mood = 'well';
  await time.pass(120_000);
  expect(runner.job(id)).toMatchObject({ phase: 'done', counts: { done: 40, failed: 0 } });
});

test('a call that may still be carried out is given time before it is looked up and sent again', async () => {
  const { time, service, open, untilDone } = setup();
  const runner = open();
  const { id } = planned(runner, creates(1));
  service.script = ['well', 'unheard'];
  runner.start(id);
  await time.pass(0);
  expect(runner.job(id).resumesAt).toBeGreaterThan(time.now() + 20_000);
  await untilDone(runner, id);
  expect(runner.job(id).counts.done).toBe(1);
  expect(service.carriedOut.get('user0')).toBe(1);
  expect(service.lists).toBe(2);
});

test('a refused key pauses the job until a new key is set', async () => {
  const { time, service, open } = setup();
  const runner = open();
  const { id } = planned(runner, creates(4));
  service.mood = 'refused';
  runner.start(id);
  await time.pass(3_600_000);
  expect(runner.job(id)).toMatchObject({
    phase: 'paused',
    pausedBy: { kind: 'unauthorized' },
    resumesAt: null,
  });
  service.mood = 'well';
  runner.wake();
  await time.pass(1_000);
  expect(runner.job(id).counts.done).toBe(4);
});

test('a row that never gets a response fails after four attempts, and others do not wait for it', async () => {
  const { time, service, open } = setup();
  const runner = open();
  const { id } = planned(runner, creates(5));
  const apply = service.apply;
  service.apply = (step, context) => {
    const isPoison = step.action === 'createUser' && step.edit.name === 'user2';
    service.mood = isPoison ? 'busy' : 'well';
    const answer = apply(step, context);
    service.mood = 'well';
    return answer;
  };
  const again = open();
  expect(again.jobs()).toHaveLength(1);
  again.start(id);
  await time.pass(600_000);
  expect(again.job(id)).toMatchObject({ phase: 'done', counts: { done: 4, failed: 1 } });
  expect(again.rows(id, { from: 0, limit: 9, state: 'failed' }).rows[0]).toMatchObject({
    index: 2,
    fault: { kind: 'busy', status: 503 },
  });
});

test('sends nothing while the disk is full, and resumes afterwards', async () => {
  const { time, service, disk, open, untilDone } = setup();
  const runner = open();
  const { id } = planned(runner, creates(20));
  disk.fault = { kind: 'storage', reason: 'full' };
  runner.start(id);
  await time.pass(100_000);
  expect(service.calls).toBe(0);
  expect(runner.job(id)).toMatchObject({ phase: 'paused', pausedBy: { kind: 'storage' } });
  disk.fault = null;
  await untilDone(runner, id);
  expect(runner.job(id).counts.done).toBe(20);
});

test('a pause lets rows in flight finish, and a start resumes at the next row', async () => {
  const { time, service, open } = setup();
  const runner = open();
  const { id } = planned(runner, creates(10));
  service.script = ['well', 'hangs', 'hangs', 'hangs'];
  runner.start(id);
  await time.pass(0);
  expect(runner.pause(id)).toMatchObject({ phase: 'paused', pausedBy: null, resumesAt: null });
  service.settleHanging(() => true);
  await time.pass(60_000);
  expect(runner.job(id)).toMatchObject({ phase: 'paused', counts: { done: 3, waiting: 7 } });
  runner.start(id);
  await time.pass(1_000);
  expect(runner.job(id)).toMatchObject({ phase: 'done', counts: { done: 10 } });
  expect(service.calls).toBe(10);
});

test('a job that ran when the app ended resumes automatically when the service responds', async () => {
  const { time, service, open } = setup();
  const first = open();
  const { id } = planned(first, creates(30));
  service.script = ['well', 'well', 'well', 'hangs', 'hangs', 'hangs'];
  first.start(id);
  await time.pass(0);
  first.close();
  service.settleHanging((index) => index === 1);

  const again = open();
  expect(again.job(id)).toMatchObject({
    phase: 'paused',
    pausedBy: null,
    pausedByRestart: true,
    counts: { running: 0 },
  });
  await time.pass(60_000);
  expect(again.job(id).phase).toBe('paused');
  again.wake();
  await time.pass(1_000);
  expect(again.job(id)).toMatchObject({ phase: 'done', counts: { done: 30, failed: 0 } });
  expect(Math.max(...service.carriedOut.values())).toBe(1);
  expect(service.carriedOut.size).toBe(30);
});

test('stores no password: after a restart its rows fail with a message, unless they arrived', async () => {
  const { time, service, store, open } = setup();
  const first = open();
  const steps = creates(6).map((step) =>
    step.action === 'createUser'
      ? { ...step, edit: { ...step.edit, password: 'Zq7-secret' } }
      : step,
  );
  const { id } = planned(first, steps);
  service.script = ['well', 'well', 'hangs', 'hangs', 'hangs'];
  first.start(id);
  await time.pass(0);
  first.close();
  expect(JSON.stringify([store.load(), store.loadChunk(id, 0)])).not.toContain('Zq7-secret');

  const again = open();
  again.wake();
  await time.pass(1_000);
  // The service was still processing calls in flight when the app ended.
  expect(states(again, id)).toEqual(['done', ...Array<string>(5).fill('waiting')]);
  service.settleHanging((index) => index === 0);
  await time.pass(2_000);
  expect(states(again, id)).toEqual(
    ['done', 'done', 'failed', 'failed', 'failed', 'failed'].toSorted(),
  );
  expect(again.rows(id, { from: 0, limit: 1, state: 'failed' }).rows[0]?.fault).toEqual({
    kind: 'invalid',
    field: 'password',
    message: 'Passwords are not stored. Import this row again.',
  });
});

test('a cancelled job sends nothing more and every row has its result', async () => {
  const { time, service, open } = setup();
  const runner = open();
  const { id } = planned(runner, creates(10));
  service.script = ['well', 'well', 'unheard'];
  service.mood = 'lost';
  runner.start(id);
  await time.pass(10);
  runner.cancel(id);
  service.mood = 'well';
  await time.pass(600_000);
  expect(runner.job(id)).toMatchObject({
    phase: 'cancelled',
    counts: { done: 1, failed: 3, waiting: 6 },
  });
  expect(() => runner.start(id)).toThrow('declined');
});

test('an undo marks the undone rows', async () => {
  const { time, service, open } = setup();
  const runner = open();
  const { id } = planned(runner, creates(2));
  runner.start(id);
  await time.pass(1_000);
  const plan = planOf(
    ['user1', 'user0'].map((name): JobStep => ({ action: 'deleteUser', id: name })),
  );
  plan.rows.forEach((row, i) => Object.assign(row, { undoes: 1 - i }));
  const undo = runner.add({ title: 'Undo', kind: 'user', undoOf: id }, plan);
  runner.start(undo.id);
  await time.pass(1_000);
  expect(runner.job(undo.id).counts.done).toBe(2);
  expect(runner.job(id)).toMatchObject({ counts: { undone: 2, done: 0 }, canUndo: false });
  expect(service.records.size).toBe(0);
});

test('a large job is written a few times a second, not for every row', async () => {
  const { store, open, untilDone } = setup();
  const runner = open();
  const { id } = planned(runner, creates(2_000));
  const before = store.writes;
  runner.start(id);
  await untilDone(runner, id);
  expect(runner.job(id).counts.done).toBe(2_000);
  expect(store.writes - before).toBeLessThan(2_000 / 4);
});
