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
