import type { ApiOptions, CallReport } from '#main/api/caller';
import { allocateBudget, type Allocation } from '#main/pace/allocation';
import { createBudget, type Reservation } from '#main/pace/budget';
import type { Clock } from '#main/pace/clock';
import { createServiceClock, type ServiceClock } from '#main/pace/service-clock';
import { knownOf, mapKnown, neverAsked } from '#shared/domain/known';
import type { CallRate } from '#shared/domain/session';
import { createCallMeter, type CallMeter, type ServiceCounters } from './status';

/** The calls of one account: what they may be, and what they were. */
export interface AccountCalls extends Pick<Allocation, 'work' | 'refresh'> {
  /** For the service client, which reports and charges every call it sends. */
  hooks: Required<Pick<ApiOptions, 'charge' | 'onCall'>>;
  meter: CallMeter;
  counters(): ServiceCounters;
  /** The clock of the service, from the answers of this session. */
  serviceClock: Pick<ServiceClock, 'offsetMs'>;
  /** The present rate of everything together. */
  rate(): Pick<CallRate, 'inUse' | 'isSlowed'>;
  /** Reserves the next call for a request in the background. */
  reserve(): Reservation;
}

export interface AccountCallsOptions {
  clock: Clock;
  /** The time by the clock of the service. */
  serviceNow: () => number;
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
  const serviceClock = createServiceClock();
  let counters: ServiceCounters = { apiUsage: neverAsked, apiDailyUsage: neverAsked };
  return {
    hooks: {
      charge: spend,
      onCall: (call) => {
        meter.record(call.at);
        if (call.clock) serviceClock.add(call.clock);
        if (call.status !== null) counters = nextCounters(counters, call, options.serviceNow());
        options.onCall();
      },
    },
    meter,
    counters: () => counters,
    serviceClock,
    rate: () => ({ inUse: budget.callsPerMinute(), isSlowed: budget.isSlowed() }),
    work,
    refresh,
    reserve: budget.reserve,
  };
}

/** A counter stays, with its age, until an answer has another one. */
function nextCounters(before: ServiceCounters, call: CallReport, asOf: number): ServiceCounters {
  const next = (field: keyof ServiceCounters) => {
    const known = knownOf(call, field, asOf);
    const isOlderBetter = known.is === 'notProvided' && before[field].is !== 'neverAsked';
    if (isOlderBetter) return before[field];
    return mapKnown(known, (value) => value ?? 0);
  };
  return { apiUsage: next('apiUsage'), apiDailyUsage: next('apiDailyUsage') };
}
