import { expect, test } from 'vitest';
import { chosenTimeZone, dayFractionInZone, isCalendarDay, isTimeZone } from './calendar';
import { limitForecast, sentCount } from './device-limits';
import {
  clockToleranceMs,
  deviceState,
  isAhead,
  isPresent,
  nextStateChangeAt,
  type StateInputs,
} from './device-state';
import { groupGapOf, groupLabel, type Group } from './group';
import { freeLicences, noLimits, knownLimits } from './device';

const rules = { movingAbove: 5, staleAfterMs: 1_000, silentAfterMs: 10_000 };
const now = 1_000_000;
const never = Number.NaN;
const inputs = (values: Partial<StateInputs>): StateInputs => ({
  unlistedAt: never,
  expiresAt: never,
  checkedAt: now,
  fixAt: now,
  hasPosition: true,
  speed: never,
  inactiveSeconds: never,
  isNotUnderstood: false,
  isAnswerAhead: false,
  isAnswerBehind: false,
  ...values,
});

test.each<[Partial<StateInputs>, string]>([
  [{ speed: 5 }, 'stopped'],
  [{ speed: 5.01 }, 'moving'],
  [{ speed: 0, inactiveSeconds: 0 }, 'stopped'],
  [{ inactiveSeconds: 1 }, 'stopped'],
  [{ inactiveSeconds: 0 }, 'unknownMotion'],
  [{}, 'unknownMotion'],
  [{ hasPosition: false, speed: 9 }, 'noPosition'],
  [{ fixAt: now - 1_000, speed: 9 }, 'moving'],
  [{ fixAt: now - 1_001, speed: 9 }, 'stale'],
  [{ fixAt: now - 1_001, checkedAt: now - 1 }, 'unchecked'],
  [{ fixAt: now - 10_000 }, 'stale'],
  [{ fixAt: now - 10_001 }, 'silent'],
  [{ fixAt: now - 10_001, checkedAt: now - 9_001 }, 'unchecked'],
  [{ fixAt: never }, 'silent'],
  [{ fixAt: never, checkedAt: never }, 'neverAsked'],
  [{ fixAt: now + clockToleranceMs }, 'unknownMotion'],
  [{ fixAt: now + clockToleranceMs + 1 }, 'clockAhead'],
  [{ isAnswerAhead: true }, 'clockAhead'],
  [{ isNotUnderstood: true, fixAt: never }, 'notUnderstood'],
  [{ expiresAt: now, isNotUnderstood: true }, 'expired'],
  [{ expiresAt: now + 1 }, 'unknownMotion'],
  [{ unlistedAt: 0, expiresAt: 0 }, 'unlisted'],
  [{ fixAt: now - 1_001, checkedAt: now + 9_000 }, 'stale'],
])('%j is %s', (values, state) => {
  expect(deviceState(inputs(values), rules, now)).toBe(state);
});

