import { expect, test } from 'vitest';
import type { Device, Limits } from '#shared/domain/device';
import { isPastDate, passedDateAfter, passedDateText } from './activation-messages';

const zone = 'America/Bogota';
/** The first moment of 1 May 2026 there. */
const now = Date.UTC(2026, 4, 1, 5);

const device = (limits: Partial<Limits> | null, more: Partial<Device> = {}): Device => ({
  id: 'a',
  name: 'Van',
  description: null,
  phone: null,
  tags: {},
  expiresAt: null,
  limits: limits && {
    expires: true,
    expirationDate: '2026-05-01',
    dailyEmailLimit: null,
    dailySmsLimit: null,
    emailsSentToday: null,
    smsSentToday: null,
    ...limits,
  },
  extra: {},
  unlistedAt: null,
  receivedAt: now,
  ...more,
});
const before = device({}, { isActive: false, expiresAt: now });
const active = { isActive: true };

// The three readings of a service, and one that forgets the date.
test.each([
  [
    device({ expires: false }, active),
    'Activated. Expires was switched off, its date was 01 May 2026.',
  ],
  [
    device({}, { ...active, expiresAt: now }),
    'Activated. Expires is still on, and its date 01 May 2026 has passed.',
  ],
  [
    device(null, active),
    'Activated. The service states no expiration date any more, it was 01 May 2026.',
  ],
])('says what became of the date: %#', (after, text) => {
  expect(passedDateText(passedDateAfter(before, after, zone, now)!)).toBe(text);
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
