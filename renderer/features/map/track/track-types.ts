import type { Viewport } from '#engines/geo';

/** How a fix is connected to the one before. */
export const joins = {
  /** Two consecutive fixes. */
  joined: 0,
  /** Nothing was reported for too long: drawn dashed. */
  gap: 1,
  /** Faster than anything drives: not drawn. */
  jump: 2,
} as const;

/** The track of one device: row i of each column is one fix, ordered by time. */
export interface TrackInput {
  id: string;
  /** Degrees; NaN where the fix had no position. */
  longitude: Float64Array;
  latitude: Float64Array;
  /** Bits of `fixFlags`. */
  flags: Uint8Array;
  /** The values that the colours show, from 0 to `maxValue`; NaN, or null for all, is unknown. */
  values: Float32Array | null;
  maxValue: number;
  /** Like #1a2b3c: one colour instead of those of the values. */
  colour: string | null;
}

/** A part of the world in Mercator units; `east` may exceed 1 where it crosses the antimeridian. */
export type TrackExtent = Omit<Viewport, 'zoom'>;

/**
 * A track as it is drawn: only fixes with a position, ordered by time. x and y are Mercator units;
 * x continues below 0 and above 1 where a track crosses the antimeridian.
 */
export interface TrackLine {
  /** The row of the track. */
  row: Uint32Array<ArrayBuffer>;
  x: Float64Array<ArrayBuffer>;
  y: Float64Array<ArrayBuffer>;
  /** The value as a share of `maxValue`, 0 to 1; NaN is unknown. */
  share: Float32Array<ArrayBuffer>;
  /** One of `joins`. */
  join: Uint8Array<ArrayBuffer>;
  /** Like #1a2b3c: instead of the colour of the share. */
  colour: string | null;
}

/** The drawn part of the tracks in a viewport; coordinates are relative to `origin`. */
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
  /** Index of the track, and the row in it. */
  track: number;
  row: number;
}

/** The window's end of the worker that holds the tracks. */
export interface TrackClient {
  setTracks(tracks: readonly TrackInput[]): void;
  /** Six colours for shares from 0 to 1, and the one for an unknown share. */
  setColours(ramp: readonly string[], unknown: string): void;
  /** How many pieces may be drawn at the same time. */
  setMaxPieces(pieces: number): void;
  setViewport(viewport: Viewport): void;
  onPicture(listener: (picture: TrackPicture) => void): void;
  /** The nearest fix within `reach`; all in Mercator units. */
  nearest(x: number, y: number, reach: number): Promise<TrackHit | null>;
  /** The box around all tracks; null if none has a position. */
  extent(): Promise<TrackExtent | null>;
  stop(): void;
}
