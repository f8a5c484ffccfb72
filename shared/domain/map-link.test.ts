import fc from 'fast-check';
import { assert, describe, expect, test } from 'vitest';
import { readCoordinates, browserMapAddress } from './coordinates';

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
  expect(read.message).toContain('This link has no coordinates in it.');
});

test('a link with an impossible latitude is refused', () => {
  const read = readCoordinates('https://maps.google.com/?q=95.5,10');
  assert(!read.ok);
  expect(read.message).toContain('at most 90');
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
