import type { TrackImport, TrackChoices, TrackReading } from '#shared/domain/submission';
import { sentences } from '#shared/i18n/sentences';
import { message, type Message } from '#shared/i18n/translate';
import { refuseFile } from '../table-limits';
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
import { createTrackTimes, type TimeProblem } from './track-times';
import { parseXml } from './xml-tree';

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
  if (tracks.length > mostTracks) {
    refuseFile(message('exchange-files.track.tooManyTracks', { most: mostTracks }));
  }
  if (points > mostPoints) {
    refuseFile(message('exchange-files.track.tooManyPoints', { most: mostPoints }));
  }
  if (points === 0) refuseNothing(findings.ignored(), findings.notes, cutOffLine);
  if (cutOffLine !== null) {
    findings.note(message('exchange-files.track.cutOff', { line: cutOffLine, points }));
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
  if (/^<(?:!doctype\s+html|html)\b/i.test(start)) {
    refuseFile(message('exchange-files.track.webPage'));
  }
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
    if (fault && !hasRoot && documents === 1) {
      refuseFile(
        message('exchange-files.track.xmlFault', { line: String(fault.line), why: fault.why }),
      );
    }
    const read = !hasRoot && fault ? [] : isKml ? readKml(root, findings) : readGpx(root, findings);
    for (const track of read) tracks.push(track);
    if (fault?.isCutOff) {
      cutOffLine = fault.line;
      if (tracks.length === 0)
        refuseFile(message('exchange-files.track.xmlCutOff', { line: String(fault.line) }));
    } else if (fault) {
      const values = { line: String(fault.line), why: fault.why };
      if (tracks.length === 0) refuseFile(message('exchange-files.track.xmlFaultAndRest', values));
      findings.note(message('exchange-files.track.xmlRest', values));
    }
    const rest = fault ? '' : text.slice(end).trim();
    const isDocument = rest.startsWith('<');
    if (rest !== '' && !isDocument) {
      findings.note(message('exchange-files.track.restOfTrack', { text: shortText(rest) }));
    }
    begin = isDocument ? text.indexOf('<', end) : -1;
  }
  onShare(1);
  if (documents > 1) {
    findings.note(message('exchange-files.track.xmlDocuments', { count: documents }));
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
      doubt: message('exchange-files.point.turned', {
        degrees: String(degreesEast),
        read: String(longitude),
      }),
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
): Message | undefined {
  if (raw.place !== undefined) {
    return message('exchange-files.point.placeUnread', { text: shortText(raw.place) });
  }
  if (raw.latitude !== null && latitude === null) {
    return message('exchange-files.point.latitudeUnread', {
      text: shortText(String(raw.latitude)),
    });
  }
  if (raw.longitude !== null && longitude === null) {
    return message('exchange-files.point.longitudeUnread', {
      text: shortText(String(raw.longitude)),
    });
  }
  return undefined;
}

const timeRefusal = ({ time: raw }: RawPoint, time: number | TimeProblem | null) =>
  typeof time === 'string'
    ? message(`exchange-files.point.time.${time}`, { text: shortText(String(raw)) })
    : undefined;

/** Values that can be sent. A tracker sends -1, 65,535 or the like for one that it does not know. */
const limits = {
  metresPerSecond: { most: 1_000, unused: 'exchange-files.track.unused.speed' },
  course: { most: 360, unused: 'exchange-files.track.unused.course' },
  battery: { most: 100, unused: 'exchange-files.track.unused.battery' },
} as const;
type Measure = keyof typeof limits;

function within(raw: RawPoint['course'], measure: Measure): number | null {
  const value = readNumber(raw);
  // A battery level of 0.85 is a share of 1, not of 100.
  const isShare = measure === 'battery' && value !== null && value > 0 && value < 1;
  return value !== null && value >= 0 && value <= limits[measure].most && !isShare ? value : null;
}

/** Says which speeds, courses and battery levels are not sent, and where the first of each is. */
function unusedValues({ points }: RawTrack): Message[] {
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
    return message(limits[measure].unused, {
      count,
      text: shortText(String(raw)),
      place: line === undefined ? 'other' : 'line',
      number: String(line ?? first + 1),
    });
  });
}

/** Says what is in a file that has no points. */
function refuseNothing(
  ignored: TrackReading['ignored'],
  notes: readonly Message[],
  cutOffLine: number | null,
): never {
  const seen = ignored
    .slice(0, 12)
    .map(({ name, count }) => message('exchange-files.track.part', { name, count }));
  const parts = [
    message('exchange-files.track.nothing'),
    ...(seen.length > 0 ? [message('exchange-files.track.contains', { parts: seen })] : []),
    ...(cutOffLine === null
      ? []
      : [message('exchange-files.track.endsInLine', { line: String(cutOffLine) })]),
    ...notes,
  ];
  return refuseFile(sentences(parts)!);
}
