import type { TrackColumns } from '#shared/history/columns';
import type { Journey, Stop, Trip } from '#shared/history/trips';

/** A trip or a stop as a row of the table. */
export interface TripRow {
  id: string;
  kind: 'trip' | 'stop';
  /** Index of the track. */
  track: number;
  from: number;
  to: number;
  /** null for a stop. */
  metres: number | null;
  /** In the service's unit; null if not provided, and for a stop. */
  maxSpeed: number | null;
  hasGap: boolean;
  part: Trip | Stop;
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

/** The most places used to frame a trip. */
const framePlaces = 200;

/** Every trip and stop of all tracks as rows, ordered by time. */
export function tripRows(journeys: readonly Journey[]): TripRow[] {
  const rows = journeys.flatMap((journey, track) =>
    journey.map((part): TripRow => {
      const row = {
        id: `${part.kind} ${track} ${part.from}`,
        track,
        from: part.from,
        to: part.to,
        part,
      };
      if (part.kind === 'stop')
        return {
          ...row,
          kind: 'stop',
          metres: null,
          maxSpeed: null,
          hasGap: false,
        };
      const { metres, maxSpeed, hasGap } = part;
      return {
        ...row,
        kind: 'trip',
        metres,
        maxSpeed,
        hasGap,
      };
    }),
  );
  return rows.toSorted((a, b) => a.from - b.from || a.track - b.track);
}

/** The places to show for a selected row: those of a trip, or the place of a stop. */
export function placesOf(
  { part }: Pick<TripRow, 'part'>,
  track: Pick<TrackColumns, 'latitude' | 'longitude'>,
): Place[] {
  if (part.kind === 'stop') return [part];
  const places = [part.start, part.end];
  const step = Math.max(1, Math.ceil((part.toRow - part.fromRow) / framePlaces));
  for (let row = part.fromRow; row < part.toRow; row += step) {
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
  const own = rows.filter((row) => row.track === track);
  const trips = own.filter(({ kind }) => kind === 'trip');
  return {
    trips: trips.length,
    stops: own.length - trips.length,
    metres: trips.reduce((sum, { metres }) => sum + (metres ?? 0), 0),
    drivingMs: trips.reduce((sum, { from, to }) => sum + (to - from), 0),
  };
}
