import { message, type Message } from '#shared/i18n/translate';
import { isJsonObject, type JsonObject } from '#shared/wire/read';
import { parseJson, refuseOtherReference } from './json-documents';
import {
  rawValue,
  readNumber,
  shortText,
  type Findings,
  type RawPoint,
  type RawTrack,
  type RawValue,
} from './read-point';
import { timeNamed, isLikelyTime } from './track-times';

interface Feature {
  geometry: JsonObject;
  properties: JsonObject;
  /** The file ends in it. */
  isCut: boolean;
}

/** Features per progress report. */
const toldEvery = 5_000;

/**
 * Lines of GeoJSON with their times, and its points as one track. Features with the same `deviceId`,
 * such as the unbroken parts of our exports, are one track.
 */
export function readGeoJsonTracks(
  text: string,
  now: number,
  findings: Findings,
  onShare: (share: number) => void,
): { tracks: RawTrack[]; cutOffLine: number | null } {
  const { documents, cutOffLine, rest } = parseJson(text.replace(/^\uFEFF/, ''));
  if (documents.length > 1) {
    findings.note(message('exchange-files.track.jsonDocuments', { count: documents.length }));
  }
  if (rest !== '') {
    findings.note(message('exchange-files.track.restOfData', { text: shortText(rest) }));
  }
  const features = documents.flatMap(({ json, openBrackets }) => {
    refuseOtherReference(json);
    const around = Array.isArray(json) ? 1 : isJsonObject(json) && listMember(json) ? 2 : 0;
    return featuresIn(json, openBrackets > around, findings);
  });
  const lines: RawTrack[] = [];
  const points: RawPoint[] = [];
  const ofDevice = new Map<string, RawTrack>();
  features.forEach((feature, i, { length }) => {
    if (i % toldEvery === 0) onShare(i / length);
    const { geometry, properties } = feature;
    const { deviceId: id } = properties;
    const deviceId = typeof id === 'number' ? String(id) : id;
    const name = properties['label'] ?? properties['name'] ?? deviceId;
    const known = typeof deviceId === 'string' ? ofDevice.get(deviceId) : undefined;
    const read = pointsOf(feature, now, findings);
    if (known) for (const point of read) known.points.push(point);
    else if (geometry['type'] === 'Point' && typeof deviceId !== 'string') points.push(...read);
    else {
      const track = {
        name:
          typeof name === 'string' && name !== ''
            ? name
            : message('exchange-files.track.name.trackNumber', { number: String(i + 1) }),
        points: read,
      };
      lines.push(track);
      if (typeof deviceId === 'string') ofDevice.set(deviceId, track);
    }
  });
  const all =
    points.length > 0
      ? [...lines, { name: message('exchange-files.track.name.points'), points }]
      : lines;
  return { tracks: all.filter((track) => track.points.length > 0), cutOffLine };
}

const lineTypes = new Set(['MultiPoint', 'LineString', 'MultiLineString']);

/** The member of a collection with its features, or of the answer of a service with its records: `{"locations": […]}`. */
function listMember(json: JsonObject): string | null {
  if (json['type'] === 'FeatureCollection' || Array.isArray(json['features'])) return 'features';
  if (['type', 'geometry', 'coordinates'].some((name) => name in json) || positionIn(json))
    return null;
  const lists = Object.entries(json).filter(
    ([, value]) => Array.isArray(value) && value.some((each) => isJsonObject(each)),
  );
  return lists.length === 1 ? lists[0]![0] : null;
}

/** The names of latitude and longitude in a record, and by what its numbers are divided. */
const positionNames = [
  ['latitude', 'longitude', 1],
  ['lat', 'lon', 1],
  ['lat', 'lng', 1],
  ['lat', 'long', 1],
  ['latitudeE7', 'longitudeE7', 1e7],
] as const;

/** The position of a record of a service or a telephone, as GeoJSON has it; null: it has none. */
function positionIn(record: JsonObject) {
  const found = positionNames.find(
    ([latitude, longitude]) => latitude in record && longitude in record,
  );
  if (!found) return null;
  const [latitude, longitude, unit] = found;
  const degrees = (name: string) => {
    const value = readNumber(record[name]);
    return value === null ? record[name] : value / unit;
  };
  return {
    names: [latitude, longitude] as readonly string[],
    place: [degrees(longitude), degrees(latitude)],
  };
}

