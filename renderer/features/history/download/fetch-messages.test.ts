import { expect, test } from 'vitest';
import type { FetchPlan, FetchState } from '#shared/domain/history';
import { createFormat } from '#lib/format';
import { fetchSentence, fetchShare, fetchSubject, isHere, planSentence } from './fetch-messages';

const format = createFormat({
  locale: 'en-GB',
  timeZone: 'UTC',
  serviceSpeedUnit: 'm/s',
  speedUnit: 'km/h',
});

const hourMs = 3_600_000;
const noon = Date.UTC(2026, 10, 21, 12);
const week = { from: noon - 156 * hourMs, to: noon };

const state: FetchState = {
  id: 'f',
  log: 'locations',
  devices: 1,
  firstDeviceId: 'a',
  from: noon - 24 * hourMs,
  to: noon,
  phase: 'running',
  fault: null,
  resumesAt: null,
  nextCallAt: null,
  callsSpent: 2,
  callsLeft: 3,
  slicesDone: 1,
  records: 2000,
  skippedRecords: 0,
  sliceMs: 86_400_000,
};

const fresh: FetchPlan = {
  days: 31,
  cachedDays: 28,
  calls: 3,
  newCalls: 3,
  mostCalls: 3,
  estimatedSeconds: 1,
  open: null,
};
const one = { devices: 1, range: week, now: noon, settleHours: 6 };

test('the cost is told in calls', () => {
  expect(planSentence(fresh, one, format)).toBe('31 days: 28 cached, 3 calls.');
  expect(planSentence({ ...fresh, mostCalls: 72, estimatedSeconds: 90 }, one, format)).toBe(
    '31 days: 28 cached, 3 calls, about 1 min 30 s, at most 72 if the service takes short ranges only.',
  );
  expect(planSentence({ ...fresh, calls: 0, newCalls: 0, mostCalls: 0 }, one, format)).toBe(
    'All of this time is here.',
  );
});

test('of several devices the days of each are counted', () => {
  const plan = { ...fresh, days: 180, cachedDays: 150, calls: 30, newCalls: 30, mostCalls: 30 };
  expect(planSentence(plan, { ...one, devices: 30 }, format)).toBe(
    '180 days of devices: 150 cached, 30 calls.',
  );
});

test('what is here but open is told as such, and until when that is so', () => {
  const open = { from: noon - 6 * hourMs + 2_000, to: noon };
  const plan = { ...fresh, calls: 1, newCalls: 0, mostCalls: 6, open };
  expect(isHere(plan)).toBe(true);
  expect(planSentence(plan, one, format)).toBe('Here. The last 6 h can still change.');
  expect(planSentence(plan, { ...one, now: noon + 7 * hourMs }, format)).toBe(
    'Here. The last 6 h may lack records that came late.',
  );
  const hour = { from: noon - hourMs, to: noon };
  expect(planSentence(plan, { ...one, range: hour }, format)).toBe(
    'Here. All of it can still change.',
  );
  const before = { from: noon - 60 * hourMs, to: noon - 54 * hourMs };
  expect(planSentence({ ...plan, open: before }, one, format)).toBe(
    'Here. What was from 19 Nov 2026, 00:00:00 UTC to 19 Nov 2026, 06:00:00 UTC may lack records that came late.',
  );
});

test('calls that only ask again are told beside those for something new', () => {
  const open = { from: noon - 30 * hourMs, to: noon - 24 * hourMs };
  const plan = { ...fresh, newCalls: 2, open };
  expect(isHere(plan)).toBe(false);
  expect(planSentence(plan, one, format)).toBe(
    '31 days: 28 cached, 3 calls. One of them asks again for what can still change.',
  );
  expect(planSentence({ ...plan, newCalls: 1 }, one, format)).toContain('2 of them ask again');
});

test('progress tells calls and records, and what could not be read', () => {
  expect(fetchSentence(state, format)).toBe('Fetching: 2 calls made, 3 to come, 2,000 records.');
  expect(fetchSentence({ ...state, phase: 'done', skippedRecords: 1 }, format)).toBe(
    'Done: 2 calls, 2,000 records; 1 record could not be read.',
  );
  expect(fetchShare(state)).toBe(0.25);
  expect(fetchShare({ ...state, slicesDone: 0, callsLeft: 0 })).toBe(0);
});

test('an interrupted fetch says whose it was, what of it is here and what is not', () => {
  const held: FetchState = { ...state, phase: 'interrupted', slicesDone: 12, callsLeft: 18 };
  expect(fetchSentence(held, format)).toBe(
    'Interrupted when Waypost ended or left this account; 12 of 30 slices are here, 18 calls to come.',
  );
  expect(fetchSubject(held, 'Van 9', format)).toBe('Van 9, 20 Nov 2026 – 21 Nov 2026');
  expect(fetchSubject({ ...held, devices: 1200, from: noon }, 'Van 9', format)).toBe(
    '1,200 devices, 21 Nov 2026',
  );
});
