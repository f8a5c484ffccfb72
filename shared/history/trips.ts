// Why it is so: docs/decisions/0041-trips-charts-and-reports.md
import type { TripRules } from '../domain/history';
import type { TrackColumns } from './columns';
import { degreesEast, metresBetween } from './distance';

/**
 * A stop of a vehicle. Rows are those of the track; times are epoch milliseconds. It ends when the
 * next trip begins, possibly between two fixes, because a parked tracker may not report.
 */
export interface Stop {
  kind: 'stop';
  from: number;
  to: number;
  fromRow: number;
  toRow: number;
  /** The middle of the fixes. */
  latitude: number;
  longitude: number;
}

/** A trip between two stops, or from the start or to the end of the track. */
export interface Trip {
  kind: 'trip';
  from: number;
  to: number;
  fromRow: number;
  toRow: number;
  start: { latitude: number; longitude: number };
  end: { latitude: number; longitude: number };
  /** Straight lines between the accepted fixes. */
  metres: number;
  /** The highest speed reported by the device, in the unit of the service; null if none. */
  maxSpeed: number | null;
  /** Part of the trip has no fixes; its length there is a straight line. */
  hasGap: boolean;
}

/** Trips and stops, oldest first. Computed by Waypost, not provided by the service. */
export type Journey = (Trip | Stop)[];

/**
 * This many consecutive fixes that are consistent with each other are accepted, however far they
 * jumped.
 */
const agreeingFixes = 3;
/** Shorter distances are GPS noise, never a jump. */
const smallestJumpMetres = 150;
/** Metres per millisecond: stationary, slow driving, and the default if no speed is known. */
const standing = 0.001;
const slowDriving = 0.004;
const commonSpeed = 0.008;
/** A leg below this share of the surrounding speed includes a halt before the vehicle left. */
const quiet = 0.3;
/** This many consecutive outliers do not end a stop if the next fix is back in its radius. */
const mostStrays = 2;

/** Finds trips and stops in a track whose rows are in time order. */
export function findJourney(track: TrackColumns, rules: TripRules): Journey {
  const rows = acceptedRows(track, rules.jumpKmh);
  return journeyOf(track, rows, findStops(track, rows, rules), rules);
}

function distance(track: TrackColumns, a: number, b: number): number {
  const { latitude, longitude } = track;
  return metresBetween(latitude[a]!, longitude[a]!, latitude[b]!, longitude[b]!);
}

/**
 * Rows with a plausible position. An outlier is left out unless the following fixes are consistent
 * with it: then the vehicle was towed, or the earlier fixes were wrong.
 */
export function acceptedRows(track: TrackColumns, jumpKmh: number): Uint32Array {
  const { at, count, latitude } = track;
  const fastest = jumpKmh / 3.6 / 1_000;
  const canFollow = (a: number, b: number) => {
    const metres = distance(track, a, b);
    return metres <= smallestJumpMetres || metres <= fastest * (at[b]! - at[a]!);
  };
  const rows = new Uint32Array(count);
  let used = 0;
  let doubted: number[] = [];
  for (let row = 0; row < count; row++) {
    if (Number.isNaN(latitude[row]!)) continue;
    if (used === 0 || canFollow(rows[used - 1]!, row)) {
      rows[used++] = row;
      doubted = [];
      continue;
    }
    const last = doubted.at(-1);
    doubted = last !== undefined && canFollow(last, row) ? [...doubted, row] : [row];
    if (doubted.length < agreeingFixes) continue;
    // A first fix has nothing that speaks for it.
    if (used === 1) used = 0;
    for (const each of doubted) rows[used++] = each;
    doubted = [];
  }
  return withoutSpikes(track, rows.subarray(0, used), fastest / 4);
}

/**
 * Leaves out single fixes that are far from both neighbours while the neighbours are close
 * together.
 */
function withoutSpikes(track: TrackColumns, rows: Uint32Array, fast: number): Uint32Array {
  const { at } = track;
  return rows.filter((row, i) => {
    const before = rows[i - 1];
    const after = rows[i + 1];
    if (before === undefined || after === undefined) return true;
    const there = distance(track, before, row);
    const back = distance(track, row, after);
    const isFar =
      Math.min(there, back) > 3 * smallestJumpMetres &&
      there > fast * (at[row]! - at[before]!) &&
      back > fast * (at[after]! - at[row]!);
    return !isFar || distance(track, before, after) > 0.2 * Math.min(there, back);
  });
}

/** Indexes into the accepted rows, both inclusive, and when the vehicle left. */
interface Stay {
  first: number;
  last: number;
  leftAt: number;
  latitude: number;
  longitude: number;
}

/** Finds periods of at least the minimum stop time in which every fix is within the stop radius. */
function findStops(track: TrackColumns, rows: Uint32Array, rules: TripRules): Stay[] {
  const { at } = track;
  const leastMs = rules.stopMinutes * 60_000;
  const stays: Stay[] = [];
  let first = 0;
  while (first < rows.length) {
    const stay = stayFrom(track, rows, first, rules);
    const isLong = stay.leftAt - at[rows[first]!]! >= leastMs;
    if (isLong) stays.push(stay);
    first = isLong ? stay.last + 1 : first + 1;
  }
  return stays;
}

