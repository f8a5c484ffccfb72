import {
  type TrackImport,
  type TrackChoices,
  type TrackReading,
  encodings,
  type Encoding,
} from '#shared/domain/submission';
import { sentences, message, type Message, type PlainKey } from '#shared/i18n/translate';
import { refuseFile } from '../table-limits';
import { readCsvTrack } from './read-csv-track';
import { kmlInArchive } from './kml-archive';
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
import { createTrackTimes, type TimeProblem } from './track-times';
import { parseXml } from './xml-tree';
import { fail } from '#shared/fault';
import { decodeText } from '../encoding';

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
  const { text, encoding } = trackText(kmlInArchive(bytes) ?? bytes, context.choices, findings);
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

const looked = 4_096;

/** The first bytes of files that people take for tracks, and what helps. */
const otherKinds: readonly [bytes: readonly number[], reason: PlainKey][] = [
  [[0x50, 0x4b, 0x03, 0x04], 'exchange-files.track.compressed'],
  [[0x1f, 0x8b], 'exchange-files.track.gzip'],
];

/**
 * The text of a file, and the encoding if the bytes do not prove it. First bytes that name an encoding and
 * bytes that only UTF-8 has are believed before the declaration in the file.
 */
function trackText(bytes: Uint8Array, choices: TrackChoices, { note }: Findings) {
  if (bytes.length === 0) refuse('exchange-files.file.empty');
  for (const [mark, reason] of otherKinds) {
    if (mark.every((byte, i) => bytes[i] === byte)) refuse(reason);
  }
  const written = withoutEmptyEnd(bytes, note);
  const isWide = isUtf16(written);
  const content = isWide ? written : withoutGaps(written, note);
  const declared = declaredEncoding(content);
  // A letter in which the file is cut off is not a letter of another encoding.
  const text = isWide ? null : utf8Text(content);
  if (text !== null && choices.encoding === undefined) {
    if (declared !== null && declared !== 'utf-8' && content.some((byte) => byte > 0x7f)) {
      note(message('exchange-files.track.wrongEncoding', { encoding: declared }));
    }
    return { text, encoding: null };
  }
  const stated = declared === 'utf-8' || isWide ? undefined : (declared ?? undefined);
  const decoded = decodeText(content, choices.encoding ?? stated);
  if (decoded.isDamaged) {
    note(message('exchange-files.track.lostLetters'));
  }
  const isProved = choices.encoding === undefined && stated === undefined && !decoded.isGuessed;
  const others = decoded.encodings.filter((each) => each !== decoded.encoding);
  return {
    text: decoded.text,
    encoding: isProved ? null : { used: decoded.encoding, others },
  };
}

/**
 * A recorder reserves space in advance; after a power failure the rest of the file is zero, or 255 as in
 * an erased memory.
 */
function withoutEmptyEnd(bytes: Uint8Array, note: Findings['note']): Uint8Array {
  const filler = bytes.at(-1) === 0xff ? 0xff : 0;
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === filler) end -= 1;
  const count = bytes.length - end;
  const isZero = filler === 0;
  if (end === 0) {
    refuse(isZero ? 'exchange-files.track.allZero' : 'exchange-files.track.all255');
  }
  // One may belong to the last character of UTF-16, and 255 is a letter in some encodings.
  if (count < (filler === 0 ? 2 : 16)) return bytes;
  note(message(isZero ? 'exchange-files.track.endZero' : 'exchange-files.track.end255', { count }));
  return bytes.subarray(0, end + (filler === 0 && bytes[1] === 0 ? 1 : 0));
}

/** Stands for lost bytes: no value with it is understood. */
const gapMark = 0x1a;

/** A recorder that goes on after a power failure leaves zeros where nothing was written. */
function withoutGaps(bytes: Uint8Array, note: Findings['note']): Uint8Array {
  const first = bytes.indexOf(0);
  if (first < 0) return bytes;
  if (bytes.subarray(0, looked).some((byte) => byte > 0 && byte < 9)) {
    refuse('exchange-files.track.noText');
  }
  const lines = bytes.subarray(0, first).reduce((sum, byte) => sum + (byte === 0x0a ? 1 : 0), 1);
  const count = bytes.reduce((sum, byte) => sum + (byte === 0 ? 1 : 0), 0);
  note(message('exchange-files.track.gap', { count, line: lines }));
  const start = bytes.findIndex((byte) => byte !== 0);
  return bytes
    .subarray(start)
    .filter((byte, i, all) => byte !== 0 || all[i - 1] !== 0)
    .map((byte) => (byte === 0 ? gapMark : byte));
}

/** With a mark, or with one byte of zero for each of the ASCII characters with which a file begins. */
function isUtf16([a, b, c, d]: Uint8Array): boolean {
  const isMarked = (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff);
  const isLittle = a !== 0 && b === 0 && c !== 0 && d === 0;
  return isMarked || isLittle || (a === 0 && b !== 0 && c === 0);
}

function declaredEncoding(bytes: Uint8Array): Encoding | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const [, declared = ''] = /^[^<]{0,20}<\?xml[^>]*encoding=["']([\w.:-]+)["']/i.exec(head) ?? [];
  // A declaration of UTF-16 in single bytes is wrong.
  if (declared === '' || /utf-?16/i.test(declared)) return null;
  try {
    const name = new TextDecoder(declared).encoding;
    return encodings.find((each) => each === name) ?? null;
  } catch {
    const name = declared.toLowerCase().replace(/^cp-?/, 'ibm');
    return encodings.find((each) => each === name) ?? null;
  }
}

/** null if the bytes are not UTF-8; the file may be cut off within a letter. */
function utf8Text(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}

function refuse(reason: PlainKey): never {
  return fail({ kind: 'invalid', message: message(reason) });
}
