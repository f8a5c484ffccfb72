import fc from 'fast-check';
import { expect, test } from 'vitest';
import { systemClock } from './clock';
import { createServiceClock, type ClockSample } from './service-clock';

const start = Date.UTC(2026, 10, 21, 12);

/** An answer of a service whose clock is `offset` ahead; it writes the date `share` into the call. */
function answer(at: number, offset: number, roundTripMs = 40, share = 0.5): ClockSample {
  const written = at + roundTripMs * share + offset;
  return { sentAt: at, receivedAt: at + roundTripMs, date: Math.floor(written / 1000) * 1000 };
}

function estimate(samples: readonly ClockSample[]): number | null {
  const clock = createServiceClock(systemClock);
  for (const sample of samples) clock.add(sample);
  return clock.offsetMs();
}

const minutes = (count: number) => count * 60_000;

test('nothing is known before two answers agree', () => {
  expect(estimate([])).toBeNull();
  expect(estimate([answer(start, minutes(45))])).toBeNull();
  const known = estimate([answer(start, minutes(45)), answer(start + 500, minutes(45))]);
  expect(Math.abs(known! - minutes(45))).toBeLessThan(1_000);
});

test('a clock that is right within the resolution of the header is not corrected', () => {
  expect(estimate([answer(start, 0), answer(start + 300, 0), answer(start + 900, 0)])).toBe(0);
});

test('a difference of seconds is not corrected', () => {
  const samples = [0, 1, 2, 3, 4].map((second) => answer(start + second * 1_100, 20_000));
  expect(estimate(samples)).toBe(0);
});

test('one wrong answer of a proxy changes nothing, neither first nor later', () => {
  const wrong = answer(start, Date.UTC(1970, 0, 1) - start);
  const good = [1, 2, 3].map((second) => answer(start + second * 700, minutes(-180)));
  for (const samples of [
    [wrong, ...good],
    [...good, wrong, wrong],
    [good[0]!, wrong, good[1]!, wrong, good[2]!],
  ]) {
    expect(Math.abs(estimate(samples)! - minutes(-180))).toBeLessThan(1_000);
  }
});

test('the estimate follows when the user sets the clock', () => {
  const clock = createServiceClock(systemClock);
  for (let i = 0; i < 20; i++) clock.add(answer(start + i * 500, minutes(-45)));
  for (let i = 0; i < 3; i++) clock.add(answer(start - minutes(45) + i * 500, 0));
  expect(Math.abs(clock.offsetMs()!)).toBeLessThan(1_000);
});

test('a clock set back during a call does not count', () => {
  const clock = createServiceClock(systemClock);
  const sample = { sentAt: start, receivedAt: start - minutes(60), date: start };
  for (let i = 0; i < 5; i++) clock.add(sample);
  expect(clock.offsetMs()).toBeNull();
});

test('the offset stays the same as long as the answers allow it', () => {
  const clock = createServiceClock(systemClock);
  const seen = new Set<number>();
  for (let i = 0; i < 200; i++) {
    clock.add(answer(start + i * 777, minutes(7), 30 + ((i * 13) % 200)));
    if (i > 30) seen.add(clock.offsetMs()!);
  }
  expect(seen.size).toBeLessThan(4);
  expect(Math.max(...seen) - Math.min(...seen)).toBeLessThan(500);
});

test('any clock error, delay and minority of wrong answers: right within a second and a half', () => {
  const call = fc.record({
    pauseMs: fc.integer({ min: 0, max: 10_000 }),
    roundTripMs: fc.integer({ min: 0, max: 400 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    wrongMs: fc.option(fc.integer({ min: -1e12, max: 1e12 }), { freq: 5 }),
  });
  fc.assert(
    fc.property(
      fc.integer({ min: -1e9, max: 1e9 }),
      fc.array(call, { minLength: 6, maxLength: 60 }),
      (offset, calls) => {
        const samples: ClockSample[] = [];
        let at = start;
        let wasWrong = true;
        for (const { pauseMs, roundTripMs, share, wrongMs } of calls) {
          at += pauseMs;
          // Wrong answers never come twice in a row and never agree with each other.
          const isWrong: boolean = !wasWrong && wrongMs !== null && Math.abs(wrongMs) > 5_000;
          wasWrong = isWrong;
          const error = isWrong ? (wrongMs ?? 0) + samples.length * 10_000 : 0;
          samples.push(answer(at, offset + error, roundTripMs, share));
          at += roundTripMs;
        }
        const error = Math.abs(estimate(samples)! - offset);
        expect(error).toBeLessThanOrEqual(Math.abs(offset) > 32_000 ? 1_500 : 32_000);
      },
    ),
  );
});

test('the time of the service is that of this computer until its clock is known', () => {
  const clock = { now: () => start, after: () => () => {} };
  const service = createServiceClock(clock);
  service.add(answer(start, minutes(45)));
  expect([service.now(), service.of(5_000)]).toEqual([start, 5_000]);
  service.add(answer(start + 500, minutes(45)));
  const offsetMs = service.offsetMs()!;
  expect(offsetMs).toBeGreaterThan(minutes(44));
  expect([service.now(), service.of(5_000)]).toEqual([start + offsetMs, 5_000 + offsetMs]);
  expect(service.after).toBe(clock.after);
});
