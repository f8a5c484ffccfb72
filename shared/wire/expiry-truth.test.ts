import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayInZone, startOfDayInZone } from '../domain/calendar';
import { knownLimit, sentCount } from '../domain/device-limits';
import { bandOf, expiryColumns, expiryOf } from '../domain/expiry';
import { knownOf, valueOf } from '../domain/known';
import { decodeDevice } from './device';

// For any answer about a device: what the app shows of its expiry and limits is derived from it.

const now = Date.parse('2027-01-15T11:00:00Z');
const hour = 3_600_000;
const zones = ['Europe/Paris', 'America/New_York', 'Pacific/Kiritimati', 'UTC'] as const;

const absent = Symbol('absent');
const moment = fc.integer({ min: -1000, max: 1000 }).map((hours) => now + hours * hour);
const instant = moment.map((at) => new Date(at).toISOString());
const day = moment.map((at) => new Date(at).toISOString().slice(0, 10));
const unreadableDate = fc.constantFrom('soon', 7, true, '2026-13-40', '31/12/2026', {});
const active = fc.constantFrom(true, false, 'true', 'false', 0, 1, 'maybe', 7, null, absent);
const limit = fc.constantFrom(
  0,
  5,
  '5',
  '100 per day',
  'unlimited',
  -1,
  99.5,
  '1,500',
  null,
  absent,
);
const limits = fc.record({
  expires: fc.constantFrom(true, false, 'on', 'maybe', null, absent),
  expirationDate: fc.oneof(day, instant, unreadableDate, fc.constantFrom(null, absent)),
  dailyEmailLimit: limit,
  dailySmsLimit: limit,
  emailsSentToday: limit,
});
const answer = fc.record({
  active,
  expires: fc.oneof(instant, day, unreadableDate, fc.constantFrom(null, absent)),
  limits: fc.oneof({ arbitrary: limits, weight: 3 }, fc.constantFrom(null, absent, 'none', 3)),
  writesPascalCase: fc.boolean(),
});
const receivedAt = fc.oneof(fc.constant(null), moment);

/** The answer as JSON, without the absent members. */
function jsonOf(value: unknown, isPascalCase: boolean): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const name = (key: string) => (isPascalCase ? key[0]!.toUpperCase() + key.slice(1) : key);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== absent)
      .map(([key, member]) => [name(key), jsonOf(member, isPascalCase)]),
  );
}

/** The earliest moments that the dates of an answer can mean, by their text. */
function momentsIn(text: unknown, zone: string): number[] {
  if (typeof text !== 'string' || unreadable.has(text)) return [];
  return [/T/.test(text) ? Date.parse(text) : startOfDayInZone(text, zone)];
}
const unreadable = new Set(['soon', '2026-13-40', '31/12/2026']);

test('the state, the date and the columns are derived from the answer', () => {
  fc.assert(
    fc.property(answer, receivedAt, fc.constantFrom(...zones), (given, received, zone) => {
      const { writesPascalCase, ...raw } = given;
      const json = jsonOf({ id: 'd', ...raw }, writesPascalCase);
      const device = { ...decodeDevice(json, 'd')!.record, receivedAt: received };
      const expiry = expiryOf(device, zone, now);
      const band = bandOf(expiry, now, zone);
      const settings = typeof raw.limits === 'object' && raw.limits !== null ? raw.limits : null;
      const dates = [...momentsIn(raw.expires, zone), ...momentsIn(settings?.expirationDate, zone)];
      const saysNotActive = [false, 'false', 0].includes(raw.active as never);
      const saysActive = [true, 'true', 1].includes(raw.active as never);

      const date = valueOf(expiry.date);
      const isNone =
        raw.expires === null || settings?.expires === false || settings?.expirationDate === null;
      const isOld = expiry.state === 'active' && saysActive && date !== null && date.at <= now;
      expect({
        expiredByStatement:
          expiry.state !== 'expired' || saysNotActive || dates.some((at) => at <= now),
        notActiveIsExpired: !saysNotActive || expiry.state === 'expired',
        activeByStatement:
          expiry.state !== 'active' || saysActive || dates.some((at) => at > now) || isNone,
        // A statement that is older than the date says nothing about the time after it.
        activeAfterDate: !isOld || (received !== null && received >= date.at),
        activeAfterDateIsSaid:
          isOld === expiry.contradictions.some(({ kind }) => kind === 'activeAfterDate'),
        // "No expiry" is never shown for an unknown date.
        noneIsStated: band !== 'none' || isNone,
        dateIsStated: date === null || dates.includes(date.at),
        dayIsStated:
          date === null ||
          (date.isDay
            ? [raw.expires, settings?.expirationDate].includes(date.day)
            : date.day === dayInZone(date.at, zone) || date.day === settings?.expirationDate),
      }).toEqual({
        expiredByStatement: true,
        notActiveIsExpired: true,
        activeByStatement: true,
        activeAfterDate: true,
        activeAfterDateIsSaid: true,
        noneIsStated: true,
        dateIsStated: true,
        dayIsStated: true,
      });
      // The map, the table and the boards agree at any time.
      const columns = expiryColumns(device, zone);
      for (const at of [now - 500 * hour, now, now + 500 * hour]) {
        const isExpired = expiryOf(device, zone, at).state === 'expired';
        expect(columns.expiredFrom <= at).toBe(isExpired);
      }
      expect(Number.isFinite(columns.expiresAt)).toBe(date !== null);
    }),
  );
});

test('a limit is a number or "none" only if the answer says so', () => {
  const readable = new Map<unknown, number | null>([
    [0, 0],
    [5, 5],
    ['5', 5],
    [null, null],
  ]);
  fc.assert(
    fc.property(limits, receivedAt, (raw, received) => {
      const json = jsonOf({ id: 'd', limits: raw }, false);
      const device = { ...decodeDevice(json, 'd')!.record, receivedAt: received };
      for (const name of ['dailyEmailLimit', 'dailySmsLimit'] as const) {
        const known = knownLimit(device, name);
        const given = raw[name];
        const unread = given === absent ? { is: 'notProvided' } : { is: 'notUnderstood' };
        const original = given === absent ? {} : { original: given };
        expect(known).toMatchObject(
          readable.has(given)
            ? { is: 'value', value: readable.get(given) }
            : { ...unread, ...original },
        );
      }
      const sent = valueOf(sentCount(device, 'emailsSentToday', 'Europe/Paris', now));
      const isToday = received !== null && dayInZone(received, 'Europe/Paris') === '2027-01-15';
      expect(sent?.daysAgo !== 0 || isToday).toBe(true);
    }),
  );
});

test.each([
  ['false', 'expired'],
  [0, 'expired'],
  ['TRUE', 'active'],
] as const)('active: %j', (active, state) => {
  const { record } = decodeDevice({ id: 'd', active, expires: null }, 'd')!;
  expect(expiryOf(record, 'UTC', now).state).toBe(state);
});

test('an unreadable status is not understood, and the date decides', () => {
  const { record } = decodeDevice({ id: 'd', active: 'maybe', expires: '2027-01-16' }, 'd')!;
  expect(knownOf(record, 'isActive')).toMatchObject({ is: 'notUnderstood', original: 'maybe' });
  expect(expiryOf(record, 'UTC', now)).toMatchObject({ state: 'active', statedBy: 'date' });
});
