import { expect, test } from 'vitest';
import { createDayBudget } from './day-budget';

const hourMs = 3_600_000;
const day = Date.UTC(2026, 10, 22);

function setUp({ callsPerDay = 1_000 as number | null, spent = 0, timeZone = 'UTC' } = {}) {
  const state = { now: day, callsPerDay, spent, timeZone };
  const budget = createDayBudget({
    now: () => state.now,
    timeZone: () => state.timeZone,
    callsPerDay: () => state.callsPerDay,
    spent: () => state.spent,
    callsPerMinute: () => 60,
  });
  return { state, budget };
}

test('background work may send so many calls a minute that they last until the day ends', () => {
  const { state, budget } = setUp();
  // A tenth is kept for the user.
  expect(budget.steadyLimit()).toBeCloseTo(900 / 1_440, 9);
  state.now = day + 12 * hourMs;
  state.spent = 500;
  expect(budget.steadyLimit()).toBeCloseTo(400 / 720, 9);
  state.now = day + 24 * hourMs - 1_000;
  expect(budget.steadyLimit()).toBe(400);
  state.spent = 950;
  expect(budget.steadyLimit()).toBe(0);
  state.callsPerDay = null;
  expect(budget.steadyLimit()).toBe(Number.POSITIVE_INFINITY);
});

test('the reserve is for the user until the day ends, and then nothing is sent', () => {
  const { state, budget } = setUp({ spent: 899 });
  state.now = day + 20 * hourMs;
  expect(budget.waitMs()).toBe(0);
  expect(budget.state()).toMatchObject({ phase: 'spread', left: 101, reserve: 100 });
  state.spent = 900;
  expect(budget.waitMs()).toBe(4 * hourMs);
  expect(budget.state()).toMatchObject({ phase: 'reserved', endsAt: day + 24 * hourMs });
  expect(budget.isUsedUp()).toBe(false);
  state.spent = 1_200;
  expect(budget.isUsedUp()).toBe(true);
  expect(budget.state()).toMatchObject({ phase: 'usedUp', left: 0 });
  state.callsPerDay = null;
  expect(budget.waitMs()).toBe(0);
  expect(budget.isUsedUp()).toBe(false);
  expect(budget.state()).toBeNull();
});

test('there are enough calls if the limit of the minute is lower', () => {
  const { state, budget } = setUp({ callsPerDay: 100_000 });
  expect(budget.state()).toMatchObject({ phase: 'enough' });
  // 90,000 in 1,440 minutes are 62.5 a minute.
  state.spent = 4_000;
  expect(budget.state()).toMatchObject({ phase: 'spread' });
});

test('days and hours are those of the zone, also when the zone or the day changes', () => {
  const { state, budget } = setUp({ timeZone: 'Europe/Paris' });
  expect(budget.today()).toMatchObject({ day: '2026-11-22', startsAt: day - hourMs });
  expect(budget.hourOf(day)).toMatchObject({ day: '2026-11-22', hour: 1 });
  expect(budget.hourOf(day - hourMs - 1)).toMatchObject({ day: '2026-11-21', hour: 23 });
  state.now = day + 23 * hourMs;
  expect(budget.today()).toMatchObject({ day: '2026-11-23', endsAt: day + 47 * hourMs });
  state.timeZone = 'America/New_York';
  expect(budget.today()).toMatchObject({ day: '2026-11-22', endsAt: day + 29 * hourMs });
  expect(budget.hourOf(day)).toMatchObject({ day: '2026-11-21', hour: 19 });
  // A clock that was set back.
  state.now = day - 20 * hourMs;
  expect(budget.today().day).toBe('2026-11-20');
});
