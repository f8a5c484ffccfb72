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
  callsPerMinute: 120,
  roundSeconds: 206,
  apiUsage: 150,
  apiDailyUsage: 3000,
  skippedRecords: 0,
};
const line = (status: Status) => {
  const { mode, parts } = statusText(status, now, format);
  return [mode, ...parts].join(' · ');
};

test('live, with all details from the service', () => {
  expect(line(live)).toBe(
    'Live · as of 14:03:12 · 412 devices, 371 with a position · oldest fix 3 d ago · 58 calls in the last minute, limit 120 · last call 150, today 3,000',
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
    apiUsage: null,
    apiDailyUsage: null,
  });
  expect(text).toContain('never updated');
  expect(text).not.toMatch(/oldest|last call|today|null|NaN/);
});

test('mentions what is not requested yet and what could not be read', () => {
  const text = line({ ...live, notAskedYet: 23, skippedRecords: 2 });
  expect(text).toContain('23 not requested yet, one round takes 3 min 26 s');
  expect(text).toContain('2 records could not be read');
});
