import { expect, test } from 'vitest';
import { knownMoment, knownOf, mapKnown, unreadFields, valueOf, type Gaps } from './known';

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
