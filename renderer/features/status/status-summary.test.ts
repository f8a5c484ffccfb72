import { expect, test } from 'vitest';
import type { CallRate, Status } from '#shared/domain/session';
import type { Fault } from '#shared/fault';
import { createFormat } from '#lib/format';
import { freshnessParts, offlineText, rateText, statusItems, statusText } from './status-summary';
import { english } from '../../../test/support/english';

const format = createFormat({
  language: english,
  timeZone: 'Europe/Zagreb',
  serviceSpeedUnit: 'm/s',
  speedUnit: 'km/h',
});

const now = Date.UTC(2026, 10, 21, 13, 3, 30);

/** A status in which nothing is wrong. */
const live: Status = {
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

const line = (status: Status) => {
  const { mode, parts } = statusText(status, now, format);
  return [mode, ...parts].join(' · ');
};

test('live: the freshness of the fleet, and whose number the calls are', () => {
  expect(line(live)).toBe(
    'Live · 99\u00a0% checked in the last 10 minutes · each device checked within 3 min 26 s · 412 devices, 371 with a position · oldest fix 3 d ago · 58 calls in the last minute · 120 calls a minute (your setting)',
  );
});

test('delayed by the service: the reason and the time until it continues', () => {
  const reason = { kind: 'limitReached' as const };
  expect(line({ ...live, mode: 'delayed', reason, nextTryAt: now + 45_000 })).toContain(
    'Delayed · as of 14:03:12 · The service asked us to slow down; resuming in 45 s',
  );
});

test("a failure is quoted in the service's words, with a long text shortened", () => {
  const lineFor = (reason: Fault) => line({ ...live, mode: 'delayed', reason });
  expect(lineFor({ kind: 'invalid', message: 'Internal fault 7' })).toContain(
    ' · The service answers with a failure: “Internal fault 7” · ',
  );
  expect(lineFor({ kind: 'busy', status: 503 })).toContain(' · The service cannot answer now · ');
  expect(lineFor({ kind: 'busy', status: 503, message: 'x'.repeat(500) })).toContain(
    `: “${'x'.repeat(119)}…” · `,
  );
});

test('slow answers are said with their time, also before the first one', () => {
  const slow = (seconds: number, isMeasured: boolean) =>
    line({ ...live, mode: 'updating', slowAnswers: { seconds, isMeasured } });
  expect(slow(20, true)).toContain('Updating · Answers are slow: 20 s each · ');
  expect(slow(6, false)).toContain('Updating · Answers are slow: no answer for 6 s · ');
});

test('actions of the user that wait are said with their time', () => {
  const reason = { kind: 'limitReached' as const };
  const waiting = (waitingCalls: number, nextTryAt: number | null) =>
    line({ ...live, mode: 'delayed', reason, waitingCalls, nextTryAt });
  expect(waiting(1, now + 45_000)).toContain(' · Your last action is sent in 45 s · ');
  expect(waiting(3, now + 45_000)).toContain(' · 3 of your actions are sent in 45 s · ');
  expect(waiting(1, null)).toContain(' · Your last action waits for the limit of calls · ');
  expect(waiting(2, null)).toContain(' · 2 of your actions wait for the limit of calls · ');
});

test('offline since yesterday: the day and the age of the data', () => {
  const reason = { kind: 'offline' as const, layer: 'tcp' as const };
  const text = line({ ...live, mode: 'offline', reason, asOf: now - 86_400_000 });
  expect(text).toContain(
    'Offline · as of 20 Nov 2026, 14:03:30 CET, 1 d ago · The service does not',
  );
});

test('the last second of a wait is not shown as "in 0 s"', () => {
  const reason = { kind: 'offline' as const, layer: 'tcp' as const };
  const text = line({ ...live, mode: 'offline', reason, nextTryAt: now + 999 });
  expect(text).not.toContain('next try');
});

test('unknown details are left out', () => {
  const text = line({
    ...live,
    mode: 'offline',
    asOf: null,
    oldestFixAt: null,
  });
  expect(text).toContain('never updated');
  expect(text).not.toMatch(/oldest|checked|round|null|NaN/);
});

test('mentions what is not requested yet and what could not be read', () => {
  const text = line({ ...live, notAskedYet: 23, skippedRecords: 2 });
  expect(text).toContain('23 not requested yet');
  expect(text).toContain('2 records could not be read');
});

test.each([
  [
    { lastMinute: 412, lastTenMinutes: 412, lastHour: 412 },
    '100\u00a0% checked in the last minute',
  ],
  [{ lastMinute: 400, lastTenMinutes: 412, lastHour: 412 }, '97\u00a0% checked in the last minute'],
  [
    { lastMinute: 0, lastTenMinutes: 120, lastHour: 120 },
    '29\u00a0% checked in the last 10 minutes',
  ],
  [{ lastMinute: 0, lastTenMinutes: 90, lastHour: 411 }, '99\u00a0% checked in the last hour'],
  [{ lastMinute: 0, lastTenMinutes: 1, lastHour: 1 }, 'less than 1 % checked in the last 10'],
  [{ lastMinute: 0, lastTenMinutes: 0, lastHour: 0 }, '0\u00a0% checked in the last 10 minutes'],
])('%j reads %s', (counts, text) => {
  const freshness = { listed: 412, refused: 0, notUnderstood: 0, ...counts };
  expect(line({ ...live, mode: 'updating', freshness })).toContain(`Updating · ${text}`);
});

test('a limit that the calls do not suffice for is said to be missed', () => {
  expect(line({ ...live, longestCheckSeconds: 20_000 })).toContain(
    ' · each device checked within 5 h 33 min: the limit of calls does not allow 1 h · ',
  );
});

test('the parts of the chart are the whole fleet', () => {
  const { lastMinute, tenMinutes, hour, rest } = freshnessParts(live.freshness);
  expect([lastMinute, tenMinutes, hour, rest]).toEqual([120, 291, 1, 0]);
});

test('without devices there is no share and no round', () => {
  const freshness = {
    listed: 0,
    refused: 0,
    notUnderstood: 0,
    lastMinute: 0,
    lastTenMinutes: 0,
    lastHour: 0,
  };
  const text = line({ ...live, devices: 0, positions: 0, longestCheckSeconds: 0, freshness });
  expect(text).toMatch(/^Live · 0 devices, 0 with a position · /);
});

test('a clock that is wrong by more than two minutes is named', () => {
  const lineAt = (clockOffsetMs: number | null) => line({ ...live, clockOffsetMs });
  expect(lineAt(-2_699_400)).toContain(
    ' · this computer’s clock is 45 minutes ahead of the service · ',
  );
  expect(lineAt(3 * 3_600_000)).toContain('3 hours behind the service');
  expect(lineAt(-120_000)).not.toContain('clock');
  expect(lineAt(null)).not.toContain('clock');
});

test.each([
  ['hidden', 'refresh paused while no window is shown'],
  ['asleep', 'refresh paused while the computer sleeps'],
  ['battery', 'refresh paused on battery'],
] as const)('a refresh that is paused because of %s', (refreshPause, text) => {
  expect(line({ ...live, refreshPause })).toContain(` · ${text}`);
});

test('a limit of the day is said when it stops something', () => {
  const dayLimit = { limit: 500, left: 40, reserve: 50, endsAt: now + 3_600_000 } as const;
  const text = (phase: 'spread' | 'reserved' | 'usedUp') =>
    line({ ...live, dayLimit: { ...dayLimit, phase } });
  expect(text('spread')).not.toContain('today');
  expect(text('reserved')).toContain('40 calls left today, for your actions only');
  expect(text('usedUp')).toContain('calls of today used up; nothing is sent for 1 h');
});

test('the items say how current the data is, and how much of it', () => {
  expect(statusItems(live, now, format)).toEqual({
    freshness: 'Live, updated 18 s ago',
    located: '371 located of 412',
    notices: [],
  });
  const never = { ...live, asOf: null, mode: 'updating' as const };
  expect(statusItems(never, now, format).freshness).toBe('Updating, no answer yet');
});

test('an action that waits comes before slow answers, and those before the rest', () => {
  const slowAnswers = { seconds: 9, isMeasured: true };
  const all = { ...live, slowAnswers, waitingCalls: 1, refreshPause: 'battery' as const };
  expect(statusItems(all, now, format).notices).toEqual([
    expect.stringContaining('Your last action'),
    'Answers are slow: 9 s each',
    'refresh paused on battery',
  ]);
});

test('the offline bar says since when, of when the data is, and when the next try is', () => {
  const offline = {
    ...live,
    mode: 'offline' as const,
    reason: { kind: 'offline' as const, layer: 'tcp' as const },
  };
  expect(offlineText({ ...offline, nextTryAt: now + 49_000 }, now, format)).toEqual({
    since: 'Offline since 14:03:12. The data shown is of that time or earlier.',
    why: expect.stringMatching(/; next try in 49 s$/u) as string,
  });
  expect(offlineText({ ...offline, reason: null, asOf: now - 86_400_000 }, now, format)).toEqual({
    since: expect.stringContaining('20 Nov 2026') as string,
    why: null,
  });
  expect(offlineText({ ...offline, asOf: null }, now, format).since).toBe(
    'Offline. The service has not answered yet, and there is no data.',
  );
});

const announced = (value: number | null) => ({ is: 'value', value, asOf: 1 }) as const;

test.each<[Partial<CallRate>, string]>([
  [
    { inUse: 55, setting: 120, announced: announced(60) },
    '60 calls a minute announced by the service, of which Waypost uses 55',
  ],
  [{ inUse: 120, setting: 120, announced: announced(600) }, '120 calls a minute (your setting)'],
  [{ inUse: 120, setting: 120, announced: announced(null) }, '120 calls a minute (your setting)'],
  [{ inUse: 120, setting: 120 }, '120 calls a minute (your setting)'],
  [{ inUse: 1, setting: 120, announced: announced(1) }, '1 call a minute announced by the service'],
  [
    {
      inUse: 120,
      setting: 120,
      announced: { is: 'notUnderstood', original: '1,200', asOf: 1 },
    },
    '120 calls a minute (your setting); announced by the service, but not understood: 1,200',
  ],
  [
    { inUse: 60, setting: 120, isSlowed: true },
    '60 calls a minute at present, because the service asked Waypost to slow down',
  ],
  [
    { inUse: 55, setting: 120, isSlowed: true, refusedAt: 60 },
    '55 calls a minute, learned from the service’s refusals',
  ],
  [{ inUse: 120, setting: 120, refusedAt: 130 }, '120 calls a minute (your setting)'],
  [{ inUse: 1200, setting: null }, '1,200 calls a minute (demo)'],
])('%j reads %s', (rate, text) => {
  const whole: CallRate = {
    inUse: 0,
    setting: 0,
    announced: { is: 'notProvided', asOf: 1 },
    isSlowed: false,
    refusedAt: null,
    ...rate,
  };
  expect(rateText(whole, format)).toBe(text);
});
