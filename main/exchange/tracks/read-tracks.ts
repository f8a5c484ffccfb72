import type { TrackImport, TrackChoices, TrackReading } from '#shared/domain/submission';
import { fail } from '#shared/fault';
import { figure } from '../table-limits';
import { readCsvTrack } from './read-csv-track';
import { readGeoJsonTracks } from './read-geojson';
import {
  createFindings,
  type Findings,
  mostPoints,
  mostTracks,
  readNumber,
  shortText,
  type RawPoint,
  type RawTrack,
  type ReadPoint,
  type ReadTrack,
} from './read-point';
import { readGpx, readKml } from './read-xml';
import { trackText } from './track-text';
import { createTrackTimes } from './track-times';
import { parseXml, refuseXml } from './xml-tree';

export type { ReadPoint, ReadTrack } from './read-point';

interface ReadFile {
  format: TrackImport['format'];
  tracks: ReadTrack[];
  reading: Omit<TrackReading, 'weeks'>;
}

/** What is known besides the file: the present time, and what the user chose. */
interface ReadContext {
  now: number;
  choices: TrackChoices;
}

const anyTime: ReadContext = { now: Date.UTC(2100, 0), choices: {} };

/**
 * Reads the tracks in a file; its content decides the format, not its name. `onShare` receives the
 * fraction that was read, from 0 to 1. `timeZone` is the zone of times in tables that state none.
 */
export function readTracks(
  bytes: Uint8Array,
  timeZone: string,
  onShare: (share: number) => void = () => undefined,
  context: ReadContext = anyTime,
): ReadFile {
  const findings = createFindings();
  const { text, encoding } = trackText(bytes, context.choices, findings);
  const { format, tracks, zoneOfFile, cutOffLine } = rawTracks(
    text,
    timeZone,
    context.now,
    findings,
    onShare,
  );
  const points = tracks.reduce((sum, track) => sum + track.points.length, 0);
  if (tracks.length > mostTracks) refuseMore(mostTracks, 'tracks');
  if (points > mostPoints) refuseMore(mostPoints, 'points');
  if (points === 0) refuseNothing(findings.ignored(), findings.notes, cutOffLine);
  if (cutOffLine !== null) {
    findings.note(
      `The file is cut off in line ${figure(cutOffLine)}, after point ${figure(points)}. The points before are complete and were read.`,
    );
  }
  const times = createTrackTimes(timesOf(tracks), zoneOfFile, context);
  const isSwappable = areSwapped(tracks);
  const isSwapped = context.choices.swapsCoordinates === true;
  return {
    format,
    tracks: tracks.map((track) => ({
      name: track.name,
      points: track.points.map((point) => readPoint(point, times, isSwapped)),
      unusedValues: unusedValues(track),
    })),
    reading: {
      encoding,
      ...times.reading,
      swapped: isSwappable || isSwapped ? { isSwapped } : null,
      notes: findings.notes,
      ignored: findings.ignored(),
    },
  };
}

interface RawFile {
  format: TrackImport['format'];
  tracks: RawTrack[];
  /** The zone of times that state none. */
  zoneOfFile: string;
  cutOffLine: number | null;
}

function rawTracks(
  text: string,
  timeZone: string,
  now: number,
  findings: Findings,
  onShare: (share: number) => void,
): RawFile {
  const start = text.trimStart();
  if (start.startsWith('<')) return xmlTracks(text, findings, onShare);
  if ('{[\u001E'.includes(start[0] ?? ' ')) {
    const read = readGeoJsonTracks(start, now, findings, onShare);
    return { format: 'geojson', zoneOfFile: 'UTC', ...read };
  }
  const { timeZone: zoneOfTitle, ...read } = readCsvTrack(text, findings, onShare);
  return { format: 'csv', zoneOfFile: zoneOfTitle ?? timeZone, ...read };
}

/** The tracks of all documents of a text: some recorders append one to a file that has one. */
function xmlTracks(text: string, findings: Findings, onShare: (share: number) => void): RawFile {
  const tracks: RawTrack[] = [];
  let format: RawFile['format'] = 'gpx';
  let cutOffLine: number | null = null;
  let documents = 0;
  for (let begin = text.indexOf('<'); begin >= 0;) {
    const { root, end, fault } = parseXml(text, begin, onShare);
    documents += 1;
    const isKml = Object.hasOwn(root, 'kml');
    if (isKml) format = 'kml';
    const hasRoot = Object.keys(root).length > 0;
    if (fault && !hasRoot && documents === 1) refuseXml(`Line ${fault.line}: ${fault.why}.`);
    const read = !hasRoot && fault ? [] : isKml ? readKml(root, findings) : readGpx(root, findings);
    for (const track of read) tracks.push(track);
    if (fault?.isCutOff) {
      cutOffLine = fault.line;
      if (tracks.length === 0)
        refuseXml(`It is cut off in line ${fault.line}, before the first complete point.`);
    } else if (fault) {
      const message = `Line ${fault.line}: ${fault.why}. What follows was not read.`;
      if (tracks.length === 0) refuseXml(message);
      findings.note(message);
    }
    const rest = fault ? '' : text.slice(end).trim();
    const isDocument = rest.startsWith('<');
    if (rest !== '' && !isDocument) {
      findings.note(`After the end of the track is text that was not read: “${shortText(rest)}”.`);
    }
    begin = isDocument ? text.indexOf('<', end) : -1;
  }
  onShare(1);
  if (documents > 1) {
    findings.note(
      `The file has more than one root element: it is ${documents} documents one after another. All of them were read.`,
    );
  }
  return { format, tracks, zoneOfFile: 'UTC', cutOffLine };
}

