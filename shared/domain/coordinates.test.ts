import fc from 'fast-check';
import { assert, describe, expect, test } from 'vitest';
import { formatIn, languageOf, t } from '../../test/support/english';
import { languages } from '../i18n/languages';
import {
  browserMapAddress,
  coordinateStyles,
  readCoordinates,
  writeCoordinates,
} from './coordinates';

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
    ' geo:40.4168,-3.7038;crs=WGS84 ',
    '40.4168 -3 42.228',
    '40 25.008 -3.7038',
    '40.4168 norte 3.7038 oeste',
    '-3.7038, 40.4168 N',
    '3.7038 W, 40.4168',
    'lng -3.7038 lat 40.4168',
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
    ['40° 60′ N 3° W', 'cannot be read'],
    ['40° 59′ 60″ N 3° W', 'cannot be read'],
    ['40° 25.5′ 10″ N 3° W', 'cannot be read'],
    ['N 40 S, 3 W', 'cannot be read'],
    ['3 W, 4 E', 'the same'],
    ['3, 4 5 6 7', 'cannot be read'],
    ['1 2 3 4 5 6 7 8', 'Two numbers'],
    ['x 2 3 4', 'Two numbers'],
    ['1 x', 'Two numbers'],
    ['https://example.com/', 'no coordinates in it'],
    ['geo:40.4', 'Two numbers'],
    ['geo:40.4,-3.7;crs=moon-2011', 'cannot be read'],
  ])('%s', (text, message) => {
    const read = readCoordinates(text);
    assert(!read.ok);
    expect(t(read.message)).toContain(message);
  });
});

test.each([
  ['90, 180', 90, 180],
  ['40.5° 3.25°', 40.5, 3.25],
  ['-90, -180', -90, -180],
  ['10.5 S, 20 E', -10.5, 20],
  ['10.5 süd, 20 este', -10.5, 20],
  ['20 east, 10.5 sur', -10.5, 20],
  ['S 10 59.9999, E 20 59 59.99', -10 - 59.9999 / 60, 20 + 59 / 60 + 59.99 / 3600],
])('the text %s is %d, %d', (text, latitude, longitude) => {
  expect(readCoordinates(text)).toMatchObject({
    ok: true,
    latitude: expect.closeTo(latitude, 9) as number,
    longitude: expect.closeTo(longitude, 9) as number,
  });
});

test.each([
  ['90.01, 10', { latitude: 10, longitude: 90.01 }],
  ['180, 90', { latitude: 90, longitude: 180 }],
  ['-180, -90', { latitude: -90, longitude: -180 }],
  ['180.01, 10', undefined],
  ['100, 90.01', undefined],
])('the other order of %s is offered if it is a position: %j', (text, swapped) => {
  const read = readCoordinates(text);
  assert(!read.ok);
  expect(read.swapped).toEqual(swapped);
});

test.each([
  [40.4168, -3.7038, '40.416800, -3.703800'],
  [-1e-8, -0.0000004, '0.000000, 0.000000'],
])('%d, %d is written in a field as %s', (latitude, longitude, text) => {
  expect(writeCoordinates({ latitude, longitude })).toBe(text);
});

const place = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

test('reads back what it writes into a field, to less than a metre', () => {
  fc.assert(
    fc.property(place, (where) => {
      const text = writeCoordinates(where);
      const read = readCoordinates(text);
      assert(read.ok, `not understood: ${text}`);
      expect(Math.abs(read.latitude - where.latitude)).toBeLessThan(1e-6);
      expect(Math.abs(read.longitude - where.longitude)).toBeLessThan(1e-6);
    }),
  );
});

