import { expect, test } from 'vitest';
import type { FetchPlan, FetchState } from '#shared/domain/history';
import { fetchStatus, planStatus } from './fetch-status';
import { format } from '../../../test/support/english';

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
  missingDays: 3,
  untouchedDays: 3,
  callsPerMinute: 120,
  calls: 3,
  newCalls: 3,
  mostCalls: 3,
  estimatedSeconds: 1,
  open: null,
  incompleteDays: 0,
};

const sentence = (more: Partial<FetchPlan>, about: Partial<typeof context> = {}) =>
  planStatus({ ...plan, ...more }, { ...context, ...about }, format);
const day = 24 * hourMs;
const midnight = noon - 12 * hourMs;
const settled = { calls: 0, newCalls: 0, missingDays: 0, untouchedDays: 0 };

test('a range says how many of its days are loaded, and how long a long wait is', () => {
  expect(sentence({})).toBe('Incomplete: 28 of 31 days loaded');
  expect(sentence({ missingDays: 31, untouchedDays: 31 })).toBe('Not loaded');
  expect(sentence({ days: 1, missingDays: 1, untouchedDays: 0 })).toBe(
    'Incomplete: a part of the day is not loaded',
  );
  const long = { days: 21, missingDays: 21, untouchedDays: 21, estimatedSeconds: 200 };
  expect(sentence(long, { devices: 3 })).toBe(
    'Not loaded. 7 days of 3 devices: about 3 calls, 4 min',
  );
  expect(sentence({ ...long, mostCalls: 72 }, { devices: 3 })).toContain('at least 3 calls');
});

test('a loaded range is complete, goes up to now, or may get late reports', () => {
  expect(sentence(settled)).toBe('Complete');
  const ofDay = (range: { from: number; to: number }, now = noon) =>
    sentence(
      { ...settled, calls: 1, open: { from: range.to - hourMs, to: range.to } },
      { range, now },
    );
  expect(ofDay({ from: midnight, to: noon })).toBe('Today so far, 12:00');
  expect(ofDay({ from: noon - 3 * hourMs, to: noon })).toBe('Up to 12:00 today');
  expect(ofDay({ from: midnight - day, to: noon })).toBe('Up to 12:00 today');
  const untilTonight = { from: midnight, to: midnight + day - 1 };
  const open = { from: noon - hourMs, to: noon - 1000 };
  expect(sentence({ ...settled, open }, { range: untilTonight })).toBe('Today so far, 11:59');
  const tomorrow = { from: midnight + day, to: midnight + 2 * day };
  expect(sentence(settled, { range: tomorrow })).toBe('Not begun');
  const yesterday = { from: midnight - day, to: midnight - 1 };
  expect(ofDay(yesterday, midnight + hourMs)).toBe('Complete, late reports may follow');
  expect(ofDay(yesterday)).toBe('Late reports may be missing');
});

test('a range whose answer cannot be used is never complete', () => {
  const open = { from: noon - hourMs, to: noon };
  expect(sentence({ ...settled, calls: 1, open, incompleteDays: 1 })).toMatch(/^Incomplete: 1 day/);
  expect(sentence({ ...settled, calls: 2, incompleteDays: 2 })).toMatch(/^Incomplete: 2 days/);
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

test('progress has its parts, and what was not understood or outside the range', () => {
  const numbers = (more: Partial<FetchState>) =>
    fetchStatus({ ...fetch, ...more }, format).match(/\d[\d,]*/g);
  expect(numbers({})).toEqual(['12', '15']);
  expect(numbers({ phase: 'interrupted' })).toEqual(['12', '15']);
  expect(numbers({ slicesDone: 0, callsLeft: 1 })).toBeNull();
  const unread = { skippedRecords: 1, outsideRecords: 12, incompleteDays: 4 };
  expect(numbers({ ...unread, phase: 'done' })).toEqual(['1', '12', '4']);
  const phases = (['running', 'paused', 'interrupted', 'done', 'failed', 'cancelled'] as const).map(
    (phase) => fetchStatus({ ...fetch, phase }, format),
  );
  expect(new Set(phases).size).toBe(6);
});
