import { expect, test } from 'vitest';
import type { FetchPlan, FetchState } from '#shared/domain/history';
import { createFormat } from '#lib/format';
import {
  fetchSentence,
  fetchShare,
  fetchSubject,
  isDownloaded,
  planSentence,
} from './fetch-messages';

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
  outsideRecords: 0,
  incompleteDays: 0,
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
  incompleteDays: 0,
};
const one = { devices: 1, range: week, now: noon, settleHours: 6 };

test('states the cost in calls', () => {
  expect(planSentence(fresh, one, format)).toBe('31 days: 28 cached, 3 calls.');
  expect(planSentence({ ...fresh, mostCalls: 72, estimatedSeconds: 90 }, one, format)).toBe(
    '31 days: 28 cached, 3 calls, about 1 min 30 s, at most 72 if the service accepts short ranges only.',
  );
  expect(planSentence({ ...fresh, calls: 0, newCalls: 0, mostCalls: 0 }, one, format)).toBe(
    'All of this range is downloaded.',
  );
});

test('counts the days of every device', () => {
  const plan = { ...fresh, days: 180, cachedDays: 150, calls: 30, newCalls: 30, mostCalls: 30 };
  expect(planSentence(plan, { ...one, devices: 30 }, format)).toBe(
    '180 days of devices: 150 cached, 30 calls.',
  );
});

test('names the part of a downloaded range that can still change', () => {
  const open = { from: noon - 6 * hourMs + 2_000, to: noon };
  const plan = { ...fresh, calls: 1, newCalls: 0, mostCalls: 6, open };
  expect(isDownloaded(plan)).toBe(true);
  expect(planSentence(plan, one, format)).toBe('Downloaded. The last 6 h can still change.');
  expect(planSentence(plan, { ...one, now: noon + 7 * hourMs }, format)).toBe(
    'Downloaded. The last 6 h may lack records that arrived late.',
  );
  const hour = { from: noon - hourMs, to: noon };
  expect(planSentence(plan, { ...one, range: hour }, format)).toBe(
    'Downloaded. All of it can still change.',
  );
  const before = { from: noon - 60 * hourMs, to: noon - 54 * hourMs };
  expect(planSentence({ ...plan, open: before }, one, format)).toBe(
    'Downloaded. The time from 19 Nov 2026, 00:00:00 UTC to 19 Nov 2026, 06:00:00 UTC may lack records that arrived late.',
  );
});

test('does not call a range downloaded whose answers are not complete', () => {
  const plan = { ...fresh, calls: 2, newCalls: 0, incompleteDays: 2 };
  expect(isDownloaded(plan)).toBe(true);
  expect(planSentence(plan, one, format)).toBe('Requested, but 2 days are not complete.');
  const open = { from: noon - 6 * hourMs, to: noon };
  expect(planSentence({ ...plan, incompleteDays: 1, open }, one, format)).toBe(
    'Requested, but 1 day is not complete. The last 6 h can still change.',
  );
  expect(planSentence({ ...plan, newCalls: 1 }, one, format)).toBe(
    '31 days: 28 cached, 2 calls, at most 3 if the service accepts short ranges only. One of them requests data again that is not complete or can still change.',
  );
});

test('counts repeated requests separately', () => {
  const open = { from: noon - 30 * hourMs, to: noon - 24 * hourMs };
  const plan = { ...fresh, newCalls: 2, open };
  expect(isDownloaded(plan)).toBe(false);
  expect(planSentence(plan, one, format)).toBe(
    '31 days: 28 cached, 3 calls. One of them requests data again that can still change.',
  );
  expect(planSentence({ ...plan, newCalls: 1 }, one, format)).toContain(
    '2 of them request data again',
  );
});

test('reports progress as calls, records and unreadable records', () => {
  expect(fetchSentence(state, format)).toBe('Fetching: 2 calls made, 3 left, 2,000 records.');
  expect(fetchSentence({ ...state, phase: 'done' }, format)).toBe('Done: 2 calls, 2,000 records.');
  const unread = { ...state, skippedRecords: 1, outsideRecords: 12, incompleteDays: 1 };
  expect(fetchSentence({ ...unread, phase: 'done' }, format)).toBe(
    'Not complete: 2 calls, 2,000 records; 1 record not understood; 12 records outside the range; 1 day is not complete.',
  );
  const cut: FetchState = { ...state, phase: 'done', devices: 9, incompleteDays: 3 };
  expect(fetchSentence(cut, format)).toBe(
    'Not complete: 2 calls, 2,000 records; 3 days of devices are not complete.',
  );
  expect(fetchShare(state)).toBe(0.25);
  expect(fetchShare({ ...state, slicesDone: 0, callsLeft: 0 })).toBe(0);
});

test('describes an interrupted fetch by device, downloaded slices and calls left', () => {
  const held: FetchState = { ...state, phase: 'interrupted', slicesDone: 12, callsLeft: 18 };
  expect(fetchSentence(held, format)).toBe(
    'Interrupted when Waypost closed or the account changed; 12 of 30 slices are downloaded, 18 calls left.',
  );
  expect(fetchSubject(held, 'Van 9', format)).toBe('Van 9, 20 Nov 2026 – 21 Nov 2026');
  expect(fetchSubject({ ...held, alertName: 'SOSButton' }, 'Van 9', format)).toBe(
    'Van 9, 20 Nov 2026 – 21 Nov 2026, only “SOS button pressed”',
  );
  expect(fetchSubject({ ...held, devices: 1200, from: noon }, 'Van 9', format)).toBe(
    '1,200 devices, 21 Nov 2026',
  );
});
