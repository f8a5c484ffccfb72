import { expect, test } from 'vitest';
import { isOfflineNotExpired, noReportText } from './state-words';

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
