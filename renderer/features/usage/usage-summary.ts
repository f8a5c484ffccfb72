import { callWeights, type DayLimit, type Usage } from '#shared/domain/session';
import type { Format } from '#lib/format';

/** Which day is counted. */
export function dayText({ day, timeZone: zone, isAccountZone }: Usage, { t }: Format): string {
  return t(isAccountZone ? 'usage.day.account' : 'usage.day.computer', { day, zone });
}

/** What the rest of the day costs if it goes on like the last minutes. */
export function restText({ restOfDay, recentPerMinute }: Usage, { t }: Format): string {
  const rate = Math.round(recentPerMinute * 10) / 10;
  return t('usage.rest.estimate', { calls: restOfDay, rate });
}

/** What the limit of the day means now. */
export function dayLimitText(
  { phase, left, limit, endsAt }: DayLimit,
  { t, clock }: Format,
): string {
  const time = clock(endsAt);
  switch (phase) {
    case 'enough':
      return t('usage.limit.enough', { left, limit });
    case 'spread':
      return t('usage.limit.spread', { left, limit, time });
    case 'reserved':
      return t('usage.limit.reserved', { left, limit, time });
    case 'usedUp':
      return t('usage.limit.usedUp', { limit, time });
  }
}

/** How background calls share the rate. */
export function callWeightsText({ t }: Format): string {
  const { jobs, downloads, refresh } = callWeights;
  return t('usage.weights', { all: jobs + downloads + refresh, jobs, downloads, refresh });
}

/** "08:00–09:00: 5 calls". */
export function hourText(hour: number, calls: number, { t, timeOfDay }: Format): string {
  const time = (at: number) => timeOfDay((at % 24) * 60);
  const range = t('usage.hours.hour', { from: time(hour), to: time(hour + 1) });
  return t('usage.hours.calls', { hour: range, calls });
}

/** The bars of a day as text, for screen readers: the hours with calls. */
export function barsText(hours: readonly number[], format: Format): string {
  const parts = hours.flatMap((calls, hour) => (calls > 0 ? [hourText(hour, calls, format)] : []));
  return parts.length > 0 ? format.items(parts) : format.t('usage.hours.none');
}

export const sumOf = (hours: readonly number[]): number => hours.reduce((sum, n) => sum + n, 0);

/** All endpoints together, by hour. */
export function totalHours({ endpoints }: Pick<Usage, 'endpoints'>): number[] {
  return Array.from({ length: 24 }, (_, hour) =>
    endpoints.reduce((sum, { hours }) => sum + (hours[hour] ?? 0), 0),
  );
}
