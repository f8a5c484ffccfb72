import { useStore } from 'zustand';
import { dayInZone, plusDays } from '#shared/domain/calendar';
import { createAccountStore } from '#lib/account-scope';
import type { Format } from '#lib/format';
import type { ChosenDevice } from '#features/fleet';

export const units = ['day', 'week', 'month'] as const;

/** A day, or the week or month around it. */
export interface Period {
  unit: (typeof units)[number];
  /** `YYYY-MM-DD`; null: today. */
  day: string | null;
}

interface VisitsState {
  tab: 'visits' | 'days';
  period: Period;
  /** null: all. */
  groupId: string | null;
  /** Instead of a group; empty: none. */
  devices: readonly ChosenDevice[];
  /** null: all. */
  placeId: string | null;
  /** Trips from this minute of the day on are late. */
  lateFrom: number;
}

export const visitsStore = createAccountStore<VisitsState>({
  tab: 'visits',
  period: { unit: 'day', day: null },
  groupId: null,
  devices: [],
  placeId: null,
  lateFrom: 20 * 60,
});

export const useVisitsState = (): VisitsState => useStore(visitsStore);
export const setVisits = (part: Partial<VisitsState>): void => visitsStore.setState(part);

/** Opens the page with the visits to one place today. */
export function openVisits(placeId: string): void {
  visitsStore.setState({ ...visitsStore.getInitialState(), placeId });
  window.location.hash = '#/visits';
}

type Days = Pick<Format, 'timeZone' | 'firstDay'>;

/** The first and the last day of a period, `YYYY-MM-DD`. */
export function daysOf(
  { unit, day }: Period,
  now: number,
  { timeZone, firstDay }: Days,
): { from: string; to: string } {
  const around = day ?? dayInZone(now, timeZone);
  if (unit === 'day') return { from: around, to: around };
  if (unit === 'month') {
    const from = `${around.slice(0, 8)}01`;
    return { from, to: plusDays(`${plusDays(from, 31).slice(0, 8)}01`, -1) };
  }
  const weekday = new Date(`${around}T00:00:00Z`).getUTCDay();
  const from = plusDays(around, -((weekday + 7 - firstDay) % 7));
  return { from, to: plusDays(from, 6) };
}

/** The period before or after; null if it would begin in the future. */
export function neighbourOf(
  period: Period,
  direction: 'earlier' | 'later',
  now: number,
  days: Days,
): Period | null {
  const { from, to } = daysOf(period, now, days);
  const day = direction === 'earlier' ? plusDays(from, -1) : plusDays(to, 1);
  const today = dayInZone(now, days.timeZone);
  if (day > today) return null;
  const isNow = daysOf({ ...period, day }, now, days).to >= today;
  return { ...period, day: isNow ? null : day };
}
