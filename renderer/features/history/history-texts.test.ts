import { expect, test } from 'vitest';
import type { FetchPlan, FetchState } from '#shared/domain/history';
import { createFormat } from '#lib/format';
import { coverageSentence, fetchSentence, planSentence, todayText } from './history-texts';

const format = createFormat({
  locale: 'en-GB',
  timeZone: 'UTC',
  serviceSpeedUnit: 'm/s',
  speedUnit: 'km/h',
});

const hourMs = 3_600_000;
const noon = Date.UTC(2026, 10, 21, 12);
const context = {
  devices: 1,
  range: { from: noon - 156 * hourMs, to: noon },
  now: noon,
  settleHours: 6,
};
const plan: FetchPlan = {
  days: 31,
  cachedDays: 28,
  calls: 3,
  newCalls: 3,
  mostCalls: 3,
  estimatedSeconds: 1,
  open: null,
  incompleteDays: 0,
};

test('the cost of a range has its days, calls, seconds, and the most calls it may take', () => {
  const numbers = (more: Partial<FetchPlan>, devices = 1) =>
    planSentence({ ...plan, ...more }, { ...context, devices }, format).match(/\d+/g);
  expect(numbers({})).toEqual(['31', '28', '3']);
  expect(numbers({ mostCalls: 72, estimatedSeconds: 9 })).toEqual(['31', '28', '3', '9', '72']);
  expect(numbers({ newCalls: 1 })).toEqual(['31', '28', '3', '2']);
});

test('a downloaded range says which part can still change, and does not say so once it is settled', () => {
  const sentence = (open: FetchPlan['open'], more: Partial<typeof context> = {}) =>
    planSentence({ ...plan, newCalls: 0, open }, { ...context, ...more }, format);
  const last = { from: noon - 6 * hourMs + 2_000, to: noon };
  const before = { from: noon - 60 * hourMs, to: noon - 54 * hourMs };
  const canChange = sentence(last);
  expect(canChange).toContain('6 h');
  const sentences = [
    canChange,
    sentence(last, { now: noon + 7 * hourMs }),
    sentence({ from: noon - hourMs, to: noon }, { range: { from: noon - hourMs, to: noon } }),
    sentence(before),
  ];
  expect(new Set(sentences).size).toBe(4);
  expect(sentences.map((each) => /can still change/.test(each))).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

test('does not call a range downloaded whose answers are not complete', () => {
  const requested = { ...plan, calls: 2, newCalls: 0, incompleteDays: 2 };
  expect(planSentence(requested, context, format)).not.toContain('ownloaded');
  expect(planSentence(requested, context, format)).toContain('2');
});

const fetch: FetchState = {
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
  slicesDone: 12,
  records: 2000,
  skippedRecords: 0,
  outsideRecords: 0,
  incompleteDays: 0,
  sliceMs: 86_400_000,
};

test('progress has calls and records, and what was not understood or outside the range', () => {
  const numbers = (more: Partial<FetchState>) =>
    fetchSentence({ ...fetch, ...more }, format).match(/\d[\d,]*/g);
  expect(numbers({})).toEqual(['2', '3', '2,000']);
  expect(numbers({ phase: 'interrupted' })).toEqual(['12', '15', '3']);
  const unread = { skippedRecords: 1, outsideRecords: 12, incompleteDays: 4 };
  expect(numbers({ ...unread, phase: 'done' })).toEqual(['2', '2,000', '1', '12', '4']);
  const phases = (['running', 'paused', 'done', 'failed', 'cancelled'] as const).map((phase) =>
    fetchSentence({ ...fetch, phase }, format),
  );
  expect(new Set(phases).size).toBe(5);
});

test('says nothing about the coverage of a range that was never requested', () => {
  const none = { total: 5, complete: 0, canChange: 0, incomplete: 0, notLoaded: 5 };
  expect(coverageSentence(none, 1, format)).toBeNull();
  const some = { ...none, complete: 2, notLoaded: 3 };
  expect(coverageSentence(some, 1, format)!.match(/\d+/g)).toEqual(['5', '2', '3']);
});

test('today has the number, length and duration of its trips', () => {
  const totals = { trips: 2, stops: 1, metres: 12_000, drivingMs: 90 * 60_000 };
  expect(todayText(totals, format).match(/\d+/g)).toEqual(['2', '12', '1', '30']);
});
