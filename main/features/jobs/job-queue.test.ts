import { expect, test } from 'vitest';
import { createFakeTime } from '#main/pace/fake-time.test-support';
import type { JobStep } from '#shared/domain/job';
import type { SubmissionResult } from '#shared/domain/submission-result';
import { FaultError, type Fault } from '#shared/fault';
import type { Applied, StepContext } from './dispatcher';
import { JobQueue, type QueueOptions } from './job-queue';
import {
  creates,
  FakeService,
  memoryStore,
  planned,
  planOf,
  setup,
  states,
  user,
} from './queue.test-support';
import { says } from '../../../test/support/english';

/** A queue with single options replaced. */
function openWith(options: Partial<QueueOptions> = {}) {
  const time = createFakeTime();
  const service = new FakeService();
  let ids = 0;
  const queue = new JobQueue({
    store: memoryStore(),
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
  return { time, service, queue };
}

test('carries out every row once, in order, and is done', async () => {
  const { service, open, reported, untilDone } = setup();
  const queue = open();
  const { id } = planned(queue, creates(250));
  expect(service.calls).toBe(0);
  queue.start(id);
  await untilDone(queue, id);
  expect(queue.job(id)).toMatchObject({ phase: 'done', counts: { done: 250, waiting: 0 } });
  expect([...service.carriedOut.values()]).toEqual(Array.from({ length: 250 }, () => 1));
  expect([...service.carriedOut.keys()].slice(0, 3)).toEqual(['user0', 'user1', 'user2']);
  expect(service.calls).toBe(250);
  expect(service.lists).toBe(1);
  expect(reported.at(-1)).toEqual(queue.list());
});

test('waits as long as a 429 response requests, reports until when, and resumes automatically', async () => {
  const { time, service, open } = setup();
  const queue = open();
  const { id } = planned(queue, creates(5));
  service.script = ['well', 'well', 'limit'];
  queue.start(id);
  await time.pass(0);
  expect(queue.job(id)).toMatchObject({
    phase: 'paused',
    pausedBy: { kind: 'limitReached' },
    resumesAt: time.now() + 5_000,
  });
  queue.wake();
  await time.pass(4_900);
  expect(queue.job(id).phase).toBe('paused');
  await time.pass(1_000);
  expect(queue.job(id)).toMatchObject({ phase: 'done', resumesAt: null, counts: { done: 5 } });
});

test('an unreachable service pauses the job until it answers again', async () => {
  const { time, service, open } = setup();
  const queue = open();
  const { id } = planned(queue, creates(40));
  service.script = Array.from({ length: 11 }, () => 'well');
  service.mood = 'lost';
  queue.start(id);
  await time.pass(60_000);
  const paused = queue.job(id);
  expect(paused).toMatchObject({ phase: 'paused', pausedBy: { kind: 'offline' } });
  expect(paused.resumesAt).toBeGreaterThan(time.now());
  service.mood = 'well';
  await time.pass(120_000);
  expect(queue.job(id)).toMatchObject({ phase: 'done', counts: { done: 40, failed: 0 } });
});

test('a call that may still be carried out is given time before it is looked up and sent again', async () => {
  const { time, service, open, untilDone } = setup();
  const queue = open();
  const { id } = planned(queue, creates(1));
  service.script = ['well', 'unheard'];
  queue.start(id);
  await time.pass(0);
  expect(queue.job(id).resumesAt).toBeGreaterThan(time.now() + 20_000);
  await untilDone(queue, id);
  expect(queue.job(id).counts.done).toBe(1);
  expect(service.carriedOut.get('user0')).toBe(1);
  expect(service.lists).toBe(2);
});

test('a refused key pauses the job until a new key is set', async () => {
  const { time, service, open } = setup();
  const queue = open();
  const { id } = planned(queue, creates(4));
  service.mood = 'refused';
  queue.start(id);
  await time.pass(3_600_000);
  expect(queue.job(id)).toMatchObject({
    phase: 'paused',
    pausedBy: { kind: 'unauthorized' },
    resumesAt: null,
  });
  service.mood = 'well';
  queue.wake();
  await time.pass(1_000);
  expect(queue.job(id).counts.done).toBe(4);
});

test('a row that never gets a response fails after four attempts, and others do not wait for it', async () => {
  const { time, service, open } = setup();
  const queue = open();
  const { id } = planned(queue, creates(5));
  const apply = service.apply;
  service.apply = (step, context) => {
    const isPoison = step.kind === 'user' && step.action === 'create' && step.edit.name === 'user2';
    service.mood = isPoison ? 'busy' : 'well';
    const answer = apply(step, context);
    service.mood = 'well';
    return answer;
  };
  const again = open();
  expect(again.list()).toHaveLength(1);
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
  const queue = open();
  const { id } = planned(queue, creates(20));
  disk.fault = { kind: 'storage', reason: 'full' };
  queue.start(id);
  await time.pass(100_000);
  expect(service.calls).toBe(0);
  expect(queue.job(id)).toMatchObject({ phase: 'paused', pausedBy: { kind: 'storage' } });
  disk.fault = null;
  await untilDone(queue, id);
  expect(queue.job(id).counts.done).toBe(20);
});

test('a pause lets rows in flight finish, and a start resumes at the next row', async () => {
  const { time, service, open } = setup();
  const queue = open();
  const { id } = planned(queue, creates(10));
  service.script = ['well', 'hangs', 'hangs', 'hangs'];
  queue.start(id);
  await time.pass(0);
  expect(queue.pause(id)).toMatchObject({ phase: 'paused', pausedBy: null, resumesAt: null });
  service.settleHanging(() => true);
  await time.pass(60_000);
  expect(queue.job(id)).toMatchObject({ phase: 'paused', counts: { done: 3, waiting: 7 } });
  queue.start(id);
  await time.pass(1_000);
  expect(queue.job(id)).toMatchObject({ phase: 'done', counts: { done: 10 } });
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
    step.kind === 'user' && step.action === 'create'
      ? { ...step, edit: { ...step.edit, password: 'Zq7-secret' } }
      : step,
  );
  const { id } = planned(first, steps);
  service.script = ['well', 'well', 'hangs', 'hangs', 'hangs'];
  first.start(id);
  await time.pass(0);
  first.close();
  expect(JSON.stringify([store.load(), store.loadRows({ id, rows: 6 })])).not.toContain(
    'Zq7-secret',
  );

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
    message: says('Passwords are not stored. Import this row again.'),
  });
});

