import { expect, test } from 'vitest';
import { decodeTokenAnswer } from './token';

test.each([
  [{ limits: { callsPerMinute: '1,200' } }, null, { notUnderstood: { callsPerMinute: '1,200' } }],
  [{ limits: { callsPerMinute: '1.200' } }, null, { notUnderstood: { callsPerMinute: '1.200' } }],
  [{ limits: { callsPerMinute: 0 } }, null, { notUnderstood: { callsPerMinute: 0 } }],
  [{ limits: { callsPerMinute: -60 } }, null, { notUnderstood: { callsPerMinute: -60 } }],
  [{ limits: { callsPerMinute: [60] } }, null, { notUnderstood: { callsPerMinute: [60] } }],
  [{ limits: '60 per minute' }, null, { notUnderstood: { callsPerMinute: '60 per minute' } }],
  [{ Limits: { CallsPerMinute: '60' } }, 60, undefined],
  [{ limits: { callsPerMinute: null } }, null, { none: ['callsPerMinute'] }],
  [{ limits: {} }, null, undefined],
  [{ limits: null }, null, undefined],
  [{}, null, undefined],
])('the announced rate of %j is read as %s with %j', (stated, rate, gaps) => {
  const answer = decodeTokenAnswer({ token: 'a', ...stated });
  expect([answer.callsPerMinute, answer.gaps]).toEqual([rate, gaps]);
});

test('an unknown time zone is kept as it was sent', () => {
  const { accountTimeZone, gaps } = decodeTokenAnswer({
    token: 'a',
    account: { timeZone: 'Nowhere/Land' },
  });
  expect(accountTimeZone).toBeNull();
  expect(gaps).toEqual({ notUnderstood: { accountTimeZone: 'Nowhere/Land' } });
});

test.each([
  [
    { total: '1,500', used: 20 },
    { total: null, used: 20, gaps: { notUnderstood: { total: '1,500' } } },
  ],
  [{ total: 1500 }, { total: 1500, used: null }],
  [{ used: 20 }, { total: null, used: 20 }],
  ['many', { total: null, used: null, gaps: { notUnderstood: { total: 'many' } } }],
  [
    { total: 9, used: 2 },
    { total: 9, used: 2 },
  ],
  [{}, null],
  [null, null],
])('licences %j keep each number, and what is not understood', (licences, read) => {
  expect(decodeTokenAnswer({ token: 't', licences }).licences).toEqual(read);
});
