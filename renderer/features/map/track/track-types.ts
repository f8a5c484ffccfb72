import type { Viewport } from '#features/fleet-data';

/** How the way from the fix before to this one is known. */
export const joins = {
  /** As two fixes in a row tell. */
  joined: 0,
  /** Silent for too long in between: drawn dashed. */
  gap: 1,
  /** Farther than anything drives: not drawn. */
  jump: 2,
} as const;

/** The way of one device as it is handed in: row i of each column is one fix, in the order of time. */
export interface TrackWay {
  id: string;
  /** Degrees; NaN where the fix had no position. */
  longitude: Float64Array;
  latitude: Float64Array;
  /** Bits of `fixFlags`. */
  flags: Uint8Array;
  /** What the colours tell, from 0 to `most`; NaN, or null altogether, is unknown. */
  values: Float32Array | null;
  most: number;
  /** Like #1a2b3c: one colour instead of the values'. */
  colour: string | null;
}

/** A part of the world in degrees; `east` may exceed 180 where it crosses the antimeridian. */
export interface TrackExtent {
  west: number;
  south: number;
  east: number;
  north: number;
}

/**
 * A way as it is drawn. Entry i of each column is one fix, in the order of time. x and y are
 * Mercator units; x goes on past 0 and 1 where a way crosses the antimeridian.
 */
export interface TrackLine {
  /** Which row of the way. */
  row: Uint32Array<ArrayBuffer>;
  x: Float64Array<ArrayBuffer>;
  y: Float64Array<ArrayBuffer>;
  /** What the colour tells, 0 to 1; NaN is unknown. */
  share: Float32Array<ArrayBuffer>;
  /** One of `joins`. */
  join: Uint8Array<ArrayBuffer>;
  /** Like #1a2b3c: instead of the colours for a share. */
  colour: string | null;
}

/** What is drawn of the tracks in a viewport; places are relative to `origin`. */
export interface TrackPicture {
  /** Grows with each set of lines. */
  version: number;
  viewport: Viewport;
  origin: { x: number; y: number };
  /** from x, y · to x, y · red, green, blue · 1 where dashed: eight numbers for each piece. */
  pieces: Float32Array<ArrayBuffer>;
  /** x, y · angle in radians clockwise from north: three numbers for each direction mark. */
  marks: Float32Array<ArrayBuffer>;
}

/** A fix near the pointer. */
export interface TrackHit {
  /** Index of the way, and the row in it. */
  way: number;
  row: number;
}

/** The window's end of the worker that keeps the ways. */
export interface TrackClient {
  setWays(ways: readonly TrackWay[]): void;
  /** Six colours for shares from 0 to 1, and the one for an unknown share. */
  setColours(ramp: readonly string[], unknown: string): void;
  /** How many pieces of way may be drawn at once. */
  setMost(pieces: number): void;
  setViewport(viewport: Viewport): void;
  onPicture(listener: (picture: TrackPicture) => void): void;
  /** The fix nearest to a place and not farther than `reach`; all in Mercator units. */
  nearest(x: number, y: number, reach: number): Promise<TrackHit | null>;
  /** The box around all ways; null where none has a position. */
  extent(): Promise<TrackExtent | null>;
  /** Another worker, told everything again, in the place of one that came to an end. */
  restart(): void;
  stop(): void;
}
