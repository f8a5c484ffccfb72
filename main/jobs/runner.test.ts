import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFakeTime } from '#main/poll/fake-time';
import type { Job, JobStep } from '#shared/domain/job';
import type { Fault } from '#shared/fault';
import { FakeService, memoryStore, type Mood } from './fake-service';
import { planSteps, type KnownRecords } from './plan';
import { createJobRunner } from './runner';
import type { JobRunner } from './types';

const known: KnownRecords = {
  users: [],
  groups: [],
  devices: [],
  capabilities: { writesLimits: true, activates: true, takesSubmissions: false },
  licences: null,
  now: 0,
  timeZone: 'UTC',
};

const user = (name: string) => ({
  name,
  email: `${name}@example.com`,
  country: 'ES',
  timeZone: 'Europe/Madrid',
});
const creates = (count: number): JobStep[] =>
  Array.from({ length: count }, (_, i) => ({ action: 'createUser', edit: user(`user${i}`) }));

function setup(rate = 6_000) {
  const time = createFakeTime();
  const service = new FakeService();
  const store = memoryStore();
  const told: Job[][] = [];
  let ids = 0;
  let taken = 0;
  let life = { isOver: false };
  /** Ends the app without a goodbye: what is not on disk is gone, what was sent may still land. */
  const crash = () => {
    life.isOver = true;
  };
  const disk = { fault: null as Fault | null };
  const never = () => new Promise<never>(() => undefined);
  const open = () => {
    const mine = { isOver: false };
    life = mine;
    return createJobRunner({
      store: {
        ...store,
        write: (...what) => {
          if (!mine.isOver) store.write(...what);
        },
      },
      now: time.now,
      after: (ms, run) => time.after(ms, () => mine.isOver || run()),
      random: () => 0.5,
      newId: () => `job${ids++}`,
      budget: {
        take: () => taken++,
        waitMs: () => 0,
        callsPerMinute: () => rate,
        slowDown: () => {},
      },
      prepare: () => (mine.isOver ? never() : service.list()),
      apply: (...step) => (mine.isOver ? never() : service.apply(...step)),
      diskFault: () => disk.fault,
      onChanged: (jobs) => told.push(jobs),
      onBug: (error) => expect.fail(String(error)),
    });
  };
  /** Lets time pass until a job is done; a minute at most. */
  const untilDone = async (runner: JobRunner, id: string) => {
    for (let i = 0; i < 600 && runner.job(id).phase !== 'done'; i++) await time.pass(100);
  };
  return { time, service, store, disk, open, crash, told, untilDone, taken: () => taken };
}

function planned(runner: JobRunner, steps: readonly JobStep[]): Job {
  return runner.add({ title: 'Test', kind: 'user' }, planSteps(steps, known));
}

const states = (runner: JobRunner, id: string) =>
  runner.rows(id, { from: 0, limit: 500, state: null }).rows.map(({ state }) => state);

test('carries out every row once, in order, and is done', async () => {
  const { service, open, taken, told, untilDone } = setup();
  const runner = open();
  const { id } = planned(runner, creates(250));
  expect(service.calls).toBe(0);
  runner.start(id);
  await untilDone(runner, id);
  expect(runner.job(id)).toMatchObject({ phase: 'done', counts: { done: 250, waiting: 0 } });
  expect([...service.carriedOut.values()]).toEqual(Array.from({ length: 250 }, () => 1));
  expect([...service.carriedOut.keys()].slice(0, 3)).toEqual(['user0', 'user1', 'user2']);
  expect(taken()).toBe(250);
  expect(service.lists).toBe(1);
  expect(told.at(-1)).toEqual(runner.jobs());
});

