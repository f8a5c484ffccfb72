import { refuseFile } from '../table-limits';
import { message, type Said } from '#shared/i18n/translate';
import { metresBetween } from '#shared/history/distance';
import {
  rawValue,
  readNumber,
  type Findings,
  type RawPoint,
  type RawTrack,
  shortText,
  type RawValue,
} from './read-point';
import { isTimeName, timeNamed } from './track-times';
import {
  children,
  cutOff,
  elements,
  extendedData,
  isElement,
  textIn,
  textOf,
  type Element,
} from './xml-tree';

/** An element without members is a text. */
function rootElement(root: Element, name: string): Element | null {
  const [element] = children(root, name);
  if (element === undefined) return null;
  return isElement(element) ? element : {};
}

/** Names the children that are not used, and how often each is there. */
function ignoreOthers(element: Element, used: ReadonlySet<string>, { ignore }: Findings): void {
  for (const name of Object.keys(element)) {
    // Attributes of containers are technical: namespaces, versions, ids.
    const isUsed = used.has(name) || name.startsWith('@');
    if (!isUsed) ignore(name, children(element, name).length);
  }
}

const empty = { metresPerSecond: null, course: null, battery: null };

/** Tracks, routes and waypoints of a GPX file (1.0 or 1.1). */
export function readGpx(root: Element, findings: Findings): RawTrack[] {
  const gpx = rootElement(root, 'gpx');
  if (!gpx) {
    const name = Object.keys(root)[0] ?? '';
    return refuseFile(message('exchange-files.track.noGpx', { name }));
  }
  ignoreOthers(gpx, gpxParts, findings);
  const lines = (name: string, point: string, title: NumberedKey) =>
    elements(gpx, name).map((line, i) => {
      const parts = [line, ...elements(line, 'trkseg')];
      for (const part of parts) ignoreOthers(part, new Set(['name', 'trkseg', point]), findings);
      return {
        name: textIn(line, 'name') ?? message(title, { number: String(i + 1) }),
        points: parts.flatMap((part) => pointsIn(part, point)),
      };
    });
  function pointsIn(part: Element, name: string): RawPoint[] {
    return children(part, name).map((point) => gpxPoint(isElement(point) ? point : {}, findings));
  }
  const all = [
    ...lines('trk', 'trkpt', 'exchange-files.track.name.trackNumber'),
    ...lines('rte', 'rtept', 'exchange-files.track.name.routeNumber'),
    { name: message('exchange-files.track.name.track'), points: pointsIn(gpx, 'trkpt') },
    { name: message('exchange-files.track.name.waypoints'), points: pointsIn(gpx, 'wpt') },
  ];
  return all.filter(({ points }) => points.length > 0);
}

type NumberedKey =
  'exchange-files.track.name.trackNumber' | 'exchange-files.track.name.routeNumber';

const gpxParts = new Set(['trk', 'rte', 'wpt', 'trkpt']);

function gpxPoint(point: Element, findings: Findings): RawPoint {
  // GPX 1.0 defines speed and course; in 1.1 they are in extensions.
  const extensions = elements(point, 'extensions');
  const places = [point, ...extensions, ...extensions.flatMap(nestedElements)];
  const used = new Set(['@lat', '@lon', 'extensions']);
  const valueOf = (name: string) => {
    const place = places.find((each) => textIn(each, name) !== null);
    if (!place) return null;
    used.add(name);
    return textIn(place, name);
  };
  let time = valueOf('time');
  if (time === null) {
    const name = places.flatMap(Object.keys).find(isTimeName);
    time =
      (name === undefined ? null : valueOf(name)) ?? wholeTimeIn(point, ['name', 'cmt', 'desc']);
  }
  const read: RawPoint = {
    time,
    latitude: rawValue(point['@lat']),
    longitude: rawValue(point['@lon']),
    metresPerSecond: valueOf('speed'),
    course: valueOf('course'),
    battery: null,
  };
  for (const place of places) {
    for (const [name, value] of Object.entries(place)) {
      const isUsed = used.has(name) || name.startsWith('@xmlns');
      if (!isUsed && !(place !== point && isElement(value))) findings.ignore(name);
    }
  }
  return read;
}

const nestedElements = (element: Element): Element[] =>
  Object.keys(element)
    .flatMap((name) => elements(element, name))
    .flatMap((each) => [each, ...nestedElements(each)]);

