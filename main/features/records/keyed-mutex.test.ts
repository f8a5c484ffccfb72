import { expect, test } from 'vitest';
import { createKeyedMutex } from './keyed-mutex';

test('runs work with the same key one after the other, also after a failure', async () => {
  const inTurn = createKeyedMutex();
  const seen: string[] = [];
  const work = (name: string, fails = false) =>
    inTurn('a', async () => {
      seen.push(`${name} begins`);
      await Promise.resolve();
      seen.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    });
  const results = await Promise.allSettled([work('1'), work('2', true), work('3')]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(seen).toEqual(['1', '2', '3'].flatMap((name) => [`${name} begins`, `${name} ends`]));
});

test('work with different keys runs concurrently', async () => {
  const inTurn = createKeyedMutex();
  let release: () => void = () => undefined;
  const slow = inTurn('a', () => new Promise<void>((resolve) => (release = resolve)));
  expect(await inTurn('b', () => Promise.resolve('done'))).toBe('done');
  release();
  await slow;
});
