import { deepestZoom, type MapFileFacts, type MapFileRefusal } from '#shared/domain/map-file';

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

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Text of a file for the screen, without what could disguise it. */
export const plainText = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}<>\u2028\u2029]/gu, ' ');
