import { expect, test } from 'vitest';
import { createPreparation } from './preparation';

function setup() {
  const time = { now: 0 };
  let end: { resolve: () => void; reject: (error: Error) => void } | null = null;
  const preparation = createPreparation(
    () => time.now,
    () => new Promise<void>((resolve, reject) => (end = { resolve, reject })),
  );
  const errors: unknown[] = [];
  const run = () => preparation.run((error) => errors.push(error));
  return { time, preparation, run, errors, end: () => end! };
}

test('is due at the start and again after each invalidation', async () => {
  const { preparation, run, end } = setup();
  expect(preparation.isDue()).toBe(true);
  const first = run();
  expect(preparation.isRunning()).toBe(true);
  end().resolve();
  await first;
  expect([preparation.isRunning(), preparation.isDue()]).toEqual([false, false]);
  preparation.invalidate();
  expect(preparation.isDue()).toBe(true);
});

test('an invalidation during a read makes another read due', async () => {
  const { preparation, run, end } = setup();
  const first = run();
  preparation.invalidate();
  end().resolve();
  await first;
  expect(preparation.isDue()).toBe(true);
});

test('stays due after a failed read and reports the error before it ends', async () => {
  const { preparation, run, end, errors } = setup();
  const failing = run();
  const error = new Error('offline');
  end().reject(error);
  await failing;
  expect(errors).toEqual([error]);
  expect([preparation.isRunning(), preparation.isDue()]).toEqual([false, true]);
});

test('rows in doubt are looked up only in lists requested two seconds after the start', async () => {
  const { time, preparation, run, end } = setup();
  const early = run();
  end().resolve();
  await early;
  expect(preparation.lookUp()).toBe(2_000);
  time.now = 2_000;
  expect(preparation.lookUp()).toBe('prepare');
  const late = run();
  end().resolve();
  await late;
  expect(preparation.lookUp()).toBe('now');
});
