import type { Fault } from '#shared/fault';
import type { Status } from '#shared/domain/session';
import type { FleetCounts } from '#main/features/fleet/fleet';

/** The state of the refresh, as the poller reports it. */
export interface RefreshReport {
  reason: Fault | null;
  nextTryAt: number | null;
  callsPerMinute: number;
  roundSeconds: number;
}

/** Older answers are not "live". */
export const liveForMs = 90_000;

/** Decides what the status may claim. */
export function statusMode(claim: {
  reason: Fault | null;
  /** When what the window shows was received last in this session; null: not yet. */
  freshAt: number | null;
  now: number;
}): Status['mode'] {
  const kind = claim.reason?.kind;
  if (kind === 'offline' || kind === 'notThisService') return 'offline';
  if (claim.reason || claim.freshAt === null) return 'delayed';
  // An answer in the future was received before the clock was set back.
  return Math.abs(claim.now - claim.freshAt) > liveForMs ? 'delayed' : 'live';
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

/** The status from its parts. */
export function composeStatus(parts: {
  now: number;
  answeredAt: number | null;
  freshAt: number | null;
  refresh: RefreshReport;
  listFault: Fault | null;
  counts: FleetCounts;
  meter: CallMeter;
  usage: { apiUsage: number | null; apiDailyUsage: number | null };
  skippedRecords: number;
}): Status {
  const reason = parts.listFault ?? parts.refresh.reason;
  return {
    mode: statusMode({ ...parts, reason }),
    asOf: parts.answeredAt,
    reason,
    nextTryAt: parts.refresh.nextTryAt,
    ...parts.counts,
    callsLastMinute: parts.meter.lastMinute(parts.now),
    callsToday: parts.meter.today(parts.now),
    callsPerMinute: parts.refresh.callsPerMinute,
    roundSeconds: parts.refresh.roundSeconds,
    ...parts.usage,
    skippedRecords: parts.skippedRecords,
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
  oldestFixAt: null,
  callsLastMinute: 0,
  callsToday: 0,
  callsPerMinute: 0,
  roundSeconds: 0,
  apiUsage: null,
  apiDailyUsage: null,
  skippedRecords: 0,
};
