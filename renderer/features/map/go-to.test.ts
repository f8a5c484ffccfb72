import { expect, test } from 'vitest';
import { readCoordinates } from '#shared/domain/coordinates';
import { otherOrder } from './go-to';

test.each([
  ['45.8, 15.9', { latitude: 15.9, longitude: 45.8 }],
  ['139.7, 35.7', { latitude: 35.7, longitude: 139.7 }],
  ['45.8, 115.9', null],
  ['45.8 N, 15.9 E', null],
  ['lat 45.8 lon 15.9', null],
  ['geo:45.8,15.9', null],
  ['https://www.openstreetmap.org/#map=12/45.8/15.9', null],
  ['10, 10', null],
  ['nothing', null],
])('%s: the other order is %o', (text, other) => {
  expect(otherOrder(readCoordinates(text))).toEqual(other);
});
