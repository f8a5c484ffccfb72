import { dayInZone, daysBetween, plusDays, startOfDayInZone } from '#shared/domain/calendar';
import type { Range } from '#shared/domain/history';
import type { Format } from '#lib/format';

export const presets = [
  'hour',
  'hours3',
  'hours6',
  'hours24',
  'today',
  'yesterday',
  'week',
  'custom',
] as const;
export type Preset = (typeof presets)[number];

/** The chosen range; the range of a preset depends on the current time. */
export type RangeChoice =
  { preset: Exclude<Preset, 'custom'> } | { preset: 'custom'; range: Range };

const hourMs = 3_600_000;
const hours: Partial<Record<Preset, number>> = { hour: 1, hours3: 3, hours6: 6, hours24: 24 };

/** How the user counts days and weeks. */
export type Days = Pick<Format, 'timeZone' | 'firstDay'>;

/** The range a choice means at a moment. */
export function rangeOf(choice: RangeChoice, now: number, days: Days): Range {
  const { timeZone: zone, firstDay } = days;
  if (choice.preset === 'custom') return choice.range;
  const back = hours[choice.preset];
  if (back !== undefined) return { from: now - back * hourMs, to: now };
  const today = dayInZone(now, zone);
  const start = (day: string) => startOfDayInZone(day, zone);
  if (choice.preset === 'yesterday') {
    return { from: start(plusDays(today, -1)), to: start(today) - 1 };
  }
  return { from: start(choice.preset === 'week' ? weekOf(today, firstDay) : today), to: now };
}

/** The first day of the week that contains a day. */
function weekOf(day: string, firstDay: number): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return plusDays(day, -((weekday + 7 - firstDay) % 7));
}

/**
 * The choice of a range as long as this one, directly before or after it: days for a range that begins with a day,
 * else its length in time. null if it would begin in the future.
 */
export function neighbourOf(
  choice: RangeChoice,
  direction: 'earlier' | 'later',
  now: number,
  days: Days,
): RangeChoice | null {
  const { timeZone: zone } = days;
  const wholeDays = choice.preset === 'week' ? 7 : null;
  const next = shifted(rangeOf(choice, now, days), direction, wholeDays, zone);
  if (next.from > now) return null;
  const preset = (['today', 'yesterday'] as const).find((each) => {
    const { from, to } = rangeOf({ preset: each }, now, days);
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
