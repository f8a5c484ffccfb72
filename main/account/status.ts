import type { FleetCounts } from '#main/features/fleet/fleet';
import type { Freshness } from '#main/features/fleet/freshness';
import { neverAsked } from '#shared/domain/known';
import type { CallRate, Status } from '#shared/domain/session';
import type { Fault } from '#shared/fault';

/** The state of the refresh, as the poller reports it. */
export interface RefreshReport {
  reason: Fault | null;
  nextTryAt: number | null;
  callsPerMinute: number;
  roundSeconds: number;
  plannedRoundSeconds: number;
}

/** Older answers are not "live". */
export const liveForMs = 90_000;
/** Of the devices that the service does not refuse, so many were checked recently in a "live" fleet. */
const liveShare = 0.9;
/** No fleet is "live" with older checks, however long its round takes. */
const longestLiveSeconds = 600;

/**
 * How recent the checks of a "live" fleet are, in seconds: a planned round and a quarter, but at least
 * the age of an answer that counts as live, and at most ten minutes. A slow service does not make the
 * planned round longer, so that its fleet is not live for long.
 */
export function liveWithinSeconds(plannedRoundSeconds: number): number {
  return Math.min(longestLiveSeconds, Math.max(liveForMs / 1000, plannedRoundSeconds * 1.25));
}

/** Whether enough devices were checked recently to call the fleet "live". */
export function isFleetCurrent(fleet: {
  listed: number;
  refused: number;
  /** Checked within `liveWithinSeconds`. */
  checked: number;
}): boolean {
  return fleet.checked >= (fleet.listed - fleet.refused) * liveShare;
}

/** Decides what the status may claim. */
export function statusMode(claim: {
  reason: Fault | null;
  /** When what the window shows was received last in this session; null: not yet. */
  freshAt: number | null;
  now: number;
  isFleetCurrent: boolean;
}): Status['mode'] {
  const kind = claim.reason?.kind;
  if (kind === 'offline' || kind === 'notThisService') return 'offline';
  if (claim.reason || claim.freshAt === null) return 'delayed';
  // An answer in the future was received before the clock was set back.
  if (Math.abs(claim.now - claim.freshAt) > liveForMs) return 'delayed';
  return claim.isFleetCurrent ? 'live' : 'updating';
}

/** Counts the app's own calls in the last minute and today, by this computer's calendar. */
export interface CallMeter {
  record(at: number): void;
  lastMinute(now: number): number;
  today(now: number): number;
  /** For the cache, so that the day's count continues after a restart. */
  snapshot(now: number): { day: string; calls: number };
}

export function createCallMeter(earlier: { day: string; calls: number } | null): CallMeter {
  let recent: number[] = [];
  let day = earlier?.day ?? '';
  let calls = earlier?.calls ?? 0;
  const roll = (now: number) => {
    const today = dayOf(now);
    if (today !== day) {
      day = today;
      calls = 0;
    }
  };
  return {
    record: (at) => {
      roll(at);
      calls++;
      recent.push(at);
      if (recent.length > 20_000) recent = recent.filter((t) => t > at - 60_000);
    },
    lastMinute: (now) => {
      // Calls in the future were recorded before the clock was set back.
      recent = recent.filter((t) => t > now - 60_000 && t <= now);
      return recent.length;
    },
    today: (now) => {
      roll(now);
      return calls;
    },
    snapshot: (now) => {
      roll(now);
      return { day, calls };
    },
  };
}

function dayOf(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
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
  meter: CallMeter;
  callRate: CallRate;
  counters: ServiceCounters;
  skippedRecords: number;
  clockOffsetMs: number | null;
}): Status {
  const { now, freshness, refresh } = parts;
  const reason = parts.listFault ?? refresh.reason;
  const fleet = freshness.counts(now);
  const checked = freshness.checkedWithin(liveWithinSeconds(refresh.plannedRoundSeconds), now);
  const mode = statusMode({
    reason,
    freshAt: parts.freshAt,
    now,
    isFleetCurrent: isFleetCurrent({ ...fleet, checked }),
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
    callsPerMinute: refresh.callsPerMinute,
    roundSeconds: refresh.roundSeconds,
    ...parts.counters,
    skippedRecords: parts.skippedRecords,
    clockOffsetMs: parts.clockOffsetMs,
  };
}

export const emptyStatus: Status = {
  mode: 'offline',
  asOf: null,
  reason: null,
  nextTryAt: null,
  devices: 0,
  positions: 0,
  notAskedYet: 0,
  freshness: { listed: 0, refused: 0, lastMinute: 0, lastTenMinutes: 0, lastHour: 0 },
  oldestFixAt: null,
  callsLastMinute: 0,
  callsToday: 0,
  callRate: { inUse: 0, setting: null, announced: neverAsked, isSlowed: false },
  callsPerMinute: 0,
  roundSeconds: 0,
  apiUsage: neverAsked,
  apiDailyUsage: neverAsked,
  skippedRecords: 0,
  clockOffsetMs: null,
};
