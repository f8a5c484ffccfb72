import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FleetColumns } from '#shared/fleet/columns';
import { createTestLists } from '#main/pace/listed-devices.test-support';
import { createCachedChecks, createFreshness } from './freshness';

const start = 1_000_000_000;
const listOf = createTestLists();

test('counts each device once, by its last check', () => {
  const freshness = createFreshness();
  freshness.sync(listOf(['a', 'b', 'c', 'd']));
  freshness.checked('a', start - 2_000_000);
  freshness.checked('b', start - 300_000);
  freshness.checked('c', start - 300_000);
  freshness.checked('c', start - 1_000);
  freshness.checked('unknown', start);
  expect(freshness.counts(start)).toEqual({
    listed: 4,
    refused: 0,
    notUnderstood: 0,
    lastMinute: 1,
    lastTenMinutes: 2,
    lastHour: 3,
  });
});

test('a device that is refused or not listed any more does not count as checked', () => {
  const freshness = createFreshness();
  freshness.sync(listOf(['a', 'b', 'c']));
  for (const id of ['a', 'b', 'c']) freshness.checked(id, start);
  freshness.refused('b');
  freshness.sync(listOf(['a', 'b']));
  expect(freshness.counts(start)).toMatchObject({ listed: 2, refused: 1, lastMinute: 1 });
  freshness.checked('b', start);
  expect(freshness.counts(start)).toMatchObject({
    listed: 2,
    refused: 0,
    notUnderstood: 0,
    lastMinute: 2,
  });
});

test('checks of the last session count by the clock of the service, unless this one has others', () => {
  const freshness = createFreshness();
  const listOf = createTestLists();
  const ids = ['a', 'b', 'c', 'd'];
  // The computer is half an hour behind the service.
  const offsetMs = 1_800_000;
  const now = 10_000_000;
  const serviceNow = now + offsetMs;
  freshness.sync(listOf(ids));
  freshness.refused('c');
  const columns = {
    count: 4,
    checkedAt: Float64Array.of(serviceNow - 30_000, serviceNow - 1_900_000, serviceNow, Number.NaN),
    unlistedAt: new Float64Array(4).fill(Number.NaN),
  } as FleetColumns;
  let known: number | null = null;
  const take = createCachedChecks(freshness, {
    columns: () => columns,
    listed: () => listOf(ids),
    now: () => now,
    offsetMs: () => known,
  });
  take();
  expect(freshness.counts(now).lastHour).toBe(0);
  known = offsetMs;
  take();
  expect(freshness.counts(now)).toMatchObject({
    listed: 4,
    refused: 1,
    lastMinute: 1,
    lastTenMinutes: 1,
    lastHour: 2,
  });
  // Once only: a later estimate of the clock does not count them again.
  freshness.refused('a');
  freshness.sync(listOf(ids.slice(0, 1)));
  freshness.sync(listOf([...ids]));
  take();
  expect(freshness.counts(now).lastHour).toBe(0);
});

test('checks in the future do not count: the clock was set back', () => {
  const freshness = createFreshness();
  freshness.sync(listOf(['a']));
  freshness.checked('a', start + 3_600_000);
  expect(freshness.counts(start).lastHour).toBe(0);
});

test('any order of checks and lists gives the same counts as looking at every device', () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  const step = fc.oneof(
    fc.record({ check: fc.constantFrom(...ids), afterMs: fc.integer({ min: 0, max: 900_000 }) }),
    fc.record({ list: fc.subarray(ids) }),
    fc.record({ refuse: fc.constantFrom(...ids) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const freshness = createFreshness();
      let listed: string[] = [...ids];
      let refused = new Set<string>();
      const checkedAt = new Map<string, number>();
      let now = start;
      freshness.sync(listOf(listed));
      for (const one of steps) {
        if ('list' in one) {
          listed = [...one.list];
          for (const id of ids) if (!listed.includes(id)) checkedAt.delete(id);
          refused = new Set([...refused].filter((id) => listed.includes(id)));
          freshness.sync(listOf(listed));
        } else if ('refuse' in one) {
          if (listed.includes(one.refuse)) {
            refused.add(one.refuse);
            checkedAt.delete(one.refuse);
          }
          freshness.refused(one.refuse);
        } else {
          now += one.afterMs;
          if (listed.includes(one.check)) {
            refused.delete(one.check);
            checkedAt.set(one.check, now);
          }
          freshness.checked(one.check, now);
        }
        const second = (at: number) => Math.floor(at / 1000);
        const within = (seconds: number) =>
          [...checkedAt.values()].filter((at) => second(now) - second(at) <= seconds).length;
        expect(freshness.counts(now)).toEqual({
          listed: listed.length,
          refused: refused.size,
          notUnderstood: 0,
          lastMinute: within(60),
          lastTenMinutes: within(600),
          lastHour: within(3_600),
        });
      }
    }),
  );
});
