import { expect, test } from 'vitest';
import type { JobStep } from '#shared/domain/job';
import { memoryStore } from './fake-service.test-support';
import { createJobRunner } from './runner';
import { planOf, stepRules } from './runner.test-support';

const creates = (count: number): JobStep[] =>
  Array.from({ length: count }, (_, i) => ({
    action: 'createUser',
    edit: {
      name: `user${i}`,
      email: `user${i}@example.com`,
      country: 'ES',
      timeZone: 'UTC',
      password: `secret ${i}`,
    },
  }));

const never = () => new Promise<never>(() => undefined);

function runnerOn(store: ReturnType<typeof memoryStore>) {
  let ids = 0;
  return createJobRunner({
    store,
    steps: stepRules,
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
  const plan = planOf(creates(rows));
  const [atOnce, inTurns] = [memoryStore(), memoryStore()];
  const { turn, count } = turns();
  const added = await runnerOn(inTurns).addInChunks(job, plan, turn);
  expect(added).toEqual(runnerOn(atOnce).add(job, plan));
  expect(count()).toBeGreaterThanOrEqual(leastTurns);
  expect(inTurns.load()).toEqual(atOnce.load());
  const [again, other] = [runnerOn(inTurns), runnerOn(atOnce)];
  expect(again.storedRows(added.id)).toEqual(other.storedRows(added.id));
  expect(again.storedRows(added.id)).toHaveLength(rows);
});

test('a job whose adding was aborted sends nothing and can be removed', async () => {
  const store = memoryStore();
  const runner = runnerOn(store);
  const plan = planOf(creates(1_600));
  await expect(runner.addInChunks(job, plan, turns(3).turn)).rejects.toThrow('ended');
  expect(runner.jobs()).toEqual([]);
  const again = runnerOn(store);
  expect(again.jobs()).toMatchObject([{ phase: 'cancelled' }]);
  expect(() => again.start(again.jobs()[0]!.id)).toThrow('declined');
  const [stored] = store.load();
  expect(store.loadChunk(stored!.id, 0)).toHaveLength(100);
  again.remove(stored!.id);
  expect(store.load()).toEqual([]);
  const chunks = Array.from({ length: 16 }, (_, chunk) => store.loadChunk(stored!.id, chunk));
  expect(chunks.flat()).toEqual([]);
});

test('leaving the account while a job is added leaves no job that could start', async () => {
  const store = memoryStore();
  const runner = runnerOn(store);
  const plan = planOf(creates(1_600));
  const adding = runner.addInChunks(job, plan, () => Promise.resolve());
  runner.close();
  await expect(adding).rejects.toMatchObject({ fault: { kind: 'declined', reason: 'state' } });
  expect(store.load().filter(({ phase }) => phase === 'planned')).toEqual([]);
});
