// Why it is so: docs/decisions/0073-clocks-and-live-status.md
import type { Clock } from './clock';

/** One answer with a `Date` header; all times are epoch milliseconds. */
export interface ClockSample {
  /** When the request was sent, by the clock of this computer. */
  sentAt: number;
  /** When the head of the answer arrived, by the clock of this computer. */
  receivedAt: number;
  /** The `Date` of the answer by the clock of the service, in whole seconds. */
  date: number;
}

/**
 * Time by the clock of the service, for what users see and what is stored; calls are paced by the clock
 * of this computer. How far the two are apart is estimated from the answers of the service, for the
 * session only: after a restart the user may have set the clock. Until it is known, they are the same.
 */
export interface ServiceClock extends Clock {
  /** A time by the clock of this computer, by that of the service; both in epoch milliseconds. */
  of(computerAt: number): number;
  add(sample: ClockSample): void;
  /** To add to the computer's time; positive: the computer is behind, 0: it is right. null: not known. */
  offsetMs(): number | null;
}

/** The `Date` header has a resolution of one second and is cut, not rounded. */
const dateGrainMs = 1_000;
/** Answers that have to agree before there is an estimate: one alone may come from a proxy. */
const neededToBegin = 2;
/** Answers that have to agree with each other to replace an estimate, for example after a clock was set. */
const neededToReplace = 3;
const mostRivals = 8;
/**
 * A smaller difference is not corrected: it does not change an age in minutes, and the times on screen
 * stay those of this computer.
 */
const leastCorrectionMs = 30_000;
/** Clocks of computers drift by at most about this share. */
const drift = 200e-6;

/** The offset is between `low` and `high`. */
interface Bounds {
  low: number;
  high: number;
}

export function createServiceClock(clock: Clock): ServiceClock {
  /** What all accepted answers have in common. */
  let agreed: (Bounds & { at: number }) | null = null;
  /** Answers that contradict it, oldest first. */
  let rivals: Bounds[] = [];
  let offset: number | null = null;

  /** Bounds of the latest contradicting answers that agree, if they are enough. */
  function outvote(needed: number): Bounds | null {
    let common: Bounds | null = null;
    let count = 0;
    for (const rival of rivals.toReversed()) {
      const both: Bounds | null = common ? intersection(common, rival) : rival;
      if (!both) continue;
      common = both;
      count++;
    }
    return count >= needed ? common : null;
  }

  function accept(bounds: Bounds, at: number): void {
    agreed = { ...bounds, at };
    rivals = [];
    // An offset that is still possible stays, so that times do not move with each answer.
    const current = offset ?? 0;
    const isPossible = current >= bounds.low && current <= bounds.high;
    offset = isPossible ? current : corrected(Math.round((bounds.low + bounds.high) / 2));
  }

  function add(sample: ClockSample): void {
    const bounds = boundsOf(sample);
    if (!bounds) return;
    const at = sample.receivedAt;
    const both = agreed && intersection(widened(agreed, at), bounds);
    if (both) {
      accept(both, at);
      return;
    }
    rivals = [...rivals, bounds].slice(-mostRivals);
    const winner = outvote(agreed ? neededToReplace : neededToBegin);
    if (winner) accept(winner, at);
  }

  const of = (computerAt: number) => computerAt + (offset ?? 0);
  return { ...clock, now: () => of(clock.now()), of, add, offsetMs: () => offset };
}

/** Zero for a small difference. */
function corrected(offset: number): number {
  return Math.abs(offset) < leastCorrectionMs ? 0 : offset;
}

/** The service wrote the date after the request was sent and before the answer arrived. */
function boundsOf({ sentAt, receivedAt, date }: ClockSample): Bounds | null {
  const low = date - receivedAt;
  const high = date + dateGrainMs - sentAt;
  // Otherwise the clock of the computer was set back while the call was in flight.
  return low <= high ? { low, high } : null;
}

function widened({ low, high, at }: Bounds & { at: number }, now: number): Bounds {
  const by = Math.abs(now - at) * drift;
  return { low: low - by, high: high + by };
}

function intersection(a: Bounds, b: Bounds): Bounds | null {
  const low = Math.max(a.low, b.low);
  const high = Math.min(a.high, b.high);
  return low <= high ? { low, high } : null;
}
