import type { ApiOptions } from '#main/api/caller';
import { allocateBudget, type Allocation } from '#main/pace/allocation';
import { createBudget, type Reservation } from '#main/pace/budget';
import type { Clock } from '#main/pace/clock';
import { createCallMeter, type CallMeter } from './status';

/** The calls of one account: what they may be, and what they were. */
export interface AccountCalls extends Pick<Allocation, 'work' | 'refresh'> {
  /** For the service client, which reports and charges every call it sends. */
  hooks: Required<Pick<ApiOptions, 'charge' | 'onCall'>>;
  meter: CallMeter;
  /** The service's own counters as it last sent them. */
  usage(): { apiUsage: number | null; apiDailyUsage: number | null };
  /** Reserves the next call for a request in the background. */
  reserve(): Reservation;
}

export interface AccountCallsOptions {
  clock: Clock;
  callsPerMinute: () => number;
  /** Whether jobs or downloads are running. */
  isWorking: () => boolean;
  /** The count of the day from an earlier session. */
  earlier: { day: string; calls: number } | null;
  /** A call was reported. */
  onCall: () => void;
}

export function createAccountCalls(options: AccountCallsOptions): AccountCalls {
  const { callsPerMinute, isWorking } = options;
  const { now } = options.clock;
  const budget = createBudget({ callsPerMinute, now });
  const { spend, work, refresh } = allocateBudget({ budget, isWorking, now });
  const meter = createCallMeter(options.earlier);
  let apiUsage: number | null = null;
  let apiDailyUsage: number | null = null;
  return {
    hooks: {
      charge: spend,
      onCall: (call) => {
        meter.record(call.at);
        apiUsage = call.apiUsage ?? apiUsage;
        apiDailyUsage = call.apiDailyUsage ?? apiDailyUsage;
        options.onCall();
      },
    },
    meter,
    usage: () => ({ apiUsage, apiDailyUsage }),
    work,
    refresh,
    reserve: budget.reserve,
  };
}
