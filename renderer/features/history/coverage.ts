import type { Coverage, FetchPlan, IncompletePart, Range } from '#shared/domain/history';

/** What may be spent on a range that is only looked at. */
const mostCallsAlone = 5;

/** Something was never requested, and few calls get all of it. */
export const isShort = ({ newCalls, calls }: FetchPlan) => newCalls > 0 && calls <= mostCallsAlone;

/** How much of a range is cached. */
export type LoadedPart = { is: 'nothing' } | { is: 'until'; at: number } | { is: 'parts' };

export function loadedPart({ missing }: Pick<Coverage, 'missing'>, range: Range): LoadedPart {
  const [first, ...others] = missing;
  if (!first) return { is: 'until', at: range.to };
  if (first.from <= range.from && first.to >= range.to) return { is: 'nothing' };
  const isRest = others.length === 0 && first.to >= range.to;
  return isRest ? { is: 'until', at: first.from } : { is: 'parts' };
}

/** A device and what is cached of a range of it. */
export interface Covered {
  deviceId: string;
  coverage: Coverage;
}

/** The parts of one device and day that are not complete for the same reason. */
interface IncompleteDay extends IncompletePart {
  deviceId: string;
}

/** One entry for each device, day and reason, oldest first. */
export function incompleteDays(
  tracks: readonly Covered[],
  dayOf: (at: number) => string,
): IncompleteDay[] {
  const entries = new Map<string, IncompleteDay>();
  for (const { deviceId, coverage } of tracks) {
    for (const part of coverage.incomplete) {
      const key = JSON.stringify([deviceId, dayOf(part.from), part.reason]);
      const entry = entries.get(key);
      if (!entry) {
        entries.set(key, { ...part, deviceId, originals: [...part.originals] });
        continue;
      }
      entry.from = Math.min(entry.from, part.from);
      entry.to = Math.max(entry.to, part.to);
      entry.received += part.received;
      entry.unreadable += part.unreadable;
      entry.outside += part.outside;
      entry.originals.push(...part.originals);
    }
  }
  return [...entries.values()].sort((a, b) => a.from - b.from);
}
