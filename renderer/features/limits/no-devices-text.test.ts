import { expect, test } from 'vitest';
import { noDevicesText } from './no-devices-text';

test('only a list that was received is "no devices"', () => {
  const none = { devices: [], rows: 0 };
  expect(noDevicesText({ ...none, isListed: true })).toBe('This account has no devices yet.');
  expect(noDevicesText({ ...none, isListed: false })).toBe('The list of devices was not loaded.');
  expect(noDevicesText({ ...none, isListed: null })).toBe('Loading devices…');
  expect(noDevicesText({ devices: null, rows: 0, isListed: true })).toBe('Loading devices…');
  expect(noDevicesText({ devices: [1], rows: 1, isListed: false })).toBe(
    'No devices match the search and the filter.',
  );
});
