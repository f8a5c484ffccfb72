import { createBudget, type Allowance, type Budget } from './budget';
import type { CallSource } from './call-source';

/** One minute's calls, divided between jobs and downloads and the refresh behind them. */
export interface Allocation {
  /** Charges one call to the budget and to the share of its source. */
  spend(source: CallSource): void;
  /** For jobs and history. */
  work: Allowance;
  refresh: Allowance;
}

export interface AllocationOptions {
  budget: Budget;
  /** Whether jobs or downloads are running, so that the refresh is limited to its share. */
  isWorking: () => boolean;
  now: () => number;
  /** Part of the rate that the refresh keeps during work. */
  refreshShare?: number;
}

/**
 * Divides a budget. During work the refresh keeps a quarter of the rate, so that positions get older but
 * never stop, and the work has the rest. Without work the refresh has the whole rate.
 */
export function allocateBudget(options: AllocationOptions): Allocation {
  const { budget, isWorking, now } = options;
  const refreshShare = options.refreshShare ?? 0.25;
  const part = (share: number) =>
    createBudget({ callsPerMinute: () => Math.max(1, budget.callsPerMinute() * share), now });
  const refreshPart = part(refreshShare);
  const workPart = part(1 - refreshShare);
  const { slowDown, isSlowed } = budget;

  return {
    spend: (source) => {
      budget.take();
      if (source === 'refresh') refreshPart.take();
      if (source === 'job' || source === 'history') workPart.take();
    },
    work: {
      waitMs: (pace, leave) => Math.max(budget.waitMs(pace, leave), workPart.waitMs(pace, leave)),
      callsPerMinute: workPart.callsPerMinute,
      slowDown,
      isSlowed,
    },
    refresh: {
      waitMs: (pace, leave) =>
        isWorking()
          ? Math.max(budget.waitMs('steady', leave), refreshPart.waitMs('steady'))
          : budget.waitMs(pace, leave),
      callsPerMinute: () => (isWorking() ? refreshPart.callsPerMinute() : budget.callsPerMinute()),
      slowDown,
      isSlowed,
    },
  };
}
