import { readMoment } from '#shared/wire/read';
import { readNumber, type ReadPoint, type ReadTrack } from './read-point';
import { refuseXml, type Element } from './xml-tree';

const isElement = (value: unknown): value is Element =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The children with a name, as a list. */
function children(element: Element, name: string): unknown[] {
  const value = Object.hasOwn(element, name) ? element[name] : undefined;
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

const elements = (element: Element, name: string) => children(element, name).filter(isElement);

/** The text of a child; null if there is none. */
function textIn(element: Element, name: string): string | null {
  const [value] = children(element, name);
  const text = isElement(value) ? value['#text'] : value;
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : null;
}

const momentOf = (text: string | null) => (text === null ? null : (readMoment(text) ?? null));

/** Tracks and routes of a GPX file (1.0 or 1.1), or its waypoints if it has neither. */
export function readGpx(root: Element): ReadTrack[] {
  const [gpx] = elements(root, 'gpx');
  if (!gpx) return refuseXml('There is no gpx element in it.');
  const tracks = elements(gpx, 'trk').map((track, i) => ({
    name: textIn(track, 'name') ?? `Track ${i + 1}`,
    points: elements(track, 'trkseg').flatMap((segment) =>
      elements(segment, 'trkpt').map(gpxPoint),
    ),
  }));
  const routes = elements(gpx, 'rte').map((route, i) => ({
    name: textIn(route, 'name') ?? `Route ${i + 1}`,
    points: elements(route, 'rtept').map(gpxPoint),
  }));
  const found = [...tracks, ...routes].filter(({ points }) => points.length > 0);
  if (found.length > 0) return found;
  const points = elements(gpx, 'wpt').map(gpxPoint);
  return points.length > 0 ? [{ name: 'Waypoints', points }] : [];
}

function gpxPoint(point: Element): ReadPoint {
  const [extensions] = elements(point, 'extensions');
  const [extension] = extensions ? elements(extensions, 'TrackPointExtension') : [];
  // GPX 1.0 defines speed and course; in 1.1 they are in extensions.
  const text = (name: string) =>
    textIn(point, name) ?? textIn(extension ?? {}, name) ?? textIn(extensions ?? {}, name);
  return {
    at: momentOf(textIn(point, 'time')),
    latitude: readNumber(point['@lat']),
    longitude: readNumber(point['@lon']),
    metresPerSecond: readNumber(text('speed')),
    course: readNumber(text('course')),
    battery: null,
  };
}

const empty = { metresPerSecond: null, course: null, battery: null };

/** Tracks with times, lines, and points with a time stamp of a KML file. */
export function readKml(root: Element): ReadTrack[] {
  const [kml] = elements(root, 'kml');
  if (!kml) return refuseXml('There is no kml element in it.');
  const placemarks = placemarksIn(kml);
  const tracks = placemarks.flatMap((placemark, i) => {
    const points = shapesIn(placemark).flatMap(kmlPoints);
    return points.length === 0
      ? []
      : [{ name: textIn(placemark, 'name') ?? `Track ${i + 1}`, points }];
  });
  const single = placemarks.flatMap((placemark) =>
    elements(placemark, 'Point').map((point): ReadPoint => {
      const [stamp] = elements(placemark, 'TimeStamp');
      const [place] = placesOf(textIn(point, 'coordinates') ?? '');
      return {
        ...empty,
        ...(place ?? noPlace),
        at: momentOf(stamp ? textIn(stamp, 'when') : null),
      };
    }),
  );
  return single.length > 0 && tracks.length === 0 ? [{ name: 'Points', points: single }] : tracks;
}

function placemarksIn(element: Element): Element[] {
  const inside = ['Document', 'Folder'].flatMap((name) => elements(element, name));
  return [...elements(element, 'Placemark'), ...inside.flatMap(placemarksIn)];
}

/** The lines and tracks in a placemark, also within collections of them. */
function shapesIn(element: Element): Element[] {
  const groups = ['MultiGeometry', 'MultiTrack'].flatMap((name) => elements(element, name));
  return [
    ...elements(element, 'Track'),
    ...elements(element, 'LineString'),
    ...groups.flatMap(shapesIn),
  ];
}

function kmlPoints(shape: Element): ReadPoint[] {
  const times = children(shape, 'when').map((when) =>
    momentOf(typeof when === 'string' ? when : null),
  );
  const coords = children(shape, 'coord').filter((coord) => typeof coord === 'string');
  if (coords.length > 0) {
    return coords.map((coord, i) => {
      const [longitude, latitude] = coord.trim().split(/\s+/).map(readNumber);
      return {
        ...empty,
        at: times[i] ?? null,
        latitude: latitude ?? null,
        longitude: longitude ?? null,
      };
    });
  }
  return placesOf(textIn(shape, 'coordinates') ?? '').map((place) => ({
    ...empty,
    ...place,
    at: null,
  }));
}

const noPlace = { latitude: null, longitude: null };

/** `longitude,latitude[,altitude]` separated by white space. */
function placesOf(text: string): { latitude: number | null; longitude: number | null }[] {
  return text
    .trim()
    .split(/\s+/)
    .filter((part) => part !== '')
    .map((part) => {
      const [longitude, latitude] = part.split(',').map(readNumber);
      return { latitude: latitude ?? null, longitude: longitude ?? null };
    });
}
