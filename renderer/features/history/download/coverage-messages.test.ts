import { expect, test } from 'vitest';
import type { Coverage, IncompletePart } from '#shared/domain/history';
import { createFormat } from '#lib/format';
import {
  coverageSentence,
  incompleteDays,
  incompleteSentence,
  totalDays,
} from './coverage-messages';

const format = createFormat({
  locale: 'en-GB',
  timeZone: 'UTC',
  serviceSpeedUnit: 'm/s',
  speedUnit: 'km/h',
});

const day = Date.UTC(2026, 5, 1);
const hourMs = 3_600_000;
const days = { total: 5, complete: 1, canChange: 1, incomplete: 2, notLoaded: 1 };

const part = (fromHour: number, more: Partial<IncompletePart> = {}): IncompletePart => ({
  from: day + fromHour * hourMs,
  to: day + (fromHour + 1) * hourMs,
  reason: 'notUnderstood',
  received: 10,
  unreadable: 5,
  outside: 0,
  originals: ['{"date":1}'],
  ...more,
});

const coverage = (incomplete: IncompletePart[]): Coverage => ({
  days,
  missing: [],
  unsettled: [],
  incomplete,
  asOf: day,
});

test('counts the days of a range by what is known about them', () => {
  expect(coverageSentence(days, 1, format)).toBe(
    'Coverage of 5 days: 1 complete, 1 can still change, 2 not complete, 1 not loaded.',
  );
  expect(coverageSentence(totalDays([days, days]), 2, format)).toMatch(
    /^Coverage of 10 days of devices: 2 complete/,
  );
  const whole = { total: 1, complete: 1, canChange: 0, incomplete: 0, notLoaded: 0 };
  expect(coverageSentence(whole, 1, format)).toBe('Coverage of 1 day: 1 complete.');
});

test('says nothing about a range that was never requested', () => {
  const none = { total: 5, complete: 0, canChange: 0, incomplete: 0, notLoaded: 5 };
  expect(coverageSentence(none, 1, format)).toBeNull();
});

test('lists each device, day and reason once', () => {
  const tracks = [
    { deviceId: 'bus', coverage: coverage([part(30)]) },
    {
      deviceId: 'van',
      coverage: coverage([part(1), part(7, { originals: [] }), part(9, { reason: 'capped' })]),
    },
  ];
  expect(incompleteDays(tracks, format.day)).toMatchObject([
    {
      deviceId: 'van',
      reason: 'notUnderstood',
      received: 20,
      unreadable: 10,
      to: day + 8 * hourMs,
    },
    { deviceId: 'van', reason: 'capped', received: 10 },
    { deviceId: 'bus', reason: 'notUnderstood', originals: ['{"date":1}'] },
  ]);
});

test('says why a day is not complete', () => {
  const received = part(0, { received: 1_000, unreadable: 500, outside: 12 });
  const sentence = (reason: IncompletePart['reason']) =>
    incompleteSentence({ ...received, reason }, format);
  expect(sentence('capped')).toBe(
    'Cut by the service: 1,000 records received, others are probably missing.',
  );
  expect(sentence('notUnderstood')).toBe('Not understood: 500 of 1,500 records.');
  expect(sentence('outside')).toBe(
    'Outside the requested range: 12 records. 1,000 records in the range received.',
  );
});
