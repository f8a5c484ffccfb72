import type { Fleet } from '#main/features/fleet/fleet';
import type { Freshness } from '#main/features/fleet/freshness';
import type { Clock } from '#main/pace/clock';
import type { ServiceClock } from '#main/pace/service-clock';
import { neverAsked } from '#shared/domain/known';
import type { FleetFreshness, Status } from '#shared/domain/session';
import type { Settings } from '#shared/domain/settings';
import type { RefreshPause } from '#shared/domain/session';
import type { Fault } from '#shared/fault';
import type { AccountCalls } from './account-calls';
import { knownRate, type FactsStore } from './account-facts';
import type { AccountRefresh } from './account-refresh';

/** Older answers are not "live". */
export const liveForMs = 90_000;
/** Of the devices that can be checked, so many were checked recently in a "live" fleet. */
const liveShare = 0.9;
/** A fleet of which fewer devices can be checked is not "live". */
const leastShare = 0.5;
/**
 * How recent the checks of a "live" fleet are, in seconds: the longest that any device waits by plan,
 * but never longer than the user accepts, and at least the age of an answer that counts as live. Devices
 * that move or are in view are checked more often.
 */
export function liveWithinSeconds(
  { longestCheckSeconds }: { longestCheckSeconds: number },
  checkLimitSeconds: number,
): number {
  return Math.max(liveForMs / 1000, Math.min(checkLimitSeconds, longestCheckSeconds));
}

/**
 * Whether enough devices were checked recently to call the fleet "live". Devices that the service
 * refuses or whose answers are not understood cannot be checked; they are counted and shown.
 */
export function isFleetCurrent(
  fleet: Pick<FleetFreshness, 'listed' | 'refused' | 'notUnderstood'> & {
    /** Checked within `liveWithinSeconds`. */
    checked: number;
  },
): boolean {
  const { listed, checked } = fleet;
  const checkable = listed - fleet.refused - fleet.notUnderstood;
  return checked >= checkable * liveShare && checked >= listed * leastShare;
}

/** Decides what the status may claim. */
export function statusMode(claim: {
  reason: Fault | null;
  /** When what the window shows was received last in this session; null: not yet. */
  freshAt: number | null;
  now: number;
  isFleetCurrent: boolean;
  /** The service answers slowly, or a request waits for its answer unusually long. */
  isSlow: boolean;
}): Status['mode'] {
  const kind = claim.reason?.kind;
  if (kind === 'offline' || kind === 'notThisService') return 'offline';
  if (claim.reason || claim.freshAt === null) return 'delayed';
  // An answer in the future was received before the clock was set back.
  if (Math.abs(claim.now - claim.freshAt) > liveForMs) return 'delayed';
  return claim.isFleetCurrent && !claim.isSlow ? 'live' : 'updating';
}

/** Reads the status of an open account. Times are by the clock of this computer, except for `asOf`. */
export function accountStatus(account: {
  clock: Clock;
  serviceClock: ServiceClock;
  settings: Settings;
  isDemo: boolean;
  calls: AccountCalls;
  facts: FactsStore;
  fleet: Pick<Fleet, 'counts'>;
  freshness: Freshness;
  refresh: AccountRefresh;
  refreshPause: RefreshPause;
}): Status {
  const { serviceClock, settings, calls, facts, freshness } = account;
  const now = account.clock.now();
  const refresh = account.refresh.report();
  const reason = account.refresh.listFault() ?? refresh.reason;
  const fleet = freshness.counts(now);
  const checkLimitSeconds = settings.oldestCheckMinutes * 60;
  const checked = freshness.checkedWithin(liveWithinSeconds(refresh, checkLimitSeconds), now);
  const slowAnswers = calls.answerTimes.slow();
  const dayLimit = calls.dayLimit();
  return {
    mode: statusMode({
      reason,
      freshAt: account.refresh.freshAt(),
      now,
      isFleetCurrent: isFleetCurrent({ ...fleet, checked }),
      isSlow: slowAnswers !== null,
    }),
    asOf: facts.answeredAt(),
    reason,
    nextTryAt: refresh.nextTryAt === null ? null : serviceClock.of(refresh.nextTryAt),
    ...account.fleet.counts(),
    freshness: fleet,
    callsLastMinute: calls.meter.lastMinute(now),
    callsToday: calls.meter.today(now),
    callRate: {
      ...calls.queue.rate(),
      setting: account.isDemo ? null : settings.callsPerMinute,
      announced: knownRate(facts.current()),
    },
    dayLimit: dayLimit && { ...dayLimit, endsAt: serviceClock.of(dayLimit.endsAt) },
    refreshPause: account.refreshPause,
    callsPerMinute: refresh.callsPerMinute,
    longestCheckSeconds: refresh.longestCheckSeconds,
    checkLimitSeconds,
    slowAnswers,
    waitingCalls: calls.queue.waitingOfUser(),
    ...calls.counters(),
    skippedRecords: account.refresh.skippedRecords(),
    clockOffsetMs: serviceClock.offsetMs(),
  };
}

/** At most two status messages a second: with many devices a position arrives every few milliseconds. */
const shortestIntervalMs = 500;
/** The status is reported at least this often, because what it claims gets older. */
const longestIntervalMs = 15_000;

/** Reports the status often enough, and not too often. */
export function createStatusReporter(options: {
  clock: Clock;
  report: () => void;
  /** Runs before a report for which nothing had changed. */
  onIdle: () => void;
}) {
  const { clock, report } = options;
  let cancelSoon: (() => void) | null = null;
  let cancelIdle: (() => void) | null = null;
  let isClosed = false;

  function reportIn(delayMs: number): void {
    if (isClosed || cancelSoon) return;
    cancelSoon = clock.after(delayMs, () => {
      cancelSoon = null;
      report();
      cancelIdle?.();
      cancelIdle = clock.after(longestIntervalMs, () => {
        options.onIdle();
        reportIn(0);
      });
    });
  }

  return {
    /** Something changed. */
    soon: () => reportIn(shortestIntervalMs),
    now: report,
    close: () => {
      isClosed = true;
      cancelSoon?.();
      cancelIdle?.();
    },
  };
}

/** Without an account. An account that opens shows it for a moment, so it must not say "offline". */
export const emptyStatus: Status = {
  mode: 'delayed',
  asOf: null,
  reason: null,
  nextTryAt: null,
  devices: 0,
  positions: 0,
  notAskedYet: 0,
  freshness: {
    listed: 0,
    refused: 0,
    notUnderstood: 0,
    lastMinute: 0,
    lastTenMinutes: 0,
    lastHour: 0,
  },
  oldestFixAt: null,
  callsLastMinute: 0,
  callsToday: 0,
  callRate: { inUse: 0, setting: null, announced: neverAsked, isSlowed: false, refusedAt: null },
  dayLimit: null,
  refreshPause: null,
  callsPerMinute: 0,
  longestCheckSeconds: 0,
  checkLimitSeconds: 0,
  slowAnswers: null,
  waitingCalls: 0,
  apiUsage: neverAsked,
  apiDailyUsage: neverAsked,
  skippedRecords: 0,
  clockOffsetMs: null,
};
