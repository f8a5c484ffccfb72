import { distanceToEdgeM, type Place, type PlaceIndex } from '../domain/places';
import type { TripRules } from '../domain/history';
import type { TrackColumns } from './columns';
import { metresBetween } from './distance';
import { acceptedRows } from './trips';

/**
 * A stay of a device at a place, no more exact than its fixes. Times are epoch milliseconds, rows those of the track.
 *
 * A device was inside at every fix within the outline, and outside at every fix farther from it than the radius of a stop;
 * fixes in between say neither, because a parked tracker wanders. So it came after the last fix outside and by the
 * first one inside, and left after the last fix inside and by the next one outside.
 */
export interface Visit {
  placeId: string;
  /** null: no fix of the track is from outside before. */
  arrivedAfter: number | null;
  arrivedBy: number;
  leftAfter: number;
  /** null: no fix of the track is from outside after it; it may be there still. */
  leftBy: number | null;
  fromRow: number;
  toRow: number;
  /** Times without a fix in which it may have left and come back. */
  gaps: readonly { from: number; to: number }[];
  /** Straight lines between the fixes since the last fix at any place; null: there was none. */
  metresSince: number | null;
}

/** A device within the radius of a stop around a place may be parked in it, as may one in a gap. */
export type VisitRules = Pick<TripRules, 'stopRadiusMetres' | 'gapMinutes' | 'jumpKmh'>;

/** A visit that no fix has ended yet. */
interface Open {
  place: Place;
  visit: { -readonly [K in keyof Visit]: Visit[K] } & { gaps: { from: number; to: number }[] };
}

/** Finds the visits in a track whose rows are in time order: by arrival; at one moment, the smaller place first. */
export function findVisits(track: TrackColumns, places: PlaceIndex, rules: VisitRules): Visit[] {
  const { at, latitude, longitude } = track;
  const rows = acceptedRows(track, rules.jumpKmh);
  const isOutside = (place: Place, row: number) =>
    distanceToEdgeM(place, longitude[row]!, latitude[row]!) > rules.stopRadiusMetres;
  /** The last fix outside before the i-th; a place it was at before then was left by a fix that is one. */
  const outsideBefore = (place: Place, i: number): number | null => {
    for (let before = i - 1; before >= 0; before--) {
      if (isOutside(place, rows[before]!)) return at[rows[before]!]!;
    }
    return null;
  };
  const found: Visit[] = [];
  const open = new Map<string, Open>();
  let metres = 0;
  let lastAtPlace: number | null = null;
  for (const [i, row] of rows.entries()) {
    const time = at[row]!;
    const before = rows[i - 1];
    if (before !== undefined) {
      metres += metresBetween(
        latitude[before]!,
        longitude[before]!,
        latitude[row]!,
        longitude[row]!,
      );
    }
    const inside = places.placesAt(longitude[row]!, latitude[row]!);
    for (const [id, { place, visit }] of open) {
      const isInside = inside.includes(place);
      if (!isInside && isOutside(place, row)) {
        visit.leftBy = time;
        open.delete(id);
        continue;
      }
      const since = at[before!]!;
      if (time - since > rules.gapMinutes * 60_000) visit.gaps.push({ from: since, to: time });
      if (isInside) Object.assign(visit, { leftAfter: time, toRow: row });
    }
    for (const place of inside) {
      if (open.has(place.id)) continue;
      const visit: Open['visit'] = {
        placeId: place.id,
        arrivedAfter: outsideBefore(place, i),
        arrivedBy: time,
        leftAfter: time,
        leftBy: null,
        fromRow: row,
        toRow: row,
        gaps: [],
        metresSince: lastAtPlace === null ? null : metres - lastAtPlace,
      };
      found.push(visit);
      open.set(place.id, { place, visit });
    }
    if (inside.length > 0) lastAtPlace = metres;
  }
  for (const visit of found) {
    // A gap after the last fix inside is a part of the time in which it left.
    (visit as Open['visit']).gaps = visit.gaps.filter(({ from }) => from < visit.leftAfter);
  }
  return found;
}

/** Milliseconds of a visit in which nothing is known. */
export const silentMs = ({ gaps }: Pick<Visit, 'gaps'>): number =>
  gaps.reduce((sum, { from, to }) => sum + to - from, 0);

/** The times of a visit, with its gaps or how long they are together. */
export type VisitTimes = Pick<Visit, 'arrivedAfter' | 'arrivedBy' | 'leftAfter' | 'leftBy'> &
  (Pick<Visit, 'gaps'> | { silentMs: number });

/** How long a visit lasted, in milliseconds: at least from the fixes inside, at most between those outside. */
export function lengthOf(visit: VisitTimes): { least: number; most: number | null } {
  const { arrivedAfter, arrivedBy, leftAfter, leftBy } = visit;
  return {
    least: leftAfter - arrivedBy - ('gaps' in visit ? silentMs(visit) : visit.silentMs),
    most: arrivedAfter === null || leftBy === null ? null : leftBy - arrivedAfter,
  };
}
