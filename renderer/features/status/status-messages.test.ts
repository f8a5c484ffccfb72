import { expect, test } from 'vitest';
import type { Status } from '#shared/domain/session';
import type { Fault } from '#shared/fault';
import { createFormat } from '#lib/format';
import { statusText } from './status-messages';

const now = Date.UTC(2026, 10, 21, 13, 3, 30);
const format = createFormat({
  locale: 'en-GB',
  timeZone: 'Europe/Zagreb',
  serviceSpeedUnit: 'm/s',
  speedUnit: 'km/h',
});
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
  },
  callsPerMinute: 120,
  roundSeconds: 206,
  freshness: { listed: 412, refused: 0, lastMinute: 120, lastTenMinutes: 411, lastHour: 412 },
  apiUsage: { is: 'value', value: 150, asOf: now - 18_000 },
  apiDailyUsage: { is: 'value', value: 3000, asOf: now - 18_000 },
  skippedRecords: 0,
  clockOffsetMs: 0,
};
const line = (status: Status) => {
  const { mode, parts } = statusText(status, now, format);
  return [mode, ...parts].join(' · ');
};

test('live: the freshness of the fleet, and whose number the calls are', () => {
  expect(line(live)).toBe(
    'Live · 99 % checked in the last 10 minutes · round 3 min 26 s · 412 devices, 371 with a position · oldest fix 3 d ago · 58 calls in the last minute · 120 calls a minute (your setting)',
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
  [{ lastMinute: 412, lastTenMinutes: 412, lastHour: 412 }, '100 % checked in the last minute'],
  [{ lastMinute: 400, lastTenMinutes: 412, lastHour: 412 }, '97 % checked in the last minute'],
  [{ lastMinute: 0, lastTenMinutes: 120, lastHour: 120 }, '29 % checked in the last 10 minutes'],
  [{ lastMinute: 0, lastTenMinutes: 90, lastHour: 411 }, '99 % checked in the last hour'],
  [{ lastMinute: 0, lastTenMinutes: 1, lastHour: 1 }, 'less than 1 % checked in the last 10'],
  [{ lastMinute: 0, lastTenMinutes: 0, lastHour: 0 }, '0 % checked in the last 10 minutes'],
])('%j reads %s', (counts, text) => {
  const freshness = { listed: 412, refused: 0, ...counts };
  expect(line({ ...live, mode: 'updating', freshness })).toContain(`Updating · ${text}`);
});

test('without devices there is no share and no round', () => {
  const freshness = { listed: 0, refused: 0, lastMinute: 0, lastTenMinutes: 0, lastHour: 0 };
  const text = line({ ...live, devices: 0, positions: 0, roundSeconds: 0, freshness });
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
