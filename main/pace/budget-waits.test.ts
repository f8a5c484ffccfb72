import { expect, test } from 'vitest';
import { createBudget } from './budget';

test('a steady call waits for the rest of its place in the minute', () => {
  let now = 1_000_000;
  const budget = createBudget({ now: () => now, callsPerMinute: () => 60 });
  while (budget.waitMs('steady') === 0) budget.take();
  const whole = budget.waitMs('steady');
  now += 400;
  expect(budget.waitMs('steady')).toBe(whole - 400);
});
