import type { Fix } from '../domain/fix';
import { metresBetween } from './distance';
import { fixFlags, measureNames, type BreakRules, type TrackColumns } from './columns';

/** A track without a fix. */
export function emptyTrack(): TrackColumns {
  return {
    count: 0,
    at: new Float64Array(0),
    latitude: new Float64Array(0),
    longitude: new Float64Array(0),
    measures: {},
    attributes: {},
    flags: new Uint8Array(0),
  };
}

/** Further numeric attributes are ignored, to keep the list of charts usable. */
const mostAttributes = 40;

const reals = (count: number) => new Float32Array(count).fill(Number.NaN);

/** Converts fixes to columns, in time order and one per time. Fixes without a time are left out. */
export function trackOf(fixes: readonly Fix[]): TrackColumns {
  const timed = fixes.filter((fix) => fix.at !== null);
  const count = timed.length;
  const track: TrackColumns = {
    ...emptyTrack(),
    count,
    at: Float64Array.from(timed, (fix) => fix.at ?? Number.NaN),
    latitude: Float64Array.from(timed, (fix) => fix.latitude ?? Number.NaN),
    longitude: Float64Array.from(timed, (fix) => fix.longitude ?? Number.NaN),
    flags: Uint8Array.from(timed, flagsOf),
  };
  for (const name of measureNames) {
    if (timed.every((fix) => fix[name] === null)) continue;
    track.measures[name] = Float32Array.from(timed, (fix) => fix[name] ?? Number.NaN);
  }
  timed.forEach((fix, row) => takeAttributes(track.attributes, fix, row, count));
  return inOrder(track);
}

function flagsOf(fix: Fix): number {
  return (
    (fix.hasCriticalAlert ? fixFlags.critical : 0) |
    (fix.alerts.length + fix.alertTexts.length > 0 ? fixFlags.alert : 0) |
    (fix.warnings.length + fix.warningTexts.length > 0 ? fixFlags.warning : 0)
  );
}

function takeAttributes(
  columns: TrackColumns['attributes'],
  fix: Fix,
  row: number,
  count: number,
): void {
  for (const [name, text] of Object.entries(fix.attributes)) {
    if (!/^\s*[-+]?\d+(\.\d+)?\s*$/.test(text)) continue;
    if (!Object.hasOwn(columns, name)) {
      if (Object.keys(columns).length >= mostAttributes) continue;
      Object.defineProperty(columns, name, {
        value: reals(count),
        enumerable: true,
        writable: true,
        configurable: true,
      });
    }
    columns[name]![row] = Number(text);
  }
}

export function* columnsOf(
  track: TrackColumns,
): Generator<readonly [name: string, values: Float64Array | Float32Array | Uint8Array]> {
  yield ['at', track.at];
  yield ['latitude', track.latitude];
  yield ['longitude', track.longitude];
  yield ['flags', track.flags];
  for (const name of measureNames) {
    const values = track.measures[name];
    if (values) yield [`m:${name}`, values];
  }
  for (const [name, values] of Object.entries(track.attributes)) yield [`a:${name}`, values];
}

/** The given rows, in the given order. */
function takeRows(track: TrackColumns, rows: ArrayLike<number>): TrackColumns {
  const count = rows.length;
  const pick = <A extends Float64Array | Float32Array | Uint8Array>(from: A, to: A): A => {
    for (let i = 0; i < count; i++) to[i] = from[rows[i]!]!;
    return to;
  };
  const picked: TrackColumns = {
    count,
    at: pick(track.at, new Float64Array(count)),
    latitude: pick(track.latitude, new Float64Array(count)),
    longitude: pick(track.longitude, new Float64Array(count)),
    measures: {},
    attributes: {},
    flags: pick(track.flags, new Uint8Array(count)),
  };
  for (const name of measureNames) {
    const from = track.measures[name];
    if (from) picked.measures[name] = pick(from, new Float32Array(count));
  }
  picked.attributes = Object.fromEntries(
    Object.entries(track.attributes).map(([name, from]) => [
      name,
      pick(from, new Float32Array(count)),
    ]),
  );
  return picked;
}

/** Sorts by time; of several fixes with the same time, the last one in the input wins. */
function inOrder(track: TrackColumns): TrackColumns {
  const { at, count } = track;
  let isInOrder = true;
  for (let i = 1; i < count && isInOrder; i++) isInOrder = at[i - 1]! < at[i]!;
  if (isInOrder) return track;
  const rows = Array.from({ length: count }, (_, row) => row).sort(
    (a, b) => at[a]! - at[b]! || a - b,
  );
  const uniqueRows = rows.filter((row, i) => i + 1 === count || at[row] !== at[rows[i + 1]!]);
  return takeRows(track, uniqueRows);
}

/**
 * Merges parts into one track; of two fixes with the same time, the one from the later part wins.
 */
