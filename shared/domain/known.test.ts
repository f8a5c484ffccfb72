import { t } from '../../test/support/english';
import { expect, test } from 'vitest';
import {
  knownMoment,
  knownOf,
  mapKnown,
  unreadFields,
  valueOf,
  type Gaps,
  gapText,
  knownList,
} from './known';

interface Sample {
  limit: number | null;
  expiresAt: number | null;
  members: string[];
  gaps?: Gaps;
}

const sample: Sample = { limit: 5, expiresAt: 1_000, members: ['a'] };

test('a value has the time at which it was received', () => {
  expect(knownOf(sample, 'limit', 7)).toEqual({ is: 'value', value: 5, asOf: 7 });
  expect(valueOf(knownOf(sample, 'limit'))).toBe(5);
});

test('null is "none" only if the service stated it', () => {
  const empty = { ...sample, limit: null };
  expect(knownOf(empty, 'limit', 7)).toEqual({ is: 'notProvided', asOf: 7 });
  expect(knownOf({ ...empty, gaps: { none: ['limit'] } }, 'limit', 7)).toEqual({
    is: 'value',
    value: null,
    asOf: 7,
  });
});

test('an unreadable value keeps its original', () => {
  const gaps = { notUnderstood: { limit: '100 per day' } };
  const known = knownOf({ ...sample, limit: null, gaps }, 'limit', 7);
  expect(known).toEqual({ is: 'notUnderstood', original: '100 per day', asOf: 7 });
  expect(valueOf(known)).toBeNull();
});

test('a list that was not provided is not empty, and one read in part is not complete', () => {
  const none = { ...sample, members: [], gaps: { notProvided: ['members'] } };
  expect(knownOf(none, 'members')).toMatchObject({ is: 'notProvided' });
  const partly = { ...sample, gaps: { partly: { members: [{ id: 'b' }] } } };
  expect(knownOf(partly, 'members')).toMatchObject({ value: ['a'], unread: [{ id: 'b' }] });
  expect(unreadFields(partly)).toEqual(['members']);
});

test('a record that was never received is not known', () => {
  expect(knownOf<Sample, 'limit'>(null, 'limit')).toEqual({ is: 'neverAsked' });
});

test('a moment may be sent as a day', () => {
  expect(knownMoment(sample, 'expiresAt')).toMatchObject({ value: { at: 1_000 } });
  const day = { ...sample, expiresAt: null, gaps: { days: { expiresAt: '2026-12-31' } } };
  expect(knownMoment(day, 'expiresAt')).toMatchObject({ value: { day: '2026-12-31' } });
  const none = { ...sample, expiresAt: null, gaps: { none: ['expiresAt'] } };
  expect(knownMoment(none, 'expiresAt')).toMatchObject({ is: 'value', value: null });
  expect(knownMoment({ ...sample, expiresAt: null }, 'expiresAt').is).toBe('notProvided');
});

test('mapKnown converts values only', () => {
  expect(mapKnown(knownOf(sample, 'limit', 7), String)).toEqual({
    is: 'value',
    value: '5',
    asOf: 7,
  });
  expect(mapKnown({ is: 'neverAsked' }, String)).toEqual({ is: 'neverAsked' });
});

const record = (gaps?: Parameters<typeof unreadFields>[0]['gaps']) => ({
  name: 'Van' as string | null,
  at: 5 as number | null,
  tags: [] as string[],
  gaps,
});

test('a value is known with when it was received, where it was read and what was left out', () => {
  expect(knownOf(record(), 'name', 7)).toEqual({ is: 'value', value: 'Van', asOf: 7 });
  const gaps = { mapped: { name: '/title' }, partly: { tags: [1] } };
  expect(knownOf(record(gaps), 'name')).toEqual({
    is: 'value',
    value: 'Van',
    asOf: null,
    from: '/title',
  });
  expect(knownOf(record(gaps), 'tags')).toEqual({
    is: 'value',
    value: [],
    asOf: null,
    unread: [1],
  });
});

