import { isRound } from '#shared/domain/range-answer';
import type { Day } from './day-index';

/**
 * A day as stored by this version or an earlier one. Earlier versions took every answer for complete: a
 * day without records may have had unreadable ones or some outside the range, and a round number of
 * records may have been cut. Such days stay readable and are requested again; the others are trusted.
 */
export function judgedByEarlierVersion(day: Day): Day {
  if (day.incomplete) return day;
  if (day.records > 0 && !isRound(day.records)) return { ...day, incomplete: [] };
  const incomplete = day.settled.map((part) => ({
    ...part,
    reason: 'notChecked' as const,
    received: day.records,
    unreadable: 0,
    outside: 0,
    originals: [],
  }));
  return { ...day, settled: [], incomplete };
}
