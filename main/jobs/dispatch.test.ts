import { expect, test } from 'vitest';
import { createFakeTime } from '#main/pace/fake-time.test-support';
import type { JobStep } from '#shared/domain/job';
import { FaultError, type Fault } from '#shared/fault';
import { FakeService, memoryStore } from './fake-service.test-support';
import { createJobRunner } from './runner';
import { creates, planned, planOf, setup, states, stepRules, user } from './runner.test-support';
import type { Applied, RunnerOptions, StepContext } from './types';

/** A runner with single options replaced. */
function openWith(options: Partial<RunnerOptions<JobStep>> = {}) {
  const time = createFakeTime();
  const service = new FakeService();
  let ids = 0;
  const runner = createJobRunner<JobStep>({
    store: memoryStore(),
    steps: stepRules,
    now: time.now,
    after: time.after,
    random: () => 0.5,
    newId: () => `job${ids++}`,
    budget: { waitMs: () => 0, callsPerMinute: () => 60 },
    prepare: service.list,
    apply: service.apply,
    onChanged: () => undefined,
    onBug: (error) => expect.fail(String(error)),
    ...options,
  });
  return { time, service, runner };
}

test('sends three rows at a time, the next when one ends', async () => {
  const { time, service, runner } = openWith();
  const { id } = planned(runner, creates(9));
  service.script = ['well'];
  service.mood = 'hangs';
  runner.start(id);
  await time.pass(60_000);
  expect(service.calls).toBe(3);
  expect(runner.job(id).counts).toMatchObject({ running: 3, waiting: 6 });
  service.settleHanging(() => true);
  await time.pass(60_000);
  expect(service.calls).toBe(6);
  expect(runner.job(id).counts).toMatchObject({ done: 3, running: 3, waiting: 3 });
});

test('sends as many rows at a time as it is told', async () => {
  const { time, service, runner } = openWith({ concurrency: 1 });
  const { id } = planned(runner, creates(3));
  service.script = ['well'];
  service.mood = 'hangs';
  runner.start(id);
  await time.pass(1_000);
  expect(service.calls).toBe(1);
});

test('sends a row when the budget allows it and not before', async () => {
  const waits: string[] = [];
  let allowedAt = 0;
  const time = createFakeTime();
  const { service, runner } = openWith({
    now: time.now,
    after: time.after,
    budget: {
      waitMs: (kind, inFlight) => {
        waits.push(`${kind} ${inFlight}`);
        return Math.max(0, allowedAt - time.now());
      },
      callsPerMinute: () => 60,
    },
  });
  allowedAt = time.now() + 700;
  const { id } = planned(runner, creates(2));
  runner.start(id);
  await time.pass(699);
  runner.wake();
  await time.pass(0);
  expect(service.calls).toBe(0);
  await time.pass(1);
  expect(service.calls).toBe(2);
  expect(waits).toContain('burst 1');
  expect(runner.job(id).phase).toBe('done');
});

test('tries the disk again after half a minute', async () => {
  const { time, service, disk, open } = setup();
  const runner = open();
  const { id } = planned(runner, creates(1));
  disk.fault = { kind: 'storage', reason: 'full' };
  runner.start(id);
  await time.pass(0);
  expect(runner.job(id).resumesAt).toBe(time.now() + 30_000);
  disk.fault = null;
  await time.pass(29_000);
  expect(service.calls).toBe(0);
  await time.pass(2_000);
  expect(runner.job(id)).toMatchObject({ phase: 'done', counts: { done: 1 } });
});

test('stores a few rows ahead as about to be sent, and no row that was not', async () => {
  const { time, service, store, open } = setup();
  const runner = open();
  const { id } = planned(runner, creates(30));
  service.script = ['well'];
  service.mood = 'hangs';
  runner.start(id);
  await time.pass(0);
  const onDisk = () => store.loadChunk(id, 0)!.map(({ state }) => state);
  expect(onDisk().filter((state) => state === 'running')).toHaveLength(8);
  runner.pause(id);
  expect(onDisk().filter((state) => state === 'running')).toHaveLength(3);
});