test('null is a value only if the service stated it', () => {
  const empty = { ...record(), name: null };
  expect(knownOf(empty, 'name', 7)).toEqual({ is: 'notProvided', asOf: 7 });
  const stated = { ...empty, gaps: { none: ['name'] } };
  expect(knownOf(stated, 'name', 7)).toEqual({ is: 'value', value: null, asOf: 7 });
  expect(knownOf({ ...stated, gaps: { none: ['at'] } }, 'name').is).toBe('notProvided');
});

test('an empty list that was not in the answer is not provided', () => {
  const gaps = { notProvided: ['tags'] };
  expect(knownOf(record(gaps), 'tags', 7)).toEqual({ is: 'notProvided', asOf: 7 });
  expect(knownOf(record(gaps), 'name', 7).is).toBe('value');
});

test('what was not understood keeps its original, also if that is nothing', () => {
  const gaps = { notUnderstood: { name: undefined, at: 'soon' } };
  expect(knownOf(record(gaps), 'name', 7)).toEqual({
    is: 'notUnderstood',
    original: undefined,
    asOf: 7,
  });
  expect(knownOf(record(gaps), 'at', 7)).toMatchObject({ original: 'soon' });
  expect(knownOf(null, 'name' as never, 7)).toEqual({ is: 'neverAsked' });
});

test('a moment is a time, a calendar day, or stated to be none', () => {
  expect(knownMoment(record(), 'at', 7)).toEqual({ is: 'value', value: { at: 5 }, asOf: 7 });
  const day = record({ days: { at: '2026-05-01' } });
  expect(knownMoment(day, 'at', 7)).toEqual({
    is: 'value',
    value: { day: '2026-05-01' },
    asOf: 7,
  });
  const stated = { ...record({ none: ['at'] }), at: null };
  expect(knownMoment(stated, 'at', 7)).toEqual({ is: 'value', value: null, asOf: 7 });
  expect(knownMoment(null as ReturnType<typeof record> | null, 'at')).toEqual({ is: 'neverAsked' });
});

test('a list that was received is known, also if a later answer was refused', () => {
  const items = ['a'];
  expect(knownList({ items, asOf: 7, isRefused: true })).toEqual({
    is: 'value',
    value: items,
    asOf: 7,
  });
  expect(knownList({ items: [], asOf: null, isRefused: true }).is).toBe('notProvided');
  expect(knownList({ items: [], asOf: null, isRefused: false }).is).toBe('neverAsked');
});

test('each kind of unknown has its own text, a value none', () => {
  expect(gapText({ is: 'value', value: 1, asOf: null }, t)).toBeNull();
  const texts = [
    gapText({ is: 'notProvided', asOf: null }, t),
    gapText({ is: 'notUnderstood', original: { a: 1 }, asOf: null }, t),
    gapText({ is: 'neverAsked' }, t),
  ];
  expect(texts).toEqual(['Not provided', 'Not understood: {"a":1}', 'Not loaded']);
});

test('only values are converted and read', () => {
  const double = (value: number) => value * 2;
  const value = { is: 'value' as const, value: 2, asOf: 7 };
  expect(mapKnown(value, double)).toEqual({ is: 'value', value: 4, asOf: 7 });
  expect(mapKnown<number, number>({ is: 'notProvided', asOf: 7 }, double)).toEqual({
    is: 'notProvided',
    asOf: 7,
  });
  expect([valueOf(value), valueOf({ is: 'neverAsked' })]).toEqual([2, null]);
});

test('names the fields that could not be read, whole or in part', () => {
  const gaps = { notUnderstood: { a: 1 }, partly: { b: [2] }, none: ['c'], notProvided: ['d'] };
  expect(unreadFields({ gaps })).toEqual(['a', 'b']);
  expect(unreadFields({})).toEqual([]);
});
