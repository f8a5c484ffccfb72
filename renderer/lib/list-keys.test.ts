import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextIndex } from './list-keys';

test.each([
  ['ArrowDown', -1, 0],
  ['ArrowDown', 3, 4],
  ['ArrowDown', 9, 9],
  ['ArrowUp', -1, 0],
  ['ArrowUp', 3, 2],
  ['ArrowUp', 0, 0],
  ['PageDown', 1, 5],
  ['PageUp', 5, 1],
  ['Home', 7, 0],
  ['End', 2, 9],
  ['a', 2, null],
])('%s on row %d of ten goes to %s', (key, selected, expected) => {
  expect(nextIndex(key, selected, 10, 4)).toBe(expected);
});

test('no key leaves the list, whatever the page size', () => {
  const keys = fc.constantFrom('ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End');
  fc.assert(
    fc.property(
      keys,
      fc.integer({ min: -1, max: 99 }),
      fc.integer({ min: -5, max: 500 }),
      (...a) => {
        const next = nextIndex(a[0], a[1], 100, a[2])!;
        expect(next).toBeGreaterThanOrEqual(0);
        expect(next).toBeLessThan(100);
      },
    ),
  );
});

test('no key selects anything in an empty list', () => {
  expect(nextIndex('End', -1, 0, 4)).toBeNull();
});
