import { z } from 'zod';
import { degreesEast, earthMetres, metresBetween } from '../history/distance';

/** What a place is for. Its colour follows from it unless the user chose one. */
export const placeKinds = ['depot', 'customer', 'home', 'fuel', 'forbidden', 'other'] as const;
export type PlaceKind = (typeof placeKinds)[number];

/** The most places of an account, and the most characters and corners of one. */
export const mostPlaces = 50_000;
export const longestPlaceName = 200;
export const longestPlaceNote = 2_000;
export const mostCorners = 5_000;
/** Of one day. */
export const mostOpenTimes = 4;
/** Metres. */
export const largestRadius = 1_000_000;

const minutesOfDay = 24 * 60;

/** Longitude, then latitude, in degrees, as in GeoJSON. */
const pointSchema = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]);
export type LonLat = z.infer<typeof pointSchema>;

const ringSchema = z.array(pointSchema).min(3).max(mostCorners);

export const placeShapeSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('circle'),
    centre: pointSchema,
    radiusM: z.number().min(1).max(largestRadius),
  }),
  z.object({
    kind: z.literal('polygon'),
    /**
     * Closed outlines; the last corner does not repeat the first. What an odd number of them surrounds is inside,
     * so that holes and separate parts are outlines like any other. Sides take the shorter way around the world.
     */
    rings: z.array(ringSchema).min(1).max(1_000),
  }),
]);
export type PlaceShape = z.infer<typeof placeShapeSchema>;

/** From and to, in minutes after midnight; one that ends after midnight goes on into the next day. */
const openSchema = z
  .tuple([
    z
      .number()
      .int()
      .min(0)
      .max(minutesOfDay - 1),
    z
      .number()
      .int()
      .min(1)
      .max(2 * minutesOfDay),
  ])
  .refine(([from, to]) => to > from && to - from <= minutesOfDay);
/** From Monday to Sunday, when a place is open; a day without a time is closed. */
export const placeHoursSchema = z.array(z.array(openSchema).max(mostOpenTimes)).length(7);
export type PlaceHours = z.infer<typeof placeHoursSchema>;