/** The longest stay that begins at a fix. Its middle follows the fixes, because drift is slow. */
function stayFrom(track: TrackColumns, rows: Uint32Array, first: number, rules: TripRules): Stay {
  const { latitude, longitude } = track;
  let middleLatitude = latitude[rows[first]!]!;
  let middleLongitude = longitude[rows[first]!]!;
  let members = 1;
  let last = first;
  for (let i = first + 1; i < rows.length && i - last <= mostStrays + 1; i++) {
    const row = rows[i]!;
    const metres = metresBetween(middleLatitude, middleLongitude, latitude[row]!, longitude[row]!);
    if (metres > rules.stopRadiusMetres) continue;
    members++;
    const share = 1 / Math.min(members, 200);
    middleLatitude += (latitude[row]! - middleLatitude) * share;
    middleLongitude += degreesEast(middleLongitude, longitude[row]!) * share;
    last = i;
  }
  const leftAt = timeOfLeaving(track, rows, last);
  return {
    first,
    last,
    leftAt,
    latitude: middleLatitude,
    // The middle of fixes on both sides of 180° may be beyond it.
    longitude: degreesEast(0, middleLongitude),
  };
}

/** Metres per millisecond between two consecutive accepted rows. */
function legSpeed(track: TrackColumns, rows: Uint32Array, i: number): number {
  if (i < 1 || i >= rows.length) return 0;
  const [a, b] = [rows[i - 1]!, rows[i]!];
  return distance(track, a, b) / Math.max(1, track.at[b]! - track.at[a]!);
}

/**
 * Estimates when a vehicle left the position of a fix: it stood there, then drove at the usual
 * speed around this leg. If the leg was driven at a normal speed, it left immediately.
 */
function timeOfLeaving(track: TrackColumns, rows: Uint32Array, i: number): number {
  const { at } = track;
  const here = at[rows[i]!]!;
  if (i + 1 >= rows.length) return here;
  const around = [legSpeed(track, rows, i), legSpeed(track, rows, i + 2)].filter(
    (speed) => speed > standing,
  );
  const usual =
    around.length === 0 ? commonSpeed : around.reduce((sum, each) => sum + each, 0) / around.length;
  const speed = Math.max(slowDriving, usual);
  if (legSpeed(track, rows, i + 1) > quiet * speed) return here;
  const drivenMs = distance(track, rows[i]!, rows[i + 1]!) / speed;
  return Math.max(here, at[rows[i + 1]!]! - drivenMs);
}

function journeyOf(
  track: TrackColumns,
  rows: Uint32Array,
  stays: readonly Stay[],
  rules: TripRules,
): Journey {
  const journey: Journey = [];
  const end = rows.length - 1;
  let from = 0;
  let leftAt = track.at[rows[0] ?? 0] ?? 0;
  for (const stay of [...stays, null]) {
    const to = stay ? stay.first : end;
    const trip =
      to > from ? tripBetween(track, rows, { first: from, last: to, leftAt }, rules) : null;
    if (trip) journey.push(trip);
    if (!stay) break;
    const stop = stopOf(track, rows, stay);
    const before = journey.at(-1);
    if (before?.kind === 'stop') join(before, stop);
    else journey.push(stop);
    from = stay.last;
    leftAt = stay.leftAt;
  }
  return journey;
}

/** Builds one trip; null if it is too short, or is noise around one position. */
function tripBetween(
  track: TrackColumns,
  rows: Uint32Array,
  { first, last, leftAt }: Pick<Stay, 'first' | 'last' | 'leftAt'>,
  rules: TripRules,
): Trip | null {
  const { at, latitude, longitude } = track;
  const speeds = track.measures.speed;
  let metres = 0;
  let furthest = 0;
  let maxSpeed: number | null = null;
  let hasGap = false;
  for (let i = first; i <= last; i++) {
    const row = rows[i]!;
    const speed = speeds?.[row] ?? Number.NaN;
    if (!Number.isNaN(speed)) maxSpeed = Math.max(maxSpeed ?? 0, speed);
    if (i === first) continue;
    metres += distance(track, rows[i - 1]!, row);
    furthest = Math.max(furthest, distance(track, rows[first]!, row));
    hasGap ||= at[row]! - at[rows[i - 1]!]! > rules.gapMinutes * 60_000;
  }
  const fromRow = rows[first]!;
  const toRow = rows[last]!;
  // A single leg at either end of a track is more likely an outlier than a trip.
  const isLoneLeg = last - first < 2 && (first === 0 || last === rows.length - 1);
  const isTooShort =
    isLoneLeg ||
    metres < rules.minTripMetres ||
    at[toRow]! - leftAt < rules.minTripMinutes * 60_000 ||
    furthest < 1.5 * rules.stopRadiusMetres;
  if (isTooShort) return null;
  const placeOf = (row: number) => ({ latitude: latitude[row]!, longitude: longitude[row]! });
  return {
    kind: 'trip',
    from: leftAt,
    to: at[toRow]!,
    fromRow,
    toRow,
    start: placeOf(fromRow),
    end: placeOf(toRow),
    metres,
    maxSpeed,
    hasGap,
  };
}

function stopOf(track: TrackColumns, rows: Uint32Array, stay: Stay): Stop {
  const fromRow = rows[stay.first]!;
  const toRow = rows[stay.last]!;
  const { latitude, longitude } = stay;
  return {
    kind: 'stop',
    from: track.at[fromRow]!,
    to: stay.leftAt,
    fromRow,
    toRow,
    latitude,
    longitude,
  };
}

/** Two stops without a trip between them become one, at the position of the longer. */
function join(before: Stop, next: Stop): void {
  if (next.to - next.from > before.to - before.from) {
    before.latitude = next.latitude;
    before.longitude = next.longitude;
  }
  before.to = next.to;
  before.toRow = next.toRow;
}
