import { expect, test } from 'vitest';
import { type Device, type Limits, noLimits } from '#shared/domain/device';
import { deviceOf } from '#shared/domain/records.test-support';
import { dayAhead, daysOf, isPastDate, laterThan, passedDateAfter, type Renewal } from './renewal';

test('an extension never leaves the calendar', () => {
  expect(dayAhead('9998-06-01', { years: 2 })).toBe('9999-12-31');
});

test('dayAhead returns a day that exists', () => {
  expect(dayAhead('2027-01-31', { months: 1 })).toBe('2027-02-28');
  expect(dayAhead('2028-02-29', { years: 1 })).toBe('2029-02-28');
  expect(dayAhead('2027-12-31', { days: 1 })).toBe('2028-01-01');
});

const dated = (id: string, expirationDate: string | null) =>
  deviceOf(id, { limits: { ...noLimits, expires: expirationDate !== null, expirationDate } });

test('an extension starts from the present date, or from today without a later one', () => {
  const devices = [
    dated('paid', '2028-02-29'),
    dated('expired', '2020-05-01'),
    dated('none', null),
  ];
  const days = (renewal: Renewal) =>
    Object.fromEntries(
      daysOf(renewal, [...devices.map(({ id }) => id), 'not loaded'], devices, {
        today: '2026-11-22',
        zone: 'Europe/Rome',
      }),
    );
  expect(days({ how: 'extend', by: 'oneYear' })).toEqual({
    paid: '2029-02-28',
    expired: '2027-11-22',
    none: '2027-11-22',
    'not loaded': '2027-11-22',
  });
  // Renewing never shortens what was paid for.
  expect(days({ how: 'until', day: '2027-01-01' })).toEqual({
    expired: '2027-01-01',
    none: '2027-01-01',
    'not loaded': '2027-01-01',
  });
  expect(days({ how: 'until', day: '2028-02-29' })).toMatchObject({ paid: '2028-02-29' });
  expect(days({ how: 'activate' })).toEqual({});
  expect(laterThan(devices, '2027-01-01', 'Europe/Rome')).toBe(1);
});

const zone = 'America/Bogota';
/** The first moment of 1 May 2026 there. */
const now = Date.UTC(2026, 4, 1, 5);

const device = (limits: Partial<Limits> | null, more: Partial<Device> = {}) =>
  deviceOf('a', {
    name: 'Van',
    limits: limits && { ...noLimits, expires: true, expirationDate: '2026-05-01', ...limits },
    receivedAt: now,
    ...more,
  });
const before = device({}, { isActive: false, expiresAt: now });
const active = { isActive: true };

// The three readings of a service, and one that forgets the date.
test.each([
  [device({ expires: false }, active), 'switchedOff'],
  [device({}, { ...active, expiresAt: now }), 'kept'],
  [device(null, active), 'gone'],
])('says what became of the date: %#', (after, is) => {
  expect(passedDateAfter(before, after, zone, now)).toEqual({ is, day: '2026-05-01' });
});

test('says nothing of a date that lies ahead, or of none', () => {
  const ahead = device({ expirationDate: '2026-05-02' }, { isActive: false });
  expect(passedDateAfter(ahead, { ...ahead, ...active }, zone, now)).toBeNull();
  expect(isPastDate(ahead, zone, now)).toBe(false);
  expect(isPastDate(before, zone, now)).toBe(true);
  const none = device({ expires: false }, { isActive: false });
  expect(passedDateAfter(none, { ...none, ...active }, zone, now)).toBeNull();
  // A later date set in the same step.
  expect(passedDateAfter(before, { ...ahead, ...active }, zone, now)).toBeNull();
});