test('a report five minutes ahead is still believed', () => {
  expect(clockToleranceMs).toBe(300_000);
  expect([isAhead(300_000, 0), isAhead(300_001, 0)]).toEqual([false, true]);
  expect((['moving', 'stopped', 'unknownMotion', 'stale'] as const).map(isPresent)).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

test.each<[Partial<StateInputs>, number]>([
  [{}, now + 1_001],
  [{ expiresAt: now + 500 }, now + 500],
  [{ expiresAt: now + 5_000 }, now + 1_001],
  [{ expiresAt: now }, Infinity],
  [{ isNotUnderstood: true, expiresAt: now + 5 }, now + 5],
  [{ isAnswerAhead: true }, Infinity],
  [{ fixAt: never }, Infinity],
  [{ unlistedAt: 0, expiresAt: now + 5 }, Infinity],
  [{ fixAt: now - 1_000 }, now + 1],
  [{ fixAt: now - 1_001 }, Infinity],
  [{ fixAt: now + clockToleranceMs + 7 }, now + 7],
  [{ fixAt: now - 9_990, checkedAt: now + 11 }, now + 11],
  [{ fixAt: now - 9_990, checkedAt: now + 10 }, Infinity],
])('the state of %j changes next at %d', (values, at) => {
  expect(nextStateChangeAt(inputs(values), rules, now)).toBe(at);
});

test.each([
  [10, 10, 0.01, { outlook: 'reached', projected: 10, reachedAt: null }],
  [11, 10, 0.5, { outlook: 'reached', projected: 11, reachedAt: null }],
  [4, 10, 0.5, { outlook: 'within', projected: 8, reachedAt: null }],
  [5, 10, 0.5, { outlook: 'willReach', projected: 10, reachedAt: 1 }],
  [8, 10, 0.5, { outlook: 'willReach', projected: 16, reachedAt: 0.625 }],
  [8, 10, 2, { outlook: 'within', projected: 8, reachedAt: null }],
  [1, 48, 1 / 24, { outlook: 'within', projected: 24, reachedAt: null }],
  [1, 48, 1 / 25, null],
  [null, 10, 0.5, null],
  [5, null, 0.5, null],
])('%j of %j messages after %d of the day', (sent, limit, fraction, forecast) => {
  expect(limitForecast(sent, limit, fraction)).toEqual(forecast);
});

test('a count is shown with the day it is of', () => {
  const at = Date.UTC(2026, 4, 3, 23, 30);
  const device = { limits: { ...noLimits, emailsSentToday: 4 }, gaps: undefined, receivedAt: at };
  const count = (zone: string, later = 0) => sentCount(device, 'emailsSentToday', zone, at + later);
  expect(count('UTC')).toMatchObject({ value: { count: 4, day: '2026-05-03', daysAgo: 0 } });
  expect(count('Europe/Vienna', 86_400_000)).toMatchObject({
    value: { count: 4, day: '2026-05-04', daysAgo: 1 },
  });
  expect(sentCount({ ...device, receivedAt: null }, 'emailsSentToday', 'UTC', at)).toMatchObject({
    value: { count: 4, day: null, daysAgo: null },
  });
  expect(sentCount(device, 'smsSentToday', 'UTC', at).is).toBe('notProvided');
  const stated = { ...device, limits: { ...noLimits, gaps: { none: ['smsSentToday'] } } };
  expect(sentCount(stated, 'smsSentToday', 'UTC', at).is).toBe('notProvided');
  expect(knownLimits({ ...device, limits: null, gaps: { none: ['limits'] } }).is).toBe(
    'notProvided',
  );
});

test('licences are free only if both numbers are known', () => {
  expect(freeLicences({ total: 5, used: 7 })).toBe(-2);
  expect(freeLicences({ total: null, used: 1 })).toBeNull();
  expect(freeLicences({ total: 5, used: null })).toBeNull();
  expect(freeLicences(null)).toBeNull();
});

test('a group is shown by its name, without one by its id', () => {
  expect(groupLabel({ id: 'g', name: ' Vans ' })).toBe('Vans');
  expect(groupLabel({ id: 'g', name: '  ' })).toBe('g');
  expect(groupLabel({ id: 'g', name: null })).toBe('g');
});

test('says whether the groups or only some of their members are not known', () => {
  const group = (deviceIds: string[] | null, gaps?: Group['gaps']) =>
    ({ deviceIds, gaps }) as Group;
  expect(groupGapOf(null)).toBe('list');
  expect(groupGapOf([])).toBeNull();
  expect(groupGapOf([group(['a']), group([], { partly: { name: [1] } })])).toBeNull();
  expect(groupGapOf([group(['a']), group(null)])).toBe('members');
  expect(groupGapOf([group(['a'], { partly: { deviceIds: [1] } })])).toBe('members');
});

test('days and time zones that do not exist are refused', () => {
  expect(['2024-02-29', '2026-02-29', '2026-2-01', '2026-01-01T00'].map(isCalendarDay)).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(['Europe/Vienna', 'UTC', 'Mars/Base'].map(isTimeZone)).toEqual([true, true, false]);
});

test('a day is half over at noon, on a day of 23 hours half an hour earlier', () => {
  expect(dayFractionInZone(Date.UTC(2026, 0, 1, 12), 'UTC')).toBe(0.5);
  const spring = Date.UTC(2026, 2, 28, 23);
  expect(dayFractionInZone(spring + 11.5 * 3_600_000, 'Europe/Vienna')).toBe(0.5);
});

test('times are shown in the zone of the account, else of this computer', () => {
  const zones = { account: 'Europe/Vienna', computer: 'Asia/Tokyo' };
  expect(chosenTimeZone('account', zones)).toBe('Europe/Vienna');
  expect(chosenTimeZone('account', { ...zones, account: null })).toBe('Asia/Tokyo');
  expect(chosenTimeZone('computer', zones)).toBe('Asia/Tokyo');
  expect(chosenTimeZone('utc', zones)).toBe('UTC');
});
