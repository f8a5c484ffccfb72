import { expect, test } from 'vitest';
import { callAs, currentCallSource } from './budget';

test('attributes calls to the source of the work they belong to, also after waiting', async () => {
  expect(currentCallSource()).toBe('interactive');
  const work = async () => {
    await Promise.resolve();
    return currentCallSource();
  };
  const [job, history, user] = [callAs('job', work), callAs('history', work), work()];
  expect(await Promise.all([job, history, user])).toEqual(['job', 'history', 'interactive']);
});

test('the innermost source applies', () => {
  const inner = callAs('job', () => callAs('lists', currentCallSource));
  expect(inner).toBe('lists');
  expect(currentCallSource()).toBe('interactive');
});