test('a cancelled job sends nothing more and every row has its result', async () => {
  const { time, service, open } = setup();
  const queue = open();
  const { id } = planned(queue, creates(10));
  service.script = ['well', 'well', 'unheard'];
  service.mood = 'lost';
  queue.start(id);
  await time.pass(10);
  queue.cancel(id);
  service.mood = 'well';
  await time.pass(600_000);
  expect(queue.job(id)).toMatchObject({
    phase: 'cancelled',
    counts: { done: 1, failed: 3, waiting: 6 },
  });
  expect(() => queue.start(id)).toThrow('declined');
});

test('an undo marks the undone rows', async () => {
  const { time, service, open } = setup();
  const queue = open();
  const { id } = planned(queue, creates(2));
  queue.start(id);
  await time.pass(1_000);
  const plan = planOf(
    ['user1', 'user0'].map((name): JobStep => ({ kind: 'user', action: 'delete', id: name })),
  );
  plan.rows.forEach((row, i) => Object.assign(row, { undoes: 1 - i }));
  const undo = queue.add({ title: 'Undo', kind: 'user', undoOf: id }, plan);
  queue.start(undo.id);
  await time.pass(1_000);
  expect(queue.job(undo.id).counts.done).toBe(2);
  expect(queue.job(id)).toMatchObject({ counts: { undone: 2, done: 0 }, canUndo: false });
  expect(service.records.size).toBe(0);
});

