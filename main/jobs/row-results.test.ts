import { expect, test } from 'vitest';
import type { SubmissionResult } from '#shared/domain/submission-result';
import type { Fault } from '#shared/fault';
import { memoryStore } from './fake-service.test-support';
import { createJobCommands } from './job-commands';
import { LiveJobs } from './live-jobs';
import { createRowResults } from './row-results';
import { creates, planOf } from './runner.test-support';

function setup(rows = 2) {
  const live = new LiveJobs(memoryStore());
  let ids = 0;
  const commands = createJobCommands({
    live,
    now: () => 0,
    newId: () => `job${ids++}`,
    onStarted: () => undefined,
  });
  const one = commands.add({ title: 'Test', kind: 'user' }, planOf(creates(rows)));
  commands.start(one.job.id);
  const seen = { answered: 0, failed: [] as string[], invalidated: 0 };
  const results = createRowResults({
    live,
    waits: {
      answered: () => void seen.answered++,
      fail: ({ kind }) => void seen.failed.push(kind),
    },
    preparation: { invalidate: () => void seen.invalidated++ },
  });
  const running = () => {
    const row = live.row(one, one.queue.shift()!);
    live.setRow(one, row, 'running');
    return row;
  };
  const fails = (fault: Fault) => {
    const row = running();
    results.failed(one, row, fault, 0);
    return row;
  };
  return { live, commands, one, seen, results, running, fails };
}

test('a result is stored with its row', () => {
  const { one, seen, results, running } = setup();
  const row = running();
  const changes = [{ field: 'name', before: null, after: 'Ann' }];
  results.done(one, row, { recordId: 'u1', journalId: 'e1', changes });
  expect(row).toMatchObject({ state: 'done', recordId: 'u1', journalId: 'e1', changes });
  expect(one.job.counts).toMatchObject({ done: 1, waiting: 1, running: 0 });
  expect(seen.answered).toBe(1);
});

test('an undo marks the row of the other job', () => {
  const { live, commands, one, results, running } = setup(1);
  const row = running();
  results.done(one, row, { recordId: 'u1' });
  const plan = planOf([{ action: 'deleteUser', id: 'u1' }]);
  plan.rows[0]!.undoes = 0;
  const undo = commands.add({ title: 'Undo', kind: 'user', undoOf: one.job.id }, plan);
  results.done(undo, live.row(undo, 0), { recordId: 'u1' });
  expect(row.state).toBe('undone');
});

test('a refusal fails the row and nothing waits', () => {
  const { seen, fails } = setup();
  const row = fails({ kind: 'invalid', message: 'No.' });
  expect(row).toMatchObject({ state: 'failed', mayBeSent: false });
  expect(seen).toEqual({ answered: 1, failed: [], invalidated: 0 });
});

test('a limit makes all rows wait, and the row stays first', () => {
  const { one, seen, fails } = setup();
  const row = fails({ kind: 'limitReached' });
  expect(row).toMatchObject({ state: 'waiting', mayBeSent: false });
  expect(one.queue).toEqual([0, 1]);
  expect(seen).toMatchObject({ failed: ['limitReached'], invalidated: 0 });
});

test('after a lost response the row is in doubt, is moved to the end, and the lists are read again', () => {
  const { one, seen, fails } = setup();
  const row = fails({ kind: 'offline', layer: 'timeout' });
  expect(row).toMatchObject({ state: 'waiting', mayBeSent: true, attempts: 1 });
  expect(one.queue).toEqual([1, 0]);
  expect(seen).toMatchObject({ failed: ['offline'], invalidated: 1 });
});

test('a row without a response fails at the fourth attempt, or when its job was cancelled', () => {
  const { fails } = setup(1);
  const states = [1, 2, 3, 4].map(() => fails({ kind: 'busy', status: 503 }).state);
  expect(states).toEqual(['waiting', 'waiting', 'waiting', 'failed']);
  const other = setup(1);
  const row = other.running();
  other.commands.cancel(other.one.job.id);
  other.results.failed(other.one, row, { kind: 'busy', status: 503 }, 0);
  expect(row).toMatchObject({ state: 'failed', mayBeSent: true });
});

test('values that the service does not return stay as they were planned', () => {
  const { one, results, running } = setup();
  const row = running();
  row.recordId = 'planned';
  one.passwords.set(0, 'secret');
  const planned = row.changes;
  results.done(one, row, { recordId: null });
  expect(row).toMatchObject({ recordId: 'planned', journalId: null, mayBeSent: false });
  expect(row.changes).toBe(planned);
  expect(one.passwords.size).toBe(0);
});

test('counts the rows whose submission the service did not confirm as it was sent', () => {
  const { one, results, running } = setup(3);
  const result = (found: SubmissionResult['found']): SubmissionResult => ({
    of: 'location',
    source: 'answer',
    found,
    records: 1,
    differences: [],
    channels: null,
  });
  const rows = [running(), running(), running()];
  results.done(one, rows[0]!, { recordId: null, result: result('yes') });
  expect(one.job.unconfirmed).toBeUndefined();
  results.done(one, rows[1]!, { recordId: null, result: result('no') });
  expect(one.job.unconfirmed).toBe(1);
  results.done(one, rows[2]!, { recordId: null, result: result('notProvided') });
  expect(one.job.unconfirmed).toBe(2);
  expect(rows[1]!.result?.found).toBe('no');
});

test('an undo leaves a row alone that is not done', () => {
  const { live, commands, one, results } = setup(1);
  const plan = planOf([{ action: 'deleteUser', id: 'u1' }]);
  plan.rows[0]!.undoes = 0;
  const undo = commands.add({ title: 'Undo', kind: 'user', undoOf: one.job.id }, plan);
  results.done(undo, live.row(undo, 0), { recordId: 'u1' });
  expect(live.row(one, 0).state).toBe('waiting');
});

test('a refused key makes all rows wait and says nothing about an earlier attempt', () => {
  const { one, seen, running, results } = setup();
  const row = running();
  row.mayBeSent = true;
  results.failed(one, row, { kind: 'unauthorized' }, 0);
  expect(row).toMatchObject({ state: 'waiting', mayBeSent: true, attempts: 0, fault: null });
  expect(seen).toMatchObject({ failed: ['unauthorized'], answered: 0, invalidated: 0 });
});
