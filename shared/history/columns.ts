/**
 * A track as columns of typed arrays: one row per fix, in time order, each time once. Like the
 * fleet, it is sent over a MessagePort, because cloning half a million objects is too slow.
 *
 * In every column NaN means "not provided". Times are epoch milliseconds. In the renderer the
 * columns are a copy of those that a worker holds, so readers must not write to them.
 */

/** Values of a fix besides position and time. Their chart labels are defined in the renderer. */
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
  /** Degrees; both NaN if the fix has no position. */
  latitude: Float64Array;
  longitude: Float64Array;
  /**
   * Only measures for which at least one fix has a value. `speed` is in the unit of the service.
   */
  measures: Partial<Record<MeasureName, Float32Array>>;
  /** Numeric `attributes` of the record, by the names of the service. */
  attributes: Record<string, Float32Array>;
  /** Bits: see `fixFlags`. */
  flags: Uint8Array;
}

/** When a track is split. */
export interface BreakRules {
  gapMinutes: number;
  jumpKmh: number;
}

export const fixFlags = {
  /** The fix carries an alert that the account holder marked critical. */
  critical: 1,
  alert: 2,
  warning: 4,
  /** No fix was reported for a long time before this one: no line is drawn to it. */
  afterGap: 8,
  /** Too far from the previous fix for any vehicle: no line is drawn to it. */
  afterJump: 16,
} as const;

/** What main posts on the history port. */
export type HistoryMessage =
  /** A part of a track, in time order. A fix at the boundary of two parts may be in both. */
  | { type: 'part'; request: number; columns: TrackColumns }
  /** All parts were posted. The rules mark gaps and jumps, which need the whole track. */
  | { type: 'track'; request: number; rules: BreakRules }
  /** The points of a file that was opened for submission, in file order. */
  | { type: 'import'; token: string; track: number; columns: TrackColumns };
