import { beforeEach, expect, test, vi } from 'vitest';
import { createDialect } from '#main/api/dialect';
import type { LogKind } from '#shared/domain/history';
import { dayMs, hourMs } from './missing-ranges';
import { createSliceWidths, type SliceWidths } from './slice-widths';

const onChanged = vi.fn<(log: LogKind) => void>();
let widths: SliceWidths;
beforeEach(() => {
  onChanged.mockClear();
  widths = createSliceWidths(createDialect(), onChanged);
});

test('halves the width of one log after each refusal, down to an hour', () => {
  expect(widths.narrow('locations', dayMs)).toBe(true);
  expect(widths.of('locations')).toBe(dayMs / 2);
  expect(widths.of('alerts')).toBe(dayMs);
  expect(onChanged).toHaveBeenCalledExactlyOnceWith('locations');
  while (widths.of('locations') > hourMs) widths.narrow('locations', widths.of('locations'));
  expect(widths.of('locations')).toBe(hourMs);
  expect(widths.narrow('locations', hourMs)).toBe(false);
});

test('halves the refused width if it was narrower than usual', () => {
  widths.narrow('alerts', 4 * hourMs);
  expect(widths.of('alerts')).toBe(2 * hourMs);
});

test('returns to the widest answered width, or to a day', () => {
  widths.narrow('alerts', 4 * hourMs);
  widths.reset('alerts');
  expect(widths.of('alerts')).toBe(dayMs);
  widths.answered('alerts', 6 * hourMs);
  widths.answered('alerts', 5 * hourMs);
  widths.reset('alerts');
  expect(widths.of('alerts')).toBe(6 * hourMs);
});

test('restores a stored width, but never less than an hour', () => {
  widths.restore('locations', 1);
  expect(widths.of('locations')).toBe(hourMs);
  widths.restore('locations', dayMs);
  expect(widths.of('locations')).toBe(hourMs);
  expect(onChanged).not.toHaveBeenCalled();
});
