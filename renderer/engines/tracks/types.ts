import type { TripRules } from '#shared/domain/history';
import type { MeasureName, TrackColumns } from '#shared/history/columns';
import type { Place } from '#shared/domain/places';
import type { Journey } from '#shared/history/trips';
import type { Visit, VisitRules } from '#shared/history/visits';
import type { MercatorBounds, Viewport } from '#shared/domain/mercator';

/** A track that the worker holds, and the window's copy of its columns. Nobody writes to them. */
export interface Track {
  /** Names the track in questions to the worker. */
  key: string;
  columns: TrackColumns;
}

/** Red, green and blue, each 0 to 1. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** How the worker draws a track. */
export interface DrawnTrack {
  key: string;
  /** The measure that the colours show, from 0 to `maxValue`; null: none. */
  measure: MeasureName | null;
  maxValue: number;
  /** One colour instead of those of the values. */
  colour: Rgb | null;
}

/** How a map draws its tracks, and which part of the world it shows. */
export interface PictureOptions {
  viewport: Viewport;
  /** Six colours for shares from 0 to 1, and the one for an unknown share. */
  colours: { ramp: readonly Rgb[]; unknown: Rgb };
  /** How many pieces may be drawn at the same time. */
  maxPieces: number;
}

/** The drawn part of the tracks in a viewport; coordinates are relative to `origin`. */
export interface TrackPicture {
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

/** A part of the world in Mercator units; `east` may exceed 1 where it crosses the antimeridian. */
export type TrackExtent = MercatorBounds;

/** A range of one measure for a chart. */
export interface ChartRequest {
  keys: readonly string[];
  /** `m:` and the field, or `a:` and the attribute's name. */
  measure: string;
  /** Converts the values to the unit on screen. */
  factor: number;
  from: number;
  to: number;
  /** Pixels. */
  width: number;
}

/** Statistics of a measure, in the unit on screen. */
export interface Summary {
  least: number;
  most: number;
  mean: number;
}

/** The line of one track in a chart: minimum and maximum of each pixel in turn, as in `chartTimes`. */
export interface ChartSeries {
  values: (number | null)[];
  /** null: no data in this range. */
  summary: Summary | null;
  /** When alerts begin in this range, at most one for each pixel. */
  alerts: number[];
}

/** What the worker of the tracks answers. */
export interface TrackMethods {
  /** Tracks of the account that is open now arrive on this port. */
  attach(port: MessagePort): void;
  /** The track that main sends under this number, once it is complete. */
  arrival(request: number): Promise<Track>;
  /** The window does not show this track any more. */
  release(key: string): void;
  chart(request: ChartRequest): ChartSeries[];
  trips(keys: readonly string[], rules: TripRules): Journey[];
  /** The places that visits are to; none before the first call. */
  setPlaces(places: readonly Place[]): void;
  visits(keys: readonly string[], rules: VisitRules): Visit[][];
  /** Replaces the tracks of a map; `version` comes back with its pictures. */
  setTracks(map: number, version: number, tracks: readonly DrawnTrack[]): void;
  setPicture(map: number, options: Partial<PictureOptions>): void;
  /** The nearest fix within `reach`; all in Mercator units. */
  nearest(map: number, x: number, y: number, reach: number): TrackHit | null;
  /** The box around all tracks; null if none has a position. */
  extent(map: number): TrackExtent | null;
  closeMap(map: number): void;
}

/** A track of a file that was opened for submission, in file order. */
export interface ImportedPoints {
  token: string;
  track: number;
  columns: TrackColumns;
}

/** The key of a track of such a file. */
export const importedKey = (token: string, track: number) => `${token} ${track}`;

export interface TrackEvents {
  picture: { map: number; version: number; picture: TrackPicture };
  imported: ImportedPoints;
}
