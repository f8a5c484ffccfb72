import { dayOf } from './rules/calendar';
import { Refusal } from './refusal';
import type { Quirks } from './quirks';
import type { Usage } from './reply';

/** Limits of an account; all of them can change while the service runs. */
export interface Terms {
  tokenLifetimeSeconds: number;
  /** null: no limit. */
  callsPerMinute: number | null;
  /** Results of one device per day of the account; null: no limit. */
  dailyResultsPerDevice: number | null;
  licences: number;
}

export type Meter = ReturnType<typeof createMeter>;

const minuteMs = 60_000;

/** Counts in memory; a restart resets the counters, which no document forbids. */
export function createMeter(now: () => number, timeZone: string, terms: Terms, quirks: Quirks) {
  const recent: number[] = [];
  let day = '';
  let callsToday = 0;
  let resultsToday = new Map<string, number>();

  const turnDay = () => {
    const today = dayOf(now(), timeZone);
    if (today === day) return;
    day = today;
    callsToday = 0;
    resultsToday = new Map();
  };

  const retryAfter = (waitMs: number): Record<string, string> => {
    if (quirks.retryAfter === 'absent') return {};
    if (quirks.retryAfter === 'seconds') return { 'Retry-After': String(Math.ceil(waitMs / 1000)) };
    return { 'Retry-After': new Date(now() + waitMs).toUTCString() };
  };

  return {
    /** Counts one call; 429 when the limit of the minute is reached. */
    call() {
      turnDay();
      const at = now();
      while (recent.length > 0 && recent[0]! <= at - minuteMs) recent.shift();
      if (terms.callsPerMinute !== null && recent.length >= terms.callsPerMinute) {
        const waitMs = (recent[0] ?? at) + minuteMs - at;
        throw new Refusal(429, 'Too many requests in a minute.', retryAfter(waitMs));
      }
      recent.push(at);
      callsToday += 1;
    },
    /** Counts results of one device; refused when its daily limit is reached. */
    results(deviceId: string, count: number) {
      turnDay();
      const used = (resultsToday.get(deviceId) ?? 0) + count;
      if (terms.dailyResultsPerDevice !== null && used > terms.dailyResultsPerDevice) {
        throw new Refusal(429, 'Too many results of this device have been consulted today.');
      }
      resultsToday.set(deviceId, used);
    },
    usage: (results: number): Usage => ({
      apiUsage: quirks.usage === 'total' ? callsToday : Math.max(1, results),
      apiDailyUsage: callsToday,
    }),
  };
}
