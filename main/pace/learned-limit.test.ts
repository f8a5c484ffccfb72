import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLearnedLimit } from './learned-limit';

const minuteMs = 60_000;

function setup(limit: number) {
  const world = { now: 1_000_000, limit };
  const learned = createLearnedLimit({ now: () => world.now, limit: () => world.limit });
  return { world, learned };
}

/** Calls at the learned rate against a service with its own limit for some minutes. */
function run(limit: number, ofService: number, minutes: number) {
  const { world, learned } = setup(limit);
  let sent: number[] = [];
  let refusals = 0;
  for (const end = world.now + minutes * minuteMs; world.now < end;) {
    world.now += minuteMs / learned.callsPerMinute();
    sent = sent.filter((at) => at > world.now - minuteMs);
    if (sent.length < ofService) {
      sent.push(world.now);
      continue;
    }
    refusals++;
    const accepted = sent;
    learned.refused((from) => accepted.filter((at) => at > from).length);
    world.now += 30_000;
  }
  return { world, learned, refusals };
}

test('two refusals that agree teach the limit; it is rarely tried again', () => {
  const { learned, refusals } = run(120, 60, 8 * 60);
  expect(learned.refusedAt()).toBe(60);
  expect(learned.callsPerMinute()).toBeGreaterThan(50);
  expect(refusals).toBeLessThan(12);
});

test('a limit far below the setting is learned as well', () => {
  const { learned } = run(6_000, 60, 60);
  expect(learned.refusedAt()).toBe(60);
  expect(learned.callsPerMinute()).toBeLessThan(64);
});

test('the limit of the service may rise: the rate grows again within days', () => {
  const { world, learned } = run(120, 60, 60);
  world.now += 2 * 24 * 60 * minuteMs;
  expect([learned.callsPerMinute(), learned.isSlowed()]).toEqual([120, false]);
});

test('a single refusal is forgotten soon, and says nothing about a limit', () => {
  const { world, learned } = setup(120);
  learned.refused(() => 100);
  expect([learned.callsPerMinute(), learned.isSlowed(), learned.refusedAt()]).toEqual([
    60,
    true,
    null,
  ]);
  world.now += 6 * minuteMs;
  expect([learned.callsPerMinute(), learned.isSlowed()]).toEqual([120, false]);
});

test('a storm of refusals halves the rate each time, but leaves a part', () => {
  const { world, learned } = setup(160);
  for (let i = 0; i < 20; i++) {
    learned.refused(() => 0);
    world.now += 1_000;
  }
  expect(learned.callsPerMinute()).toBeGreaterThanOrEqual(9);
  expect(learned.callsPerMinute()).toBeLessThan(12);
  world.now += 15 * minuteMs;
  expect(learned.isSlowed()).toBe(false);
});

test('what was learned continues after a restart, and can be forgotten', () => {
  const { world, learned } = run(120, 60, 60);
  const again = createLearnedLimit({
    now: () => world.now,
    limit: () => 120,
    stored: learned.state(),
  });
  expect([again.callsPerMinute(), again.refusedAt()]).toEqual([learned.callsPerMinute(), 60]);
  again.forget();
  expect([again.callsPerMinute(), again.isSlowed(), again.state()]).toEqual([120, false, null]);
});

test('the rate is never above the limit and never zero, whatever the service refuses', () => {
  const step = fc.record({ pauseMs: fc.nat(10 * minuteMs), calls: fc.nat(200) });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6_000 }), fc.array(step), (limit, steps) => {
      const { world, learned } = setup(limit);
      for (const { pauseMs, calls } of steps) {
        world.now += pauseMs;
        const before = learned.callsPerMinute();
        learned.refused(() => calls);
        const after = learned.callsPerMinute();
        expect(after).toBeGreaterThanOrEqual(1);
        expect(after).toBeLessThanOrEqual(before);
      }
    }),
  );
});

test('a rate a fraction of a call below the limit counts as slowed', () => {
  const { world, learned } = setup(60);
  learned.refused(() => 0);
  world.now += 4.99 * minuteMs;
  expect(learned.callsPerMinute()).toBeCloseTo(59.94);
  expect(learned.isSlowed()).toBe(true);
  world.now += 0.01 * minuteMs;
  expect(learned.isSlowed()).toBe(false);
  world.limit = 60.9;
  expect(learned.isSlowed()).toBe(false);
});
