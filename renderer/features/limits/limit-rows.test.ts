import { describe, expect, test } from 'vitest';
import { type Device, type Limits, noLimits } from '#shared/domain/device';
import { deviceOf } from '#shared/domain/records.test-support';
import { inZone } from '#lib/format';
import { inOrder } from '#lib/in-order';
import { readCount } from '#ui/number-field';
import {
  isListed,
  limitFilters,
  limitRows,
  limitSortValues,
  outlookOf,
  outlookText,
  type LimitRow,
} from './limit-rows';
import { fieldText, limitsValue, problemsOf, limitText, sentText } from './limits-edit';
import { format as inUtc } from '../../../test/support/english';

/** Noon in Madrid in winter. */
const noon = Date.UTC(2027, 0, 15, 11);
const zone = 'Europe/Madrid';
const limits = (part: Partial<Limits>): Limits => ({ ...noLimits, expires: false, ...part });
const format = inZone(inUtc, zone);
const device = (id: string, part: Partial<Limits> | null) =>
  deviceOf(id, { limits: part && limits(part), receivedAt: noon });

describe('limitRows', () => {
  const rows = limitRows(
    [
      device('Van 10', { dailyEmailLimit: 100, emailsSentToday: 75 }),
      device('Van 9', { dailyEmailLimit: 10, emailsSentToday: 10, dailySmsLimit: 50 }),
      device('Camión', { dailyEmailLimit: 100, emailsSentToday: 10, smsSentToday: 3 }),
      device('Silent', null),
    ],
    noon,
    zone,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const ids = (found: readonly LimitRow[]) => found.map(({ id }) => id);
  const passing = (all: readonly LimitRow[], filter: string, changed: string) =>
    ids(
      all.filter(
        limitFilters((id) => id === changed, format).find(({ id }) => id === filter)!.passes,
      ),
    );

  test('computes when a limit is reached at the current rate', () => {
    // 75 by noon is 150 a day, so 100 are reached at two thirds of it: 16:00 in Madrid.
    expect(byId.get('Van 10')!.email.reachedAt).toBe(Date.UTC(2027, 0, 15, 15));
    expect(outlookOf(byId.get('Van 10')!)).toBe('willReach');
    expect(outlookOf(byId.get('Van 9')!)).toBe('reached');
    expect(outlookOf(byId.get('Camión')!)).toBe('within');
  });

  test('has no outlook, and is in no filter, once the limits have ended', () => {
    const ended = (part: Partial<Limits>) =>
      limitRows(
        [
          device('Van', {
            expires: true,
            expirationDate: '2027-01-15',
            dailyEmailLimit: 1,
            emailsSentToday: 3,
            dailySmsLimit: 0,
            smsSentToday: 0,
            ...part,
          }),
        ],
        noon,
        zone,
      );
    const rows = ended({});
    expect(rows[0]).toMatchObject({ endedOn: '2027-01-15', email: { forecast: null } });
    expect(outlookOf(rows[0]!)).toBeNull();
    expect(passing(rows, 'willReach', '')).toEqual([]);
    expect(passing(rows, 'reached', '')).toEqual([]);
    // The counter is not "of" a limit that does not hold.
    expect(sentText(rows[0]!.email.sent, rows[0]!.email.inForce, format)).toBe('3');
    expect(outlookText(rows[0]!.sms, 'sms', noon, format)).toBeNull();
    const before = ended({ expirationDate: '2027-01-16' });
    expect([before[0]!.endedOn, outlookOf(before[0]!)]).toEqual([null, 'reached']);
  });

  test('has no outlook if a number is missing', () => {
    expect(byId.get('Van 9')!.sms.forecast).toBeNull();
    expect(byId.get('Camión')!.sms).toMatchObject({
      limit: { is: 'notProvided' },
      sent: { value: { count: 3, daysAgo: 0 } },
      forecast: null,
    });
    expect(byId.get('Silent')).toMatchObject({ email: { sent: { is: 'notProvided' } } });
    expect(outlookOf(byId.get('Silent')!)).toBeNull();
  });

  test('a limit of 0 does not count as reached', () => {
    const [row] = limitRows([device('a', { dailySmsLimit: 0, smsSentToday: 0 })], noon, zone);
    expect(outlookOf(row!)).toBeNull();
  });

  test('filters by outlook and unsaved changes', () => {
    expect(passing(rows, 'willReach', '')).toEqual(['Van 10']);
    expect(passing(rows, 'reached', '')).toEqual(['Van 9']);
    expect(passing(rows, 'changed', 'Silent')).toEqual(['Silent']);
  });

  test('a device no longer listed is only under that filter, and under its unsaved changes', () => {
    const full = { dailyEmailLimit: 10, emailsSentToday: 10 };
    const gone = { ...device('Gone', full), unlistedAt: noon };
    const both = limitRows([device('Here', full), gone], noon, zone);
    expect(ids(both.filter(isListed))).toEqual(['Here']);
    expect(passing(both, 'reached', 'Gone')).toEqual(['Here']);
    expect(passing(both, 'unlisted', 'Gone')).toEqual(['Gone']);
    expect(passing(both, 'changed', 'Gone')).toEqual(['Gone']);
  });

  test('sorts with unknown values last in both directions', () => {
    const sorted = (column: keyof typeof limitSortValues, descending: boolean) =>
      ids(inOrder(rows, limitSortValues[column], ({ label }) => label, descending));
    expect(sorted('name', false)).toEqual(['Camión', 'Silent', 'Van 9', 'Van 10']);
    expect(sorted('emailSent', false)).toEqual(['Camión', 'Van 9', 'Van 10', 'Silent']);
    expect(sorted('emailSent', true)).toEqual(['Van 10', 'Camión', 'Van 9', 'Silent']);
    expect(sorted('outlook', true)).toEqual(['Van 10', 'Van 9', 'Camión', 'Silent']);
  });
});

describe('unknown limits and counters of a past day', () => {
  const full = { dailyEmailLimit: 100, emailsSentToday: 90, dailySmsLimit: 5, smsSentToday: 5 };
  const rowAt = (now: number, part: Partial<Device> = {}) =>
    limitRows([{ ...device('a', full), ...part }], now, zone)[0]!;
  const texts = (now: number, part: Partial<Device> = {}) => {
    const { email, sms } = rowAt(now, part);
    return {
      sent: [sentText(email.sent, email.limit, format), sentText(sms.sent, sms.limit, format)],
      outlook: [outlookText(email, 'email', now, format), outlookText(sms, 'sms', now, format)],
    };
  };
  /** 00:00 in Madrid. */
  const midnight = Date.UTC(2027, 0, 15, 23);

  test("a counter belongs to the account's day on which it was received", () => {
    expect(texts(midnight - 1)).toEqual({
      sent: ['90 of 100', '5 of 5'],
      outlook: ['e-mail limit perhaps at 13:20', 'SMS: limit reached, resets tomorrow'],
    });
    expect(texts(midnight)).toEqual({
      sent: ['90 of 100 yesterday', '5 of 5 yesterday'],
      outlook: [null, null],
    });
    expect(texts(midnight + 24 * 3_600_000).sent[0]).toBe('90 of 100 on 15 Jan 2027');
    expect(texts(midnight + 9 * 3_600_000).outlook).toEqual([null, null]);
    expect(outlookOf(rowAt(midnight))).toBeNull();
  });

  test('a counter without a known time belongs to no day', () => {
    expect(texts(noon, { receivedAt: null })).toEqual({
      sent: ['90 of 100, day not known', '5 of 5, day not known'],
      outlook: [null, null],
    });
  });

  test('only a stated null is "No limit"', () => {
    const gaps = { none: ['dailyEmailLimit'], notUnderstood: { dailySmsLimit: '100 per day' } };
    const part = { dailyEmailLimit: null, dailySmsLimit: null, smsSentToday: 3 };
    const [row] = limitRows([device('a', { ...part, gaps })], noon, zone);
    expect(limitText(row!.email.limit, format)).toBe('No limit');
    expect(limitText(row!.sms.limit, format)).toBe('Not understood: 100 per day');
    expect(row!.sms.forecast).toBeNull();
    const [absent] = limitRows([device('a', part)], noon, zone);
    expect(limitText(absent!.email.limit, format)).toBe('Not provided');
    const unread = { ...device('a', null), gaps: { notUnderstood: { limits: 'none' } } };
    const [without] = limitRows([unread], noon, zone);
    expect(limitText(without!.email.limit, format)).toBe('Not understood: none');
  });
});

describe('readCount', () => {
  test.each([
    ['', null],
    ['  ', null],
    ['0', 0],
    [' 12 ', 12],
    ['050', 50],
    ['٥٠', 50],
    ['-1', '-1'],
    ['2.5', '2.5'],
    ['many', 'many'],
    ['99999999999999999999', '99999999999999999999'],
  ])('%j', (typed, value) => {
    expect(readCount(typed)).toBe(value);
  });

  test('keeps text that is not a number and reports it', () => {
    const draft = { base: device('a', {}), edit: { dailySmsLimit: readCount('2.5') } };
    expect(fieldText(draft.edit.dailySmsLimit)).toBe('2.5');
    expect(problemsOf(draft)).toHaveProperty('dailySmsLimit');
    expect(problemsOf({ ...draft, edit: { dailySmsLimit: readCount('') } })).toEqual({});
  });

  test('a device without limits has no values set', () => {
    expect(limitsValue(device('a', null), 'expires')).toBe(false);
    expect(limitsValue(device('a', null), 'dailySmsLimit')).toBeNull();
  });
});