describe.each(languages.map(({ tag }) => tag))('in %s', (tag) => {
  const { coordinates } = formatIn(languageOf({ language: tag }));

  test('reads back what Waypost shows, to about three metres', () => {
    fc.assert(
      fc.property(place, fc.constantFrom(...coordinateStyles), (where, style) => {
        const text = coordinates(where.latitude, where.longitude, style);
        const read = readCoordinates(text, tag);
        assert(read.ok, `not understood: ${text}`);
        expect(Math.abs(read.latitude - where.latitude)).toBeLessThan(3e-5);
        expect(Math.abs(read.longitude - where.longitude)).toBeLessThan(3e-5);
      }),
    );
  });

  test('reads the words of every language', () => {
    for (const text of [
      '40,4168 norte 3,7038 oeste',
      '40.4168° sul, 3.7038° leste',
      'Latitude 40,4168 nord, longitude 3,7038 ouest',
      '40,4168 Grad Nord 3,7038 Grad Ost',
      '40,4168 sud 3,7038 ovest',
      '٤٠٫٤١٦٨ شمال، ٣٫٧٠٣٨ غرب',
      '40.4168 דרום, 3.7038 מזרח',
      'خط العرض 40.4168 خط الطول -3.7038',
      'קו אורך: 3.7038 קו רוחב: 40.4168',
      'Länge 3,7038; Breite 40,4168',
    ]) {
      const read = readCoordinates(text, tag);
      assert(read.ok, `not understood: ${text}`);
      expect(Math.abs(read.latitude), text).toBeCloseTo(40.4168, 9);
      expect(Math.abs(read.longitude), text).toBeCloseTo(3.7038, 9);
      expect(read.longitude < 0, text).toBe(/oeste|ouest|ovest|غرب|-/.test(text));
      expect(read.latitude < 0, text).toBe(/sul|sud|דרום/.test(text));
    }
  });

  test('reads O and L as the language means them, and not at all where they mean nothing', () => {
    const o = readCoordinates('40.4168 N 3.7038 O', tag);
    const unread = ['en', 'ar', 'he'].includes(tag);
    expect(o.ok && o.longitude).toBe(!unread && (tag === 'de' ? 3.7038 : -3.7038));
    expect(readCoordinates('40° 25′ N 3° 42′ L', tag).ok).toBe(tag === 'pt-BR');
  });
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

describe('reads the position in links of common maps', () => {
  test.each([
    'https://www.openstreetmap.org/?mlat=40.4168&mlon=-3.7038#map=16/1.00000/2.00000',
    'https://www.openstreetmap.org/#map=12/40.4168/-3.7038',
    'https://www.openstreetmap.org/node/1#map=19/40.4168/-3.7038&layers=N',
    'https://www.google.com/maps/@40.4168,-3.7038,15z',
    'https://www.google.es/maps/place/Madrid/@1.5,2.5,15z/data=!3m1!4b1!4m6!3m5!8m2!3d40.4168!4d-3.7038',
    'https://www.google.com/maps/place/40.4168,-3.7038',
    'https://www.google.com/maps/search/40.4168,+-3.7038?entry=tts',
    'https://www.google.com/maps/search/?api=1&query=40.4168%2C-3.7038',
    'https://maps.google.com/?q=40.4168,-3.7038',
    'https://maps.google.com/maps?q=loc:40.4168,-3.7038&z=5',
    'https://maps.apple.com/?ll=40.4168,-3.7038&q=Marked%20Location',
    'https://maps.apple.com/place?coordinate=40.4168,-3.7038&name=Here',
    'https://www.bing.com/maps?cp=40.4168~-3.7038&lvl=11',
    '  https://example.org/map?lat=40.4168&lng=-3.7038  ',
    'http://maps.example/#14/40.4168/-3.7038',
    'https://example.org/map?lat=40.4168&lon=-3.7038',
    'https://example.org/map?latitude=40.4168&longitude=-3.7038',
    'https://maps.apple.com/?center=40.4168,-3.7038',
    'https://maps.apple.com/?daddr=40.4168,-3.7038',
    'https://maps.apple.com/?sll=40.4168,-3.7038',
    'https://yandex.example/?pt=40.4168,-3.7038',
    'https://maps.google.com/?q=40.4168,%20-3.7038',
    'https://maps.google.com/?q=LOC:40.4168,-3.7038',
    'https://www.google.com/maps/dir/40.4168,-3.7038',
    'https://www.openstreetmap.org/#layers=N&map=12.5/40.4168/-3.7038',
    // The exact place comes before the centre of the map.
    'https://maps.google.com/?center=1,2&q=40.4168,-3.7038',
    'https://www.google.com/maps/search/40.4168,-3.7038/data=!3d40.4168!4d-3.7038?q=1,2',
  ])('%s', (text) => {
    expect(readCoordinates(text)).toEqual({
      ok: true,
      latitude: 40.4168,
      longitude: -3.7038,
      isMarked: true,
    });
  });
});

test.each([
  'https://maps.app.goo.gl/AbCdEf123',
  'https://www.openstreetmap.org/way/12345678',
  'https://www.google.com/maps?q=Madrid',
  'https://example.org/40.4168',
  'https://example.org/?lat=40.4168',
  'https://example.org/?lon=-3.7038',
  'https://example.org/?lat=north&lon=3',
  'https://example.org/?lat=4&lon=east',
  'https://example.org/#map=12/40.4168',
  'http://[broken',
])('%s has no coordinates', (text) => {
  const read = readCoordinates(text);
  assert(!read.ok);
  expect(read.message).toBe('map.coordinates.noneInLink');
});

test('a link with an impossible latitude is refused', () => {
  const read = readCoordinates('https://maps.google.com/?q=95.5,10');
  assert(!read.ok);
  expect(read.message).toBe('map.coordinates.swapped');
});

test('the address of every position is read back, to a metre', () => {
  const degrees = (limit: number) =>
    fc.double({ min: -limit, max: limit, noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(degrees(90), degrees(180), (latitude, longitude) => {
      const read = readCoordinates(browserMapAddress(latitude, longitude));
      assert(read.ok);
      expect(read.latitude).toBeCloseTo(latitude, 4);
      expect(read.longitude).toBeCloseTo(longitude, 4);
    }),
  );
});

describe('the order of the numbers', () => {
  test('a longitude beyond 90 in the first place is no latitude: the other order is offered', () => {
    const read = readCoordinates('139.6917, 35.6895');
    assert(!read.ok);
    expect(read.swapped).toEqual({ latitude: 35.6895, longitude: 139.6917 });
  });

  test('no other order is offered where that is no position either', () => {
    const read = readCoordinates('139.6917, 135.6895');
    assert(!read.ok);
    expect(read.swapped).toBeUndefined();
  });

  test.each([
    ['40.4, -3.7', false],
    ['40.4 N, 3.7 W', true],
    ['lat 40.4, lon -3.7', true],
    ['lon: -3.7, lat: 40.4', true],
    ['Longitude -3.7 Latitude 40.4', true],
    ['lng=-3.7 lat=40.4', true],
    ['geo:40.4,-3.7', true],
  ])('%s says which is which: %s', (text, isMarked) => {
    expect(readCoordinates(text)).toEqual({
      ok: true,
      latitude: 40.4,
      longitude: -3.7,
      isMarked,
    });
  });
});
