import { deviceLabel, type Device, type Licences } from '#shared/domain/device';
import { dayInZone, daysBetween } from '#shared/domain/calendar';
import {
  bandOf,
  expiryBands,
  expiryOf,
  isExpired,
  type Expiry,
  type ExpiryBand,
} from '#shared/domain/expiry';
import type { KnownLicences } from '#shared/domain/expiry-forecast';
import { knownOf, valueOf, type Known } from '#shared/domain/known';
import { gapText } from '#lib/known-text';
import { fold } from '#shared/domain/text';
import { commonTexts } from '#lib/common-texts';
import { nameSearch } from '#lib/search-rank';
import { inOrder, type Sort, type SortValue } from '#lib/in-order';
import { messages } from './expiry-messages';
import { texts } from './expiry-texts';

export interface LastFix {
  fixAt: number | null;
}

export interface ExpiryRow {
  id: string;
  label: string;
  device: Device;
  band: ExpiryBand;
  expiry: Expiry;
  /** null: it does not expire, or that is not known (see `expiry`). */
  daysLeft: number | null;
  fixAt: number | null;
  /**
   * The time from the last fix of an expired device to its date; negative if the fix is newer. null
   * if it has not expired by its date, or was never seen.
   */
  seenBeforeMs: number | null;
  text: string;
}

/** `timeZone` is the account's: expiry dates are days of that zone. */
export function expiryRows(
  devices: readonly Device[],
  fixes: ReadonlyMap<string, LastFix>,
  now: number,
  timeZone: string,
): ExpiryRow[] {
  const today = dayInZone(now, timeZone);
  return devices.map((device) => {
    const label = deviceLabel(device);
    const expiry = expiryOf(device, timeZone, now);
    const band = bandOf(expiry, now, timeZone);
    const date = valueOf(expiry.date);
    const fixAt = fixes.get(device.id)?.fixAt ?? null;
    const expiredAt = band === 'expired' && date !== null && date.at <= now ? date.at : null;
    return {
      id: device.id,
      label,
      device,
      band,
      expiry,
      daysLeft: date && daysBetween(today, date.day),
      fixAt,
      seenBeforeMs: expiredAt !== null && fixAt !== null ? expiredAt - fixAt : null,
      text: fold(`${label} ${device.id} ${device.description ?? ''} ${device.phone ?? ''}`),
    };
  });
}

export type ExpiryFilter = ExpiryBand | 'all' | 'unlisted';
export type ExpirySort = 'name' | 'daysLeft' | 'lastSeen';

export interface ExpiryQuery {
  search: string;
  filter: ExpiryFilter;
  sort: Sort<ExpirySort>;
}

/** The rows that match, sorted; devices without a date come last. */
export function findExpiryRows(rows: readonly ExpiryRow[], query: ExpiryQuery): ExpiryRow[] {
  const { words } = nameSearch(query.search);
  const matching = rows.filter(
    (row) => isInFilter(row, query.filter) && words.every((word) => row.text.includes(word)),
  );
  const { column, descending } = query.sort;
  return inOrder(matching, sortValues[column], ({ label }) => label, descending);
}

const sortValues: Record<ExpirySort, (row: ExpiryRow) => SortValue> = {
  name: ({ label }) => label,
  daysLeft: ({ daysLeft: days }) => days,
  lastSeen: ({ fixAt }) => fixAt,
};

function isInFilter({ band, device }: ExpiryRow, filter: ExpiryFilter): boolean {
  if (filter === 'all') return true;
  if (device.unlistedAt !== null) return filter === 'unlisted';
  return band === filter;
}

/** The matches and their total: devices no longer listed count only if they are asked for. */
export function matchCounts(
  found: readonly ExpiryRow[],
  counts: Record<ExpiryFilter, number>,
  filter: ExpiryFilter,
): { matched: number; total: number } {
  if (filter === 'unlisted') return { matched: found.length, total: counts.unlisted };
  const listed = found.filter(({ device }) => device.unlistedAt === null);
  return { matched: listed.length, total: counts.all };
}

/** The number of rows of each filter; devices no longer listed are in none of the others. */
export function expiryCounts(rows: readonly ExpiryRow[]): Record<ExpiryFilter, number> {
  const counts = Object.fromEntries(
    ['all', 'unlisted', ...expiryBands].map((filter) => [filter, 0]),
  ) as Record<ExpiryFilter, number>;
  for (const { band, device } of rows) {
    if (device.unlistedAt !== null) {
      counts.unlisted += 1;
      continue;
    }
    counts.all += 1;
    counts[band] += 1;
  }
  return counts;
}

/** The account's licences: from the service, otherwise the total from settings and a count. */
export interface LicenceFigures extends KnownLicences {
  /** null: not provided, and the list of devices was never received. */
  used: number | null;
  /** null if the total or the use is unknown; negative if more are in use than the total. */
  free: number | null;
  /** What the service states; the numbers above may be a setting or a count in its place. */
  stated: { total: Known<number | null>; used: Known<number | null> };
}

/** `devices` null: the list was never received, so there is nothing to count. */
export function licenceFigures(
  provided: Licences | null,
  totalSetting: number | null,
  devices: readonly Device[] | null,
  now: number,
  timeZone: string,
): LicenceFigures {
  const used =
    provided?.used ??
    devices?.filter((device) => device.unlistedAt === null && !isExpired(device, now, timeZone))
      .length ??
    null;
  const total = provided?.total ?? totalSetting;
  return {
    used,
    total,
    free: total === null || used === null ? null : total - used,
    stated: {
      total: statedLicences(provided, 'total'),
      used: statedLicences(provided, 'used'),
    },
  };
}

const statedLicences = (provided: Licences | null, name: 'total' | 'used'): Known<number | null> =>
  provided === null ? { is: 'notProvided', asOf: null } : knownOf(provided, name);

/** The note under the total; it can be entered if the service does not state it readably. */
export function totalNote({ stated: { total } }: Pick<LicenceFigures, 'stated'>): string {
  if (total.is === 'value') return texts.providedByTheService;
  if (total.is === 'notUnderstood') {
    return messages.unknownEnterTheTotal(gapText(total) ?? texts.notUnderstood);
  }
  return texts.notProvidedByTheService;
}

/** The note under the licences in use; undefined: the service states them. */
export function usedNote({
  used,
  stated,
}: Pick<LicenceFigures, 'used' | 'stated'>): string | undefined {
  if (stated.used.is === 'value') return undefined;
  const isRead = stated.used.is !== 'notUnderstood';
  const gap = gapText(stated.used) ?? texts.notUnderstood;
  if (used === null) {
    return isRead ? commonTexts.devicesNotLoaded : messages.unknownAndNoList(gap);
  }
  return isRead ? texts.countedByWaypost : messages.unknownCountedByWaypost(gap);
}