test('a large job is written a few times a second, not for every row', async () => {
  const { store, open, untilDone } = setup();
  const queue = open();
  const { id } = planned(queue, creates(2_000));
  const before = store.writes;
  queue.start(id);
  await untilDone(queue, id);
  expect(queue.job(id).counts.done).toBe(2_000);
  expect(store.writes - before).toBeLessThan(2_000 / 4);
});

/** The kind of fault of a command; null: it was carried out. */
function refusalOf(command: () => unknown): string | null {
  try {
    command();
    return null;
  } catch (error) {
    return error instanceof FaultError ? error.fault.kind : String(error);
  }
}

test('sends three rows at a time, the next when one ends', async () => {
  const { time, service, queue } = openWith();
  const { id } = planned(queue, creates(9));
  service.script = ['well'];
  service.mood = 'hangs';
  queue.start(id);
  await time.pass(60_000);
  expect(service.calls).toBe(3);
  expect(queue.job(id).counts).toMatchObject({ running: 3, waiting: 6 });
  service.settleHanging(() => true);
  await time.pass(60_000);
  expect(service.calls).toBe(6);
  expect(queue.job(id).counts).toMatchObject({ done: 3, running: 3, waiting: 3 });
});

test('sends a row when the budget allows it and not before', async () => {
  const waits: string[] = [];
  let allowedAt = 0;
  const time = createFakeTime();
  const { service, queue } = openWith({
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
  const { id } = planned(queue, creates(2));
  queue.start(id);
  await time.pass(699);
  queue.wake();
  await time.pass(0);
  expect(service.calls).toBe(0);
  await time.pass(1);
  expect(service.calls).toBe(2);
  expect(waits).toContain('burst 1');
  expect(queue.job(id).phase).toBe('done');
});

test('stores a few rows ahead as about to be sent, and no row that was not', async () => {
  const { time, service, store, open } = setup();
  const queue = open();
  const { id } = planned(queue, creates(30));
  service.script = ['well'];
  service.mood = 'hangs';
  queue.start(id);
  await time.pass(0);
  const onDisk = () => store.loadRows({ id, rows: 30 }).map(({ state }) => state);
  expect(onDisk().filter((state) => state === 'running')).toHaveLength(8);
  queue.pause(id);
  expect(onDisk().filter((state) => state === 'running')).toHaveLength(3);
});

test('remembers when a row was first about to be sent', async () => {
  const contexts: StepContext[] = [];
  const service = new FakeService();
  const { time, queue } = openWith({
    prepare: service.list,
    apply: async (step, context) => {
      contexts.push(context);
      return service.apply(step, context);
    },
  });
  const { id } = planned(queue, creates(1));
  service.script = ['well', 'lost'];
  const startedAt = time.now();
  queue.start(id);
  await time.pass(600_000);
  expect(contexts.map(({ attemptedAt }) => attemptedAt)).toEqual([null, startedAt]);
  expect(contexts[0]).toMatchObject({ jobId: id, onlyLookUp: false, undoesEntries: [] });
});

test('a record that is gone is the result of an earlier attempt to delete it, and only then', async () => {
  const { time, service, open } = setup();
  const queue = open();
  service.records.add('there');
  const steps: JobStep[] = ['there', 'never'].map((id) => ({ kind: 'user', action: 'delete', id }));
  const { id } = planned(queue, steps);
  queue.start(id);
  await time.pass(1_000);
  expect(states(queue, id)).toEqual(['done', 'failed']);
  expect(queue.rows(id, { from: 1, limit: 1, state: null }).rows[0]?.fault).toEqual({
    kind: 'notFound',
  });

  service.records.add('lost answer');
  const other = planned(queue, [{ kind: 'user', action: 'delete', id: 'lost answer' }]);
  service.script = ['well', 'unheard'];
  queue.start(other.id);
  await time.pass(600_000);
  expect(states(queue, other.id)).toEqual(['done']);
});

test('an exception that is no fault fails its row with the fault to show', async () => {
  const bugs: unknown[] = [];
  const { time, queue } = openWith({
    apply: () => Promise.reject(new TypeError('a bug')),
    onBug: (error) => {
      bugs.push(error);
      return { kind: 'invalid', message: 'Waypost has a fault.' };
    },
  });
  const { id } = planned(queue, creates(1));
  queue.start(id);
  await time.pass(1_000);
  expect(bugs).toHaveLength(1);
  expect(queue.storedRows(id)[0]?.fault).toEqual({
    kind: 'invalid',
    message: 'Waypost has a fault.',
  });
});

test('the password goes to the service while it is in memory', async () => {
  const sent: JobStep[] = [];
  const { time, queue } = openWith({
    apply: async (step): Promise<Applied> => {
      sent.push(step);
      return { recordId: 'u1' };
    },
  });
  const edit = { ...user('ada'), password: 'Zq7-secret' };
  const { id } = planned(queue, [{ kind: 'user', action: 'create', edit }]);
  queue.start(id);
  await time.pass(1_000);
  expect(sent).toEqual([{ kind: 'user', action: 'create', edit }]);
  expect(JSON.stringify(queue.storedRows(id))).not.toContain('Zq7-secret');
});

test('nothing is sent, written or reported after the end', async () => {
  let reports = 0;
  const { time, service, queue } = openWith({ onChanged: () => void reports++ });
  const { id } = planned(queue, creates(5));
  service.script = ['well'];
  service.mood = 'hangs';
  queue.start(id);
  await time.pass(0);
  const before = { reports, calls: service.calls };
  queue.close();
  service.mood = 'well';
  service.settleHanging(() => true);
  await time.pass(60_000);
  queue.wake();
  await time.pass(60_000);
  expect({ reports, calls: service.calls }).toEqual(before);
});

test('reports results together, four times a second, and the end at once', async () => {
  const reports: number[] = [];
  const time = createFakeTime();
  const service = new FakeService();
  const { queue } = openWith({
    now: time.now,
    after: time.after,
    prepare: service.list,
    apply: service.apply,
    onChanged: ([job]) => reports.push(job!.counts.done),
  });
  const { id } = planned(queue, creates(4));
  service.script = ['well', 'well', 'well'];
  service.mood = 'hangs';
  queue.start(id);
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
  const { time, service, queue } = openWith();
  expect(queue.isWorking()).toBe(false);
  const { id } = planned(queue, creates(1));
  service.script = ['well', 'hangs'];
  queue.start(id);
  await time.pass(0);
  expect(queue.isWorking()).toBe(true);
  service.settleHanging(() => true);
  await time.pass(1_000);
  expect(queue.isWorking()).toBe(false);
  service.mood = 'refused';
  const { id: second } = planned(queue, creates(1));
  queue.start(second);
  await time.pass(1_000);
  expect(queue.isWorking()).toBe(false);
});

test('lists the newest job first, and its rows by state and range', async () => {
  const { time, queue } = openWith();
  const first = planned(queue, creates(3));
  const steps = creates(4);
  steps[1] = { kind: 'user', action: 'create', edit: { ...user('x'), name: 'invalid' } };
  const second = planned(queue, steps);
  expect(queue.list().map(({ id }) => id)).toEqual([second.id, first.id]);
  queue.start(second.id);
  await time.pass(1_000);
  expect(queue.rowStates(second.id)).toEqual(['done', 'failed', 'done', 'done']);
  const page = queue.rows(second.id, { from: 1, limit: 1, state: 'done' });
  expect(page).toMatchObject({ total: 3, rows: [{ index: 2 }] });
});

test('a change that was undone in another way is noted at its row only', async () => {
  const { time, queue } = openWith();
  const { id } = planned(queue, creates(2));
  queue.start(id);
  await time.pass(1_000);
  queue.noteUndone(id, 'user1');
  queue.noteUndone(id, 'someone else');
  queue.noteUndone(null, 'user0');
  queue.noteUndone('another job', 'user0');
  expect(states(queue, id)).toEqual(['done', 'undone']);
  expect(queue.job(id).counts).toMatchObject({ done: 1, undone: 1 });
});

test('an undo passes on the journal entries that it undoes', async () => {
  const contexts: StepContext[] = [];
  const { time, queue } = openWith({
    apply: async (_, context) => {
      contexts.push(context);
      return { recordId: 'u1' };
    },
  });
  const plan = planOf([{ kind: 'user', action: 'delete', id: 'u1' }]);
  plan.rows[0]!.undoesEntries = ['e1', 'e2'];
  const { id } = queue.add({ title: 'Undo', kind: 'user' }, plan);
  queue.start(id);
  await time.pass(1_000);
  expect(contexts[0]?.undoesEntries).toEqual(['e1', 'e2']);
});

test('commands are reported at once', () => {
  const { open, reported } = setup();
  const queue = open();
  const last = () => reported.at(-1)!.map(({ phase }) => phase);
  const { id } = planned(queue, creates(1));
  expect(last()).toEqual(['planned']);
  queue.start(id);
  expect(last()).toEqual(['running']);
  queue.pause(id);
  expect(last()).toEqual(['paused']);
  queue.cancel(id);
  expect(last()).toEqual(['cancelled']);
  queue.remove(id);
  expect(last()).toEqual([]);
});

test('a job that sends again after a wait is no longer shown as paused', async () => {
  const { time, service, open } = setup();
  const queue = open();
  const { id } = planned(queue, creates(3));
  service.script = ['well', 'limit', 'limit', 'limit'];
  service.mood = 'hangs';
  queue.start(id);
  await time.pass(0);
  expect(queue.job(id).phase).toBe('paused');
  await time.pass(6_000);
  expect(queue.job(id)).toMatchObject({ phase: 'running', pausedBy: null, resumesAt: null });
});

test('a result is reported while the job waits for the limit of calls', async () => {
  const { time, service, open, reported } = setup();
  const queue = open();
  const { id } = planned(queue, creates(3));
  service.script = ['well', 'hangs', 'limit', 'limit'];
  queue.start(id);
  await time.pass(1_000);
  expect(queue.job(id).phase).toBe('paused');
  service.settleHanging(() => true);
  await time.pass(1_000);
  expect(reported.at(-1)![0]).toMatchObject({ phase: 'paused', counts: { done: 1, waiting: 2 } });
});

test.each([
  ['planned', ['start', 'cancel', 'remove']],
  ['running', ['start', 'pause', 'cancel', 'retryFailed']],
  ['paused', ['start', 'pause', 'cancel', 'retryFailed', 'remove']],
  ['done', ['retryFailed', 'remove']],
  ['cancelled', ['remove']],
] as const)('a job that is %s allows only %j', async (phase, allowed) => {
  for (const command of ['start', 'pause', 'cancel', 'retryFailed', 'remove'] as const) {
    const { time, queue } = openWith();
    const { id } = planned(queue, creates(3));
    if (phase !== 'planned' && phase !== 'cancelled') queue.start(id);
    if (phase === 'paused') queue.pause(id);
    if (phase === 'cancelled') queue.cancel(id);
    if (phase === 'done') await time.pass(1_000);
    expect(queue.job(id).phase).toBe(phase);
    const isAllowed = allowed.some((each) => each === command);
    expect(refusalOf(() => queue[command](id))).toBe(isAllowed ? null : 'declined');
  }
});

test('a retry runs only the selected failed rows, and counts their attempts from the beginning', async () => {
  const { time, service, queue } = openWith();
  const steps = creates(3).map((step, i) =>
    i === 1 ? step : { ...step, edit: { ...user(`x${i}`), name: 'invalid' } },
  ) as JobStep[];
  const { id } = planned(queue, steps);
  queue.start(id);
  await time.pass(1_000);
  expect(queue.rows(id, { from: 0, limit: 1, state: 'failed' })).toMatchObject({
    total: 2,
    rows: [{ index: 0, fault: { kind: 'invalid', message: 'No.' } }],
  });
  const before = service.calls;
  queue.retryFailed(id, [0, 1]);
  expect(queue.storedRows(id)[0]).toMatchObject({ fault: null, attempts: 0 });
  await time.pass(1_000);
  expect(service.calls).toBe(before + 1);
});

test('a job with a row on its way cannot be removed', async () => {
  const { time, service, queue } = openWith();
  const { id } = planned(queue, creates(1));
  service.script = ['well', 'hangs'];
  queue.start(id);
  await time.pass(0);
  queue.pause(id);
  expect(() => queue.remove(id)).toThrow('declined');
});

test('a new job knows its draft, and the job that it undoes', () => {
  const store = memoryStore();
  const { queue } = openWith({ store });
  const draft = { key: 'user:1', edit: { name: 'Ana' } };
  const plan = { ...planOf(creates(2)), unchanged: 4, calls: 9 };
  const { id } = queue.add({ title: 'Undo', kind: 'group', undoOf: 'a', draft }, plan);
  const known = { title: 'Undo', kind: 'group', rows: 2, unchanged: 4, calls: 9 };
  expect(store.load()).toMatchObject([{ id, ...known, undoOf: 'a', draft }]);
  expect(queue.job(id)).toMatchObject({ ...known, phase: 'planned' });
  expect(queue.job(id)).not.toHaveProperty('draft');
});

test('counts what a result says besides: not confirmed, held back, switched off', async () => {
  const result = (found: SubmissionResult['found']): SubmissionResult => ({
    of: 'location',
    source: 'answer',
    found,
    records: 1,
    differences: [],
    channels: null,
  });
  const answers: Applied[] = [
    { recordId: 'a', result: result('yes') },
    { recordId: null, result: result('no') },
    { recordId: 'c', result: result('notProvided') },
    { recordId: 'd', changes: [{ field: 'expires', before: true, after: false }] },
  ];
  const { time, queue } = openWith({ apply: async () => answers.shift()! });
  const plan = planOf(creates(4));
  plan.rows[1]!.recordId = 'planned';
  const { id } = queue.add({ title: 'Test', kind: 'user' }, plan);
  queue.start(id);
  await time.pass(1_000);
  expect(queue.job(id)).toMatchObject({ unconfirmed: 2, expiresOff: 1, counts: { done: 4 } });
  const rows = queue.storedRows(id);
  expect(rows.map(({ recordId }) => recordId)).toEqual(['a', 'planned', 'c', 'd']);
  expect(rows[1]).toMatchObject({ changes: [], journalId: null, result: { found: 'no' } });
});

test('an undo leaves a row alone that is not done', async () => {
  const { time, queue } = openWith();
  const { id } = planned(queue, creates(1));
  const plan = planOf(creates(1));
  plan.rows[0]!.undoes = 0;
  queue.start(queue.add({ title: 'Undo', kind: 'user', undoOf: id }, plan).id);
  await time.pass(1_000);
  expect(states(queue, id)).toEqual(['waiting']);
});

test.each<[string, Fault, string, Partial<ReturnType<JobQueue['storedRows']>[number]>]>([
  [
    'a refusal fails it',
    { kind: 'invalid', message: 'No.' },
    'failed',
    { mayBeSent: false, attempts: 0 },
  ],
  ['a limit lets it wait', { kind: 'limitReached' }, 'waiting', { mayBeSent: false, fault: null }],
  ['a refused key lets it wait', { kind: 'unauthorized' }, 'waiting', { mayBeSent: false }],
  [
    'a lost answer leaves it in doubt',
    { kind: 'offline', layer: 'timeout' },
    'waiting',
    { mayBeSent: true, attempts: 1 },
  ],
  [
    'a full disk leaves it in doubt',
    { kind: 'storage', reason: 'full' },
    'failed',
    { mayBeSent: true },
  ],
])('what a fault means for its row: %s', async (_, fault, state, row) => {
  const { time, queue } = openWith({
    apply: () => Promise.reject(new FaultError(fault)),
  });
  const { id } = planned(queue, creates(1));
  queue.start(id);
  await time.pass(0);
  expect(queue.storedRows(id)[0]).toMatchObject({ state, ...row });
});

/** Steps with a password each, which is never stored. */
const withPasswords = (count: number): JobStep[] =>
  Array.from({ length: count }, (_, i) => ({
    kind: 'user',
    action: 'create',
    edit: { ...user(`user${i}`), password: `secret ${i}` },
  }));

const never = () => new Promise<never>(() => undefined);

function queueOn(store: ReturnType<typeof memoryStore>) {
  let ids = 0;
  return new JobQueue({
    store,
    now: () => 0,
    after: () => () => undefined,
    random: () => 0.5,
    newId: () => `job${ids++}`,
    budget: { waitMs: () => 0, callsPerMinute: () => 60 },
    prepare: never,
    apply: never,
    onChanged: () => undefined,
    onBug: (error) => expect.fail(String(error)),
  });
}

/** Counts the turns; the turn with the given number throws. */
function turns(endsAt = Infinity) {
  let count = 0;
  const turn = () => {
    count += 1;
    return count === endsAt ? Promise.reject(new Error('ended')) : Promise.resolve();
  };
  return { turn, count: () => count };
}

const job = { title: 'Create 1,600 users', kind: 'user' } as const;

test.each([
  [0, 0],
  [1, 0],
  [100, 0],
  [1_600, 3],
])('a job of %d rows added in chunks equals one added at once', async (rows, leastTurns) => {
  const plan = planOf(withPasswords(rows));
  const [atOnce, inTurns] = [memoryStore(), memoryStore()];
  const { turn, count } = turns();
  const added = await queueOn(inTurns).addInChunks(job, plan, turn);
  expect(added).toEqual(queueOn(atOnce).add(job, plan));
  expect(count()).toBeGreaterThanOrEqual(leastTurns);
  expect(inTurns.load()).toEqual(atOnce.load());
  const [again, other] = [queueOn(inTurns), queueOn(atOnce)];
  expect(again.storedRows(added.id)).toEqual(other.storedRows(added.id));
  expect(again.storedRows(added.id)).toHaveLength(rows);
});

test('a job whose adding was aborted sends nothing and can be removed', async () => {
  const store = memoryStore();
  const queue = queueOn(store);
  const plan = planOf(withPasswords(1_600));
  await expect(queue.addInChunks(job, plan, turns(3).turn)).rejects.toThrow('ended');
  expect(queue.list()).toEqual([]);
  const again = queueOn(store);
  expect(again.list()).toMatchObject([{ phase: 'cancelled' }]);
  expect(() => again.start(again.list()[0]!.id)).toThrow('declined');
  const [stored] = store.load();
  again.remove(stored!.id);
  expect(store.load()).toEqual([]);
  expect(store.loadRows({ id: stored!.id, rows: 50 })).toEqual([]);
});

test('leaving the account while a job is added leaves no job that could start', async () => {
  const store = memoryStore();
  const queue = queueOn(store);
  const plan = planOf(withPasswords(1_600));
  const adding = queue.addInChunks(job, plan, () => Promise.resolve());
  queue.close();
  await expect(adding).rejects.toMatchObject({ fault: { kind: 'declined', reason: 'state' } });
  expect(store.load().filter(({ phase }) => phase === 'planned')).toEqual([]);
});
