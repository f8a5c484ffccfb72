import { expect, test } from 'vitest';
import { yieldEvery } from './throttle';

test('others have a turn only after steps that took long together', async () => {
  let now = 60_000;
  let isOthersTurn = false;
  const pause = yieldEvery(6, () => now);
  setImmediate(() => (isOthersTurn = true));
  for (const ms of [3, 2]) {
    now += ms;
    await pause();
  }
  expect(isOthersTurn).toBe(false);
  now += 1;
  await pause();
  expect(isOthersTurn).toBe(true);
});
