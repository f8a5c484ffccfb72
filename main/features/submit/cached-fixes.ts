import type { ReportStep } from './report-check';
import type { Range } from '#shared/domain/history';
import type { TrackColumns } from '#shared/history/columns';
import { firstRowAt } from '#shared/history/track';

/** How the downloaded history compares to a location to submit; null if it has no fix of that time. */
export type CachedMatch = 'same' | 'elsewhere' | null;

/** Files round to six decimals, about a tenth of a metre. */
const sameDegrees = 1.5e-6;

/** Looks up locations in the downloaded history of their device, which is read once. */
export function createCachedLookup(
  range: Range,
  track: (range: Range) => TrackColumns,
): (step: ReportStep) => CachedMatch {
  const cached = track(range);
  const { at, latitude, longitude } = cached;

  return (step) => {
    if (step.action !== 'submitLocation') return null;
    const row = firstRowAt(cached, step.location.at);
    if (at[row] !== step.location.at || Number.isNaN(latitude[row]!)) return null;
    const isSame =
      Math.abs(latitude[row]! - step.location.latitude) < sameDegrees &&
      Math.abs(longitude[row]! - step.location.longitude) < sameDegrees;
    return isSame ? 'same' : 'elsewhere';
  };
}
