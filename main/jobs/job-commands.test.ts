import { describe, expect, test } from 'vitest';
import { memoryStore } from './fake-service.test-support';
import { createJobCommands } from './job-commands';
import { LiveJobs } from './live-jobs';
import { creates, planOf } from './runner.test-support';
import { FaultError } from '#shared/fault';

/** The fault of a command; null: it was carried out. */
function refusalOf(command: () => unknown) {
  try {
    command();
    return null;
  } catch (error) {
    return error instanceof FaultError ? error.fault : error;
  }
}

function setup() {
  const live = new LiveJobs(memoryStore());
  let started = 0;
  const commands = createJobCommands({
    live,
    now: () => 7,
    newId: () => 'job',
    onStarted: () => started++,
  });
  const one = commands.add({ title: 'Test', kind: 'user' }, planOf(creates(3)));
  return { live, commands, one, started: () => started };
}

test('a new job is planned and stored', () => {
  const { live, one } = setup();
  expect(one.job).toMatchObject({
    id: 'job',
    phase: 'planned',
    createdAt: 7,
    rows: 3,
    undoOf: null,
  });
  expect(live.store.load()).toMatchObject([{ id: 'job', chunkStarts: [0] }]);
});

test('starting twice queues the rows once', () => {
  const { commands, one, started } = setup();
  commands.start('job');
  one.queue.shift();
  commands.start('job');
  expect(one.queue).toEqual([1, 2]);
  expect(started()).toBe(1);
});

test('cancelling fails rows in doubt and forgets passwords', () => {
  const { live, commands, one } = setup();
  live.row(one, 1).mayBeSent = true;
  one.passwords.set(0, 'secret');
  commands.cancel('job');
  expect(live.rowsOf(one).map(({ state }) => state)).toEqual(['waiting', 'failed', 'waiting']);
  expect(one.passwords.size).toBe(0);
  expect(() => commands.start('job')).toThrow('declined');
});

test('a retry queues only the selected failed rows', () => {
  const { live, commands, one } = setup();
  commands.start('job');
  for (const row of live.rowsOf(one)) live.setRow(one, row, 'failed');
  commands.retryFailed('job', [0, 2]);
  expect(live.rowsOf(one).map(({ state }) => state)).toEqual(['waiting', 'failed', 'waiting']);
  expect(one.queue).toEqual([0, 2]);
});

test('a running job cannot be removed', () => {
  const { live, commands } = setup();
  commands.start('job');
  expect(() => commands.remove('job')).toThrow('declined');
  commands.pause('job');
  commands.remove('job');
  expect(live.all()).toEqual([]);
});

test('a job may be planned from a draft, or to undo another one', async () => {
  const { commands } = setup();
  const draft = { key: 'user:1', edit: { name: 'Ana' } };
  const plan = { ...planOf(creates(2)), unchanged: 4, calls: 9 };
  expect(commands.add({ title: 'Undo', kind: 'group', undoOf: 'a', draft }, plan).job).toEqual({
    id: 'job',
    title: 'Undo',
    kind: 'group',
    createdAt: 7,
    phase: 'planned',
    rows: 2,
    unchanged: 4,
    calls: 9,
    counts: { refused: 0, waiting: 2, running: 0, done: 0, failed: 0, undone: 0 },
    chunkStarts: [0],
    undoOf: 'a',
    draft,
  });
  const large = planOf(creates(101));
  const one = await commands.addInChunks({ title: 'All', kind: 'user' }, large, async () => {});
  expect(one.job).toMatchObject({ title: 'All', rows: 101, chunkStarts: [0, 100], undoOf: null });
  expect(one.job).not.toHaveProperty('draft');
});

describe.each([
  ['planned', ['start', 'cancel', 'remove']],
  ['running', ['start', 'pause', 'cancel', 'retryFailed']],
  ['paused', ['start', 'pause', 'cancel', 'retryFailed', 'remove']],
  ['done', ['retryFailed', 'remove']],
  ['cancelled', ['remove']],
] as const)('a job that is %s', (phase, allowed) => {
  const perform = {
    start: (commands) => commands.start('job'),
    pause: (commands) => commands.pause('job'),
    cancel: (commands) => commands.cancel('job'),
    retryFailed: (commands) => commands.retryFailed('job', null),
    remove: (commands) => commands.remove('job'),
  } satisfies Record<string, (commands: ReturnType<typeof setup>['commands']) => unknown>;
  const names = Object.keys(perform) as (keyof typeof perform)[];

  test(`allows only ${allowed.join(', ')}`, () => {
    const outcomes = names.map((name) => {
      const { live, commands, one } = setup();
      live.setPhase(one, phase);
      return [name, refusalOf(() => perform[name](commands))];
    });
    const refused = { kind: 'declined', reason: 'state', message: expect.any(String) as string };
    expect(outcomes).toEqual(
      names.map((name) => [name, allowed.some((each) => each === name) ? null : refused]),
    );
  });
});

test('each command leaves the job in its phase, and releases what is not sent', () => {
  const { live, commands, one, started } = setup();
  commands.start('job');
  expect(one.job.phase).toBe('running');
  live.claim(one, [0, 1]);
  commands.pause('job');
  expect([one.job.phase, one.claimed.size]).toEqual(['paused', 0]);
  commands.start('job');
  live.claim(one, [0]);
  commands.cancel('job');
  expect([one.job.phase, one.claimed.size, started()]).toEqual(['cancelled', 0, 2]);
});

test('a row in doubt of a cancelled job keeps its fault, or says that its result is unknown', () => {
  const { live, commands, one } = setup();
  live.row(one, 0).mayBeSent = true;
  live.row(one, 1).mayBeSent = true;
  live.setRow(one, live.row(one, 1), 'waiting', { kind: 'busy', status: 503 });
  live.setRow(one, live.row(one, 2), 'done');
  live.row(one, 2).mayBeSent = true;
  commands.cancel('job');
  expect(live.rowsOf(one).map(({ state, fault }) => [state, fault])).toEqual([
    ['failed', { kind: 'offline', layer: 'network' }],
    ['failed', { kind: 'busy', status: 503 }],
    ['done', null],
  ]);
});

test('a retry of all failed rows leaves the others, and counts attempts from the beginning', () => {
  const { live, commands, one, started } = setup();
  const [first, second, third] = live.rowsOf(one);
  live.setRow(one, first!, 'done');
  live.setRow(one, second!, 'failed', { kind: 'notFound' });
  live.setRow(one, third!, 'failed', { kind: 'notFound' });
  for (const row of live.rowsOf(one)) row.attempts = 4;
  live.setPhase(one, 'done');
  commands.retryFailed('job', null);
  expect(one.job).toMatchObject({ phase: 'running', counts: { done: 1, waiting: 2, failed: 0 } });
  expect(live.rowsOf(one).map(({ attempts, fault }) => [attempts, fault])).toEqual([
    [4, null],
    [0, null],
    [0, null],
  ]);
  expect([one.queue, started()]).toEqual([[1, 2], 1]);
});

test('a retry while the job runs queues the failed rows too', () => {
  const { live, commands, one, started } = setup();
  commands.start('job');
  live.setRow(one, live.row(one, 0), 'failed');
  one.queue = [2];
  commands.retryFailed('job', null);
  expect([one.job.phase, one.queue, started()]).toEqual(['running', [0, 1, 2], 2]);
});

test('a job with a row on its way cannot be removed', () => {
  const { commands, one } = setup();
  commands.start('job');
  commands.pause('job');
  one.inFlight.add(0);
  expect(() => commands.remove('job')).toThrow('declined');
});
