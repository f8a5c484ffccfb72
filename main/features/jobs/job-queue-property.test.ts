import fc from 'fast-check';
import { expect, test } from 'vitest';
import { creates, planOf, setup, type Mood } from './queue.test-support';

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
    // The service may still be processing earlier calls when the app is started again.
    lateMs: fc.integer({ min: 0, max: 1_900 }),
  }),
);

test('carries out every row exactly once through faults, pauses and crashes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 30 }),
      fc.array(happening, { maxLength: 25 }),
      async (size, happenings) => {
        const { time, service, open, crash } = setup();
        const isDeleted = (i: number) => i % 3 === 2;
        for (let i = 0; i < size; i++) if (isDeleted(i)) service.records.add(`user${i}`);
        let queue = open();
        const plan = planOf(creates(size));
        plan.rows.forEach((row, i) => {
          if (isDeleted(i))
            Object.assign(row, {
              step: { kind: 'user', action: 'delete', id: `user${i}` },
            });
        });
        const { id } = queue.add({ title: 'Test', kind: 'user' }, plan);
        queue.start(id);
        for (const event of happenings) {
          const { phase } = queue.job(id);
          if (event.what === 'time') await time.pass(event.ms);
          if (event.what === 'moods') service.script = event.moods;
          if (event.what === 'wake') queue.wake();
          if (event.what === 'pause' && phase !== 'done') queue.pause(id);
          if (event.what === 'start' && phase !== 'done') queue.start(id);
          if (event.what === 'retry') queue.retryFailed(id);
          if (event.what === 'crash') {
            crash();
            const settle = service.settleLater();
            queue = open();
            queue.wake();
            await time.pass(event.lateMs);
            settle((index) => event.landed[index] ?? false);
          }
          await time.pass(0);
          expect(Math.max(0, ...service.carriedOut.values())).toBeLessThanOrEqual(1);
        }
        service.script = [];
        service.settleHanging(() => true);
        await time.pass(0);
        for (let round = 0; round < 3 && queue.job(id).counts.done < size; round++) {
          queue.retryFailed(id);
          queue.wake();
          await time.pass(600_000);
        }
        expect(queue.job(id)).toMatchObject({ phase: 'done', counts: { done: size } });
        expect([...service.carriedOut.values()]).toEqual(Array.from({ length: size }, () => 1));
      },
    ),
    { numRuns: 1000 },
  );
}, 60_000);
