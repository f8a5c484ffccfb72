import { fixFlags, type TrackColumns } from './columns';

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