/** A line or a group of points of a KML file. */
interface Candidate extends RawTrack {
  /** What the file calls it. */
  kind: 'track' | 'line' | 'points';
}

/** Tracks with times and lines of a KML file, and its points, those of a folder as one track. */
export function readKml(root: Element, findings: Findings): RawTrack[] {
  const kml = rootElement(root, 'kml');
  if (!kml) return refuseFile(message('exchange-files.track.noKml'));
  const lines: Candidate[] = [];
  let count = 0;

  /** Returns the points of a folder that has a single one, which belong to the folder around it. */
  function walk(folder: Element, name: Said, around: Said): RawPoint[] {
    ignoreOthers(folder, kmlFolderParts, findings);
    const own: RawPoint[] = [];
    for (const placemark of elements(folder, 'Placemark')) {
      count += 1;
      const found = placemarkTracks(placemark, findings);
      const title =
        textIn(placemark, 'name') ??
        message('exchange-files.track.name.trackNumber', { number: String(count) });
      for (const { kind, points } of found) {
        if (kind === 'points') for (const point of points) own.push(point);
        else if (points.length > 0) lines.push({ kind, name: title, points });
      }
    }
    for (const kind of ['Document', 'Folder']) {
      for (const inside of elements(folder, kind)) {
        const title = textIn(inside, 'name') ?? name;
        for (const point of walk(inside, title, name)) own.push(point);
      }
    }
    if (own.length === 1) return own;
    if (own.length > 0) lines.push({ kind: 'points', name: titleOf(name, around), points: own });
    return [];
  }
  const unnamed = message('exchange-files.track.name.points');
  const single = walk(kml, unnamed, unnamed);
  const all: Candidate[] =
    single.length > 0 ? [...lines, { kind: 'points', name: unnamed, points: single }] : lines;
  return withoutRepeated(all, findings);
}

/** Converters put the points of a track into a folder "Points" within the folder of the track. */
const titleOf = (name: Said, around: Said) =>
  typeof name === 'string' && /^(track ?)?points$/i.test(name) ? around : name;

const kmlFolderParts = new Set(['name', 'Document', 'Folder', 'Placemark']);

/**
 * Many programs write every point twice: with its time, and on a line without times. Such a line cannot
 * be sent, and neither is the same track needed twice.
 */
function withoutRepeated(all: readonly Candidate[], { note }: Findings): RawTrack[] {
  const hasTimes = ({ points }: RawTrack) => points.some(({ time }) => time !== null);
  const timed = all.filter(hasTimes);
  const kept: Candidate[] = [];
  for (const candidate of timed.length > 0 ? timed : all) {
    const same = kept.find((other) => hasSamePoints(other, candidate));
    if (!same) kept.push(candidate);
    else {
      const values = { track: candidate.name, other: same.name };
      note(message('exchange-files.track.repeats', values));
    }
  }
  if (timed.length > 0) {
    for (const candidate of all) {
      if (hasTimes(candidate)) continue;
      const { kind, name, points } = candidate;
      const key =
        kind === 'points'
          ? 'exchange-files.track.pointsWithoutTimes'
          : 'exchange-files.track.lineWithoutTimes';
      note(message(key, { track: name, count: points.length }));
    }
  }
  return kept.map(({ name, points }) => ({ name, points }));
}

const hasSamePoints = (a: RawTrack, b: RawTrack) =>
  a.points.length === b.points.length &&
  a.points.every((point, i) => {
    const other = b.points[i]!;
    return (['time', 'latitude', 'longitude'] as const).every((key) => point[key] === other[key]);
  });

function placemarkTracks(placemark: Element, findings: Findings): Candidate[] {
  ignoreOthers(placemark, placemarkParts, findings);
  const tracks: RawPoint[] = [];
  const lines: RawPoint[] = [];
  const points: RawPoint[] = [];
  const time = placemarkTime(placemark, findings);
  const collect = (element: Element) => {
    for (const track of elements(element, 'Track')) {
      for (const point of trackPoints(track, findings)) tracks.push(point);
    }
    for (const line of elements(element, 'LineString')) {
      ignoreOthers(line, shapeParts, findings);
      for (const place of readCoordinateList(textIn(line, 'coordinates') ?? '')) {
        lines.push(rawPoint(place, null));
      }
    }
    for (const point of elements(element, 'Point')) {
      ignoreOthers(point, shapeParts, findings);
      points.push(rawPoint(singlePlace(textIn(point, 'coordinates') ?? ''), time));
    }
    for (const group of ['MultiGeometry', 'MultiTrack']) {
      for (const inside of elements(element, group)) {
        ignoreOthers(inside, placemarkParts, findings);
        collect(inside);
      }
    }
  };
  collect(placemark);
  if (points.length === 0 && time !== null) {
    findings.ignore(message('exchange-files.track.ignored.placemarkTime'));
  }
  return [
    { kind: 'track', name: '', points: tracks },
    { kind: 'line', name: '', points: lines },
    { kind: 'points', name: '', points },
  ];
}

