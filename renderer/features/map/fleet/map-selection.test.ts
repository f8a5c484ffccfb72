import { expect, test, vi } from 'vitest';
import { MapSelection } from './map-selection';

const select = vi.fn<(id: string | null) => void>();

test('reveals a device that was selected outside the map, once', () => {
  const selection = new MapSelection(select);
  expect(selection.follow('a')).toBe(true);
  expect(selection.follow('a')).toBe(false);
  expect(selection.follow(null)).toBe(false);
  expect(selection.follow('b')).toBe(true);
});

test('does not move the map for a device that was clicked on it', () => {
  const selection = new MapSelection(select);
  selection.choose('a');
  expect(select).toHaveBeenLastCalledWith('a');
  expect(selection.follow(null)).toBe(false);
  expect(selection.follow('a')).toBe(false);
  expect(selection.follow('b')).toBe(true);
});

test('a second click on the selected device does not hide the next selection', () => {
  const selection = new MapSelection(select);
  expect(selection.follow('a')).toBe(true);
  selection.choose('a');
  expect(selection.follow('b')).toBe(true);
});

test('does not move the map for the device that was selected in a restored view, once', () => {
  const selection = new MapSelection(select);
  selection.restored('a');
  expect(selection.follow(null)).toBe(false);
  expect(selection.follow('a')).toBe(false);
  expect(selection.follow('b')).toBe(true);
  expect(selection.follow('a')).toBe(true);
});
