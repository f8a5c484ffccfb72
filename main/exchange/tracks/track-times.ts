import {
  earliestTime,
  timeUnits,
  type TimeUnit,
  type TrackChoices,
  type TrackReading,
} from '#shared/domain/submission';
import { plainDigits } from '#shared/domain/text';
import { readNumber, type RawValue } from './read-point';

/// <reference lib="esnext.temporal" />

/** A wall clock without a zone, as if it were UTC. */
interface Local {
  kind: 'local';
  ms: number;
}
type ParsedTime =
  | { kind: 'moment'; at: number }
  | { kind: 'number'; value: number }
  | Local
  /** Day and month in one order or the other; `zoneMs` is the offset if one is given. */
  | {
      kind: 'unordered';
      first: number;
      second: number;
      year: number;
      rest: number;
      zoneMs: number | null;
    }
  | { kind: 'day' };

const clock = String.raw`(\d{1,2}):?(\d{2})(?::?(\d{2})(?:[.,:](\d{1,12}))?)?`;
const half = String.raw`([ap]\.? ?m\.?)?`;
const zone = String.raw`(Z|UTC|GMT|(?:UTC|GMT)?[+-]\d{2}(?::?\d{2})?)?(?: \([\w ]+\))?`;
const yearFirst = new RegExp(
  String.raw`^(\d{4})([-/.:]?)(\d{2})\2(\d{2})(?:(?:[T_]|,? )${clock} ?${half} ?${zone})?$`,
  'i',
);
const yearLast = new RegExp(
  String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?:[T_]|,? )${clock} ?${half} ?${zone}$`,
  'i',
);
const monthByName = new RegExp(
  String.raw`^(?:[a-z]{3,9},? )?(\d{1,2})[ -]([a-z]{3,9})[ -](\d{4}),? ${clock} ?${half} ?${zone}$`,
  'i',
);
/** “May 4, 2026 8:00:00 AM”, and what JavaScript writes: “Mon May 04 2026 10:00:00 GMT+0200 (…)”. */
const monthFirst = new RegExp(
  String.raw`^(?:[a-z]{3,9},? )?([a-z]{3,9})\.? (\d{1,2}),? (\d{4}),? (?:at )?${clock} ?${half} ?${zone}$`,
  'i',
);
const dotNetDate = /^\\?\/Date\((-?\d{1,17})(?:[+-]\d{4})?\)\\?\/$/;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** No notation of a time is longer; a longer text is not searched. */
const longestTime = 80;
const dayMs = 86_400_000;
/** Year 9999; dates of JavaScript end later. */
const latestMs = Date.UTC(9999, 11, 31);

function parseTime(raw: RawValue): ParsedTime | null {
  if (raw === null) return null;
  const given = plainDigits(String(raw)).trim().replaceAll(/\s+/g, ' ');
  if (given.length > longestTime) return null;
  const text = given
    .replace(/^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/, paddedDay)
    // The name of the zone, after its offset.
    .replace(/(Z|[+-]\d{2}:?\d{2})\[[\w/+-]+\]$/i, '$1');
  const digits = /^(?:19|20)\d{10}(?:\d{2})?$/.test(text) && `${text.slice(0, 8)}T${text.slice(8)}`;
  const first = yearFirst.exec(digits || text);
  if (first) return parseYearFirst(first);
  const value = readNumber(text);
  if (value !== null) return { kind: 'number', value };
  const last = yearLast.exec(text);
  if (last) return parseYearLast(last);
  const named = monthByName.exec(text);
  if (named) return parseMonthByName(named, named[2]!, named[1]!);
  const american = monthFirst.exec(text);
  if (american) return parseMonthByName(american, american[1]!, american[2]!);
  const [, ms] = dotNetDate.exec(text) ?? [];
  return ms === undefined ? null : { kind: 'moment', at: Number(ms) };
}

const paddedDay = (_: string, year: string, __: string, month: string, day: string) =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;

function parseYearFirst(parts: RegExpExecArray): ParsedTime | null {
  const day = dayAt(Number(parts[1]), Number(parts[3]), Number(parts[4]));
  if (day === null) return null;
  if (parts[5] === undefined) {
    // Eight digits without a separator are a number as well.
    return parts[2] === '' ? { kind: 'number', value: Number(parts[0]) } : { kind: 'day' };
  }
  const ofDay = clockMs(parts.slice(5, 9), parts[9]);
  return ofDay === null ? null : inZone(day + ofDay, parts[10]);
}

function parseYearLast(parts: RegExpExecArray): ParsedTime | null {
  const [first, second, year] = [Number(parts[1]), Number(parts[3]), Number(parts[4])];
  const rest = clockMs(parts.slice(5, 9), parts[9]);
  if (rest === null) return null;
  // With dots, the day is first in all countries that write dates so.
  if (parts[2] === '.') {
    const day = dayAt(year, second, first);
    return day === null ? null : inZone(day + rest, parts[10]);
  }
  return { kind: 'unordered', first, second, year, rest, zoneMs: offsetMs(parts[10]) };
}

function parseMonthByName(
  parts: RegExpExecArray,
  monthName: string,
  dayOfMonth: string,
): ParsedTime | null {
  const month = months.indexOf(monthName.slice(0, 3).toLowerCase()) + 1;
  const day = dayAt(Number(parts[3]), month, Number(dayOfMonth));
  const rest = clockMs(parts.slice(4, 8), parts[8]);
  return day === null || rest === null ? null : inZone(day + rest, parts[9]);
}

function dayAt(year: number, month: number, day: number): number | null {
  const date = new Date(0);
  // Not Date.UTC, which maps the years 0 to 99 to 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : null;
}

/** Milliseconds since the beginning of the day; null if there is no such time of day. */
function clockMs(parts: readonly (string | undefined)[], half: string | undefined): number | null {
  const [hourText, minuteText, secondText = '0', fraction = '0'] = parts;
  const [minute, second] = [Number(minuteText), Number(secondText)];
  let hour = Number(hourText);
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0);
  }
  if (hour > 23 || minute > 59 || second > 59) return null;
  return ((hour * 60 + minute) * 60 + second) * 1_000 + Math.floor(Number(`0.${fraction}`) * 1_000);
}

function inZone(ms: number, zoneText: string | undefined): ParsedTime {
  const offset = offsetMs(zoneText);
  return offset === null ? { kind: 'local', ms } : { kind: 'moment', at: ms - offset };
}

/** null if no zone is given. */
function offsetMs(text: string | undefined): number | null {
  if (text === undefined) return null;
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d{2}):?(\d{2})?$/.exec(text) ?? [];
  const ms = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return sign === '-' ? -ms : ms;
}

/** A number of a unit as a moment, or as a wall clock where the unit counts local days. */
function inUnit(value: number, unit: TimeUnit): { kind: 'moment'; at: number } | Local {
  if (unit === 'spreadsheetDays') {
    // Day 1 is 1 January 1900, and 29 February 1900 is counted too.
    return { kind: 'local', ms: Math.round(value * dayMs) + Date.UTC(1899, 11, 30) };
  }
  return { kind: 'moment', at: Math.round(epochMs(value, unit)) };
}

function epochMs(value: number, unit: Exclude<TimeUnit, 'spreadsheetDays'>): number {
  switch (unit) {
    case 'seconds':
      return value * 1_000;
    case 'milliseconds':
      return value;
    case 'microseconds':
      return value / 1e3;
    case 'nanoseconds':
      return value / 1e6;
    // 100 nanoseconds since the year 1.
    case 'dotNetTicks':
      return (value - 621_355_968e9) / 1e4;
    case 'secondsSince2001':
      return value * 1_000 + Date.UTC(2001, 0);
  }
}

export const isLikelyTime = (value: number, now: number) =>
  timeUnits.some((unit) => unit !== 'spreadsheetDays' && isPlausible(value, unit, now));

function isPlausible(value: number, unit: TimeUnit, now: number): boolean {
  const read = inUnit(value, unit);
  const at = read.kind === 'moment' ? read.at : read.ms;
  // Small numbers would be times of 2001, before the devices that count so.
  const earliest = unit === 'secondsSince2001' ? Date.UTC(2008, 0) : earliestTime;
  return at >= earliest && at < now + dayMs;
}

/**
 * Decides what is not written in the times of a file: the unit of numbers, the order of day and month, and
 * the zone, which is `zone` unless the user chose another.
 */
export function createTrackTimes(
  times: Iterable<RawValue>,
  zoneOfFile: string,
  { now, choices }: { now: number; choices: TrackChoices },
) {
  const plausible = new Map<TimeUnit, number>();
  const counts = { number: 0, unordered: 0, local: 0 };
  let canBeDayFirst = true;
  let canBeMonthFirst = true;
  const dates: Record<DayOrder, { last: number; backwards: number }> = {
    dayFirst: { last: -Infinity, backwards: 0 },
    monthFirst: { last: -Infinity, backwards: 0 },
  };
  for (const raw of times) {
    const parsed = parseTime(raw);
    if (parsed?.kind === 'number') {
      counts.number += 1;
      for (const unit of timeUnits) {
        if (isPlausible(parsed.value, unit, now))
          plausible.set(unit, (plausible.get(unit) ?? 0) + 1);
      }
    } else if (parsed?.kind === 'unordered') {
      counts.unordered += 1;
      if (parsed.zoneMs === null) counts.local += 1;
      canBeDayFirst &&= parsed.second <= 12;
      canBeMonthFirst &&= parsed.first <= 12;
      for (const order of ['dayFirst', 'monthFirst'] as const) {
        const at = orderedMs(parsed, order) ?? Infinity;
        if (at < dates[order].last || at > now + dayMs) dates[order].backwards += 1;
        dates[order].last = at;
      }
    } else if (parsed?.kind === 'local') counts.local += 1;
  }

  const likely = timeUnits.reduce<TimeUnit | null>(
    (best, unit) =>
      (plausible.get(unit) ?? 0) > (best === null ? 0 : plausible.get(best)!) ? unit : best,
    null,
  );
  const unit = choices.timeUnit ?? likely;
  if (unit === 'spreadsheetDays') counts.local += counts.number;
  const isDayFirst =
    canBeDayFirst === canBeMonthFirst
      ? dates.dayFirst.backwards <= dates.monthFirst.backwards
      : canBeDayFirst;
  const dayOrder = choices.dayOrder ?? (isDayFirst ? 'dayFirst' : 'monthFirst');
  const timeZone = choices.timeZone ?? zoneOfFile;
  const momentOf = createLocalReader(timeZone);

  return {
    /** Epoch milliseconds, or why the value is not a time that can be used. */
    read(raw: RawValue): number | TimeProblem {
      const parsed = parseTime(raw);
      switch (parsed?.kind) {
        case undefined:
          return 'notUnderstood';
        case 'day':
          return 'day';
        case 'moment':
          return parsed.at;
        case 'local':
          return momentOf(parsed.ms);
        case 'unordered': {
          const ms = orderedMs(parsed, dayOrder);
          if (ms === null) return 'order';
          return parsed.zoneMs === null ? momentOf(ms) : ms - parsed.zoneMs;
        }
        case 'number': {
          if (unit === null) return 'noUnit';
          const read = inUnit(parsed.value, unit);
          const ms = read.kind === 'moment' ? read.at : read.ms;
          if (Math.abs(ms) > latestMs) return 'notInUnit';
          return read.kind === 'moment' ? ms : momentOf(ms);
        }
      }
    },
    reading: {
      timeUnit: counts.number === 0 ? null : { used: unit, points: counts.number },
      dayOrder:
        counts.unordered === 0 || canBeDayFirst !== canBeMonthFirst
          ? null
          : { used: dayOrder, points: counts.unordered },
      timeZone: counts.local === 0 ? null : { used: timeZone, points: counts.local },
    } satisfies Pick<TrackReading, 'timeUnit' | 'dayOrder' | 'timeZone'>,
  };
}

/** Why a value is not a time, as in the messages about it. */
export type TimeProblem = 'notUnderstood' | 'day' | 'order' | 'noUnit' | 'notInUnit';

type DayOrder = 'dayFirst' | 'monthFirst';

function orderedMs(
  { first, second, year, rest }: Extract<ParsedTime, { kind: 'unordered' }>,
  order: DayOrder,
): number | null {
  const day = order === 'dayFirst' ? dayAt(year, second, first) : dayAt(year, first, second);
  return day === null ? null : day + rest;
}

/** No zone changes its clock within such a part of an hour. */
const stepMs = 900_000;

/** Wall clocks of a zone as moments. A million of them are in few hours, so offsets are remembered. */
function createLocalReader(timeZone: string): (ms: number) => number {
  if (timeZone === 'UTC') return (ms) => ms;
  const offsets = new Map<number, number>();
  return (ms) => {
    const step = Math.floor(ms / stepMs) * stepMs;
    let offset = offsets.get(step);
    if (offset === undefined) {
      const wall = Temporal.Instant.fromEpochMilliseconds(step).toZonedDateTimeISO('UTC');
      offset = step - wall.toPlainDateTime().toZonedDateTime(timeZone).epochMilliseconds;
      offsets.set(step, offset);
    }
    return ms - offset;
  };
}

/** Names of members, elements and columns that contain the time of a point, the best one first. */
const names = `
  time datetime timestamp at when gpstime fixtime gpstimestamp utctime timeutc datetimeutc
  utcdatetime utc gpsdatetime positiontime recordedat recordtime measuredat devicetime
  deviceutcdate trackedat localtime timelocal timestamputc timegmt timestampgmt datetimelocal
  localdatetime epoch unixtime unixtimestamp epochtime epochms timems timestampms timestampmillis
  timemillis tst ts servertime createdat date fecha fechahora zeit zeitstempel datum horodatage
  heure dataora czas время дата hora fechayhora datahora horário horario ora orario uhrzeit data datum
  dateheure الوقت وقت التاريخ التاريخوالوقت שעה זמן תאריך תאריךושעה
`;
const ranks = new Map(
  names
    .trim()
    .split(/\s+/)
    .map((name, rank) => [name, rank]),
);
const known = new Map<string, number>();

/** The position in the list; undefined for another name. */
function rankOf(name: string): number | undefined {
  const kept = known.get(name);
  if (kept !== undefined) return kept < 0 ? undefined : kept;
  const rank = ranks.get(name.toLowerCase().replaceAll(/[^\p{L}\d]/gu, ''));
  // Files have few different names; the map does not grow with a hostile one.
  if (known.size < 1_000 && name.length < 100) known.set(name, rank ?? -1);
  return rank;
}

export const isTimeName = (name: string) => rankOf(name) !== undefined;

/** The best name of a time that has a value; undefined if there is none. */
export function timeNamed(
  given: readonly string[],
  valueOf: (name: string) => unknown,
): string | undefined {
  let best: string | undefined;
  for (const name of given) {
    const rank = rankOf(name);
    if (rank === undefined || isBlank(valueOf(name))) continue;
    if (best === undefined || rank < rankOf(best)!) best = name;
  }
  return best;
}

const isBlank = (value: unknown) =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