const placemarkParts = new Set([
  'name',
  'Track',
  'LineString',
  'Point',
  'MultiGeometry',
  'MultiTrack',
  'TimeStamp',
  'TimeSpan',
  'ExtendedData',
]);
const shapeParts = new Set(['coordinates', 'when', 'coord']);

function placemarkTime(placemark: Element, { ignore, note }: Findings): string | null {
  // The view of a placemark may have its time.
  const places = ['LookAt', 'Camera'].flatMap((name) => elements(placemark, name));
  const timeIn = (name: string) =>
    [placemark, ...places].flatMap((place) => elements(place, name))[0];
  const stamp = timeIn('TimeStamp');
  const span = timeIn('TimeSpan');
  const named = extendedData(placemark);
  const begin = span ? textIn(span, 'begin') : null;
  const end = span ? textIn(span, 'end') : null;
  const ofStamp = stamp ? textIn(stamp, 'when') : null;
  const found = [ofStamp, begin, end].find((each) => each !== null);
  const ofData =
    found === undefined ? timeNamed([...named.keys()], (name) => named.get(name)) : undefined;
  for (const name of named.keys()) if (name !== ofData) ignore(name);
  if (span && end !== null && found !== end) {
    ignore(message('exchange-files.track.ignored.spanEnd'));
  }
  if (found !== undefined) return found;
  if (ofData !== undefined) return named.get(ofData) ?? null;
  const whole = wholeTimeIn(placemark, ['name', 'description']);
  if (whole !== null) return whole;
  const described = new Set(textIn(placemark, 'description')?.match(timesInText));
  if (described.size !== 1) return null;
  note(message('exchange-files.track.timesInDescriptions'));
  return [...described][0]!;
}

const timesInText =
  /(?<![\d.])\d{4}[-/]\d{2}[-/]\d{2}[T ]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?: ?(?:Z|UTC|[+-]\d{2}:?\d{2})\b)?(?![\d:])/g;

/** Some programs write the time as the name of the point. */
function wholeTimeIn(element: Element, names: readonly string[]): string | null {
  const texts = names.map((name) => textIn(element, name));
  return texts.find((text) => text !== null && wholeTime.test(text)) ?? null;
}

const wholeTime = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}\S{0,20})?$/;

const rawPoint = ({ longitude, latitude, place }: ListedPlace, time: string | null): RawPoint => ({
  ...empty,
  time,
  longitude,
  latitude,
  ...(place !== undefined && { place }),
});

/** A point has one position; two of them are not understood. */
function singlePlace(text: string): ListedPlace {
  const [place, ...others] = readCoordinateList(text);
  if (!place) return { longitude: null, latitude: null };
  return others.length === 0 ? place : { longitude: null, latitude: null, place: text };
}

/** `gx:Track`: times, and as many positions. */
function trackPoints(track: Element, findings: Findings): RawPoint[] {
  ignoreOthers(track, shapeParts, findings);
  const times = children(track, 'when').map(textOf);
  const coords = children(track, 'coord').map((each) => textOf(each) ?? '');
  // A file that is cut off has lost positions, but the others have their times.
  const belongTogether = times.length === coords.length || times.length === 0;
  const isCut = track[cutOff] === true;
  const refusal = message('exchange-files.point.timesOfTrack', {
    times: times.length,
    places: coords.length,
  });
  return coords.map((coord, i) => {
    const values = coord.split(/[\s,]+/).filter((each) => each !== '');
    const isPlace = values.length >= 2 && values.length <= 3;
    const [longitude = null, latitude = null] = isPlace ? values : [];
    const isOdd = !isPlace || readNumber(longitude) === null || readNumber(latitude) === null;
    return {
      ...empty,
      time: times[i] ?? null,
      longitude,
      latitude,
      ...(isOdd && coord !== '' && { place: coord }),
      ...(!belongTogether && !isCut && { refusal }),
    };
  });
}

