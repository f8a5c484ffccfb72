/// <reference lib="esnext.temporal" />

import { isCalendarDay } from '#shared/domain/calendar';

/** Adds a duration to a day; the last day of the month if the resulting day does not exist. */
export function dayAhead(
  day: string,
  by: { days?: number; months?: number; years?: number },
): string {
  return Temporal.PlainDate.from(day).add(by).toString();
}

/** Why a device cannot be renewed until this day; null if it can. */
export function renewalProblem(day: string, today: string): string | null {
  if (!isCalendarDay(day)) return 'Enter the new expiration date.';
  return day > today ? null : 'Enter a day after today. A device expires on its expiration date.';
}