function* timesOf(tracks: readonly RawTrack[]) {
  for (const { points } of tracks) for (const { time } of points) yield time;
}

/** Whether more points are places with latitude and longitude exchanged than as they are. */
function areSwapped(tracks: readonly RawTrack[]): boolean {
  let swapped = 0;
  let right = 0;
  for (const { points } of tracks) {
    for (const point of points) {
      const [latitude, longitude] = [readNumber(point.latitude), readNumber(point.longitude)];
      if (latitude === null || longitude === null) continue;
      if (Math.abs(latitude) <= 90) right += 1;
      else if (Math.abs(latitude) <= 180 && Math.abs(longitude) <= 90) swapped += 1;
    }
  }
  return swapped > right;
}

type Times = ReturnType<typeof createTrackTimes>;

function readPoint(raw: RawPoint, times: Times, isSwapped: boolean): ReadPoint {
  const time = raw.time === null ? null : times.read(raw.time);
  const latitude = readNumber(isSwapped ? raw.longitude : raw.latitude);
  const degreesEast = readNumber(isSwapped ? raw.latitude : raw.longitude);
  const longitude = degreesEast === null ? null : withinHalfCircle(degreesEast);
  const refusal = raw.refusal ?? placeRefusal(raw, latitude, longitude) ?? timeRefusal(raw, time);
  return {
    ...(raw.line !== undefined && { line: raw.line }),
    at: typeof time === 'number' ? time : null,
    latitude,
    longitude,
    metresPerSecond: within(raw.metresPerSecond, 'metresPerSecond'),
    course: within(raw.course, 'course'),
    battery: within(raw.battery, 'battery'),
    ...(refusal !== undefined && { refusal }),
    ...(longitude !== degreesEast && {
      doubt: `The longitude ${degreesEast} was read as ${longitude}, which is the same place.`,
    }),
  };
}

/** Lines across 180° go on to 181° in some programs. */
function withinHalfCircle(degrees: number): number {
  const turns = Math.abs(degrees) <= 180 || Math.abs(degrees) > 360 ? 0 : 360 * Math.sign(degrees);
  // Without the digits that the subtraction adds.
  return turns === 0 ? degrees : Number((degrees - turns).toFixed(9));
}

function placeRefusal(
  raw: RawPoint,
  latitude: number | null,
  longitude: number | null,
): string | undefined {
  if (raw.place !== undefined)
    return `The coordinates “${shortText(raw.place)}” are not understood.`;
  if (raw.latitude !== null && latitude === null) {
    return `The latitude “${shortText(String(raw.latitude))}” is not understood.`;
  }
  if (raw.longitude !== null && longitude === null) {
    return `The longitude “${shortText(String(raw.longitude))}” is not understood.`;
  }
  return undefined;
}

const timeRefusal = ({ time: raw }: RawPoint, time: number | string | null) =>
  typeof time === 'string' ? `The time “${shortText(String(raw))}” ${time}.` : undefined;

/** Values that can be sent. A tracker sends -1, 65,535 or the like for one that it does not know. */
const limits = {
  metresPerSecond: { most: 1_000, name: 'speed' },
  course: { most: 360, name: 'course' },
  battery: { most: 100, name: 'battery level' },
} as const;
type Measure = keyof typeof limits;

function within(raw: RawPoint['course'], measure: Measure): number | null {
  const value = readNumber(raw);
  // A battery level of 0.85 is a share of 1, not of 100.
  const isShare = measure === 'battery' && value !== null && value > 0 && value < 1;
  return value !== null && value >= 0 && value <= limits[measure].most && !isShare ? value : null;
}

/** Says which speeds, courses and battery levels are not sent, and where the first of each is. */
function unusedValues({ points }: RawTrack): string[] {
  return (Object.keys(limits) as Measure[]).flatMap((measure) => {
    let count = 0;
    let first = -1;
    points.forEach((point, i) => {
      const raw = point[measure];
      if (raw === null || within(raw, measure) !== null) return;
      count += 1;
      if (first < 0) first = i;
    });
    if (count === 0) return [];
    const { line, [measure]: raw } = points[first]!;
    const where = line === undefined ? `point ${first + 1}` : `line ${line}`;
    const { name } = limits[measure];
    return [
      `The ${name} of ${figure(count)} ${count === 1 ? 'point' : 'points'} is not sent, because it is not understood or not possible; the first is “${shortText(String(raw))}” in ${where}.`,
    ];
  });
}

function refuseMore(limit: number, what: string): never {
  const message = `This file has more than ${figure(limit)} ${what}. Split it and open the parts one after another.`;
  return fail({ kind: 'invalid', field: 'file', message });
}

/** Says what is in a file that has no points. */
function refuseNothing(
  ignored: TrackReading['ignored'],
  notes: readonly string[],
  cutOffLine: number | null,
): never {
  const seen = ignored.slice(0, 12).map(({ name, count }) => `${name} (${figure(count)})`);
  const parts = [
    'There are no points in this file that can be read.',
    ...(seen.length > 0 ? [`It contains: ${seen.join(', ')}.`] : []),
    ...(cutOffLine === null ? [] : [`It is cut off in line ${cutOffLine}.`]),
    ...notes,
  ];
  return fail({ kind: 'invalid', field: 'file', message: parts.join(' ') });
}
