import { z } from 'zod';
import { readMoment } from '#shared/wire/read';
import { fail } from '#shared/fault';
import { readNumber, type ReadPoint, type ReadTrack } from './read-point';

const place = z.array(z.unknown()).min(2);
const geometrySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Point'), coordinates: place }),
  z.object({ type: z.literal('MultiPoint'), coordinates: z.array(place) }),
  z.object({ type: z.literal('LineString'), coordinates: z.array(place) }),
  z.object({ type: z.literal('MultiLineString'), coordinates: z.array(z.array(place)) }),
]);
const featureSchema = z.object({
  type: z.literal('Feature'),
  geometry: geometrySchema,
  properties: z.record(z.string(), z.unknown()).nullish(),
});
type Feature = z.infer<typeof featureSchema>;

const timeNames = ['time', 'dateTime', 'datetime', 'timestamp', 'at', 'when'];

/** Features per progress report. */
const toldEvery = 5_000;

/**
 * Lines of a GeoJSON file with their times, and its points with a time as one track. Features with
 * the same `deviceId`, such as the unbroken parts of our exports, are one track.
 */
export function readGeoJsonTracks(text: string, onShare: (share: number) => void): ReadTrack[] {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return fail({ kind: 'invalid', field: 'file', message: 'The file cannot be read as JSON.' });
  }
  const lines: ReadTrack[] = [];
  const points: ReadPoint[] = [];
  const ofDevice = new Map<string, ReadTrack>();
  featuresIn(json).forEach((feature, i, { length }) => {
    if (i % toldEvery === 0) onShare(i / length);
    const { geometry } = feature;
    const properties = feature.properties ?? {};
    const name = properties['label'] ?? properties['name'];
    const { deviceId } = properties;
    const known = typeof deviceId === 'string' ? ofDevice.get(deviceId) : undefined;
    if (known) {
      for (const point of pointsOf(feature)) known.points.push(point);
    } else if (geometry.type === 'Point' && typeof deviceId !== 'string') {
      points.push(...pointsOf(feature));
    } else {
      const track = {
        name: typeof name === 'string' && name !== '' ? name : `Track ${i + 1}`,
        points: pointsOf(feature),
      };
      lines.push(track);
      if (typeof deviceId === 'string') ofDevice.set(deviceId, track);
    }
  });
  return points.length > 0 ? [...lines, { name: 'Points', points }] : lines;
}

function pointsOf({ geometry, properties: given }: Feature): ReadPoint[] {
  const properties = given ?? {};
  const speeds = speedsIn(properties);
  if (geometry.type === 'Point') {
    return [pointOf(geometry.coordinates, momentIn(properties), readNumber(speeds[0]))];
  }
  const depth = geometry.type === 'MultiLineString' ? 1 : 0;
  const places = geometry.coordinates.flat(depth) as unknown[][];
  const times = timesIn(properties);
  return places.map((each, i) => pointOf(each, momentOf(times[i]), readNumber(speeds[i])));
}

function featuresIn(json: unknown): Feature[] {
  const members = (json ?? {}) as { type?: unknown; features?: unknown };
  const given =
    members.type === 'FeatureCollection' && Array.isArray(members.features)
      ? (members.features as unknown[])
      : members.type === 'Feature'
        ? [json]
        : [{ type: 'Feature', geometry: json }];
  return given.flatMap((each) => {
    const parsed = featureSchema.safeParse(each);
    return parsed.success ? [parsed.data] : [];
  });
}

const momentOf = (value: unknown) =>
  typeof value === 'number'
    ? value
    : typeof value === 'string'
      ? (readMoment(value) ?? null)
      : null;

function momentIn(properties: Record<string, unknown>): number | null {
  const name = timeNames.find((each) => Object.hasOwn(properties, each));
  return momentOf(name === undefined ? timesIn(properties)[0] : properties[name]);
}

/** One time for each position: as we write them, and as converters from GPX do. */
function timesIn(properties: Record<string, unknown>): unknown[] {
  const beside = properties['coordinateProperties'] as { times?: unknown } | null | undefined;
  const found = [beside?.times, properties['coordTimes'], properties['times']].find(Array.isArray);
  return ((found as unknown[] | undefined) ?? []).flat();
}

/** Speeds as we write them, one for each position. */
function speedsIn(properties: Record<string, unknown>): unknown[] {
  const beside = properties['coordinateProperties'] as { metresPerSecond?: unknown } | null;
  const speeds = beside?.metresPerSecond;
  return Array.isArray(speeds) ? (speeds as unknown[]) : [];
}

function pointOf(
  coordinates: readonly unknown[],
  at: number | null,
  metresPerSecond: number | null,
): ReadPoint {
  const [longitude, latitude] = coordinates.map(readNumber);
  return {
    at,
    latitude: latitude ?? null,
    longitude: longitude ?? null,
    metresPerSecond,
    course: null,
    battery: null,
  };
}
