import { expect, test } from 'vitest';
import { clockToleranceMs, weekCounterMs } from './device-state';
import { type Fix, effectOf } from './fix';

const now = Date.UTC(2026, 5, 1, 12);
const minute = 60_000;
const hour = 60 * minute;
const year2080 = Date.UTC(2080, 0, 1);
const report = (at: number | null, latitude: number | null = 45) => ({
  fix: { at, latitude, longitude: latitude } as Fix,
  isUnderstood: true,
});
const known = (fixAt: number, positionAt = fixAt) => ({ fixAt, positionAt });
const nothing = known(Number.NaN);
const wrapped = now - weekCounterMs;

test.each([
  ['the first report', report(now), nothing, 'taken'],
  ['the first report, dated in the future', report(year2080), nothing, 'taken'],
  ['a newer report', report(now), known(now - minute), 'taken'],
  ['the same time again, which may correct values', report(now), known(now), 'taken'],
  ['a late, older report', report(now - minute), known(now), 'older'],
  ['an older report without a position', report(now - minute, null), known(now), 'older'],
  [
    'an older report with a newer position',
    report(now - minute),
    known(now, now - 2 * minute),
    'olderPosition',
  ],
  ['a first position in an older report', report(now - minute), known(now, NaN), 'olderPosition'],
  ['a report dated in the future', report(year2080), known(now - minute), 'ahead'],
  ['a report of a wrapped week counter', report(wrapped), known(now - minute), 'behind'],
  ['a report of a clock that was never set', report(0), known(now - minute), 'behind'],
  ['its first position', report(wrapped), known(now - minute, NaN), 'behind'],
  ['one after a long silence', report(wrapped), known(now - 2 * hour), 'taken'],
  ['the next one of that clock', report(wrapped), known(wrapped - minute), 'taken'],
  ['a present report after one of that clock', report(now), known(wrapped), 'taken'],
  ['a clock within the tolerance', report(now + clockToleranceMs), known(now), 'taken'],
  ['a present report after one of the future', report(now), known(year2080), 'taken'],
  ['an old report after one of the future', report(now - 9 * hour), known(year2080), 'taken'],
  ['a newer report of the future', report(year2080 + 1), known(year2080), 'taken'],
  // A device whose clock is always an hour ahead reports again in the morning.
  ['a future report after a long silence', report(now + hour), known(now - 9 * hour), 'taken'],
  ['no report', { fix: null, isUnderstood: true }, known(now), 'none'],
  [
    'content that is not understood',
    { fix: null, isUnderstood: false },
    known(now),
    'notUnderstood',
  ],
  ['a report without a time', report(null), known(now), 'notUnderstood'],
] as const)('%s', (_, answer, before, effect) => {
  expect(effectOf(answer, before, now)).toBe(effect);
});
