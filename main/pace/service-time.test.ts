import { expect, test } from 'vitest';
import { createServiceTime } from './service-time';

test('the time of the service is that of this computer until its clock is known', () => {
  let offsetMs: number | null = null;
  const clock = { now: () => 1_000, after: () => () => {} };
  const time = createServiceTime(clock, { offsetMs: () => offsetMs });
  expect([time.now(), time.of(5_000)]).toEqual([1_000, 5_000]);
  offsetMs = -400;
  expect([time.now(), time.of(5_000)]).toEqual([600, 4_600]);
  expect(time.after).toBe(clock.after);
});
