import type { Fleet } from '#main/features/fleet/fleet';
import type { Freshness } from '#main/features/fleet/freshness';
import type { Clock } from '#main/pace/clock';
import type { ServiceClock } from '#main/pace/service-clock';
import type { ServiceTime } from '#main/pace/service-time';
import type { Status } from '#shared/domain/session';
import { defaultSettings } from '#shared/domain/settings';
import type { AccountCalls } from './account-calls';
import { knownRate, type FactsStore } from './account-facts';
import type { AccountHost } from './account-host';
import type { AccountRefresh } from './account-refresh';
import { composeStatus } from './status';

export interface AccountStatusOptions {
  host: AccountHost;
  clock: Clock;
  serviceClock: Pick<ServiceClock, 'offsetMs'>;
  serviceTime: ServiceTime;
  calls: AccountCalls;
  facts: FactsStore;
  fleet: Pick<Fleet, 'counts'>;
  freshness: Freshness;
  refresh: AccountRefresh;
}

/** Reads the status of an open account from its parts. */
export function accountStatus(options: AccountStatusOptions): Status {
  const { host, calls, facts, refresh } = options;
  const dayLimit = calls.dayLimit();
  return composeStatus({
    now: options.clock.now(),
    answeredAt: facts.answeredAt(),
    freshAt: refresh.freshAt(),
    refresh: refresh.report(),
    listFault: refresh.listFault(),
    counts: options.fleet.counts(),
    freshness: options.freshness,
    checkLimitSeconds: (host.refreshSettings?.() ?? defaultSettings).oldestCheckMinutes * 60,
    meter: calls.meter,
    callRate: {
      ...calls.gate.rate(),
      setting: host.isDemo ? null : host.callsPerMinute(),
      announced: knownRate(facts.current()),
    },
    dayLimit: dayLimit && { ...dayLimit, endsAt: options.serviceTime.of(dayLimit.endsAt) },
    refreshPause: host.refreshPause?.() ?? null,
    counters: calls.counters(),
    slowAnswers: calls.answerTimes.slow(),
    waitingCalls: calls.gate.waitingOfUser(),
    skippedRecords: refresh.skippedRecords(),
    clockOffsetMs: options.serviceClock.offsetMs(),
  });
}
