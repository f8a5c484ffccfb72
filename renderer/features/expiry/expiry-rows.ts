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
import type { DeviceState } from '#shared/domain/device-state';
import type { KnownLicences } from '#shared/domain/expiry-forecast';
import { knownOf, valueOf, type Known } from '#shared/domain/known';
import type { Format } from '#lib/format';
import type { SortValue } from '#lib/in-order';
import { originalText } from '#lib/known-values';
import type { ListFilter } from '#ui/use-list';

/** What the fleet knows of a device; undefined: it is not loaded yet. */
export type Seen = { state: DeviceState; checkedAt: number | null } | undefined;

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
}

/** `timeZone` is the account's: expiry dates are days of that zone. */
export function expiryRows(
  devices: readonly Device[],
  fixes: ReadonlyMap<string, { fixAt: number | null }>,
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
    };
  });
}

const isUnlisted = ({ device }: ExpiryRow) => device.unlistedAt !== null;

const soonBands: readonly ExpiryBand[] = ['day', 'week', 'month'];

const bandFilter = (band: ExpiryBand, { t }: Format): ListFilter<ExpiryRow> => ({
  id: band,
  word: t(`expiry.band.${band}`),
  passes: (row: ExpiryRow) => row.band === band && !isUnlisted(row),
});
const isOver = (band: ExpiryBand) => band === 'expired' || band === 'pastDate';

const isSoon = (row: ExpiryRow) => soonBands.includes(row.band) && !isUnlisted(row);

/** The devices that expire within 30 days. */
export const soonFilter = ({ t }: Format): ListFilter<ExpiryRow> => ({
  id: 'within30Days',
  word: t('expiry.filter.within30Days'),
  passes: isSoon,
});

/** The filters: the bands, three of them together, and the devices no longer listed, which are in none. */
export function expiryFilters(format: Format): ListFilter<ExpiryRow>[] {
  const filterOf = (band: ExpiryBand) => bandFilter(band, format);
  const unlisted = format.t('expiry.filter.unlisted');
  return [
    ...expiryBands.filter(isOver).map(filterOf),
    soonFilter(format),
    ...expiryBands.filter((band) => !isOver(band)).map(filterOf),
    { id: 'unlisted', word: unlisted, passes: isUnlisted, isApart: true },
  ];
}

/** The value by which a column is sorted. */
export const expirySortValues: Record<
  'name' | 'daysLeft' | 'lastSeen',
  (row: ExpiryRow) => SortValue
> = {
  name: ({ label }) => label,
  daysLeft: ({ daysLeft: days }) => days,
  lastSeen: ({ fixAt }) => fixAt,
};

/** The words beside a device without a known report. */
export function noReportText(seen: Seen, { t }: Format): string {
  if (seen === undefined) return t('expiry.seen.notLoaded');
  if (seen.state === 'notUnderstood') return t('common.deviceState.notUnderstood');
  return t(seen.checkedAt === null ? 'common.deviceState.neverAsked' : 'expiry.seen.noFix');
}

/** Whether a silent device is stated not to have expired; if nothing is stated, that is not known. */
export const isOfflineNotExpired = (state: DeviceState, expiry: Pick<Expiry, 'state'>): boolean =>
  state === 'silent' && expiry.state === 'active';

/** The account's licences: from the service, otherwise the total that the user entered and a count. */
interface LicenceFigures extends KnownLicences {
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
export function totalNote(
  { stated: { total } }: Pick<LicenceFigures, 'stated'>,
  { t }: Format,
): string {
  if (total.is === 'value') return t('expiry.licences.provided');
  if (total.is !== 'notUnderstood') return t('expiry.licences.notProvided');
  return t('expiry.licences.notUnderstood', { original: originalText(total.original) });
}

/** The note under the licences in use; undefined: the service states them. */
export function usedNote(
  { used, stated }: Pick<LicenceFigures, 'used' | 'stated'>,
  { t }: Format,
): string | undefined {
  if (stated.used.is === 'value') return undefined;
  const isCounted = used !== null;
  if (stated.used.is !== 'notUnderstood') {
    return t(isCounted ? 'expiry.licences.counted' : 'common.devicesNotLoaded');
  }
  return t(
    isCounted ? 'expiry.licences.countedNotUnderstood' : 'expiry.licences.noListNotUnderstood',
    { original: originalText(stated.used.original) },
  );
}
