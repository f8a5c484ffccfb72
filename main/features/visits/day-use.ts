import { intersection, lengthOf, subtract, union } from '#main/features/history/ranges';
import type { Range } from '#shared/domain/history';
import type { TrackColumns } from '#shared/history/columns';
import { metresBetween } from '#shared/history/distance';
import { firstRowAt } from '#shared/history/track';
import type { Journey } from '#shared/history/trips';
import type { Visit } from '#shared/history/visits';
import type { DeviceDay } from '#shared/ipc/visits';

/** What is computed of a device for each day. */
export type DayUse = Pick<DeviceDay, 'trips' | 'use'>;

/** A track without a hole in what is loaded, and what it says about a device. */
export interface LoadedPart {
  range: Range;
  track: TrackColumns;
  /** Of `acceptedRows`. */
  rows: Uint32Array;
  journey: Journey;
  visits: readonly Visit[];
}

/**
 * How a device was used on a day. Trips and stops are cut at midnight; a line between two fixes belongs to the day of
 * the second one.
 */
export function dayUse(
  parts: readonly LoadedPart[],
  day: Range,
  isCustomer: (placeId: string) => boolean,
): DayUse {
  const within = (of: 'trip' | 'stop') =>
    parts.flatMap(({ journey }) =>
      journey.flatMap((part) => (part.kind === of ? (intersection(part, day) ?? []) : [])),
    );
  const sum = (ranges: readonly Range[]) =>
    ranges.reduce((total, range) => total + lengthOf(range), 0);
  const trips = within('trip');
  const visits = parts.flatMap(({ range, visits: all }) =>
    all.flatMap((visit) => (isCustomer(visit.placeId) ? [{ range, ...visit }] : [])),
  );
  // Two customers may share a yard: a moment counts once.
  const least = union(
    visits.flatMap(({ arrivedBy, leftAfter, gaps }) =>
      subtract({ from: arrivedBy, to: leftAfter }, gaps),
    ),
  );
  const most = union(
    visits.map(({ range, arrivedAfter, leftBy }) => ({
      from: arrivedAfter ?? range.from,
      to: leftBy ?? range.to,
    })),
  );
  const cut = (ranges: readonly Range[]) =>
    sum(ranges.flatMap((range) => intersection(range, day) ?? []));
  const hasFix = parts.some(({ track }) => hasPositionWithin(track, day));
  return {
    trips,
    use: hasFix
      ? {
          metres: parts.reduce((total, part) => total + metresWithin(part, day), 0),
          drivingMs: sum(trips),
          standingMs: sum(within('stop')),
          customersMs: { least: cut(least), most: cut(most) },
        }
      : null,
  };
}

function hasPositionWithin(track: TrackColumns, { from, to }: Range): boolean {
  for (let row = firstRowAt(track, from); row < track.count && track.at[row]! < to; row++) {
    if (!Number.isNaN(track.latitude[row]!)) return true;
  }
  return false;
}

function metresWithin({ track, rows, journey }: LoadedPart, day: Range): number {
  const { at, latitude, longitude } = track;
  const trips = journey.filter((part) => part.kind === 'trip' && intersection(part, day));
  if (trips.length === 0) return 0;
  let metres = 0;
  let trip = 0;
  for (let i = 1; i < rows.length; i++) {
    const [before, row] = [rows[i - 1]!, rows[i]!];
    while (trip < trips.length && trips[trip]!.toRow < row) trip++;
    const isDriven = trip < trips.length && before >= trips[trip]!.fromRow;
    if (!isDriven || at[row]! < day.from || at[row]! >= day.to) continue;
    metres += metresBetween(latitude[before]!, longitude[before]!, latitude[row]!, longitude[row]!);
  }
  return metres;
}
