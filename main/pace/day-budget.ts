import { dayInZone, hourInZone, plusDays, startOfDayInZone } from '#shared/domain/calendar';
import type { DayLimit } from '#shared/domain/session';

export type DayBudget = ReturnType<typeof createDayBudget>;

interface DayBudgetOptions {
  now: () => number;
  /** The zone in which the account's days begin. */
  timeZone: () => string;
  /** null: none. */
  callsPerDay: () => number | null;
  /** The calls sent today. */
  spent: () => number;
  /** Calls per minute that are possible without a limit of the day. */
  callsPerMinute: () => number;
}

/** Part of the day's calls that only the user's own actions may use. */
const reserveShare = 0.1;
const minuteMs = 60_000;
const quarterHourMs = 900_000;

/** The user's limit of calls per day: background work is spread over the day, the user keeps a reserve. */
export function createDayBudget(options: DayBudgetOptions) {
  const { now, timeZone, callsPerDay, spent } = options;
  let known = { zone: '', day: '', startsAt: 0, endsAt: 0 };

  /** The present day as epoch milliseconds. */
  function today() {
    const zone = timeZone();
    const at = now();
    if (zone !== known.zone || at < known.startsAt || at >= known.endsAt) {
      const day = dayInZone(at, zone);
      const startsAt = startOfDayInZone(day, zone);
      known = { zone, day, startsAt, endsAt: startOfDayInZone(plusDays(day, 1), zone) };
    }
    return known;
  }

  /** The last answer of `hourOf`, which is right for the rest of its quarter hour. */
  let hourly = { zone: '', from: 0, day: '', hour: 0 };

  /** The day and the hour, 0 to 23, of a moment. */
  function hourOf(at: number): { day: string; hour: number } {
    const zone = timeZone();
    const from = at - (at % quarterHourMs);
    // Zones differ from UTC by whole quarter hours.
    if (hourly.zone !== zone || hourly.from !== from) {
      hourly = { zone, from, day: dayInZone(at, zone), hour: hourInZone(at, zone) };
    }
    return hourly;
  }

  function left(): { limit: number; left: number; reserve: number } | null {
    const limit = callsPerDay();
    if (limit === null) return null;
    return { limit, left: Math.max(0, limit - spent()), reserve: Math.ceil(limit * reserveShare) };
  }

  /** Calls per minute with which background work lasts until the end of the day. */
  function steadyLimit(): number {
    const calls = left();
    if (!calls) return Number.POSITIVE_INFINITY;
    const minutes = Math.max(1, (today().endsAt - now()) / minuteMs);
    return Math.max(0, calls.left - calls.reserve) / minutes;
  }

  return {
    today,
    hourOf,
    steadyLimit,
    /** Milliseconds until a background call is possible: 0, or until the next day. */
    waitMs: () => {
      const calls = left();
      return calls && calls.left <= calls.reserve ? today().endsAt - now() : 0;
    },
    /** Nothing is sent until the next day, not even for the user. */
    isUsedUp: () => left()?.left === 0,
    /** null: there is no limit. */
    state: (): DayLimit | null => {
      const calls = left();
      if (!calls) return null;
      const phase =
        calls.left === 0
          ? 'usedUp'
          : calls.left <= calls.reserve
            ? 'reserved'
            : steadyLimit() < options.callsPerMinute()
              ? 'spread'
              : 'enough';
      return { ...calls, phase, endsAt: today().endsAt };
    },
  };
}
