import { expect, test } from 'vitest';
import { memoryStore } from './fake-service.test-support';
import { createJobCommands } from './job-commands';
import { LiveJobs } from './live-jobs';
import { creates, planOf } from './runner.test-support';

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