/** The features with points or lines; the others are named. */
function featuresIn(json: unknown, isLastCut: boolean, { ignore }: Findings): Feature[] {
  const found: Feature[] = [];
  const take = (geometry: unknown, properties: JsonObject, isCut: boolean): void => {
    // The time of a point may be in the part that is missing; a line has lost some of its points.
    if (isCut && !(isJsonObject(geometry) && lineTypes.has(String(geometry['type'])))) return;
    const type = isJsonObject(geometry) ? geometry['type'] : null;
    if (!isJsonObject(geometry) || typeof type !== 'string') {
      return ignore(message('exchange-files.track.ignored.noGeometry'));
    }
    const isLine = lineTypes.has(type) && Array.isArray(geometry['coordinates']);
    if (type === 'Point' || isLine) return void found.push({ geometry, properties, isCut });
    if (type !== 'GeometryCollection') {
      return ignore(
        lineTypes.has(type)
          ? message('exchange-files.track.ignored.noCoordinates', { type })
          : type,
      );
    }
    for (const inside of listOf(geometry['geometries'])) {
      // A collection in a collection is not allowed.
      if (isJsonObject(inside) && inside['type'] === 'GeometryCollection')
        ignore('GeometryCollection');
      else take(inside, properties, isCut);
    }
  };
  const top = Array.isArray(json) ? (json as unknown[]) : [json];
  for (const [i, each] of top.entries()) {
    if (!isJsonObject(each)) {
      ignore(message('exchange-files.track.ignored.noFeature'));
      continue;
    }
    const list = listMember(each);
    const features = list === null ? [each] : listOf(each[list]);
    if (list !== null) {
      for (const name of Object.keys(besides(each))) if (name !== list) ignore(name);
    }
    for (const [k, feature] of features.entries()) {
      const isCut = isLastCut && i === top.length - 1 && k === features.length - 1;
      if (!isJsonObject(feature)) ignore(message('exchange-files.track.ignored.noFeature'));
      else if (feature['type'] === 'Feature' || 'geometry' in feature) {
        const { properties } = feature;
        // Some programs write properties beside the list of them.
        const own = isJsonObject(properties) ? properties : {};
        take(feature['geometry'], { ...besides(feature), ...own }, isCut);
      } else if (!('coordinates' in feature) && positionIn(feature)) {
        const { names, place } = positionIn(feature)!;
        const rest = Object.entries(feature).filter(([name]) => !names.includes(name));
        take({ type: 'Point', coordinates: place }, Object.fromEntries(rest), isCut);
      } else if ('type' in feature) take(feature, besides(feature), isCut);
      else for (const name of Object.keys(feature)) ignore(name);
    }
  }
  return found;
}

const standard = new Set([
  'type',
  'features',
  'geometry',
  'properties',
  'coordinates',
  'geometries',
  'bbox',
  'id',
]);
/** The members that GeoJSON does not define. */
const besides = (members: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([name]) => !standard.has(name)));

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

const listNames = ['coordTimes', 'times', 'timestamps', 'time', 'timestamp', 'coordinateTimes'];
/** Members that are used in another way than as values of the points. */
const describing = new Set(['label', 'name', 'deviceId', 'coordinateProperties']);

function pointsOf(feature: Feature, now: number, findings: Findings): RawPoint[] {
  const { geometry, properties, isCut } = feature;
  const isPoint = geometry['type'] === 'Point';
  const depth = geometry['type'] === 'MultiLineString' ? 1 : 0;
  const coordinates = geometry['coordinates'];
  const places = isPoint ? [coordinates] : listOf(coordinates).flat(depth);
  const beside = isJsonObject(properties['coordinateProperties'])
    ? properties['coordinateProperties']
    : {};
  const speeds = listOf(beside['metresPerSecond']);
  // One time for each position: as we write them, and as converters from GPX do.
  const listName = listNames.find((name) => Array.isArray(properties[name]));
  const times = (
    listOf(beside['times']).length > 0
      ? listOf(beside['times'])
      : listOf(properties[listName ?? ''])
  ).flat();
  const timeName =
    isPoint && times.length === 0
      ? timeNamed(Object.keys(properties), (name) => properties[name])
      : undefined;
  const own = timeName === undefined ? null : rawValue(properties[timeName]);
  for (const name of Object.keys(properties)) {
    const isUsed = describing.has(name) || name === timeName || name === listName;
    if (!isUsed) findings.ignore(name);
  }
  for (const name of Object.keys(beside)) {
    if (name !== 'times' && name !== 'metresPerSecond') findings.ignore(name);
  }
  const refusal =
    times.length > 0 && times.length !== places.length && !isCut
      ? message('exchange-files.point.timesOfLine', {
          times: times.length,
          places: places.length,
        })
      : undefined;
  const timeAt = times.length === 0 && own === null ? timeIndexIn(places, now) : null;
  return places.map((place, i) => {
    const values = listOf(place);
    for (let at = 2; at < values.length; at++) {
      if (at !== timeAt && values[at] !== null)
        findings.ignore(message(ordinals[at - 2] ?? 'exchange-files.track.ignored.more'));
    }
    const time = timeAt === null ? (own ?? rawValue(times[i])) : rawValue(values[timeAt]);
    return pointOf(place, time, rawValue(speeds[i]), refusal);
  });
}

const ordinals = [
  'exchange-files.track.ignored.third',
  'exchange-files.track.ignored.fourth',
] as const;

/** Which number of the positions is a time, if some have one: the fourth, or the third. */
function timeIndexIn(places: readonly unknown[], now: number): number | null {
  const isTime = (place: unknown, at: number) => {
    const value = readNumber(listOf(place)[at]);
    return value !== null && isLikelyTime(value, now);
  };
  return [3, 2].find((at) => places.some((place) => isTime(place, at))) ?? null;
}

function pointOf(
  place: unknown,
  time: RawValue,
  metresPerSecond: RawValue,
  refusal: Message | undefined,
): RawPoint {
  const [longitude, latitude] = listOf(place);
  const isPlace = readNumber(longitude) !== null && readNumber(latitude) !== null;
  return {
    time,
    longitude: isPlace ? rawValue(longitude) : null,
    latitude: isPlace ? rawValue(latitude) : null,
    ...(!isPlace && place !== undefined && { place: shortText(JSON.stringify(place)) }),
    metresPerSecond,
    course: null,
    battery: null,
    ...(refusal !== undefined && { refusal }),
  };
}
