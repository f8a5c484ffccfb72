import { expect, test } from 'vitest';
import {
  type Expiry,
  type ExpiryContradiction,
  type ExpiryDate,
  contradictionText,
  expiryNotes,
} from './expiry';

const dated: Pick<Expiry, 'date'> = {
  date: { is: 'value', value: { day: '2027-03-01' } as ExpiryDate } as Expiry['date'],
};
const shown = (day: string) => `<${day}>`;

test.each([
  [{ kind: 'activeAfterDate' }, /says active, but the expiration date <2027-03-01> has passed/],
  [{ kind: 'inactiveBeforeDate' }, /not active, but .* <2027-03-01> has not been reached/],
  [{ kind: 'inactiveWithoutDate' }, /states no expiration date\.$/],
  [
    { kind: 'twoDates', limitsDate: { day: '2027-04-01' } },
    /expires on <2027-03-01>, its limits on <2027-04-01>\.$/,
  ],
  [{ kind: 'onlyLimitsDate' }, /no expiry of the device, but .* <2027-03-01> of its limits/],
  [{ kind: 'switchedOff' }, /date <2027-03-01>, but the Expires switch is off/],
])('%j is said with the date as it is shown', (contradiction, text) => {
  expect(contradictionText(dated, contradiction as ExpiryContradiction, shown)).toMatch(text);
});

test('without a format a day is its calendar day', () => {
  const text = contradictionText(dated, { kind: 'switchedOff' } as ExpiryContradiction);
  expect(text).toContain(' 2027-03-01,');
});

test('an expiry that the service has not confirmed is said first', () => {
  const contradictions = [{ kind: 'switchedOff' }] as ExpiryContradiction[];
  const notes = (isConfirmed: boolean) =>
    expiryNotes({ ...dated, contradictions, isConfirmed } as Expiry);
  expect(notes(true)).toHaveLength(1);
  expect(notes(false)).toEqual([
    'Expired by its date. The service has not confirmed it yet.',
    ...notes(true),
  ]);
});
