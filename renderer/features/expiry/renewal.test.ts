import { expect, test } from 'vitest';
import type { Device } from '#shared/domain/device';
import { dayText } from '#shared/domain/calendar';
import { daysOf, dayAhead, laterThan, type Renewal } from './renewal';

test('an extension never leaves the calendar', () => {
  expect(dayAhead('9998-06-01', { years: 2 })).toBe('9999-12-31');
});

test('dayAhead returns a day that exists', () => {
  expect(dayAhead('2027-01-31', { months: 1 })).toBe('2027-02-28');
  expect(dayAhead('2028-02-29', { years: 1 })).toBe('2029-02-28');
  expect(dayAhead('2027-12-31', { days: 1 })).toBe('2028-01-01');
});

test('dayText shows the same day in every time zone', () => {
  expect(dayText('2027-03-01')).toBe('01 Mar 2027');
  expect(dayText('2027-03-01', false)).toBe('1 Mar');
});

const dated = (id: string, expirationDate: string | null): Device => ({
  id,
  name: id,
  description: null,
  phone: null,
  tags: {},
  expiresAt: null,
  limits: {
    expires: expirationDate !== null,
    expirationDate,
    dailyEmailLimit: null,
    dailySmsLimit: null,
    emailsSentToday: null,
    smsSentToday: null,
  },
  extra: {},
  unlistedAt: null,
});

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
