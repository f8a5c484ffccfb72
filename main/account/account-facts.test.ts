import { expect, test } from 'vitest';
import { createFakeTime } from '#main/pace/fake-time.test-support';
import {
  announcedRate,
  createFactsStore,
  knownRate,
  readStoredAccount,
  unknownFacts,
} from './account-facts';

test('leaves some calls of an announced rate to other programs', () => {
  const rate = (callsPerMinute: number | null) =>
    announcedRate({ ...unknownFacts, callsPerMinute });
  expect([rate(60), rate(3), rate(null)]).toEqual([55, 1, Number.POSITIVE_INFINITY]);
});

test('reads what can be read of stored facts', () => {
  const facts = { ...unknownFacts, accountTimeZone: 'Nowhere/Land', callsPerMinute: 60 };
  expect(readStoredAccount({ facts, calls: 'many', answeredAt: 5 })).toEqual({
    facts: { ...unknownFacts, callsPerMinute: 60 },
    calls: null,
    learned: null,
    callsPerDay: null,
    answeredAt: 5,
  });
  expect(readStoredAccount('garbage').facts).toEqual(unknownFacts);
});

test('stores changed facts with the calls of the day and the last answer', () => {
  const stored: unknown[] = [];
  const calls = { day: '2026-11-22', calls: 7, endpoints: {} };
  const facts = createFactsStore({
    cache: { putList: (...list) => void stored.push(list) },
    clock: createFakeTime(1_000),
    stored: { facts: unknownFacts, answeredAt: null },
    calls: () => ({ calls, learned: null, callsPerDay: 500 }),
    onChanged: () => stored.push('changed'),
  });
  facts.answered(900);
  facts.update({ callsPerMinute: 30 });
  const next = { ...unknownFacts, callsPerMinute: 30 };
  const whole = { facts: next, calls, learned: null, callsPerDay: 500, answeredAt: 900 };
  expect(stored).toEqual([['account', whole, 1_000], 'changed']);
  expect([facts.current(), facts.answeredAt()]).toEqual([next, 900]);
});

test('an announced rate is known, none, not provided, not understood or never asked', () => {
  const known = (facts: object) => knownRate({ ...unknownFacts, ...facts }).is;
  const gaps = { notUnderstood: { callsPerMinute: '1,200' } };
  expect(known({})).toBe('neverAsked');
  expect(known({ announcedAt: 5 })).toBe('notProvided');
  expect(known({ announcedAt: 5, gaps })).toBe('notUnderstood');
  expect(known({ callsPerMinute: 60 })).toBe('value');
  expect(
    knownRate({ ...unknownFacts, announcedAt: 5, gaps: { none: ['callsPerMinute'] } }),
  ).toEqual({ is: 'value', value: null, asOf: 5 });
});

test('what was not understood is still known after a restart', () => {
  const gaps = { notUnderstood: { callsPerMinute: '1,200' } };
  const facts = { ...unknownFacts, gaps, announcedAt: 5 };
  const stored = JSON.parse(JSON.stringify({ facts, calls: null, answeredAt: 5 })) as unknown;
  expect(knownRate(readStoredAccount(stored).facts)).toEqual({
    is: 'notUnderstood',
    original: '1,200',
    asOf: 5,
  });
});
