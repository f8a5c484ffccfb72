import type { FleetCounts } from '#main/features/fleet/fleet';
import type { Freshness } from '#main/features/fleet/freshness';
import { neverAsked } from '#shared/domain/known';
import type {
  DayLimit,
  RefreshPause,
  CallRate,
  FleetFreshness,
  Status,
} from '#shared/domain/session';
import type { Fault } from '#shared/fault';
import type { CallMeter } from './call-meter';

/** The state of the refresh, as the poller reports it. */
export interface RefreshReport {
  reason: Fault | null;
  nextTryAt: number | null;
  callsPerMinute: number;
  longestCheckSeconds: number;
}

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
  { longestCheckSeconds }: Pick<RefreshReport, 'longestCheckSeconds'>,
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

/** The counters of the service as it last sent them. */
export interface ServiceCounters {
  apiUsage: Status['apiUsage'];
  apiDailyUsage: Status['apiDailyUsage'];
}

/** The status from its parts. Times are by the clock of this computer, except for `answeredAt`. */
export function composeStatus(parts: {
  now: number;
  answeredAt: number | null;
  freshAt: number | null;
  refresh: RefreshReport;
  listFault: Fault | null;
  counts: FleetCounts;
  freshness: Pick<Freshness, 'counts' | 'checkedWithin'>;
  /** The oldest check that the user accepts. */
  checkLimitSeconds: number;
  meter: CallMeter;
  callRate: CallRate;
  dayLimit: DayLimit | null;
  refreshPause: RefreshPause;
  counters: ServiceCounters;
  slowAnswers: Status['slowAnswers'];
  /** The user's own calls that wait. */
  waitingCalls: number;
  skippedRecords: number;
  clockOffsetMs: number | null;
}): Status {
  const { now, freshness, refresh } = parts;
  const reason = parts.listFault ?? refresh.reason;
  const fleet = freshness.counts(now);
  const checked = freshness.checkedWithin(liveWithinSeconds(refresh, parts.checkLimitSeconds), now);
  const mode = statusMode({
    reason,
    freshAt: parts.freshAt,
    now,
    isFleetCurrent: isFleetCurrent({ ...fleet, checked }),
    isSlow: parts.slowAnswers !== null,
  });
  return {
    mode,
    asOf: parts.answeredAt,
    reason,
    nextTryAt: refresh.nextTryAt === null ? null : refresh.nextTryAt + (parts.clockOffsetMs ?? 0),
    ...parts.counts,
    freshness: fleet,
    callsLastMinute: parts.meter.lastMinute(now),
    callsToday: parts.meter.today(now),
    callRate: parts.callRate,
    dayLimit: parts.dayLimit,
    refreshPause: parts.refreshPause,
    callsPerMinute: refresh.callsPerMinute,
    longestCheckSeconds: refresh.longestCheckSeconds,
    checkLimitSeconds: parts.checkLimitSeconds,
    slowAnswers: parts.slowAnswers,
    waitingCalls: parts.waitingCalls,
    ...parts.counters,
    skippedRecords: parts.skippedRecords,
    clockOffsetMs: parts.clockOffsetMs,
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
