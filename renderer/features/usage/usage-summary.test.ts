import { expect, test } from 'vitest';
import type { DayLimit, Usage } from '#shared/domain/session';
import {
  barsText,
  callWeightsText,
  dayLimitText,
  dayText,
  restText,
  totalHours,
} from './usage-summary';
import { format } from '../../../test/support/english';

const hours = (...calls: [hour: number, calls: number][]) => {
  const byHour = new Map(calls);
  return Array.from({ length: 24 }, (_, hour) => byHour.get(hour) ?? 0);
};

const usage: Usage = {
  day: '2026-11-22',
  timeZone: 'America/Bogota',
  isAccountZone: true,
  hour: 9,
  calls: 1_005,
  endpoints: [
    { endpoint: 'GET /api/devices', hours: hours([8, 5], [9, 1]) },
    { endpoint: 'GET /api/users', hours: hours([9, 2]) },
  ],
  recentPerMinute: 12.34,
  restOfDay: 10_500,
  callsPerDay: null,
  isLimitLearned: false,
};

test('says which day is counted and what the rest of it costs', () => {
  expect(dayText(usage, format)).toBe('2026-11-22, by the account’s time zone America/Bogota');
  expect(dayText({ ...usage, isAccountZone: false }, format)).toContain(
    'by this computer’s time zone',
  );
  expect(restText(usage, format)).toBe('About 10,500 calls, at the recent rate of 12.3 a minute');
});

test.each<[DayLimit['phase'], string]>([
  ['enough', '400 calls of 5,000 left today.'],
  ['spread', 'The refresh is slower, so that they last until 00:00:00.'],
  ['reserved', 'for your own actions only. The refresh, jobs and downloads continue at 00:00:00.'],
  ['usedUp', 'The 5,000 calls of today are used up. Nothing is sent until 00:00:00.'],
])('a limit of the day that is %s', (phase, text) => {
  const limit = { limit: 5_000, left: 400, reserve: 500, phase, endsAt: 86_400_000 };
  expect(dayLimitText(limit, format)).toContain(text);
});

test('the bars have a text, and all endpoints a sum', () => {
  expect(totalHours(usage)).toEqual(hours([8, 5], [9, 3]));
  expect(barsText(totalHours(usage), format)).toBe('08:00–09:00: 5 calls, 09:00–10:00: 3 calls');
  expect(barsText(hours(), format)).toBe('No calls');
});

test('the weights are stated', () => {
  expect(callWeightsText(format)).toContain(
    'of every 4 other calls 2 are for jobs, 1 for downloads and 1 for the refresh',
  );
});
