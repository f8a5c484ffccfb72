import { describe, expect, test } from 'vitest';
import { daysBetween, dayInZone } from '#shared/domain/calendar';
import { type Device, type Licences, noLimits } from '#shared/domain/device';
import { deviceOf } from '#shared/domain/records.test-support';
import { daysLeft } from '#shared/domain/expiry';
import { valueOf } from '#shared/domain/known';
import { inOrder } from '#lib/in-order';
import {
  expiryFilters,
  expiryRows,
  expirySortValues,
  isOfflineNotExpired,
  licenceFigures,
  noReportText,
  totalNote,
  usedNote,
} from './expiry-rows';
import { format, t } from '../../../test/support/english';

const now = Date.UTC(2027, 2, 10, 12);
const day = 86_400_000;
const device = (id: string, date: string | null, part: Partial<Device> = {}) =>
  deviceOf(id, {
    limits: { ...noLimits, expires: date !== null, expirationDate: date },
    ...part,
  });

const devices = [
  device('Later', '2027-08-01'),
  device('Gone by', '2027-03-01'),
  device('Tomorrow', '2027-03-11'),
  device('Never', null),
  device('Week', '2027-03-16'),
  device('Vanished', '2027-03-09', { unlistedAt: now - day }),
];
const fixes = new Map([
  ['Gone by', { fixAt: Date.UTC(2027, 1, 26) }],
  ['Week', { fixAt: now - 60_000 }],
]);

describe('expiryRows', () => {
  const rows = expiryRows(devices, fixes, now, 'UTC');
  const sorted = (descending: boolean) =>
    inOrder(rows, expirySortValues.daysLeft, ({ label }) => label, descending).map(({ id }) => id);

  test('sorts by days left, with devices without a date last', () => {
    expect(sorted(false)).toEqual(['Gone by', 'Vanished', 'Tomorrow', 'Week', 'Later', 'Never']);
    expect(sorted(true)).toEqual(['Later', 'Week', 'Tomorrow', 'Vanished', 'Gone by', 'Never']);
  });

  test('says how long before its expiry an expired device was last seen', () => {
    const byId = new Map(rows.map((row) => [row.id, row]));
    expect(byId.get('Gone by')).toMatchObject({ band: 'expired', seenBeforeMs: 3 * day });
    expect(byId.get('Week')).toMatchObject({ band: 'week', seenBeforeMs: null });
  });

  test('a device no longer listed is in no band', () => {
    const found = Object.fromEntries(
      expiryFilters(format).map(({ id, passes }) => [id, rows.filter(passes).map((row) => row.id)]),
    );
    expect(found).toMatchObject({ expired: ['Gone by'], day: ['Tomorrow'], week: ['Week'] });
    expect(found.within30Days).toEqual(['Tomorrow', 'Week']);
    expect(found.unlisted).toEqual(['Vanished']);
  });

  test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/New_York', 'Europe/Madrid'])(
    'a date is the same day in %s',
    (zone) => {
      const row = expiryRows([device('a', '2027-03-14')], new Map(), now, zone)[0]!;
      expect(valueOf(row.expiry.date)?.day).toBe('2027-03-14');
    },
  );

  test('a fix newer than the date is not "up to its expiry"', () => {
    const seen = (fixAt: number, part: Partial<Device> = {}) =>
      expiryRows([device('a', '2027-03-09', part)], new Map([['a', { fixAt }]]), now, 'UTC')[0]!
        .seenBeforeMs;
    expect(seen(now - 4 * 60_000)).toBeLessThan(0);
    expect(seen(Date.UTC(2027, 2, 8, 23))).toBe(3_600_000);
    // Not active before its date: when it expired is not known.
    const later = { limits: { ...device('a', '2028-01-01').limits! }, isActive: false };
    expect(seen(now - 60_000, later)).toBeNull();
  });

  test('a device that the service says is active after its date is in a band of its own', () => {
    const band = (receivedAt: number | null) =>
      expiryRows(
        [device('a', '2027-03-09', { isActive: true, receivedAt })],
        new Map(),
        now,
        'UTC',
      )[0]!.band;
    expect(band(now - day / 2)).toBe('pastDate');
    expect(band(now - 2 * day)).toBe('expired');
    expect(band(null)).toBe('expired');
  });
});

describe('licenceFigures', () => {
  test('uses the figures of the service', () => {
    const figures = licenceFigures({ total: 100, used: 97 }, 5, devices, now, 'UTC');
    expect(figures).toMatchObject({ total: 100, used: 97, free: 3 });
    expect([usedNote(figures, format), totalNote(figures, format)]).toEqual([
      undefined,
      'Provided by the service',
    ]);
  });
  test('otherwise uses the setting and counts devices that are neither expired nor unlisted', () => {
    expect(licenceFigures(null, 10, devices, now, 'UTC')).toMatchObject({ used: 4, free: 6 });
    expect(licenceFigures(null, null, devices, now, 'UTC').free).toBeNull();
  });
  test('says what the service stated unreadably, and what is counted', () => {
    const notes = (provided: Licences | null) => {
      const figures = licenceFigures(provided, null, devices, now, 'UTC');
      return [usedNote(figures, format), totalNote(figures, format)];
    };
    const unread = (field: string, original: unknown) => ({
      gaps: { notUnderstood: { [field]: original } },
    });
    expect(notes({ total: null, used: 20, ...unread('total', '1,500') })).toEqual([
      undefined,
      'Not understood: 1,500. Enter the total from your contract.',
    ]);
    expect(notes({ total: 9, used: null })).toEqual([
      'Counted by Waypost',
      'Provided by the service',
    ]);
    expect(notes({ total: 9, used: null, ...unread('used', -1) })[0]).toBe(
      'Not understood: -1. Counted by Waypost.',
    );
    expect(notes(null)).toEqual([
      'Counted by Waypost',
      'Not provided by the service. Enter the total from your contract.',
    ]);
  });
  test('counts nothing if the list of devices was never received', () => {
    const figures = licenceFigures(null, 10, null, now, 'UTC');
    expect(figures).toMatchObject({ used: null, free: null, total: 10 });
    expect(licenceFigures({ total: 9, used: 4 }, 10, null, now, 'UTC').free).toBe(5);
  });
});

test('a device without a report is described by what was asked and answered', () => {
  expect(noReportText(undefined, format)).toBe(t('expiry.seen.notLoaded'));
  expect(noReportText({ state: 'neverAsked', checkedAt: null }, format)).toBe(
    t('common.deviceState.neverAsked'),
  );
  expect(noReportText({ state: 'expired', checkedAt: null }, format)).toBe(
    t('common.deviceState.neverAsked'),
  );
  expect(noReportText({ state: 'notUnderstood', checkedAt: 1 }, format)).toBe(
    t('common.deviceState.notUnderstood'),
  );
  expect(noReportText({ state: 'silent', checkedAt: 1 }, format)).toBe(t('expiry.seen.noFix'));
});

test('a silent device is "not expired" only if the service states so', () => {
  expect(isOfflineNotExpired('silent', { state: 'active' })).toBe(true);
  expect(isOfflineNotExpired('silent', { state: 'unknown' })).toBe(false);
  expect(isOfflineNotExpired('stale', { state: 'active' })).toBe(false);
});

test.each(['Europe/Rome', 'Pacific/Auckland', 'America/Los_Angeles'])(
  'days left are the calendar days between today and the expiry in %s',
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
    }
  },
);
