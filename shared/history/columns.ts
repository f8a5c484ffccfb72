/**
 * A track as columns of typed arrays: one row per fix, in the order of time, no time twice. It
 * travels over a MessagePort, as the fleet does, because half a million objects do not.
 *
 * In every column NaN is "not provided". Times are epoch milliseconds. In the window the columns lie in
 * memory that it shares with its workers: whoever reads them never writes.
 */

/** Values a fix may have besides where and when; what they are called on a chart is the window's. */
export const measureNames = [
  'speed',
  'course',
  'battery',
  'fuel',
  'fuel2',
  'temperature',
  'temperature2',
  'rpm',
  'mileageKm',
  'inactiveSeconds',
] as const;
export type MeasureName = (typeof measureNames)[number];

export interface TrackColumns {
  count: number;
  at: Float64Array;
  /** Degrees; both NaN where the fix had no position. */
  latitude: Float64Array;
  longitude: Float64Array;
  /** Only those of which any fix has a value. `speed` is in the service's unit. */
  measures: Partial<Record<MeasureName, Float32Array>>;
  /** Numeric `attributes` of the record, under the names the service gives them. */
  attributes: Record<string, Float32Array>;
  /** Bits: see `fixFlags`. */
  flags: Uint8Array;
}

/** When a track is parted. */
export interface BreakRules {
  gapMinutes: number;
  jumpKmh: number;
}

/** Bits of `flags`. */
export const fixFlags = {
  /** The fix carries an alert that the account holder marked critical. */
  critical: 1,
  alert: 2,
  warning: 4,
  /** Nothing was reported for long before this fix: no line leads to it. */
  afterGap: 8,
  /** Too far from the fix before for any vehicle: no line leads to it. */
  afterJump: 16,
} as const;

/** What main posts on the history port. */
export type HistoryMessage =
  /** Some of a track, in the order of time; where parts meet, a fix may come with both. */
  | { type: 'part'; request: number; columns: TrackColumns }
  /** All of it was posted. By the rules gaps and jumps are marked, which no part can tell of itself. */
  | { type: 'track'; request: number; rules: BreakRules }
  /** The points of a file that was opened to be submitted, in the order of the file. */
  | { type: 'import'; token: string; track: number; columns: TrackColumns };
