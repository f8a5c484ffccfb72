import { message, type Message } from '#shared/i18n/translate';
import type { TripRules } from '#shared/domain/history';
import {
  earliestTime,
  checkPlace,
  checkTime,
  noReadableTime,
  type PointProblem,
  type TrackChoices,
  type TrackReading,
} from '#shared/domain/submission';
import { type SpeedUnit, convertSpeed } from '#shared/domain/units';
import type { TrackColumns } from '#shared/history/columns';
import { metresBetween } from '#shared/history/distance';
import { emptyTrack, markBreaks } from '#shared/history/track';
import type { CheckedFile, PointColumns } from './checked-schema';
import { isSameMessage } from './read-point';
import { readTracks, type ReadPoint, type ReadTrack } from './read-tracks';

export interface CheckOptions {
  /** The zone of times without one. */
  timeZone: string;
  now: number;
  rules: TripRules;
  /** The service's unit of speed in metres per second. */
  metresPerSecondOfUnit: number;
  /** The unit in which messages name speeds. */
  speedUnit: SpeedUnit;
  /** How the user wants the file to be read. */
  choices?: TrackChoices;
}

/** Problems reported per track; all of them are counted. */
const mostProblems = 500;

/**
 * Reads a file and checks its points. Slow for a large file, so it does not run in the main
 * process.
 */
export function checkedFile(
  content: Uint8Array,
  { timeZone, now, rules, metresPerSecondOfUnit, speedUnit, choices = {} }: CheckOptions,
  onShare?: (share: number) => void,
): CheckedFile {
  const read = readTracks(content, timeZone, onShare, { now, choices });
  const weeks = weeksOf(read.tracks, now, choices.addsWeeks === true);
  return {
    format: read.format,
    reading: { ...read.reading, weeks },
    tracks: read.tracks.map(({ name, points, unusedValues: notes = [] }) => {
      const { usable, problems } = checkPoints(points, { now, jumpKmh: rules.jumpKmh, speedUnit });
      const preview = previewOf(usable.length > 0 ? usable : points, metresPerSecondOfUnit, rules);
      return {
        name,
        points: points.length,
        timed: points.filter(({ at, refusal }) => at !== null || refusal !== undefined).length,
        notes,
        usable: pointColumns(usable),
        problems: problems.slice(0, mostProblems),
        problemCount: problems.length,
        preview,
      };
    }),
  };
}

/** The week counter of GPS begins again after 1,024 weeks; receivers that ignore this are behind. */
const weeksMs = 1_024 * 7 * 86_400_000;

/** Whether the times are plausible 1,024 weeks later; adds them if the user wants that. */
function weeksOf(
  tracks: readonly ReadTrack[],
  now: number,
  isAdded: boolean,
): TrackReading['weeks'] {
  const isBehind = ({ at }: ReadPoint) =>
    at !== null && at + weeksMs <= now && at + weeksMs >= earliestTime;
  const timed = tracks.flatMap(({ points }) => points.filter(({ at }) => at !== null));
  const behind = timed.filter(isBehind);
  const from = behind[0]?.at;
  if (typeof from !== 'number' || behind.length * 2 <= timed.length) return null;
  if (isAdded) for (const point of behind) point.at! += weeksMs;
  return { isAdded, points: behind.length, from, corrected: from + weeksMs };
}

function pointColumns(points: readonly ReadPoint[]): PointColumns {
  const column = (of: (point: ReadPoint) => number | null) =>
    Float64Array.from(points, (point) => of(point) ?? Number.NaN);
  return {
    at: column(({ at }) => at),
    latitude: column(({ latitude }) => latitude),
    longitude: column(({ longitude }) => longitude),
    metresPerSecond: column(({ metresPerSecond }) => metresPerSecond),
    course: column(({ course }) => course),
    battery: column(({ battery }) => battery),
  };
}

/** A point that can be sent: it has a time and a position. */
type UsablePoint = ReadPoint & { at: number; latitude: number; longitude: number };

interface Numbered extends UsablePoint {
  number: number;
}

const olderProblem = message('exchange-files.point.older');
const noReadablePlace = message('exchange-files.point.noReadablePlace');
const speedKeys = {
  'km/h': 'exchange-files.point.speed.kmperh',
  mph: 'exchange-files.point.speed.mph',
  kn: 'exchange-files.point.speed.kn',
  'm/s': 'exchange-files.point.speed.mpers',
} as const;

