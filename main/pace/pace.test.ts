import { describe, expect, test } from 'vitest';
import { createCredit, createPace } from './pace';

describe('credit', () => {
  function creditOf(perMinute: number, seconds: number) {
    const state = { now: 0, perMinute };
    const credit = createCredit({
      callsPerMinute: () => state.perMinute,
      seconds,
      now: () => state.now,
    });
    return { state, credit };
  }

  test('one call is there at once, the next ones at the rate', () => {
    const { state, credit } = creditOf(60, 2);
    expect([credit.waitMs(), credit.waitMs(1), credit.waitMs(2)]).toEqual([0, 1_000, 2_000]);
    credit.take();
    expect(credit.waitMs()).toBe(1_000);
    state.now += 400;
    expect(credit.waitMs()).toBe(600);
    state.now += 600;
    expect(credit.waitMs()).toBe(0);
  });

  test('calls for so many seconds are saved up, at least one', () => {
    const { state, credit } = creditOf(600, 2);
    state.now += 3_600_000;
    expect([credit.waitMs(19), credit.waitMs(20)]).toEqual([0, 100]);
    const slow = creditOf(6, 2);
    slow.state.now += 3_600_000;
    expect([slow.credit.waitMs(), slow.credit.waitMs(1)]).toEqual([0, 10_000]);
  });

  test('a call that is taken without credit is not owed later', () => {
    const { state, credit } = creditOf(60, 2);
    for (let i = 0; i < 5; i++) credit.take();
    expect(credit.waitMs()).toBe(1_000);
    state.now -= 60_000;
    expect(credit.waitMs()).toBe(1_000);
  });

  test('without any rate the wait is long, not endless', () => {
    const { credit } = creditOf(0, 2);
    credit.take();
    expect(credit.waitMs()).toBe(60_000 / 1e-6);
  });
});

describe('pace', () => {
  function paceOf({
    limit = 60,
    sent = [] as number[],
    others = 0,
    steadyLimit = Number.POSITIVE_INFINITY,
  } = {}) {
    const state = { now: 100_000 };
    const pace = createPace({
      limit: () => limit,
      windowMs: 60_000,
      sent,
      others: () => others,
      steadyLimit: () => steadyLimit,
      now: () => state.now,
    });
    /** Milliseconds between two steady calls. */
    const stepMs = () => {
      pace.take();
      return pace.waitMs('steady');
    };
    return { pace, stepMs };
  }

  test('a burst has half of the window, and no more than two minutes of a day', () => {
    const sentBefore = (count: number) => Array.from({ length: count }, () => 100_000);
    const isFree = (count: number, part = {}) => {
      const { pace } = paceOf({ ...part, sent: sentBefore(count) });
      pace.take();
      return pace.waitMs('burst') === 0;
    };
    expect([isFree(29), isFree(30)]).toEqual([true, false]);
    expect([isFree(5, { steadyLimit: 3 }), isFree(6, { steadyLimit: 3 })]).toEqual([true, false]);
    const { pace } = paceOf({ sent: sentBefore(20) });
    pace.take();
    expect([pace.waitMs('burst', 9), pace.waitMs('burst', 10) > 0]).toEqual([0, true]);
  });

  test('steady calls leave room for the others, but never less than a part of the limit', () => {
    expect(paceOf().stepMs()).toBe(1_000);
    expect(paceOf({ others: 20 }).stepMs()).toBe(1_500);
    // 5 % of 120 are 6 calls a minute, for which nobody waits longer than 5 seconds at once.
    expect(paceOf({ limit: 600, others: 585 }).stepMs()).toBe(2_000);
    expect(paceOf({ limit: 120, others: 500 }).stepMs()).toBe(5_000);
    expect(paceOf({ steadyLimit: 30 }).stepMs()).toBe(2_000);
  });

  test('a window that was used up early is shared until its calls leave it', () => {
    // 58 of 60 at once, 30 seconds ago: 2 and the one that follows the first to leave.
    const sent = Array.from({ length: 58 }, () => 70_000);
    expect(paceOf({ sent }).stepMs()).toBe(5_000);
    expect(paceOf({ sent: sent.slice(0, 30) }).stepMs()).toBe(1_000);
    expect(paceOf({ sent: sent.slice(0, 48) }).stepMs()).toBe(Math.ceil(30_000 / 13));
  });
});