/** One position as in the file; `place` is the text of one that cannot be taken apart. */
interface ListedPlace {
  longitude: RawValue;
  latitude: RawValue;
  place?: string;
}

/**
 * The positions `longitude,latitude[,altitude]` of KML, which are separated by blanks. Files written by
 * hand also have blanks after commas, commas or semicolons between positions, or blanks instead of
 * commas. Whatever can be read in two ways is one unreadable position, never fewer positions.
 */
function readCoordinateList(given: string): ListedPlace[] {
  const text = given.replaceAll(/[\u200B\u2060]/g, '').trim();
  if (text === '') return [];
  const parts = text.split(/\s+/);
  const plain = parts.map((part) => part.split(','));
  if (plain.every(isPosition)) return plain.map(placeOf);

  const readings = candidates(text, parts).filter((each) => each.every(isPosition));
  const [best, second] = readings
    .map((positions) => ({ places: positions.map(placeOf), longest: longestStep(positions) }))
    .toSorted((a, b) => a.longest - b.longest);
  const isOne = best && best.longest < longestLikelyStep;
  if (isOne && (!second || best.longest * 10 < second.longest)) return best.places;
  return joined(text).map((part) => {
    const values = part.split(',');
    return isPosition(values) ? placeOf(values) : oddPlace(part);
  });
}

/** Neighbours on a line that was recorded or drawn by hand are nearer, in metres. */
const longestLikelyStep = 200_000;

type Position = readonly string[];

const oddPlace = (part: string): ListedPlace => ({
  longitude: null,
  latitude: null,
  place: shortText(part),
});

/** Two or three numbers. */
const isPosition = (values: Position) =>
  (values.length === 2 || values.length === 3) &&
  values.every((value) => readNumber(value) !== null);

const placeOf = ([longitude, latitude]: Position): ListedPlace => ({
  longitude: longitude!,
  latitude: latitude!,
});

/** The parts without blanks beside commas, separated by blanks or semicolons. */
function joined(text: string): string[] {
  const found: string[] = [];
  for (const part of text.split(/[\s;|]+/)) {
    const last = found.at(-1);
    if (last !== undefined && (last.endsWith(',') || part.startsWith(','))) {
      found[found.length - 1] = last + part;
    } else if (part !== '') found.push(part);
  }
  return found.map((part) => (part.endsWith(',') ? part.slice(0, -1) : part));
}

/** The ways in which the numbers may belong together. */
function candidates(text: string, parts: readonly string[]): Position[][] {
  const together = joined(text);
  const found = [
    // A comma at the end of each position.
    parts.map((part) => part.replace(/[,;|]$/, '').split(',')),
    // Blanks beside the commas.
    together.map((part) => part.split(',')),
  ];
  const isBlanksOnly = !text.includes(',');
  // A line for each position.
  if (isBlanksOnly) found.push(text.split(/[\r\n;|]+/).map((line) => line.trim().split(/\s+/)));
  // One kind of separator, within the positions and between them.
  const numbers = together.length === 1 ? together[0]!.split(',') : isBlanksOnly ? parts : [];
  for (const size of [2, 3]) {
    if (numbers.length === 0 || numbers.length % size !== 0) continue;
    const count = numbers.length / size;
    found.push(Array.from({ length: count }, (_, i) => numbers.slice(i * size, (i + 1) * size)));
  }
  return found.filter((each, i) => found.findIndex((other) => isSame(each, other)) === i);
}

const isSame = (a: readonly Position[], b: readonly Position[]) =>
  a.length === b.length &&
  a.every((position, i) => position[0] === b[i]![0] && position[1] === b[i]![1]);

/** The longest distance between neighbours in metres; infinite if one is no place. */
function longestStep(positions: readonly Position[]): number {
  let longest = 0;
  const degrees = positions.map(([longitude, latitude]) => ({
    longitude: readNumber(longitude)!,
    latitude: readNumber(latitude)!,
  }));
  for (const [i, to] of degrees.entries()) {
    if (Math.abs(to.latitude) > 90 || Math.abs(to.longitude) > 180) return Infinity;
    const from = degrees[i - 1];
    if (!from) continue;
    longest = Math.max(
      longest,
      metresBetween(from.latitude, from.longitude, to.latitude, to.longitude),
    );
  }
  return longest;
}
