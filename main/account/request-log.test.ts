import { expect, test } from 'vitest';
import type { CallReport } from '#main/api/caller';
import { createRequestLog } from './request-log';

const call = (path: string, status: number | null, durationMs: number): CallReport => ({
  source: 'interactive',
  method: 'GET',
  path,
  status,
  durationMs,
  at: 0,
  apiUsage: null,
  apiDailyUsage: null,
  clock: null,
  skippedRecords: 0,
});

test('counts, times and failures by endpoint, most calls first', () => {
  const log = createRequestLog();
  log.record(call('/api/users', 200, 7));
  for (const ms of [10, 900, 20]) log.record(call('/api/devices', 200, ms));
  log.record(call('/api/devices', null, 30_000));
  log.record(call('/api/devices', 503, 5));
  log.record(call('/api/devices', 503, 6));
  expect(log.read()).toEqual([
    {
      endpoint: 'GET /api/devices',
      calls: 6,
      medianMs: 20,
      longestMs: 30_000,
      failures: [
        { status: null, count: 1 },
        { status: 503, count: 2 },
      ],
    },
    { endpoint: 'GET /api/users', calls: 1, medianMs: 7, longestMs: 7, failures: [] },
  ]);
});

test('the median is that of the last calls, and memory does not grow', () => {
  const log = createRequestLog();
  for (let n = 0; n < 1_000; n++) log.record(call('/api/devices', 200, 500));
  for (let n = 0; n < 200; n++) log.record(call('/api/devices', 200, 10));
  expect(log.read()).toMatchObject([{ calls: 1_200, medianMs: 10, longestMs: 500 }]);
  for (let n = 0; n < 500; n++) log.record(call(`/api/${n}`, 200, 1));
  expect(log.read()).toHaveLength(100);
});
