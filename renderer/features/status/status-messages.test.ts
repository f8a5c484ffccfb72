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

test('live, with everything the service tells', () => {
  expect(line(live)).toBe(
    'Live · as of 14:03:12 · 412 devices, 371 with a position · oldest fix 3 d ago · 58 calls in the last minute, limit 120 · last call 150, today 3,000',
  );
});

test('slowed down by the service: the reason and when it goes on', () => {
  const reason = { kind: 'limitReached' as const };
  expect(line({ ...live, mode: 'delayed', reason, nextTryAt: now + 45_000 })).toContain(
    'Delayed · as of 14:03:12 · The service asked us to slow down; resuming in 45 s',
  );
});

test('a failure is told in the words of the service, a long text not to its end', () => {
  const told = (reason: Fault) => line({ ...live, mode: 'delayed', reason });
  expect(told({ kind: 'invalid', message: 'Internal fault 7' })).toContain(
    ' · The service answers with a failure: “Internal fault 7” · ',
  );
  expect(told({ kind: 'busy', status: 503 })).toContain(' · The service cannot answer now · ');
  expect(told({ kind: 'busy', status: 503, message: 'x'.repeat(500) })).toContain(
    `: “${'x'.repeat(119)}…” · `,
  );
});

test('offline since yesterday: the day and the age of what is shown', () => {
  const reason = { kind: 'offline' as const, layer: 'tcp' as const };
  const text = line({ ...live, mode: 'offline', reason, asOf: now - 86_400_000 });
  expect(text).toContain(
    'Offline · as of 20 Nov 2026, 14:03:30 CET, 1 d ago · The service does not',
  );
});

test('the last second of a wait is no "in 0 s"', () => {
  const reason = { kind: 'offline' as const, layer: 'tcp' as const };
  const text = line({ ...live, mode: 'offline', reason, nextTryAt: now + 999 });
  expect(text).not.toContain('next try');
});

test('nothing is claimed that is not known', () => {
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

test('what is still to be asked and what could not be read is said', () => {
  const text = line({ ...live, notAskedYet: 23, skippedRecords: 2 });
  expect(text).toContain('23 not requested yet, one round takes 3 min 26 s');
  expect(text).toContain('2 records could not be read');
});
