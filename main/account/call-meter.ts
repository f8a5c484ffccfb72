import { z } from 'zod';
import type { EndpointCalls } from '#shared/domain/session';

/** The calls of one day as they are cached. */
export const storedCallsSchema = z.object({
  /** `YYYY-MM-DD` in the zone of the account. Versions before 1.0 left out leading zeros. */
  day: z.string().transform((day) => day.replaceAll(/-(\d)(?=-|$)/g, '-0$1')),
  calls: z.number().nonnegative(),
  /** By endpoint and hour; absent in older versions. */
  endpoints: z.record(z.string(), z.array(z.number()).length(24)).catch({}).optional(),
});
export type StoredCalls = z.infer<typeof storedCallsSchema>;

/** Counts the app's own calls: in the last minutes, and of the account's day by endpoint and hour. */
export interface CallMeter {
  record(at: number, endpoint: string): void;
  lastMinute(now: number): number;
  today(now: number): number;
  /** Calls per minute in the last ten minutes, or since the meter was created. */
  recentPerMinute(now: number): number;
  /** Most calls first. */
  endpoints(now: number): EndpointCalls[];
  /** For the cache, so that the day's count continues after a restart. */
  snapshot(now: number): StoredCalls;
}

/** The calendar of the account. */
export type DayOf = (at: number) => { day: string; hour: number };

const minuteMs = 60_000;
const recentMinutes = 10;
/** The interface has fewer; a service cannot add any. */
const mostEndpoints = 100;
const otherEndpoint = 'other';

export function createCallMeter(
  earlier: StoredCalls | null,
  { dayOf, startedAt }: { dayOf: DayOf; startedAt: number },
): CallMeter {
  let lastMinute: number[] = [];
  /** Calls by minute since 1970, of the last ten minutes. */
  const minutes = new Map<number, number>();
  let day = earlier?.day ?? '';
  let calls = earlier?.calls ?? 0;
  let endpoints = new Map(Object.entries(earlier?.endpoints ?? {}));

  function roll(now: number): number {
    const today = dayOf(now);
    if (today.day !== day) {
      day = today.day;
      calls = 0;
      endpoints = new Map();
    }
    return today.hour;
  }

  return {
    record: (at, endpoint) => {
      const hour = roll(at);
      calls++;
      const known = endpoints.has(endpoint) || endpoints.size < mostEndpoints;
      const name = known ? endpoint : otherEndpoint;
      const hours = endpoints.get(name) ?? Array.from({ length: 24 }, () => 0);
      hours[hour] = (hours[hour] ?? 0) + 1;
      endpoints.set(name, hours);
      const minute = Math.floor(at / minuteMs);
      minutes.set(minute, (minutes.get(minute) ?? 0) + 1);
      for (const each of minutes.keys()) {
        if (Math.abs(each - minute) <= recentMinutes) break;
        minutes.delete(each);
      }
      lastMinute.push(at);
      if (lastMinute.length > 20_000) lastMinute = lastMinute.filter((t) => t > at - minuteMs);
    },
    lastMinute: (now) => {
      // Calls in the future were recorded before the clock was set back.
      lastMinute = lastMinute.filter((t) => t > now - minuteMs && t <= now);
      return lastMinute.length;
    },
    today: (now) => {
      roll(now);
      return calls;
    },
    recentPerMinute: (now) => {
      const from = Math.max(startedAt, now - recentMinutes * minuteMs);
      const since = Math.floor(from / minuteMs);
      const sum = [...minutes].reduce((all, [minute, n]) => (minute >= since ? all + n : all), 0);
      return sum / Math.max(1, Math.min(recentMinutes, (now - from) / minuteMs));
    },
    endpoints: (now) => {
      roll(now);
      const sumOf = (hours: readonly number[]) => hours.reduce((sum, n) => sum + n, 0);
      return [...endpoints]
        .map(([endpoint, hours]) => ({ endpoint, hours: [...hours] }))
        .toSorted((a, b) => sumOf(b.hours) - sumOf(a.hours));
    },
    snapshot: (now) => {
      roll(now);
      return { day, calls, endpoints: Object.fromEntries(endpoints) };
    },
  };
}