/** Reports the problems of each point of a track; points that cannot be sent are refused. */
export function checkPoints(
  points: readonly ReadPoint[],
  { now, jumpKmh, speedUnit }: { now: number; jumpKmh: number; speedUnit: SpeedUnit },
) {
  const problems: PointProblem[] = [];
  const usable: Numbered[] = [];
  const firstAt = new Map<number, Numbered>();
  const tell = (number: number, refused: boolean, problem: Message) =>
    problems.push({
      point: number,
      lastPoint: number,
      lines: linesOf(points[number - 1]!),
      refused,
      message: problem,
      place: placeOf(points[number - 1]!),
    });

  points.forEach((point, i) => {
    const number = i + 1;
    const { at, latitude, longitude } = point;
    const refusal = refusalOf(point, now) ?? sameTime(firstAt.get(at!));
    if (refusal !== undefined) return tell(number, true, refusal);
    const good = { ...point, at: at!, latitude: latitude!, longitude: longitude!, number };
    firstAt.set(good.at, good);
    const before = usable.at(-1);
    usable.push(good);
    if (point.doubt !== undefined) tell(number, false, point.doubt);
    if (!before || good.at > before.at) return undefined;
    return tell(number, false, olderProblem);
  });

  usable.sort((a, b) => a.at - b.at);
  const tooFar = message('exchange-files.point.tooFar', {
    speed: message(speedKeys[speedUnit], {
      speed: Math.round(convertSpeed(jumpKmh, 'km/h', speedUnit)),
    }),
  });
  usable.forEach((point, i) => {
    const before = usable[i - 1];
    if (!before || !isJump(before, point, jumpKmh)) return;
    tell(point.number, false, tooFar);
  });
  return {
    /** Sorted by time, one per timestamp. */
    usable: usable.map(({ number: _number, ...point }) => point),
    /** In the order of the file; adjacent points with the same problem are one entry. */
    problems: together(problems.sort((a, b) => a.point - b.point)),
  };
}

/** Why a point can never be sent; undefined if it can. */
function refusalOf(point: ReadPoint, now: number): Message | undefined {
  const { at, latitude, longitude, refusal } = point;
  if (refusal !== undefined) return refusal;
  if (latitude === null || longitude === null) return noReadablePlace;
  if (at === null) return checkPlace({ latitude, longitude }) ?? noReadableTime;
  return checkPlace({ latitude, longitude }) ?? checkTime(at, now);
}

function sameTime(other: Numbered | undefined): Message | undefined {
  if (!other) return undefined;
  return other.line
    ? message('exchange-files.point.sameTimeLine', { number: String(other.line) })
    : message('exchange-files.point.sameTimePoint', { number: String(other.number) });
}

const linesOf = ({ line }: ReadPoint) => (line === undefined ? null : { first: line, last: line });

/** null if the map cannot show the point. */
function placeOf({ latitude, longitude }: ReadPoint): PointProblem['place'] {
  if (latitude === null || longitude === null || checkPlace({ latitude, longitude })) return null;
  return { latitude, longitude };
}

function together(problems: readonly PointProblem[]): PointProblem[] {
  const all: PointProblem[] = [];
  for (const problem of problems) {
    const last = all.at(-1);
    const isSame =
      last?.lastPoint === problem.point - 1 &&
      last.refused === problem.refused &&
      isSameMessage(last.message, problem.message);
    if (last && isSame) {
      last.lastPoint = problem.point;
      if (last.lines && problem.lines) last.lines = { ...last.lines, last: problem.lines.last };
    } else all.push({ ...problem });
  }
  return all;
}

function isJump(a: UsablePoint, b: UsablePoint, jumpKmh: number): boolean {
  const metres = metresBetween(a.latitude, a.longitude, b.latitude, b.longitude);
  return metres > 150 && metres > ((jumpKmh / 3.6) * (b.at - a.at)) / 1_000;
}

/** The points of a file for drawing, with the same breaks as in the history. */
function previewOf(
  points: readonly ReadPoint[],
  metresPerSecondOfUnit: number,
  rules: TripRules,
): TrackColumns {
  const placed = points.filter(
    ({ latitude, longitude }) =>
      latitude !== null && longitude !== null && !checkPlace({ latitude, longitude }),
  );
  const { at, latitude, longitude, metresPerSecond } = pointColumns(placed);
  const columns = {
    ...emptyTrack(),
    count: placed.length,
    at,
    latitude,
    longitude,
    measures: { speed: Float32Array.from(metresPerSecond, (each) => each / metresPerSecondOfUnit) },
    flags: new Uint8Array(placed.length),
  };
  // Without times the speed is unknown.
  if (placed.every(({ at }) => at !== null)) markBreaks(columns, rules);
  return columns;
}
