import type { ReportStep } from './report-check';
import type { Range } from '#shared/domain/history';
import type { TrackColumns } from '#shared/history/columns';
import { firstRowAt } from '#shared/history/track';

/** What the history that was fetched holds already of a location to submit. */
export type Kept = 'same' | 'elsewhere' | null;

/** Six decimals, as most files write them, are about a tenth of a metre. */
const sameDegrees = 1.5e-6;

/** Looks locations of a time up in the history that was fetched of their device; reads it once. */
export function keptFixes(
  range: Range,
  track: (range: Range) => TrackColumns,
): (step: ReportStep) => Kept {
  const kept = track(range);
  const { at, latitude, longitude } = kept;

  return (step) => {
    if (step.action !== 'submitLocation') return null;
    const row = firstRowAt(kept, step.location.at);
    if (at[row] !== step.location.at || Number.isNaN(latitude[row]!)) return null;
    const isSame =
      Math.abs(latitude[row]! - step.location.latitude) < sameDegrees &&
      Math.abs(longitude[row]! - step.location.longitude) < sameDegrees;
    return isSame ? 'same' : 'elsewhere';
  };
}
