import fc from 'fast-check';
import { assert, describe, expect, test } from 'vitest';
import { coordinateNotations, readCoordinates, writeCoordinates } from './coordinates';

describe('reads the same position in every common notation', () => {
  test.each([
    '40.4168, -3.7038',
    '40.4168,-3.7038',
    '40.4168 -3.7038',
    '40.4168; -3.7038',
    '40.4168/-3.7038',
    '40,4168; -3,7038',
    '40,4168 -3,7038',
    '40,4168,-3,7038',
    '40,4168, -3,7038',
    '+40.4168, −3.7038',
    '40.4168N 3.7038W',
    '40.4168° N, 3.7038° W',
    'N 40.4168 W 3.7038',
    'N40.4168,W3.7038',
    '3.7038 W, 40.4168 N',
    'W3.7038 N40.4168',
    '40° 25.008′ N 3° 42.228′ W',
    "40°25.008'N 3°42.228'W",
    '40 25.008 N, 3 42.228 W',
    'N 40° 25,008′; W 3° 42,228′',
    '40 25.008 -3 42.228',
    '40° 25′ 0.48″ N 3° 42′ 13.68″ W',
    '40°25\'0.48"N 3°42\'13.68"W',
    "40º25'0,48''N, 3º42'13,68''W",
    '40 25 0.48 -3 42 13.68',
    'Lat: 40.4168 Lon: -3.7038',
    '(40.4168, -3.7038)',
    '40.4168 north, 3.7038 west',
    '  40.4168\t-3.7038 ',
    'geo:40.4168,-3.7038',
    'GEO:40.4168,-3.7038,667;u=35',
    'geo:40.4168,-3.7038;crs=wgs84?z=12',
    'geo:0,0?q=40.4168,-3.7038(Madrid)',
    'geo:0,0?z=9&q=40.4168%2C-3.7038',
  ])('%s', (text) => {
    const read = readCoordinates(text);
    expect(read).toMatchObject({
      ok: true,
      latitude: expect.closeTo(40.4168, 9) as number,
      longitude: expect.closeTo(-3.7038, 9) as number,
    });
  });
});

describe('rejects with a message', () => {
  test.each([
    ['', 'nothing here'],
    ['somewhere', 'Two numbers'],
    ['40.4168', 'Two numbers'],
    ['40.4 N 41.2 N', 'the same'],
    ['120, 30', 'longitude comes first'],
    ['95, 190', 'at most 90'],
    ['40, 181', 'at most 180'],
    ['40° 61′ N 3° W', 'cannot be read'],
    ['40.5° 30′ N 3° W', 'cannot be read'],
    ['-40 N 3 W', 'cannot be read'],
    ['1 2 3 4 5', 'Two numbers'],
    ['40.4.1, 3', 'cannot be read'],
    ['geo:95,10', 'at most 90'],
    ['geo:40.4', 'Two numbers'],
    ['geo:40.4,-3.7;crs=moon-2011', 'cannot be read'],
  ])('%s', (text, message) => {
    const read = readCoordinates(text);
    expect(read).toMatchObject({ ok: false, message: expect.stringContaining(message) as string });
  });
});

const place = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

test('reads back what it formats, to about a metre', () => {
  fc.assert(
    fc.property(
      place,
      fc.constantFrom(...coordinateNotations),
      fc.boolean(),
      (where, notation, comma) => {
        const written = writeCoordinates(where, notation);
        const text = comma && notation !== 'decimal' ? written.replaceAll('.', ',') : written;
        const read = readCoordinates(text);
        assert(read.ok, `not understood: ${text}`);
        expect(Math.abs(read.latitude - where.latitude)).toBeLessThan(1e-5);
        expect(Math.abs(read.longitude - where.longitude)).toBeLessThan(1e-5);
      },
    ),
  );
});

test('no text throws or gives a position outside the valid range', () => {
  const characters = fc.constantFrom(...'0123456789.,;-+°′″\'"NSEW /'.split(''));
  fc.assert(
    fc.property(fc.array(characters, { maxLength: 30 }), (parts) => {
      const read = readCoordinates(parts.join(''));
      if (!read.ok) return;
      expect(Math.abs(read.latitude)).toBeLessThanOrEqual(90);
      expect(Math.abs(read.longitude)).toBeLessThanOrEqual(180);
    }),
    { numRuns: 3_000 },
  );
});
