import type { TripRules } from '#shared/domain/history';
import type { TrackColumns } from '#shared/history/columns';
import { numberedStops, type NumberedStop } from '#shared/history/stops';
import type { Journey, Trip } from '#shared/history/trips';

/** A trip or a stop as a row of the list. */
export interface TripRow {
  id: string;
  /** Index of the track. */
  track: number;
  from: number;
  to: number;
  part: Trip | NumberedStop;
}

export interface StopRow extends TripRow {
  part: NumberedStop;
}

/** Where a device stopped, once or several times, with the rows of its stops. */
export interface StopGroup {
  id: string;
  track: number;
  latitude: number;
  longitude: number;
  visits: StopRow[];
}

/** Whether two lists of tracks are of the same devices, in the same order. */
export function haveSameDevices(
  some: readonly { deviceId: string }[],
  others: readonly { deviceId: string }[],
): boolean {
  return (
    some.length === others.length &&
    some.every(({ deviceId }, i) => deviceId === others[i]!.deviceId)
  );
}

interface Place {
  longitude: number;
  latitude: number;
}

/** Every trip and stop of all tracks as rows, ordered by time, and the places of the stops. */
export function tripRows(
  journeys: readonly Journey[],
  rules: Pick<TripRules, 'stopRadiusMetres' | 'stopMinutes'>,
  timeZone: string,
): { rows: TripRow[]; groups: StopGroup[] } {
  const groups: StopGroup[] = [];
  const rows = journeys.flatMap((journey, track) => {
    const { stops, places } = numberedStops(journey, rules, timeZone);
    const rowOf = <Part extends TripRow['part']>(part: Part) => ({
      id: `${part.kind} ${track} ${part.from}`,
      track,
      from: part.from,
      to: part.to,
      part,
    });
    const stopRows = new Map(stops.map((stop) => [stop, rowOf(stop)]));
    for (const { latitude, longitude, stops: visits } of places) {
      groups.push({
        // Not its index, which changes when an earlier part of the track is loaded.
        id: `${track} ${visits[0]!.from}`,
        track,
        latitude,
        longitude,
        visits: visits.map((stop) => stopRows.get(stop)!),
      });
    }
    return [...journey.filter((part) => part.kind === 'trip').map(rowOf), ...stopRows.values()];
  });
  return { rows: rows.toSorted((a, b) => a.from - b.from || a.track - b.track), groups };
}

/** The rows and places with stops of at least some minutes; 0: everything, trips too. */
export function listed(
  { rows, groups }: { rows: readonly TripRow[]; groups: readonly StopGroup[] },
  leastMinutes: number,
): { rows: readonly TripRow[]; groups: readonly StopGroup[] } {
  if (leastMinutes === 0) return { rows, groups };
  const isLong = ({ from, to }: TripRow) => to - from >= leastMinutes * 60_000;
  return {
    rows: rows.filter((row) => row.part.kind === 'stop' && isLong(row)),
    groups: groups.flatMap((group) => {
      const visits = group.visits.filter(isLong);
      return visits.length === 0 ? [] : [{ ...group, visits }];
    }),
  };
}

/** The positions of a trip, with its ends; those of a stop are one. */
export function placesOf(
  { part }: Pick<TripRow, 'part'>,
  track: Pick<TrackColumns, 'latitude' | 'longitude'>,
): Place[] {
  return part.kind === 'stop' ? [part] : [part.start, ...positionsIn(track, part), part.end];
}

/** The positions of some rows of a track, both ends included. */
export function positionsIn(
  track: Pick<TrackColumns, 'latitude' | 'longitude'>,
  { fromRow, toRow }: { fromRow: number; toRow: number },
): Place[] {
  const places: Place[] = [];
  for (let row = fromRow; row <= toRow; row++) {
    const latitude = track.latitude[row]!;
    if (!Number.isNaN(latitude)) places.push({ latitude, longitude: track.longitude[row]! });
  }
  return places;
}

/** The sums over the trips of one track. */
export interface TripTotals {
  trips: number;
  stops: number;
  metres: number;
  drivingMs: number;
}

export function totalsOf(rows: readonly TripRow[], track: number): TripTotals {
  const totals = { trips: 0, stops: 0, metres: 0, drivingMs: 0 };
  for (const row of rows) {
    if (row.track !== track) continue;
    if (row.part.kind === 'stop') totals.stops += 1;
    else {
      totals.trips += 1;
      totals.metres += row.part.metres;
      totals.drivingMs += row.to - row.from;
    }
  }
  return totals;
}