test('remembers when a row was first about to be sent', async () => {
  const contexts: StepContext[] = [];
  const service = new FakeService();
  const { time, runner } = openWith({
    prepare: service.list,
    apply: async (step, context) => {
      contexts.push(context);
      return service.apply(step, context);
    },
  });
  const { id } = planned(runner, creates(1));
  service.script = ['well', 'lost'];
  const startedAt = time.now();
  runner.start(id);
  await time.pass(600_000);
  expect(contexts.map(({ attemptedAt }) => attemptedAt)).toEqual([null, startedAt]);
  expect(contexts[0]).toMatchObject({ jobId: id, onlyLookUp: false, undoesEntries: [] });
});

test('a record that is gone is the result of an earlier attempt to delete it, and only then', async () => {
  const { time, service, open } = setup();
  const runner = open();
  service.records.add('there');
  const steps: JobStep[] = ['there', 'never'].map((id) => ({ action: 'deleteUser', id }));
  const { id } = planned(runner, steps);
  runner.start(id);
  await time.pass(1_000);
  expect(states(runner, id)).toEqual(['done', 'failed']);
  expect(runner.rows(id, { from: 1, limit: 1, state: null }).rows[0]?.fault).toEqual({
    kind: 'notFound',
  });

  service.records.add('lost answer');
  const other = planned(runner, [{ action: 'deleteUser', id: 'lost answer' }]);
  service.script = ['well', 'unheard'];
  runner.start(other.id);
  await time.pass(600_000);
  expect(states(runner, other.id)).toEqual(['done']);
});

test('deletes once when the service says that the record of a second attempt is gone', async () => {
  let calls = 0;
  const { time, runner } = openWith({
    apply: () => {
      calls++;
      const fault: Fault =
        calls === 1 ? { kind: 'offline', layer: 'timeout' } : { kind: 'notFound' };
      return Promise.reject(new FaultError(fault));
    },
  });
  const { id } = planned(runner, [{ action: 'deleteUser', id: 'u1' }]);
  runner.start(id);
  await time.pass(600_000);
  expect(calls).toBe(2);
  expect(runner.storedRows(id)[0]).toMatchObject({ state: 'done', recordId: 'u1', fault: null });
});

test('an exception that is no fault fails its row with the fault to show', async () => {
  const bugs: unknown[] = [];
  const { time, runner } = openWith({
    apply: () => Promise.reject(new TypeError('a bug')),
    onBug: (error) => {
      bugs.push(error);
      return { kind: 'invalid', message: 'Waypost has a fault.' };
    },
  });
  const { id } = planned(runner, creates(1));
  runner.start(id);
  await time.pass(1_000);
  expect(bugs).toHaveLength(1);
  expect(runner.storedRows(id)[0]?.fault).toEqual({
    kind: 'invalid',
    message: 'Waypost has a fault.',
  });
});

test('the password goes to the service while it is in memory', async () => {
  const sent: JobStep[] = [];
  const { time, runner } = openWith({
    apply: async (step): Promise<Applied> => {
      sent.push(step);
      return { recordId: 'u1' };
    },
  });
  const edit = { ...user('ada'), password: 'Zq7-secret' };
  const { id } = planned(runner, [{ action: 'createUser', edit }]);
  runner.start(id);
  await time.pass(1_000);
  expect(sent).toEqual([{ action: 'createUser', edit }]);
  expect(JSON.stringify(runner.storedRows(id))).not.toContain('Zq7-secret');
});

test('nothing is sent, written or reported after the end', async () => {
  let reports = 0;
  const { time, service, runner } = openWith({ onChanged: () => void reports++ });
  const { id } = planned(runner, creates(5));
  service.script = ['well'];
  service.mood = 'hangs';
  runner.start(id);
  await time.pass(0);
  const before = { reports, calls: service.calls };
  runner.close();
  service.mood = 'well';
  service.settleHanging(() => true);
  await time.pass(60_000);
  runner.wake();
  await time.pass(60_000);
  expect({ reports, calls: service.calls }).toEqual(before);
});

