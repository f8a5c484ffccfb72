import { dayInZone, daysBetween, plusDays, startOfDayInZone } from '#shared/domain/calendar';
import type { Range } from '#shared/domain/history';
import { presetRange } from './presets';
import type { RangeChoice } from './store';

/**
 * The choice of a range as long as this one, directly before or after it: days for a range that begins with a day,
 * else its length in time. null if it would begin in the future.
 */
export function neighbourOf(
  { choice, range }: { choice: RangeChoice; range: Range },
  direction: 'earlier' | 'later',
  now: number,
  zone: string,
): RangeChoice | null {
  const next = shifted(range, direction, choice.preset === 'week' ? 7 : null, zone);
  if (next.from > now) return null;
  const preset = (['today', 'yesterday'] as const).find((each) => {
    const { from, to } = presetRange(each, now, zone);
    return next.from === from && next.to >= to && dayInZone(next.to, zone) === dayInZone(to, zone);
  });
  return preset ? { preset } : { preset: 'custom', range: next };
}

function shifted(
  { from, to }: Range,
  direction: 'earlier' | 'later',
  wholeDays: number | null,
  zone: string,
): Range {
  const sign = direction === 'earlier' ? -1 : 1;
  const first = dayInZone(from, zone);
  if (startOfDayInZone(first, zone) !== from) {
    const length = to - from;
    return { from: from + sign * length, to: to + sign * length };
  }
  const days = wholeDays ?? daysBetween(first, dayInZone(to, zone)) + 1;
  const start = plusDays(first, sign * days);
  return {
    from: startOfDayInZone(start, zone),
    to: startOfDayInZone(plusDays(start, days), zone) - 1,
  };
}
