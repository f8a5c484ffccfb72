import type { Coverage, Range } from '#shared/domain/history';
import { intersection } from './ranges';

/** Sorts days by the worst part of each. `within` is the range that counts. */
export function coveredDays(
  days: readonly Range[],
  within: Range,
  { missing, incomplete, unsettled }: Omit<Coverage, 'days'>,
): Coverage['days'] {
  const counts = { total: 0, complete: 0, canChange: 0, incomplete: 0, notLoaded: 0 };
  for (const day of days) {
    const part = intersection(day, within);
    if (!part) continue;
    const has = (parts: readonly Range[]) => parts.some((each) => intersection(each, part));
    counts.total++;
    if (has(incomplete)) counts.incomplete++;
    else if (has(missing)) counts.notLoaded++;
    else if (has(unsettled)) counts.canChange++;
    else counts.complete++;
  }
  return counts;
}
