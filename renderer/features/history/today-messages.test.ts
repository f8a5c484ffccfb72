import { expect, test } from 'vitest';
import { createFormat } from '#lib/format';
import { loadedPart, loadedText, loadText, todayText } from './today-messages';

const format = createFormat({
  locale: 'en-GB',
  timeZone: 'UTC',
  serviceSpeedUnit: 'm/s',
  speedUnit: 'km/h',
});
const hourMs = 3_600_000;
const range = { from: 0, to: 12 * hourMs };

test('says how much of today is loaded, and never that there were no trips before it is', () => {
  const nothing = loadedPart({ missing: [range] }, range);
  expect(loadedText(nothing, format)).toBe('Not loaded');
  expect(loadText(nothing, 1, format)).toBe('Load (1 call)');
  const rest = loadedPart({ missing: [{ from: 9 * hourMs, to: range.to }] }, range);
  expect(loadedText(rest, format)).toBe('Loaded until 09:00:00');
  expect(loadText(rest, 2, format)).toBe('Update (2 calls)');
  const gap = loadedPart({ missing: [{ from: 0, to: hourMs }] }, range);
  expect(loadedText(gap, format)).toBe('Parts of today are not loaded');
});

test('sums the trips', () => {
  const totals = { trips: 2, stops: 1, metres: 12_000, drivingMs: 90 * 60_000 };
  expect(todayText(totals, format)).toBe('2 trips, 12 km, 1 h 30 min driving');
  expect(todayText({ ...totals, trips: 0 }, format)).toBe('No trips');
});