test('reports results together, four times a second, and the end at once', async () => {
  const reports: number[] = [];
  const time = createFakeTime();
  const service = new FakeService();
  const { runner } = openWith({
    now: time.now,
    after: time.after,
    prepare: service.list,
    apply: service.apply,
    onChanged: ([job]) => reports.push(job!.counts.done),
  });
  const { id } = planned(runner, creates(4));
  service.script = ['well', 'well', 'well'];
  service.mood = 'hangs';
  runner.start(id);
  await time.pass(0);
  reports.length = 0;
  await time.pass(240);
  expect(reports).toEqual([]);
  await time.pass(20);
  expect(reports).toEqual([2]);
  service.settleHanging(() => true);
  await time.pass(0);
  expect(reports).toEqual([2, 4]);
});

test('works while a job runs, and not while it waits or after its end', async () => {
  const { time, service, runner } = openWith();
  expect(runner.isWorking()).toBe(false);
  const { id } = planned(runner, creates(1));
  service.script = ['well', 'hangs'];
  runner.start(id);
  await time.pass(0);
  expect(runner.isWorking()).toBe(true);
  service.settleHanging(() => true);
  await time.pass(1_000);
  expect(runner.isWorking()).toBe(false);
  service.mood = 'refused';
  const { id: second } = planned(runner, creates(1));
  runner.start(second);
  await time.pass(1_000);
  expect(runner.isWorking()).toBe(false);
});

test('lists the newest job first, and its rows by state and range', async () => {
  const { time, runner } = openWith();
  const first = planned(runner, creates(3));
  const steps = creates(4);
  steps[1] = { action: 'createUser', edit: { ...user('x'), name: 'invalid' } };
  const second = planned(runner, steps);
  expect(runner.jobs().map(({ id }) => id)).toEqual([second.id, first.id]);
  runner.start(second.id);
  await time.pass(1_000);
  expect(runner.rowStates(second.id)).toEqual(['done', 'failed', 'done', 'done']);
  const page = runner.rows(second.id, { from: 1, limit: 1, state: 'done' });
  expect(page).toMatchObject({ total: 3, rows: [{ index: 2 }] });
});

test('a change that was undone in another way is noted at its row only', async () => {
  const { time, runner } = openWith();
  const { id } = planned(runner, creates(2));
  runner.start(id);
  await time.pass(1_000);
  runner.noteUndone(id, 'user1');
  runner.noteUndone(id, 'someone else');
  runner.noteUndone(null, 'user0');
  runner.noteUndone('another job', 'user0');
  expect(states(runner, id)).toEqual(['done', 'undone']);
  expect(runner.job(id).counts).toMatchObject({ done: 1, undone: 1 });
});

test('an undo passes on the journal entries that it undoes', async () => {
  const contexts: StepContext[] = [];
  const { time, runner } = openWith({
    apply: async (_, context) => {
      contexts.push(context);
      return { recordId: 'u1' };
    },
  });
  const plan = planOf([{ action: 'deleteUser', id: 'u1' }]);
  plan.rows[0]!.undoesEntries = ['e1', 'e2'];
  const { id } = runner.add({ title: 'Undo', kind: 'user' }, plan);
  runner.start(id);
  await time.pass(1_000);
  expect(contexts[0]?.undoesEntries).toEqual(['e1', 'e2']);
});

test('a finished job can be removed, a cancelled one cannot be run again', async () => {
  const { time, service, runner } = openWith();
  const { id } = planned(runner, creates(2));
  runner.start(id);
  await time.pass(1_000);
  runner.remove(id);
  expect(runner.jobs()).toEqual([]);
  const other = planned(runner, creates(1));
  expect(() => runner.retryFailed(other.id)).toThrow('declined');
  runner.cancel(other.id);
  expect(() => runner.retryFailed(other.id)).toThrow('declined');
  await time.pass(60_000);
  expect(service.calls).toBe(2);
});
