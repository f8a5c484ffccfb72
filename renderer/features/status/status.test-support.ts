import type { Status } from '#shared/domain/session';

export const now = Date.UTC(2026, 10, 21, 13, 3, 30);

/** A status in which nothing is wrong. */
export const live: Status = {
  mode: 'live',
  asOf: now - 18_000,
  reason: null,
  nextTryAt: null,
  devices: 412,
  positions: 371,
  notAskedYet: 0,
  oldestFixAt: now - 3 * 86_400_000,
  callsLastMinute: 58,
  callsToday: 900,
  callRate: {
    inUse: 120,
    setting: 120,
    announced: { is: 'notProvided', asOf: now - 60_000 },
    isSlowed: false,
    refusedAt: null,
  },
  dayLimit: null,
  refreshPause: null,
  callsPerMinute: 120,
  longestCheckSeconds: 206,
  checkLimitSeconds: 3_600,
  freshness: {
    listed: 412,
    refused: 0,
    notUnderstood: 0,
    lastMinute: 120,
    lastTenMinutes: 411,
    lastHour: 412,
  },
  apiUsage: { is: 'value', value: 150, asOf: now - 18_000 },
  apiDailyUsage: { is: 'value', value: 3000, asOf: now - 18_000 },
  skippedRecords: 0,
  slowAnswers: null,
  waitingCalls: 0,
  clockOffsetMs: 0,
};
