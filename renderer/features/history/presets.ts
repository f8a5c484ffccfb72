import { dayInZone, plusDays, startOfDayInZone } from '#shared/domain/calendar';
import type { Range } from '#shared/domain/history';
import { texts } from './history-texts';

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

export const presetNames: Record<Preset, string> = {
  hour: texts.lastHour,
  hours3: texts.last3Hours,
  hours6: texts.last6Hours,
  hours24: texts.last24Hours,
  today: texts.today,
  yesterday: texts.yesterday,
  week: texts.thisWeek,
  custom: texts.customRange,
};

const hourMs = 3_600_000;
const hours: Partial<Record<Preset, number>> = { hour: 1, hours3: 3, hours6: 6, hours24: 24 };

/** The range a preset means at a moment in a time zone; weeks begin on Monday (ISO 8601). */
export function presetRange(preset: Exclude<Preset, 'custom'>, now: number, zone: string): Range {
  const back = hours[preset];
  if (back !== undefined) return { from: now - back * hourMs, to: now };
  const today = dayInZone(now, zone);
  if (preset === 'yesterday') {
    const yesterday = plusDays(today, -1);
    return {
      from: startOfDayInZone(yesterday, zone),
      to: startOfDayInZone(today, zone) - 1,
    };
  }
  const first = preset === 'week' ? mondayOf(today) : today;
  return { from: startOfDayInZone(first, zone), to: now };
}

/** The Monday of the week that contains a day. */
function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return plusDays(day, -((weekday + 6) % 7));
}