/** An area with a name, as the user drew or imported it. It is on this computer only. */
export const placeSchema = z.object({
  id: z.uuid(),
  name: z.string().trim().min(1).max(longestPlaceName),
  kind: z.enum(placeKinds),
  /** `#rrggbb`; null: that of the kind. */
  colour: z
    .string()
    .regex(/^#[\da-f]{6}$/)
    .max(7)
    .nullable(),
  note: z.string().max(longestPlaceNote),
  /** null: not stated. */
  hours: placeHoursSchema.nullable(),
  /** Ids of the groups of devices it matters to; empty: all. */
  groups: z.array(z.string().max(512)).max(10_000),
  shape: placeShapeSchema,
  updatedAt: z.number(),
});
export type Place = z.infer<typeof placeSchema>;

export const kindColours: Record<PlaceKind, string> = {
  depot: '#1f6feb',
  customer: '#2e8540',
  home: '#8250df',
  fuel: '#b35900',
  forbidden: '#c4161c',
  other: '#57606a',
};

/** The colour that the user chose, or that of the kind. */
export const placeColour = ({ colour, kind }: Pick<Place, 'colour' | 'kind'>): string =>
  colour ?? kindColours[kind];

const radians = Math.PI / 180;
/** Degrees: a tenth of a millimetre, which no calculation here is exact to. */
const rounding = 1e-9;

/** Of all longitudes and latitudes of a shape, in degrees; `west` to `east` may go beyond ±180. */
export interface PlaceBounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

interface Ring {
  /** Longitude, latitude … without jumps at ±180° and closed around a pole. */
  corners: Float64Array;
  bounds: PlaceBounds;
}

/** What is computed once for a shape. */
interface Outline {
  bounds: PlaceBounds;
  /** Empty for a circle. */
  rings: readonly Ring[];
  squareMetres: number;
}

const outlines = new WeakMap<PlaceShape, Outline>();

function outlineOf(shape: PlaceShape): Outline {
  let outline = outlines.get(shape);
  if (!outline) {
    outline = shape.kind === 'circle' ? circleOutline(shape) : polygonOutline(shape.rings);
    outlines.set(shape, outline);
  }
  return outline;
}

function circleOutline({ centre, radiusM }: Extract<PlaceShape, { kind: 'circle' }>): Outline {
  const [longitude, latitude] = centre;
  const angle = radiusM / earthMetres;
  const north = latitude + angle / radians;
  const south = latitude - angle / radians;
  const hasPole = north >= 90 || south <= -90;
  const wide = hasPole
    ? 180
    : Math.asin(Math.min(1, Math.sin(angle) / Math.cos(latitude * radians))) / radians;
  return {
    bounds: {
      west: longitude - wide,
      south: Math.max(-90, south),
      east: longitude + wide,
      north: Math.min(90, north),
    },
    rings: [],
    squareMetres: 2 * Math.PI * earthMetres ** 2 * (1 - Math.cos(angle)),
  };
}

function polygonOutline(rings: readonly (readonly LonLat[])[]): Outline {
  const start = rings[0]![0]![0];
  const unwrapped = rings.map((ring) => unwrap(ring, start));
  const of = (name: keyof PlaceBounds) => unwrapped.map(({ bounds }) => bounds[name]);
  let squareMetres = 0;
  for (const ring of unwrapped) {
    const [lon, lat] = ring.corners;
    const around = unwrapped.filter((other) => other !== ring && isInRing(other, lon!, lat!));
    squareMetres += (around.length % 2 === 0 ? 1 : -1) * ringArea(ring.corners);
  }
  return {
    bounds: {
      west: Math.min(...of('west')),
      south: Math.min(...of('south')),
      east: Math.max(...of('east')),
      north: Math.max(...of('north')),
    },
    rings: unwrapped,
    squareMetres: Math.max(0, squareMetres),
  };
}

/** A ring with each longitude next to the one before, the first within 180° of `near`. */
function unwrap(ring: readonly LonLat[], near: number): Ring {
  const corners: number[] = [];
  const bounds = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  const add = (lon: number, lat: number) => {
    corners.push(lon, lat);
    bounds.west = Math.min(bounds.west, lon);
    bounds.east = Math.max(bounds.east, lon);
    bounds.south = Math.min(bounds.south, lat);
    bounds.north = Math.max(bounds.north, lat);
  };
  let longitude = near;
  let latitudes = 0;
  for (const [lon, lat] of ring) {
    longitude += degreesEast(longitude, lon);
    latitudes += lat;
    add(longitude, lat);
  }
  // Back at the first corner after a whole turn: the ring goes around a pole.
  const [first, latitude] = corners as [number, number];
  const end = longitude + degreesEast(longitude, first);
  if (Math.abs(end - first) > 180) {
    const pole = latitudes < 0 ? -90 : 90;
    add(end, latitude);
    add(end, pole);
    add(first, pole);
  }
  return { corners: Float64Array.from(corners), bounds };
}

/** The area between a ring and the equator by an equal-area projection: exact enough to tell sizes apart. */
function ringArea(ring: Float64Array): number {
  let sum = 0;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const y = Math.sin(ring[i + 1]! * radians) + Math.sin(ring[j + 1]! * radians);
    sum += (ring[i]! - ring[j]!) * radians * y;
  }
  return (Math.abs(sum) / 2) * earthMetres ** 2;
}

/** Whether a ring surrounds a position, wherever on it ±180° is. */
function isInRing({ corners, bounds }: Ring, longitude: number, latitude: number): boolean {
  if (!(latitude >= bounds.south && latitude <= bounds.north)) return false;
  const first = longitude + 360 * Math.ceil((bounds.west - longitude) / 360);
  for (let lon = first; lon <= bounds.east; lon += 360) {
    if (isWithinCorners(corners, lon, latitude)) return true;
  }
  return false;
}

/** By how often a line to the east crosses the sides. */
function isWithinCorners(corners: Float64Array, longitude: number, latitude: number): boolean {
  let isInside = false;
  for (let i = 0, j = corners.length - 2; i < corners.length; j = i, i += 2) {
    const north = corners[i + 1]!;
    const northBefore = corners[j + 1]!;
    if (north > latitude === northBefore > latitude) continue;
    const share = (latitude - north) / (northBefore - north);
    if (longitude < corners[i]! + share * (corners[j]! - corners[i]!)) isInside = !isInside;
  }
  return isInside;
}

export const boundsOf = (place: Pick<Place, 'shape'>): PlaceBounds => outlineOf(place.shape).bounds;
/** The area of a place, for what is smaller. */
export const squareMetresOf = (place: Pick<Place, 'shape'>): number =>
  outlineOf(place.shape).squareMetres;

