import { expect, test } from 'vitest';
import { daysBetween, dayInZone, daysUntilText } from '#shared/domain/calendar';
import { daysLeft } from '#shared/domain/expiry';
import { daysLeftText, isOfflineNotExpired, noReportText } from './expiry-messages';

test('a device without a report is described by what was asked and answered', () => {
  expect(noReportText(undefined)).toBe('Not loaded');
  expect(noReportText({ state: 'neverAsked', checkedAt: null })).toBe('Not asked yet');
  expect(noReportText({ state: 'expired', checkedAt: null })).toBe('Not asked yet');
  expect(noReportText({ state: 'notUnderstood', checkedAt: 1 })).toBe('Not understood');
  expect(noReportText({ state: 'silent', checkedAt: 1 })).toBe('No known fix');
});

test('a silent device is "not expired" only if the service states so', () => {
  expect(isOfflineNotExpired('silent', { state: 'active' })).toBe(true);
  expect(isOfflineNotExpired('silent', { state: 'unknown' })).toBe(false);
  expect(isOfflineNotExpired('stale', { state: 'active' })).toBe(false);
});

test('days in the past are said in words, never as a negative number', () => {
  const texts = [12, 1, 0, -1, -49].map((days) => daysLeftText(days, { count: String }));
  expect(texts).toEqual(['12', '1', 'Today', '1 day ago', '49 days ago']);
});

test.each(['Europe/Rome', 'Pacific/Auckland', 'America/Los_Angeles'])(
  'the table, the details and the expiry page count the same days in %s',
  (zone) => {
    const now = Date.parse('2026-11-22T22:30:00Z');
    for (const at of [
      '2024-01-05T03:00:00Z',
      '2026-10-04T00:30:00Z',
      '2026-11-22T23:59:00Z',
      '2026-11-23T09:00:00Z',
      '2027-11-22T21:00:00Z',
      '2031-03-01T00:00:00Z',
    ]) {
      const expiresAt = Date.parse(at);
      const days = daysLeft({ expiresAt, limits: null }, now, zone)!;
      expect(days).toBe(daysBetween(dayInZone(now, zone), dayInZone(expiresAt, zone)));
      const texts = [daysUntilText(expiresAt, now, zone), daysLeftText(days, { count: String })];
      const numbers = texts.map((text) => Number(/\d+/.exec(text)?.[0] ?? 0));
      expect(numbers).toEqual([Math.abs(days), Math.abs(days)]);
    }
  },
);
