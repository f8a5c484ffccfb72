import { expect, test } from 'vitest';
import { createPreparation } from './preparation';
import { creates, planned, setup } from './runner.test-support';

test('commands are reported at once', () => {
  const { open, reported } = setup();
  const runner = open();
  const last = () => reported.at(-1)!.map(({ phase }) => phase);
  const { id } = planned(runner, creates(1));
  expect(last()).toEqual(['planned']);
  runner.start(id);
  expect(last()).toEqual(['running']);
  runner.pause(id);
  expect(last()).toEqual(['paused']);
  runner.cancel(id);
  expect(last()).toEqual(['cancelled']);
  runner.remove(id);
  expect(last()).toEqual([]);
});

test('a job that sends again after a wait is no longer shown as paused', async () => {
  const { time, service, open } = setup();
  const runner = open();
  const { id } = planned(runner, creates(3));
  service.script = ['well', 'limit', 'limit', 'limit'];
  service.mood = 'hangs';
  runner.start(id);
  await time.pass(0);
  expect(runner.job(id).phase).toBe('paused');
  await time.pass(6_000);
  expect(runner.job(id)).toMatchObject({ phase: 'running', pausedBy: null, resumesAt: null });
});

test('a result is reported while the job waits for the limit of calls', async () => {
  const { time, service, open, reported } = setup();
  const runner = open();
  const { id } = planned(runner, creates(3));
  service.script = ['well', 'hangs', 'limit', 'limit'];
  runner.start(id);
  await time.pass(1_000);
  expect(runner.job(id).phase).toBe('paused');
  service.settleHanging(() => true);
  await time.pass(1_000);
  expect(reported.at(-1)![0]).toMatchObject({ phase: 'paused', counts: { done: 1, waiting: 2 } });
});

test('a row in doubt is looked up in lists that were read two seconds after the start', async () => {
  let now = 1_000;
  const preparation = createPreparation(
    () => now,
    () => Promise.resolve(),
  );
  expect(preparation.lookUp()).toBe(2_000);
  await preparation.run(() => expect.fail('it was read'));
  now += 1_500;
  expect(preparation.lookUp()).toBe(500);
  now += 500;
  expect(preparation.lookUp()).toBe('prepare');
  await preparation.run(() => expect.fail('it was read'));
  expect(preparation.lookUp()).toBe('now');
});