const circleCorners = 64;

/**
 * The area as closed rings for maps and GeoJSON: for each part its outline, then its holes. Longitudes go on beyond
 * ±180° rather than jump.
 */
export function polygonsOf({ shape }: Pick<Place, 'shape'>): LonLat[][][] {
  if (shape.kind === 'circle') return [[circleRing(shape)]];
  const rings = outlineOf(shape).rings.map((ring) => ({
    ring,
    around: outlineOf(shape).rings.filter(
      (other) => other !== ring && isInRing(other, ring.corners[0]!, ring.corners[1]!),
    ),
  }));
  const isPart = ({ around }: { around: readonly Ring[] }) => around.length % 2 === 0;
  return rings
    .filter(isPart)
    .map(({ ring, around }) => [
      closedRing(ring),
      ...rings
        .filter((hole) => hole.around.length === around.length + 1 && hole.around.includes(ring))
        .map((hole) => closedRing(hole.ring)),
    ]);
}

function closedRing({ corners }: Ring): LonLat[] {
  const ring = Array.from({ length: corners.length / 2 }, (_, i): LonLat => [
    corners[2 * i]!,
    corners[2 * i + 1]!,
  ]);
  return [...ring, ring[0]!];
}

function circleRing({ centre, radiusM }: Extract<PlaceShape, { kind: 'circle' }>): LonLat[] {
  const [lon, lat] = centre;
  const angle = radiusM / earthMetres;
  const [sin, cos] = [Math.sin(lat * radians), Math.cos(lat * radians)];
  return Array.from({ length: circleCorners + 1 }, (_, i): LonLat => {
    const course = ((i % circleCorners) / circleCorners) * 2 * Math.PI;
    const north = Math.asin(sin * Math.cos(angle) + cos * Math.sin(angle) * Math.cos(course));
    const east = Math.atan2(
      Math.sin(course) * Math.sin(angle) * cos,
      Math.cos(angle) - sin * Math.sin(north),
    );
    return [lon + east / radians, north / radians];
  });
}

/** Where a place is named and the map goes: the centre of its bounds. */
export function centreOf({ shape }: Pick<Place, 'shape'>): LonLat {
  if (shape.kind === 'circle') return shape.centre;
  const { west, east, south, north } = outlineOf(shape).bounds;
  return [degreesEast(0, (west + east) / 2), (south + north) / 2];
}

/** Whether a position is in a place; one that is not a number is not. */
export function contains({ shape }: Pick<Place, 'shape'>, lon: number, lat: number): boolean {
  if (shape.kind === 'circle') {
    const [east, north] = shape.centre;
    return metresBetween(north, east, lat, lon) <= shape.radiusM;
  }
  if (!Number.isFinite(lon)) return false;
  // The pole is on the side that closes a ring around it: just beside it is inside.
  const beside = Math.max(rounding - 90, Math.min(90 - rounding, lat));
  let isInside = false;
  for (const ring of outlineOf(shape).rings) if (isInRing(ring, lon, beside)) isInside = !isInside;
  return isInside;
}

/**
 * The metres from a position to the nearest point of the outline, on whichever side of it the position is. Exact to
 * about a thousandth within some kilometres of the outline, where it matters whether a device has left.
 */
export function distanceToEdgeM({ shape }: Pick<Place, 'shape'>, lon: number, lat: number): number {
  if (shape.kind === 'circle') {
    const [east, north] = shape.centre;
    return Math.abs(metresBetween(north, east, lat, lon) - shape.radiusM);
  }
  let nearest = Number.POSITIVE_INFINITY;
  for (const { corners, bounds } of outlineOf(shape).rings) {
    const first = lon + 360 * Math.ceil((bounds.west - 180 - lon) / 360);
    for (let from = first; from <= bounds.east + 180; from += 360) {
      for (let i = 0, j = corners.length - 2; i < corners.length; j = i, i += 2) {
        // A side to the pole or along it closes the ring and is not part of the outline.
        if (Math.abs(corners[i + 1]!) === 90 || Math.abs(corners[j + 1]!) === 90) continue;
        nearest = Math.min(nearest, metresToSide(from, lat, corners, j, i));
      }
    }
  }
  return nearest;
}

