/// <reference lib="esnext.temporal" />

import { isCalendarDay, lastDay } from '#shared/domain/calendar';
import type { Device } from '#shared/domain/device';
import { expiryDay } from '#shared/domain/expiry';
import { texts } from './expiry-texts';

/** By how much a device can be extended. */
export const extensions = {
  oneMonth: { months: 1 },
  sixMonths: { months: 6 },
  oneYear: { years: 1 },
  twoYears: { years: 2 },
} as const;
export type ExtensionName = keyof typeof extensions;

/** What is to become of the expiration date of each device. */
export type Renewal =
  | { how: 'extend'; by: ExtensionName }
  | { how: 'until'; day: string }
  /** Keeps the date. */
  | { how: 'activate' };

/** Adds a duration to a day; the last day of the month if the resulting day does not exist. */
export function dayAhead(
  day: string,
  by: { days?: number; months?: number; years?: number },
): string {
  const later = Temporal.PlainDate.from(day).add(by);
  return later.year > 9999 ? lastDay : later.toString();
}

/** Why a device cannot be renewed until this day; null if it can. */
export function renewalProblem(day: string, today: string): string | null {
  if (!isCalendarDay(day)) return texts.enterTheNewExpirationDate;
  return day > today ? null : texts.enterADayAfterToday;
}

/**
 * The new expiration date of each device. An extension is counted from its present date, or from today
 * if that has passed, is not known or there is none. A device with a later date than the chosen day is
 * left out: renewing never shortens.
 */
export function daysOf(
  renewal: Renewal,
  ids: readonly string[],
  devices: readonly Device[],
  { today, zone }: { today: string; zone: string },
): Map<string, string> {
  if (renewal.how === 'activate') return new Map();
  const present = new Map(devices.map((device) => [device.id, expiryDay(device, zone)]));
  if (renewal.how === 'until') {
    const { day } = renewal;
    const renewed = ids.filter((id) => (present.get(id) ?? '') <= day);
    return new Map(renewed.map((id) => [id, day]));
  }
  const start = (id: string) => {
    const day = present.get(id) ?? null;
    return day !== null && day > today ? day : today;
  };
  return new Map(ids.map((id) => [id, dayAhead(start(id), extensions[renewal.by])]));
}

/** How many devices have a later expiration date than this day. */
export const laterThan = (devices: readonly Device[], day: string, zone: string): number =>
  devices.filter((device) => (expiryDay(device, zone) ?? '') > day).length;
