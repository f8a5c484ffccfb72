import { expect, test } from 'vitest';
import type { Visit } from '#shared/history/visits';
import { format } from '../../../test/support/english';
import { arrivalText, departureText, lengthText } from './visit-times';

const at = (time: string) => Date.parse(`2026-11-25T${time}Z`);
const visit: Visit = {
  placeId: 'depot',
  arrivedAfter: at('07:10:20'),
  arrivedBy: at('07:14:00'),
  leftAfter: at('09:02:00'),
  leftBy: at('09:02:40'),
  fromRow: 0,
  toRow: 9,
  gaps: [],
  metresSince: null,
};
const texts = (part: Partial<Visit>) => {
  const given = { ...visit, ...part };
  return [arrivalText(given, format), departureText(given, format), lengthText(given, format)];
};

test('times say as much as the fixes around them', () => {
  expect(texts({})).toEqual(['07:10 – 07:14', '09:02', '1 h 48 – 1 h 52']);
  expect(texts({ arrivedAfter: null, leftBy: null })).toEqual([
    'by 07:14',
    'after 09:02',
    'at least 1 h 48',
  ]);
});

test('an arrival or a departure that another day may have had names both days, one of another day that day', () => {
  const [arrival] = texts({ arrivedAfter: Date.parse('2026-11-24T21:00:00Z') });
  expect(arrival).toBe('24 Nov 2026, 21:00 – 25 Nov 2026, 07:14');
  const onTheDayBefore = (part: Partial<Visit>) =>
    departureText({ ...visit, ...part }, format, '24 Nov 2026');
  expect(onTheDayBefore({})).toBe('25 Nov 2026, 09:02');
  expect(onTheDayBefore({ leftBy: at('09:04:00') })).toBe('25 Nov 2026, 09:02 – 09:04');
  expect(onTheDayBefore({ leftBy: null })).toBe('after 25 Nov 2026, 09:02');
});

test('a time without a fix does not count as time at the place', () => {
  const [, , length] = texts({
    leftBy: null,
    gaps: [{ from: at('07:30:00'), to: at('08:30:00') }],
  });
  expect(length).toBe('at least 48 min');
});
