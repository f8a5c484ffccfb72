import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBudget } from './budget';

function setup(rate: number) {
  const world = { now: 1_000_000, rate };
  const budget = createBudget({ callsPerMinute: () => world.rate, now: () => world.now });
  /** Spends as soon as the budget allows; returns the time. */
  const spend = (pace: 'burst' | 'steady') => {
    world.now += budget.waitMs(pace);
    budget.take();
    return world.now;
  };
  return { world, budget, spend };
}

test('a burst sends half of a minute at once; the rest follows evenly, never with a silent stretch', () => {
  const { world, spend } = setup(120);
  const times: number[] = [];
  for (const end = world.now + 5 * 60_000; world.now < end;) times.push(spend('burst'));
  expect(times.filter((at) => at === 1_000_000)).toHaveLength(60);
  const gaps = times.slice(1).map((at, i) => at - times[i]!);
  // A minute that has sent half of its calls at once sends another every second or two.
  expect(Math.max(...gaps)).toBeLessThanOrEqual(2_000);
  expect(times.length).toBeGreaterThanOrEqual(5 * 120 - 2);
});

test('calls that are not spread use the whole minute, and no more', () => {
  const { world, budget } = setup(120);
  for (let i = 0; i < 120; i++) {
    expect(budget.waitMs('now')).toBe(0);
    budget.take(false);
  }
  expect(budget.waitMs('now')).toBe(60_000);
  world.now += 60_000;
  expect(budget.waitMs('now')).toBe(0);
});

test('what is left of a day makes bursts smaller and steady calls slower', () => {
  const world = { now: 1_000_000 };
  const options = { callsPerMinute: () => 600, steadyLimit: () => 6, now: () => world.now };
  const budget = createBudget(options);
  const times: number[] = [];
  for (const end = world.now + 10 * 60_000; world.now < end;) {
    world.now += budget.waitMs('burst');
    budget.take();
    times.push(world.now);
  }
  expect(times.length).toBeLessThanOrEqual(61 + 120);
  expect(times.filter((at) => at === 1_000_000).length).toBeLessThanOrEqual(61);
});

test('steady calls are spread evenly', () => {
  const { spend } = setup(60);
  const times = Array.from({ length: 50 }, () => spend('steady'));
  const gaps = times.slice(1).map((at, i) => at - times[i]!);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(999);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(1001);
});

test('few calls are caught up after a pause', () => {
  const { world, budget, spend } = setup(60);
  spend('steady');
  world.now += 3_600_000;
  let atOnce = 0;
  for (; budget.waitMs('steady') === 0; atOnce++) budget.take();
  expect(atOnce).toBe(2);
});

test('no 60 seconds contain more calls than the rate, in any mix of paces', () => {
  const step = fc.record({ pause: fc.nat(5_000), pace: fc.constantFrom('burst', 'steady') });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 30 }),
      fc.array(step, { maxLength: 200 }),
      (rate, steps) => {
        const { world, spend } = setup(rate);
        const times = steps.map(({ pause, pace }) => {
          world.now += pause;
          return spend(pace as 'burst' | 'steady');
        });
        for (let i = rate; i < times.length; i++) {
          expect(times[i]! - times[i - rate]!).toBeGreaterThanOrEqual(60_000);
        }
      },
    ),
  );
});

test('calls that do not wait are counted too', () => {
  const { budget } = setup(3);
  for (let i = 0; i < 5; i++) budget.take();
  expect(budget.waitMs('burst')).toBe(60_000);
});

test('a changed rate applies immediately', () => {
  const { world, budget } = setup(10);
  for (let i = 0; i < 10; i++) budget.take(false);
  expect(budget.waitMs('now')).toBe(60_000);
  world.rate = 20;
  expect(budget.waitMs('now')).toBe(0);
});

test('a clock set back by hours blocks calls for a minute at most', () => {
  const { world, budget } = setup(2);
  budget.take();
  budget.take();
  world.now -= 5 * 3_600_000;
  expect(budget.waitMs('burst')).toBeLessThanOrEqual(60_000);
  expect(budget.waitMs('steady')).toBeLessThanOrEqual(60_000);
});

test('a reserved call comes next and counts as spent for everything else', () => {
  const { world, budget } = setup(10);
  for (let i = 0; i < 10; i++) {
    budget.take(false);
    world.now += 1_000;
  }
  const reservation = budget.reserve();
  expect([reservation.waitMs(), budget.waitMs('now')]).toEqual([50_000, 51_000]);
  world.now += 50_000;
  expect([reservation.waitMs(), budget.waitMs('now')]).toEqual([0, 1_000]);
  reservation.end();
  budget.take();
  reservation.end();
  expect(budget.waitMs('now')).toBe(1_000);
});

test('a reservation of the only call of a minute does not block other calls for good', () => {
  const { world, budget } = setup(1);
  const reservation = budget.reserve();
  expect(reservation.waitMs()).toBe(0);
  reservation.end();
  budget.take();
  const next = budget.reserve();
  world.now += next.waitMs();
  next.end();
  expect(budget.waitMs('burst')).toBe(0);
});

test('calls that are not spread slow the others down for a quarter of a minute', () => {
  const [slowed, even] = [setup(60), setup(60)];
  for (let i = 0; i < 5; i++) {
    slowed.budget.take(false);
    even.budget.take();
  }
  /** How long a steady call waits after as many as were possible. */
  const waitsAfter = (ms: number) =>
    [slowed, even].map(({ world, budget }) => {
      world.now += ms;
      while (budget.waitMs('steady') === 0) budget.take();
      return budget.waitMs('steady');
    });
  // 35 and 56 a minute: one of them has sent one more, and leaves 20 to the others.
  expect(waitsAfter(0)).toEqual([Math.ceil(60_000 / 35), Math.ceil(60_000 / 56)]);
  const [after, evenAfter] = waitsAfter(15_000);
  expect(after).toBeLessThan(evenAfter! * 1.1);
});

test('calls that are not spread are forgotten when the clock is set back', () => {
  const { world, budget } = setup(60);
  for (let i = 0; i < 10; i++) budget.take(false);
  world.now -= 3_600_000;
  budget.take();
  // 50 are left for the minute.
  expect(budget.waitMs('steady')).toBe(1_200);
});

test('a rate below one call a minute, or with a fraction, is rounded', () => {
  expect([setup(0.2), setup(7.9)].map(({ budget }) => budget.callsPerMinute())).toEqual([1, 7]);
});
