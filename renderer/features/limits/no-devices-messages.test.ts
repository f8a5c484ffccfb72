import { expect, test } from 'vitest';
import { matchesText, whyNoDevices } from './no-devices-messages';

test('only a list that was received is "no devices"', () => {
  const none = { devices: [], rows: 0 };
  expect(whyNoDevices({ ...none, isListed: true })).toBe('none');
  expect(whyNoDevices({ ...none, isListed: false })).toBe('notLoaded');
  expect(whyNoDevices({ ...none, isListed: null })).toBe('loading');
  expect(whyNoDevices({ devices: null, rows: 0, isListed: true })).toBe('loading');
  expect(whyNoDevices({ devices: [1], rows: 1, isListed: false })).toBe('noMatch');
});

test('says that a count is of a list that is not complete', () => {
  const text = (isListed: boolean | null) => matchesText(isListed, 2, 256, { count: String });
  expect(text(true)).toBe('2 of 256');
  expect(text(false)).toBe('List not complete: 2 of 256 so far');
  // Not known yet.
  expect(text(null)).toBe('2 of 256');
});
