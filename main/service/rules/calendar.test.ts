import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOf, isCalendarDay, plusDays, readMoment, startOfDay, writeMoment } from './calendar';

const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
const moment = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2060, 0, 1) });

describe('days', () => {
  it('start at the first moment that belongs to them, in every zone', () => {
    fc.assert(
      fc.property(zone, moment, (timeZone, at) => {
        const day = dayOf(at, timeZone);
        const start = startOfDay(day, timeZone);
        expect(start).toBeLessThanOrEqual(at);
        expect(dayOf(start, timeZone)).toBe(day);
        expect(dayOf(start - 1, timeZone)).not.toBe(day);
      }),
    );
  });

  it.each([
    ['2030-01-31', true],
    ['2028-02-29', true],
    ['2027-02-29', false],
    ['2030-13-01', false],
    ['2030-1-1', false],
    ['+002030-01-01', false],
  ])('%s exists: %s', (text, exists) => expect(isCalendarDay(text)).toBe(exists));

  it('can be counted on', () => expect(plusDays('2028-02-28', 2)).toBe('2028-03-01'));
});

describe('moments', () => {
  it('are read as they were written', () => {
    fc.assert(
      fc.property(moment, (at) => {
        expect(readMoment(writeMoment(at))).toBe(at);
      }),
    );
  });

  it.each([
    ['2030-01-31T12:00:00Z', '2030-01-31T12:00:00.000Z'],
    ['2030-01-31T12:00:00', '2030-01-31T12:00:00.000Z'],
    ['2030-01-31T12:00', '2030-01-31T12:00:00.000Z'],
    ['2030-01-31T12:00:00.25-05:00', '2030-01-31T17:00:00.250Z'],
  ])('%s is %s', (text, iso) => expect(new Date(readMoment(text) ?? NaN).toISOString()).toBe(iso));

  it.each(['2030-01-31', 'noon', '2030-02-31T25:00:00Z', '1234567890', ''])('%j is none', (text) =>
    expect(readMoment(text)).toBeNull(),
  );
});