function metresToSide(lon: number, lat: number, ring: Float64Array, a: number, b: number): number {
  const narrow = Math.max(1e-6, Math.cos(lat * radians));
  const x = (ring[b]! - ring[a]!) * narrow;
  const y = ring[b + 1]! - ring[a + 1]!;
  const square = x * x + y * y;
  const along =
    square === 0 ? 0 : ((lon - ring[a]!) * narrow * x + (lat - ring[a + 1]!) * y) / square;
  const share = Math.max(0, Math.min(1, along));
  return metresBetween(
    lat,
    lon,
    ring[a + 1]! + share * (ring[b + 1]! - ring[a + 1]!),
    ring[a]! + share * (ring[b]! - ring[a]!),
  );
}

/** Degrees of a cell of the finest level: about 100 m. */
const finestCell = 360 / 2 ** 18;
const coarsestLevel = 18;

/**
 * Finds the places of a position. Each place is in the at most four cells of a grid whose cells are as large as it is,
 * so that a look-up reads one cell of each size in use, whatever the number of places.
 */
export class PlaceIndex {
  readonly #cells = new Map<number, Place[]>();
  readonly #levels: number[];

  /** `marginM`: how far from a place, in metres, a position is near it. */
  constructor(
    readonly places: readonly Place[],
    private readonly marginM = 0,
  ) {
    const levels = new Set<number>();
    for (const place of places) {
      const { west, east, south, north } = widened(boundsOf(place), marginM);
      const size = Math.max(east - west, north - south, finestCell / 2) + 2 * rounding;
      const level = Math.max(0, Math.min(coarsestLevel, Math.ceil(Math.log2(size / finestCell))));
      levels.add(level);
      const keys = new Set<number>();
      for (const lon of [west - rounding, east + rounding]) {
        for (const lat of [south - rounding, north + rounding]) keys.add(keyOf(level, lon, lat));
      }
      for (const key of keys) {
        const cell = this.#cells.get(key);
        if (cell) cell.push(place);
        else this.#cells.set(key, [place]);
      }
    }
    this.#levels = [...levels];
  }

  /** The places that contain a position, the smallest first: it says most about where that is. */
  placesAt(lon: number, lat: number): Place[] {
    if (!Number.isFinite(lon) || !Number.isFinite(lat)) return [];
    const found: Place[] = [];
    for (const level of this.#levels) {
      const cell = this.#cells.get(keyOf(level, lon, lat));
      if (cell) for (const place of cell) if (contains(place, lon, lat)) found.push(place);
    }
    return found.length < 2 ? found : found.sort(bySize);
  }

  /** The places that contain a position, and those whose outline is within the margin. */
  near(lon: number, lat: number): { place: Place; isInside: boolean }[] {
    if (!Number.isFinite(lon) || !Number.isFinite(lat)) return [];
    const around = this.#levels.flatMap((level) => this.#cells.get(keyOf(level, lon, lat)) ?? []);
    const found: { place: Place; isInside: boolean }[] = [];
    for (const place of around) {
      const { west, east, south, north } = widened(boundsOf(place), this.marginM);
      const isEast = (((lon - west) % 360) + 360) % 360 <= east - west;
      if (lat < south || lat > north || !isEast) continue;
      const isInside = contains(place, lon, lat);
      if (isInside || distanceToEdgeM(place, lon, lat) <= this.marginM) {
        found.push({ place, isInside });
      }
    }
    return found;
  }
}

/** Bounds with so many metres around them, and a little more. */
function widened(bounds: PlaceBounds, metres: number): PlaceBounds {
  if (metres === 0) return bounds;
  const high = (1.01 * metres) / (earthMetres * radians);
  const north = Math.min(90, bounds.north + high);
  const south = Math.max(-90, bounds.south - high);
  const nearestPole = Math.min(89, Math.max(Math.abs(north), Math.abs(south)));
  const wide = Math.min(180, high / Math.cos(nearestPole * radians));
  return { west: bounds.west - wide, south, east: bounds.east + wide, north };
}

const bySize = (a: Place, b: Place) =>
  squareMetresOf(a) - squareMetresOf(b) || (a.id < b.id ? -1 : 1);

/** The number of a cell; longitudes repeat after a turn. */
function keyOf(level: number, lon: number, lat: number): number {
  const cells = 2 ** (coarsestLevel - level);
  const x = Math.floor((lon + 180) / (360 / cells));
  const y = Math.floor((lat + 90) / (360 / cells));
  return (level * 2 ** 19 + y) * 2 ** 19 + (((x % cells) + cells) % cells);
}
