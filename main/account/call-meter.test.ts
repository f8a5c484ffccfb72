import { expect, test } from 'vitest';
import { dayInZone, hourInZone } from '#shared/domain/calendar';
import { createCallMeter, storedCallsSchema, type StoredCalls } from './call-meter';

const zone = 'America/Bogota';
const noon = Date.UTC(2026, 10, 21, 17);
const hourMs = 3_600_000;
const devices = 'GET /api/devices';
const users = 'GET /api/users';

const open = (earlier: StoredCalls | null, startedAt = noon) =>
  createCallMeter(earlier, {
    dayOf: (at) => ({ day: dayInZone(at, zone), hour: hourInZone(at, zone) }),
    startedAt,
  });

test('calls are counted per minute and per day of the account, also after a restart', () => {
  const meter = open(null);
  meter.record(noon, devices);
  meter.record(noon + 59_000, devices);
  expect(meter.lastMinute(noon + 59_500)).toBe(2);
  expect(meter.lastMinute(noon + 60_500)).toBe(1);
  expect(meter.lastMinute(noon - hourMs)).toBe(0);
  const restarted = open(meter.snapshot(noon + 60_000));
  restarted.record(noon + 120_000, users);
  expect(restarted.today(noon + 120_000)).toBe(3);
  // Midnight of the account is 05:00 UTC.
  expect(restarted.today(noon + 12 * hourMs - 1)).toBe(3);
  expect(restarted.today(noon + 12 * hourMs)).toBe(0);
});

test('calls of the day by endpoint and hour, most calls first', () => {
  const meter = open(null);
  meter.record(noon, users);
  meter.record(noon + hourMs, devices);
  meter.record(noon + hourMs, devices);
  const hours = (hour: number, calls: number) =>
    Array.from({ length: 24 }, (_, each) => (each === hour ? calls : 0));
  expect(meter.endpoints(noon + hourMs)).toEqual([
    { endpoint: devices, hours: hours(13, 2) },
    { endpoint: users, hours: hours(12, 1) },
  ]);
});

test('the recent rate counts the last ten minutes, or those since the start', () => {
  const meter = open(null, noon);
  for (let i = 0; i < 60; i++) meter.record(noon + i * 1_000, devices);
  expect(meter.recentPerMinute(noon + 2 * 60_000)).toBe(30);
  expect(meter.recentPerMinute(noon + 30 * 60_000)).toBe(0);
});

test('the count of an older version continues', () => {
  expect(storedCallsSchema.parse({ day: '2026-1-5', calls: 7 })).toEqual({
    day: '2026-01-05',
    calls: 7,
  });
  const earlier = storedCallsSchema.parse({ day: '2026-11-21', calls: 7, endpoints: 'many' });
  expect(open(earlier).today(noon)).toBe(7);
});
