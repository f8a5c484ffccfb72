import { dayOf } from './rules/calendar';
import { Refusal } from './refusal';
import type { Quirks } from './quirks';
import type { Usage } from './reply';
import type { Store } from './store';

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

/** Counts the calls and results of the account in its store, within the terms. */
export function createMeter(
  store: Store,
  now: () => number,
  timeZone: string,
  terms: Terms,
  quirks: Quirks,
) {
  /** As the last call of this process counted them. */
  let callsToday = 0;

  const retryAfter = (waitMs: number): Record<string, string> => {
    if (quirks.retryAfter === 'absent') return {};
    if (quirks.retryAfter === 'seconds') return { 'Retry-After': String(Math.ceil(waitMs / 1000)) };
    return { 'Retry-After': new Date(now() + waitMs).toUTCString() };
  };

  return {
    /** Counts one call; 429 when the limit of the minute is reached. */
    async call() {
      const at = now();
      const counted = await store.countCall(at, dayOf(at, timeZone), terms.callsPerMinute);
      if ('waitMs' in counted) {
        throw new Refusal(429, 'Too many requests in a minute.', retryAfter(counted.waitMs));
      }
      callsToday = counted.today;
    },
    /** Counts results of one device, if they are limited; refused when its daily limit is reached. */
    async results(deviceId: string, count: number) {
      const most = terms.dailyResultsPerDevice;
      if (most === null) return;
      if (!(await store.countResults(deviceId, dayOf(now(), timeZone), count, most))) {
        throw new Refusal(429, 'Too many results of this device have been consulted today.');
      }
    },
    usage: (results: number): Usage => ({
      apiUsage: quirks.usage === 'total' ? callsToday : Math.max(1, results),
      apiDailyUsage: callsToday,
    }),
  };
}