test('a refused row says why, fails alone, and can be tried again', async () => {
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

test('waits out a 429 as told, says until when, and goes on by itself', async () => {
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

test('a service that is gone pauses the job until it is back; nobody has to press anything', async () => {
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

test('what may still be carried out gets time before it is looked up and sent again', async () => {
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

test('a refused key waits for a new one, however long', async () => {
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

test('a row that only ever gets no answer fails in the end, and the others do not wait for it', async () => {
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

test('what cannot be written down is not sent; the job goes on once the disk takes it', async () => {
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

test('pausing lets what is under way end, sends nothing more, and goes on where it was', async () => {
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

test('what was running when the app ended waits for the connection and goes on by itself', async () => {
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

test('a password is never kept: after a restart its rows fail with words, unless they got through', async () => {
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
  // The service was still at work on what the app had sent when it ended.
  expect(states(again, id)).toEqual(['done', ...Array<string>(5).fill('waiting')]);
  service.settleHanging((index) => index === 0);
  await time.pass(2_000);
  expect(states(again, id)).toEqual(
    ['done', 'done', 'failed', 'failed', 'failed', 'failed'].toSorted(),
  );
  expect(again.rows(id, { from: 0, limit: 1, state: 'failed' }).rows[0]?.fault).toEqual({
    kind: 'invalid',
    field: 'password',
    message: 'The password was not kept; import that row again.',
  });
});

test('a cancelled job sends nothing more and says of every row what became of it', async () => {
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
  expect(() => runner.start(id)).toThrow('conflict');
});

test('an undo marks the rows it took back', async () => {
  const { time, service, open } = setup();
  const runner = open();
  const { id } = planned(runner, creates(2));
  runner.start(id);
  await time.pass(1_000);
  const plan = planSteps(
    ['user1', 'user0'].map((name): JobStep => ({ action: 'deleteUser', id: name })),
    { ...known, users: [] },
  );
  plan.rows.forEach((row, i) =>
    Object.assign(row, { state: 'waiting', refusal: null, undoes: 1 - i }),
  );
  const undo = runner.add({ title: 'Undo', kind: 'user', undoOf: id }, plan);
  runner.start(undo.id);
  await time.pass(1_000);
  expect(runner.job(undo.id).counts.done).toBe(2);
  expect(runner.job(id)).toMatchObject({ counts: { undone: 2, done: 0 }, canUndo: false });
  expect(service.records.size).toBe(0);
});

test('a large job is written a few times a second, not once a row', async () => {
  const { store, open, untilDone } = setup();
  const runner = open();
  const { id } = planned(runner, creates(2_000));
  const before = store.writes;
  runner.start(id);
  await untilDone(runner, id);
  expect(runner.job(id).counts.done).toBe(2_000);
  expect(store.writes - before).toBeLessThan(2_000 / 4);
});

type Happening =
  | { what: 'time'; ms: number }
  | { what: 'moods'; moods: Mood[] }
  | { what: 'pause' | 'start' | 'wake' | 'retry' }
  | { what: 'crash'; landed: boolean[]; lateMs: number };

const mood = fc.constantFrom<Mood>('well', 'unheard', 'lost', 'busy', 'limit', 'refused', 'hangs');
const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({ what: fc.constant('time' as const), ms: fc.integer({ min: 0, max: 20_000 }) }),
  fc.record({ what: fc.constant('moods' as const), moods: fc.array(mood, { maxLength: 12 }) }),
  fc.record({
    what: fc.constantFrom('pause' as const, 'start' as const, 'wake' as const, 'retry' as const),
  }),
  fc.record({
    what: fc.constant('crash' as const),
    landed: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
    // The service may still be at work on what was sent when the app is started again.
    lateMs: fc.integer({ min: 0, max: 1_900 }),
  }),
);

test('whatever happens, every row is carried out exactly once and none is lost', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 30 }),
      fc.array(happening, { maxLength: 25 }),
      async (size, happenings) => {
        const { time, service, open, crash } = setup();
        const isDeleted = (i: number) => i % 3 === 2;
        for (let i = 0; i < size; i++) if (isDeleted(i)) service.records.add(`user${i}`);
        let runner = open();
        const plan = planSteps(creates(size), known);
        plan.rows.forEach((row, i) => {
          if (isDeleted(i))
            Object.assign(row, {
              action: 'deleteUser',
              step: { action: 'deleteUser', id: `user${i}` },
            });
        });
        const { id } = runner.add({ title: 'Test', kind: 'user' }, plan);
        runner.start(id);
        for (const event of happenings) {
          const { phase } = runner.job(id);
          if (event.what === 'time') await time.pass(event.ms);
          if (event.what === 'moods') service.script = event.moods;
          if (event.what === 'wake') runner.wake();
          if (event.what === 'pause' && phase !== 'done') runner.pause(id);
          if (event.what === 'start' && phase !== 'done') runner.start(id);
          if (event.what === 'retry') runner.retryFailed(id);
          if (event.what === 'crash') {
            crash();
            const settle = service.settleLater();
            runner = open();
            runner.wake();
            await time.pass(event.lateMs);
            settle((index) => event.landed[index] ?? false);
          }
          await time.pass(0);
          expect(Math.max(0, ...service.carriedOut.values())).toBeLessThanOrEqual(1);
        }
        service.script = [];
        service.settleHanging(() => true);
        await time.pass(0);
        for (let round = 0; round < 3 && runner.job(id).counts.done < size; round++) {
          runner.retryFailed(id);
          runner.wake();
          await time.pass(600_000);
        }
        expect(runner.job(id)).toMatchObject({ phase: 'done', counts: { done: size } });
        expect([...service.carriedOut.values()]).toEqual(Array.from({ length: size }, () => 1));
      },
    ),
    { numRuns: 1000 },
  );
}, 60_000);
