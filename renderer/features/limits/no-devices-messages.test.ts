import { expect, test } from 'vitest';
import { whyNoDevices } from './no-devices-messages';

test('only a list that was received is "no devices"', () => {
  const none = { devices: [], rows: 0 };
  expect(whyNoDevices({ ...none, isListed: true })).toBe('none');
  expect(whyNoDevices({ ...none, isListed: false })).toBe('notLoaded');
  expect(whyNoDevices({ ...none, isListed: null })).toBe('loading');
  expect(whyNoDevices({ devices: null, rows: 0, isListed: true })).toBe('loading');
  expect(whyNoDevices({ devices: [1], rows: 1, isListed: false })).toBe('noMatch');
});
