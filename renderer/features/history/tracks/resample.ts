import { isBroken } from '#shared/history/track';

/** A measure of one device over time; NaN is not provided. */
export interface Signal {
  at: Float64Array;
  values: Float32Array;
  /** Bits of `fixFlags`: after a gap or a jump no line leads to a fix. */
  flags: Uint8Array;
}

/**
 * Reduces a signal to columns of pixels: the minimum and maximum of each, so that no peak is lost.
 * Interpolates between fixes farther apart than a column; null where nothing is known.
 */
export function resample(
  { at, values, flags }: Signal,
  from: number,
  to: number,
  columns: number,
): { low: (number | null)[]; high: (number | null)[] } {
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
  const start = Math.max(0, firstAtOrAfter(at, from) - 1);
  for (let i = start; i < at.length; i++) {
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

function firstAtOrAfter(at: Float64Array, time: number): number {
  let low = 0;
  let high = at.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at[middle]! < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Times of the columns, two for each: the line goes through the minimum and the maximum. */
export function columnTimes(from: number, to: number, columns: number): number[] {
  const width = (to - from) / columns;
  return Array.from(
    { length: columns * 2 },
    (_, i) => from + ((i >> 1) + 0.25 + 0.5 * (i & 1)) * width,
  );
}

/** Minimum and maximum of each column, alternating as in `columnTimes`, in the unit on screen. */
export function chartValues(
  signal: Signal & { factor: number },
  from: number,
  to: number,
  columns: number,
): (number | null)[] {
  const { low, high } = resample(signal, from, to, columns);
  return Array.from({ length: columns * 2 }, (_, i) => {
    const value = (i & 1 ? high : low)[i >> 1]!;
    return value === null ? null : value * signal.factor;
  });
}

/** Statistics of a signal, in the unit on screen. */
export interface Summary {
  least: number;
  most: number;
  mean: number;
}

/** Minimum, maximum and mean of a signal in a range; null if it has no values. */
export function summaryOf(
  { at, values, factor }: Pick<Signal, 'at' | 'values'> & { factor: number },
  from: number,
  to: number,
): Summary | null {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  let sum = 0;
  let count = 0;
  for (let i = firstAtOrAfter(at, from); i < at.length && at[i]! <= to; i++) {
    const value = values[i]!;
    if (Number.isNaN(value)) continue;
    if (value < least) least = value;
    if (value > most) most = value;
    sum += value;
    count += 1;
  }
  if (count === 0) return null;
  return { least: least * factor, most: most * factor, mean: (sum / count) * factor };
}
