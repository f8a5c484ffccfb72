import { createBudget, type Budget } from './budget';

/** One minute's calls, divided between the work a person waits for and the refresh behind it. */
export interface Shares {
  /** Its `take` counts the share alone: what the work calls takes itself from the whole. */
  work: Budget;
  refresh: Budget;
}

export interface ShareOptions {
  /** The whole; everything is spent from it. */
  budget: Budget;
  /** While this says so, the refresh gives way. */
  isWorking: () => boolean;
  now: () => number;
  /** Part of the rate the refresh keeps while there is work. */
  refreshShare?: number;
}

/**
 * Divides a budget. While there is work, the refresh keeps a quarter, so that positions grow old but
 * never stop, and the work has the rest; without work the refresh has all.
 */
export function shareBudget(options: ShareOptions): Shares {
  const { budget, isWorking, now } = options;
  const refreshShare = options.refreshShare ?? 0.25;
  const part = (share: number) =>
    createBudget({ callsPerMinute: () => Math.max(1, budget.callsPerMinute() * share), now });
  const refreshPart = part(refreshShare);
  const workPart = part(1 - refreshShare);

  return {
    work: {
      ...budget,
      take: workPart.take,
      waitMs: (pace, leave) => Math.max(budget.waitMs(pace, leave), workPart.waitMs(pace)),
      callsPerMinute: workPart.callsPerMinute,
    },
    refresh: {
      ...budget,
      take: () => {
        budget.take();
        refreshPart.take();
      },
      waitMs: (pace, leave) =>
        isWorking()
          ? Math.max(budget.waitMs('steady', leave), refreshPart.waitMs('steady'))
          : budget.waitMs(pace, leave),
      callsPerMinute: () => (isWorking() ? refreshPart.callsPerMinute() : budget.callsPerMinute()),
    },
  };
}
