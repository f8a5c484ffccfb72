import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readDay, validity } from './validity';

const zones = [
  'UTC',
  'America/Santiago',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Europe/Paris',
];
const days = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2035-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

test('a day survives the conversion in every zone, across clock changes', () => {
  fc.assert(
    fc.property(days, fc.constantFrom(...zones), (day, zone) => {
      expect(validity.firstDay(validity.fromFirstDay(day, zone), zone)).toBe(day);
      expect(validity.lastDay(validity.fromLastDay(day, zone), zone)).toBe(day);
      expect(validity.fromFirstDay(day, zone)).toBeLessThan(validity.fromLastDay(day, zone));
    }),
  );
});

test('the last day is valid until its end', () => {
  const end = validity.fromLastDay('2026-10-25', 'Europe/Paris');
  expect(new Date(end).toISOString()).toBe('2026-10-25T23:00:00.000Z');
});

test('a moment within a day counts as that day', () => {
  expect(validity.lastDay(Date.parse('2026-11-21T14:03:00Z'), 'UTC')).toBe('2026-11-21');
});

test.each(['', '2026-02-30', '2026-1-1', 'soon'])('rejects "%s"', (text) => {
  expect(readDay(text)).toBeNull();
});
