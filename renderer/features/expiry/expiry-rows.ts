import { deviceLabel, type Device } from '#shared/domain/device';
import {
  daysLeft,
  expiryBand,
  expiryBands,
  expiryDay,
  isExpired,
  startOfDayInZone,
  type ExpiryBand,
  type KnownLicences,
} from '#shared/domain/expiry';
import type { Licences } from '#shared/domain/limit';
import { foldText } from '#lib/find-text';
import { inOrder, type Sort, type SortValue } from '#lib/in-order';

export interface LastFix {
  fixAt: number | null;
}

export interface ExpiryRow {
  id: string;
  label: string;
  device: Device;
  band: ExpiryBand;
  /** `YYYY-MM-DD`; null if it does not expire. */
  day: string | null;
  daysLeft: number | null;
  fixAt: number | null;
  /**
   * How long before its expiry an expired device was last seen; 0 if until its expiry; null if it is
   * not expired or was never seen.
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
  return devices.map((device) => {
    const label = deviceLabel(device);
    const band = expiryBand(device, now, timeZone);
    const day = expiryDay(device, timeZone);
    const fixAt = fixes.get(device.id)?.fixAt ?? null;
    const expiredAt =
      band === 'expired' && day !== null
        ? (device.expiresAt ?? startOfDayInZone(day, timeZone))
        : null;
    return {
      id: device.id,
      label,
      device,
      band,
      day,
      daysLeft: daysLeft(device, now, timeZone),
      fixAt,
      seenBeforeMs: expiredAt !== null && fixAt !== null ? Math.max(0, expiredAt - fixAt) : null,
      text: foldText(`${label} ${device.id} ${device.description ?? ''} ${device.phone ?? ''}`),
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
  const words = foldText(query.search).split(/\s+/).filter(Boolean);
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
  return filter === 'unlisted' ? device.unlistedAt !== null : band === filter;
}

/** The number of rows of each filter. */
export function expiryCounts(rows: readonly ExpiryRow[]): Record<ExpiryFilter, number> {
  const counts = Object.fromEntries(
    ['all', 'unlisted', ...expiryBands].map((filter) => [filter, 0]),
  ) as Record<ExpiryFilter, number>;
  for (const { band, device } of rows) {
    counts.all += 1;
    counts[band] += 1;
    if (device.unlistedAt !== null) counts.unlisted += 1;
  }
  return counts;
}

/** The account's licences: from the service, otherwise the total from settings and a count. */
export interface LicenceFigures extends KnownLicences {
  used: number;
  /** null if the total is unknown; negative if more are in use than the total. */
  free: number | null;
  isProvidedByService: boolean;
}

export function licenceFigures(
  provided: Licences | null,
  totalSetting: number | null,
  devices: readonly Device[],
  now: number,
  timeZone: string,
): LicenceFigures {
  const used =
    provided?.used ??
    devices.filter((device) => device.unlistedAt === null && !isExpired(device, now, timeZone))
      .length;
  const total = provided?.total ?? totalSetting;
  return {
    used,
    total,
    free: total === null ? null : total - used,
    isProvidedByService: provided !== null,
  };
}
