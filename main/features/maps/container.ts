import { deepestZoom, type MapFileFacts } from '#shared/domain/map-file';
import { refuse } from './map-file-error';
import type { Packing } from './tile-content';

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
