import { expect, test } from 'vitest';
import type { FetchState } from '#shared/domain/history';
import { createFormat } from '#lib/format';
import { fetchSentence, fetchShare, planSentence } from './fetch-words';

const format = createFormat({
  locale: 'en-GB',
  timeZone: 'UTC',
  serviceSpeedUnit: 'm/s',
  speedUnit: 'km/h',
});

const state: FetchState = {
  id: 'f',
  log: 'locations',
  deviceIds: ['a'],
  from: 0,
  to: 1,
  phase: 'running',
  fault: null,
  resumesAt: null,
  callsSpent: 1,
  callsLeft: 3,
  records: 2000,
  setAside: 0,
  sliceMs: 86_400_000,
};

test('the cost is told in calls', () => {
  const plan = { days: 31, cachedDays: 28, calls: 3, mostCalls: 3, estimatedSeconds: 1 };
  expect(planSentence(plan, 1, format)).toBe('31 days: 28 cached, 3 calls.');
  expect(planSentence({ ...plan, mostCalls: 72, estimatedSeconds: 90 }, 1, format)).toBe(
    '31 days: 28 cached, 3 calls, about 1 min 30 s, at most 72 if the service takes short ranges only.',
  );
  expect(planSentence({ ...plan, calls: 0, mostCalls: 0 }, 1, format)).toBe(
    'All of this time is here.',
  );
});

test('of several devices the days of each are counted', () => {
  const plan = { days: 180, cachedDays: 150, calls: 30, mostCalls: 30, estimatedSeconds: 1 };
  expect(planSentence(plan, 30, format)).toBe('180 days of devices: 150 cached, 30 calls.');
});

test('progress tells calls and records, and what could not be read', () => {
  expect(fetchSentence(state, format)).toBe('Fetching: 1 call made, 3 to come, 2,000 records.');
  expect(fetchSentence({ ...state, phase: 'done', setAside: 1 }, format)).toBe(
    'Done: 1 call, 2,000 records; 1 record could not be read.',
  );
  expect(fetchShare(state)).toBe(0.25);
  expect(fetchShare({ ...state, callsSpent: 0, callsLeft: 0 })).toBe(0);
});
