import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Device, Licences } from '#shared/domain/device';
import { forecastLicences, type LicenceDay } from '#shared/domain/expiry-forecast';
import { valueOf } from '#shared/domain/known';
import { chartShape, niceTicks } from './chart-shape';
import {
  expiryCounts,
  expiryRows,
  findExpiryRows,
  licenceFigures,
  matchCounts,
  totalNote,
  usedNote,
  type ExpiryQuery,
} from './expiry-rows';

const now = Date.UTC(2027, 2, 10, 12);
const day = 86_400_000;
const device = (id: string, date: string | null, part: Partial<Device> = {}): Device => ({
  id,
  name: id,
  description: null,
  phone: null,
  tags: {},
  expiresAt: null,
  limits: {
    expires: date !== null,
    expirationDate: date,
    dailyEmailLimit: null,
    dailySmsLimit: null,
    emailsSentToday: null,
    smsSentToday: null,
  },
  extra: {},
  unlistedAt: null,
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
  const found = (part: Partial<ExpiryQuery> = {}) =>
    findExpiryRows(rows, {
      search: '',
      filter: 'all',
      sort: { column: 'daysLeft', descending: false },
      ...part,
    }).map(({ id }) => id);

  test('sorts by days left, with devices without a date last', () => {
    expect(found()).toEqual(['Gone by', 'Vanished', 'Tomorrow', 'Week', 'Later', 'Never']);
    expect(found({ sort: { column: 'daysLeft', descending: true } })).toEqual([
      'Later',
      'Week',
      'Tomorrow',
      'Vanished',
      'Gone by',
      'Never',
    ]);
  });

  test('says how long before its expiry an expired device was last seen', () => {
    const byId = new Map(rows.map((row) => [row.id, row]));
    expect(byId.get('Gone by')).toMatchObject({ band: 'expired', seenBeforeMs: 3 * day });
    expect(byId.get('Week')).toMatchObject({ band: 'week', seenBeforeMs: null });
  });

  test('filters by band, by devices no longer listed, and by text', () => {
    expect(found({ filter: 'expired' })).toEqual(['Gone by']);
    expect(found({ filter: 'unlisted' })).toEqual(['Vanished']);
    expect(found({ search: 'week' })).toEqual(['Week']);
    expect(expiryCounts(rows)).toMatchObject({ all: 5, expired: 1, day: 1, week: 1, unlisted: 1 });
  });

  test('devices no longer listed are counted only if they are asked for', () => {
    const counts = expiryCounts(rows);
    const unlisted = rows.filter(({ id }) => id === 'Vanished');
    expect(matchCounts(rows, counts, 'all')).toEqual({ matched: 5, total: 5 });
    expect(matchCounts(unlisted, counts, 'unlisted')).toEqual({ matched: 1, total: 1 });
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
    expect([usedNote(figures), totalNote(figures)]).toEqual([undefined, 'Provided by the service']);
  });
  test('otherwise uses the setting and counts devices that are neither expired nor unlisted', () => {
    expect(licenceFigures(null, 10, devices, now, 'UTC')).toMatchObject({ used: 4, free: 6 });
    expect(licenceFigures(null, null, devices, now, 'UTC').free).toBeNull();
  });
  test('says what the service stated unreadably, and what is counted', () => {
    const notes = (provided: Licences | null) => {
      const figures = licenceFigures(provided, null, devices, now, 'UTC');
      return [usedNote(figures), totalNote(figures)];
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

describe('chartShape', () => {
  const frame = { width: 400, height: 120, left: 40, right: 10, top: 10, bottom: 20 };
  const days = forecastLicences(devices, { total: 10, used: null }, now, 'UTC');

  test('steps up on the day on which a licence is released', () => {
    const { line, yOf } = chartShape(days, frame);
    expect(days[0]).toMatchObject({ free: 6 });
    expect(days[6]).toMatchObject({ free: 8 });
    expect(line.startsWith(`M40 ${yOf(6)}H`)).toBe(true);
    expect(line).toContain(` ${yOf(8)}H`);
  });

  test('stays inside its frame for all values', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -50, max: 20_000 }), { minLength: 1, maxLength: 91 }),
        (values) => {
          const shape = chartShape(
            values.map((free): LicenceDay => ({ day: '', expiring: 0, used: 0, free })),
            frame,
          );
          for (const value of values) {
            expect(shape.yOf(value)).toBeGreaterThanOrEqual(frame.top);
            expect(shape.yOf(value)).toBeLessThanOrEqual(frame.height - frame.bottom);
          }
          expect(shape.ticks.length).toBeLessThanOrEqual(7);
        },
      ),
    );
  });

  test('ticks are whole numbers and include zero', () => {
    expect(niceTicks(0, 1)).toEqual([0, 1]);
    expect(niceTicks(0, 9)).toEqual([0, 5, 10]);
    expect(niceTicks(-3, 40)).toEqual([-20, 0, 20, 40]);
  });
});