export function mergeTracks(parts: readonly TrackColumns[]): TrackColumns {
  const filled = parts.filter(({ count }) => count > 0);
  if (filled.length <= 1) return filled[0] ?? emptyTrack();
  const count = filled.reduce((sum, part) => sum + part.count, 0);
  const merged: TrackColumns = {
    count,
    at: new Float64Array(count),
    latitude: new Float64Array(count),
    longitude: new Float64Array(count),
    measures: {},
    attributes: {},
    flags: new Uint8Array(count),
  };
  let start = 0;
  for (const part of filled) {
    merged.at.set(part.at, start);
    merged.latitude.set(part.latitude, start);
    merged.longitude.set(part.longitude, start);
    merged.flags.set(part.flags, start);
    for (const name of measureNames) {
      const values = part.measures[name];
      if (values) (merged.measures[name] ??= reals(count)).set(values, start);
    }
    for (const [name, values] of Object.entries(part.attributes)) {
      const has = Object.hasOwn(merged.attributes, name);
      const column = has ? merged.attributes[name]! : reals(count);
      column.set(values, start);
      if (!has) merged.attributes = { ...merged.attributes, [name]: column };
    }
    start += part.count;
  }
  return inOrder(merged);
}

/** The first row at or after a time; `count` if there is none. */
export function firstRowAt(track: Pick<TrackColumns, 'at' | 'count'>, time: number): number {
  let low = 0;
  let high = track.count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (track.at[middle]! < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The fixes from one time to another, both inclusive. */
export function cutTrack(track: TrackColumns, range: { from: number; to: number }): TrackColumns {
  const start = firstRowAt(track, range.from);
  let end = firstRowAt(track, range.to);
  if (end < track.count && track.at[end] === range.to) end++;
  if (start === 0 && end === track.count) return track;
  const cut = <A extends Float64Array | Float32Array | Uint8Array>(from: A) =>
    from.slice(start, Math.max(start, end)) as A;
  const each = <K extends string>(columns: Partial<Record<K, Float32Array>>) =>
    Object.fromEntries(
      Object.entries<Float32Array | undefined>(columns).flatMap(([name, values]) =>
        values ? [[name, cut(values)]] : [],
      ),
    );
  return {
    count: Math.max(0, end - start),
    at: cut(track.at),
    latitude: cut(track.latitude),
    longitude: cut(track.longitude),
    measures: each(track.measures),
    attributes: each(track.attributes),
    flags: cut(track.flags),
  };
}

/** Shorter distances are GPS noise, never a jump. */
const smallestJumpMetres = 150;

/**
 * Marks gaps and jumps in `flags`, in place. Each fix is compared with the previous one, so a
 * single outlier produces two marks: on the outlier and on the fix after it.
 */
export function markBreaks(track: TrackColumns, rules: BreakRules): void {
  const { at, latitude, longitude, flags, count } = track;
  const fastest = rules.jumpKmh / 3.6;
  let last = -1;
  for (let i = 0; i < count; i++) {
    flags[i]! &= ~(fixFlags.afterGap | fixFlags.afterJump);
    if (Number.isNaN(latitude[i]!)) continue;
    if (last >= 0) {
      const ms = at[i]! - at[last]!;
      if (ms > rules.gapMinutes * 60_000) flags[i]! |= fixFlags.afterGap;
      const metres = metresBetween(latitude[last]!, longitude[last]!, latitude[i]!, longitude[i]!);
      const isTooFast = metres > smallestJumpMetres && metres > (fastest * ms) / 1000;
      if (isTooFast) flags[i]! |= fixFlags.afterJump;
    }
    last = i;
  }
}

/** Whether no line is drawn to this fix. */
export const isBroken = (flags: number) => (flags & (fixFlags.afterGap | fixFlags.afterJump)) !== 0;

/**
 * The rows with a position, in runs that lines connect: a jump ends one. A single fix that was jumped to and
 * away from is an outlier and is left out.
 */
export function routeRuns(track: TrackColumns): number[][] {
  const runs: number[][] = [];
  for (let row = 0; row < track.count; row++) {
    if (Number.isNaN(track.latitude[row]!)) continue;
    const run = runs.at(-1);
    if (!run || (track.flags[row]! & fixFlags.afterJump) !== 0) runs.push([row]);
    else run.push(row);
  }
  const long = runs.filter(({ length }) => length > 1);
  return long.length > 0 ? long : runs;
}

/** Whether at least one row has a position: without, nobody knows whether the device was driven. */
export const hasPosition = ({ latitude, count }: TrackColumns): boolean =>
  latitude.subarray(0, count).some((degrees) => !Number.isNaN(degrees));

/** Whether nothing was reported for a long time before a row: the line to it is not known. */
export const isAfterGap = ({ flags }: TrackColumns, row: number): boolean =>
  (flags[row]! & fixFlags.afterGap) !== 0;
