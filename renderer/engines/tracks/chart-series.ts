import { fixFlags, type MeasureName, type TrackColumns } from '#shared/history/columns';
import { firstRowAt, isBroken } from '#shared/history/track';
import type { ChartSeries, Summary } from './types';

/** The column of a measure as the service sent it; null if the track has none. */
export function columnOf(track: TrackColumns, measure: string): Float32Array | null {
  const name = measure.slice(2);
  if (measure.startsWith('m:')) return track.measures[name as MeasureName] ?? null;
  return Object.hasOwn(track.attributes, name) ? track.attributes[name]! : null;
}

/** A measure of one device over time; NaN is not provided. */
interface Signal extends Pick<TrackColumns, 'at' | 'count'> {
  values: Float32Array;
  /** Bits of `fixFlags`: after a gap or a jump no line leads to a fix. */
  flags: Uint8Array;
}

/** The line of a track in a chart, and its statistics. `factor` converts to the unit on screen. */
export function chartSeries(
  track: TrackColumns,
  measure: string,
  factor: number,
  { from, to, width }: { from: number; to: number; width: number },
): ChartSeries {
  const alerts = alertsIn(track, { from, to, width });
  const values = columnOf(track, measure);
  if (!values)
    return { values: Array.from({ length: width * 2 }, () => null), summary: null, alerts };
  const { at, count, flags } = track;
  const signal = { at, count, flags, values };
  const { low, high } = resample(signal, from, to, width);
  return {
    values: Array.from({ length: width * 2 }, (_, i) => {
      const value = (i & 1 ? high : low)[i >> 1]!;
      return value === null ? null : value * factor;
    }),
    summary: summaryOf(signal, factor, from, to),
    alerts,
  };
}

/** The first fix of each series of fixes with an alert; of those in one pixel the first. */
function alertsIn(
  { at, count, flags }: TrackColumns,
  { from, to, width }: { from: number; to: number; width: number },
): number[] {
  const alerts: number[] = [];
  const pixel = (to - from) / width;
  const isAlert = (row: number) => (flags[row]! & (fixFlags.critical | fixFlags.alert)) !== 0;
  for (let row = firstRowAt({ at, count }, from); row < count && at[row]! <= to; row++) {
    if (!isAlert(row) || (row > 0 && isAlert(row - 1))) continue;
    if (at[row]! - (alerts.at(-1) ?? Number.NEGATIVE_INFINITY) >= pixel) alerts.push(at[row]!);
  }
  return alerts;
}

/**
 * Reduces a signal to columns of pixels: the minimum and maximum of each, so that no peak is lost.
 * Interpolates between fixes farther apart than a column; null where nothing is known.
 */
function resample({ at, count, values, flags }: Signal, from: number, to: number, columns: number) {
  const low = Array.from<number | null>({ length: columns }).fill(null);
  const high = Array.from<number | null>({ length: columns }).fill(null);
  const width = (to - from) / columns;
  const columnOf = (time: number) => (time - from) / width;
  const take = (column: number, value: number) => {
    if (column < 0 || column >= columns) return;
    const least = low[column] ?? null;
    const most = high[column] ?? null;
    if (least === null || value < least) low[column] = value;
    if (most === null || value > most) high[column] = value;
  };
  let last = -1;
  let hasBreak = false;
  const start = Math.max(0, firstRowAt({ at, count }, from) - 1);
  for (let i = start; i < count; i++) {
    if (isBroken(flags[i]!)) hasBreak = true;
    const value = values[i]!;
    if (Number.isNaN(value)) continue;
    const here = columnOf(at[i]!);
    if (last >= 0 && !hasBreak) {
      const before = columnOf(at[last]!);
      const first = Math.max(0, Math.floor(before) + 1);
      const end = Math.min(columns, Math.floor(here));
      for (let column = first; column < end; column++) {
        const share = (column + 0.5 - before) / (here - before);
        take(column, values[last]! + (value - values[last]!) * share);
      }
    }
    take(Math.floor(here), value);
    last = i;
    hasBreak = false;
    if (at[i]! > to) break;
  }
  return { low, high };
}

/** Times of the columns, two for each: the line goes through the minimum and the maximum. */
export function chartTimes(from: number, to: number, columns: number): number[] {
  const width = (to - from) / columns;
  return Array.from(
    { length: columns * 2 },
    (_, i) => from + ((i >> 1) + 0.25 + 0.5 * (i & 1)) * width,
  );
}

/** Minimum, maximum and mean of a signal in a range; null if it has no values. */
function summaryOf(
  { at, count, values }: Signal,
  factor: number,
  from: number,
  to: number,
): Summary | null {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  let sum = 0;
  let found = 0;
  for (let i = firstRowAt({ at, count }, from); i < count && at[i]! <= to; i++) {
    const value = values[i]!;
    if (Number.isNaN(value)) continue;
    if (value < least) least = value;
    if (value > most) most = value;
    sum += value;
    found += 1;
  }
  if (found === 0) return null;
  return { least: least * factor, most: most * factor, mean: (sum / found) * factor };
}
