import {
  deepestZoom,
  type MapFileFacts,
  type MapFileRefusal,
  type MapBounds,
} from '#shared/domain/map-file';

/** How parts of a file are compressed. */
export type Packing = 'none' | 'gzip' | 'zlib' | 'deflate' | 'brotli' | 'zstd';

export type Zooms = Pick<MapFileFacts, 'minZoom' | 'maxZoom'>;

export interface TilePlace {
  zoom: number;
  x: number;
  y: number;
}

/** The tiles of one zoom from one corner to the other; rows count from the north. */
export interface TileArea {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** What a file states about itself, and nobody has checked; null: it states nothing. */
export interface Statements {
  format: 'vector' | 'picture' | 'unknown' | null;
  packing: Packing | 'unknown' | null;
  /** West, south, east, north, if they are numbers. */
  bounds: readonly number[] | null;
  zooms: { min: number; max: number } | null;
  /** `unreadable`: it is no JSON. */
  metadata: unknown;
  attribution: unknown;
}

/** A map file as it is stored. */
export interface Container {
  readonly kind: MapFileFacts['container'];
  readonly bytes: number;
  readonly stated: Statements;
  /** Whether rows count from the end that this kind of file does not have. */
  readonly isFlipped: boolean;
  /** The zooms of its tiles. Refuses a file without tiles. */
  zooms(): Promise<Zooms>;
  /** The area of the tiles of a zoom; null: none, or too many to look at. */
  areaAt(zoom: number): Promise<TileArea | null>;
  /** Some tiles of a zoom, the largest first: the first ones may be empty. */
  samplesAt(zoom: number): Promise<TilePlace[]>;
  /** A tile as it is stored; null if there is none. */
  tile(place: TilePlace): Promise<Uint8Array | null>;
  close(): Promise<void>;
}

/** The zooms that Waypost draws of those that have tiles. */
export function drawnZooms(min: number, max: number): Zooms {
  if (min > deepestZoom) refuse('damaged', `zoom ${min}`);
  return { minZoom: min, maxZoom: Math.min(max, deepestZoom) };
}

/** A map file cannot be used, with the reason for the user. */
export class MapFileError extends Error {
  constructor(
    readonly reason: MapFileRefusal,
    readonly detail = '',
  ) {
    super(reason);
    this.name = 'MapFileError';
  }
}

export function refuse(reason: MapFileRefusal, detail = ''): never {
  throw new MapFileError(reason, detail);
}

/** The reason for an error of the file system or of SQLite. */
export function refusalOf(error: unknown): MapFileError {
  if (error instanceof MapFileError) return error;
  const code = (error as NodeJS.ErrnoException | null)?.code ?? '';
  if (['ENOENT', 'ENOTDIR', 'ENXIO', 'ENODEV'].includes(code)) return new MapFileError('missing');
  return /^E[A-Z]+$/.test(code)
    ? new MapFileError('unreadable')
    : new MapFileError('damaged', 'content');
}

/** JSON of a file, or `unreadable`. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return 'unreadable';
  }
}

/** Text of a file for the screen, without what could disguise it. */
export const plainText = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}<>\u2028\u2029]/gu, ' ');

/** The tile in the parts of an address after its map; null: there is none. */
export function tileAt(parts: readonly string[]): TilePlace | null {
  if (parts.length !== 3 || !parts.every((each) => /^\d{1,8}$/.test(each))) return null;
  const [zoom, x, y] = parts.map(Number) as [number, number, number];
  const side = 2 ** zoom;
  return zoom > deepestZoom || x >= side || y >= side ? null : { zoom, x, y };
}

/** Bounds that can be drawn; null if the stated ones are impossible. */
export function usableBounds(stated: readonly number[]): MapBounds | null {
  if (stated.length !== 4 || !stated.every((each) => Number.isFinite(each))) return null;
  const [west, south, east, north] = stated as unknown as MapBounds;
  const isInWorld = Math.abs(south) <= 90 && Math.abs(north) <= 90 && south < north;
  if (!isInWorld || Math.abs(west) > 180.001 || Math.abs(east) > 180.001) return null;
  const [low, high] = [Math.max(-85.0511, south), Math.min(85.0511, north)];
  if (low >= high) return null;
  // Across the antimeridian: as one box it is the whole width of the world.
  return west < east
    ? [Math.max(-180, west), low, Math.min(180, east), high]
    : [-180, low, 180, high];
}

export function boundsOfTiles(zoom: number, { left, right, top, bottom }: TileArea): MapBounds {
  const size = 2 ** zoom;
  const latitude = (y: number) =>
    (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / size))) * 180) / Math.PI;
  return [
    (left / size) * 360 - 180,
    latitude(bottom + 1),
    ((right + 1) / size) * 360 - 180,
    latitude(top),
  ];
}

export function tilesOfBounds(zoom: number, [west, south, east, north]: MapBounds): TileArea {
  const size = 2 ** zoom;
  const clamp = (value: number) => Math.min(size - 1, Math.max(0, Math.floor(value)));
  const column = (longitude: number) => clamp(((longitude + 180) / 360) * size);
  const row = (latitude: number) => {
    const y = Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI;
    return clamp(((1 - y) / 2) * size);
  };
  return { left: column(west), right: column(east), top: row(north), bottom: row(south) };
}

export const countOf = ({ left, right, top, bottom }: TileArea): number =>
  (right - left + 1) * (bottom - top + 1);

/** The part that two areas have in common; null: none. */
export function common(a: MapBounds, b: MapBounds): MapBounds | null {
  const [west, south] = [Math.max(a[0], b[0]), Math.max(a[1], b[1])];
  const [east, north] = [Math.min(a[2], b[2]), Math.min(a[3], b[3])];
  return west < east && south < north ? [west, south, east, north] : null;
}

/** The most tiles of a zoom that are looked at for the area of a map. */
const mostTiles = 40_000;

/** The deepest area of the tiles that takes a bounded time to find; null: there are too many. */
export async function finestArea(
  container: Pick<Container, 'areaAt'>,
  { minZoom, maxZoom }: Zooms,
): Promise<{ zoom: number; area: TileArea } | null> {
  let finest: { zoom: number; area: TileArea } | null = null;
  for (let zoom = minZoom; zoom <= maxZoom; zoom += 1) {
    if (finest && countOf(finest.area) * 4 > mostTiles) break;
    const area = await container.areaAt(zoom);
    if (area) finest = { zoom, area };
  }
  return finest;
}
