import { useStore } from 'zustand';
import { dayInZone } from '#shared/domain/calendar';
import type { Range } from '#shared/domain/history';
import { createAccountStore } from '#lib/account-scope';
import { clock } from '#lib/clock';
import { historyStore } from './history-store';
import { type Days, rangeOf } from './ranges';

/** What a report was asked for. */
export interface ReportRequest {
  deviceIds: readonly string[];
  /** Both inclusive, YYYY-MM-DD; absent: yesterday, the last whole day. */
  days?: { from: string; to: string };
  /** The zone of these days, if it is not the usual one. */
  timeZone?: string;
  format?: 'pdf' | 'png';
}

const store = createAccountStore<{ asked: ReportRequest | null }>({ asked: null });

/** Asks for the report of some days; the dialog is shown over whatever page is on screen. */
export const askForReport = (asked: ReportRequest): void => store.setState({ asked });
export const closeReport = (): void => store.setState({ asked: null });
export const useReportRequest = (): ReportRequest | null => useStore(store, ({ asked }) => asked);

/** The days that a range touches. */
export const daysOfRange = ({ from, to }: Range, timeZone: string) => ({
  from: dayInZone(from, timeZone),
  to: dayInZone(to, timeZone),
});

/** The devices and days that the page History shows. */
export function shownInHistory(days: Days): ReportRequest {
  const { devices, choice } = historyStore.getState();
  const range = rangeOf(choice, clock.now(), days);
  return { deviceIds: devices.map(({ id }) => id), days: daysOfRange(range, days.timeZone) };
}
