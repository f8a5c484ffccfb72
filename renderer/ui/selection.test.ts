import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allSelected, coverage, extended, nothingSelected, type Selection } from './selection';

const order = ['a', 'b', 'c', 'd', 'e'];
const of = (...ids: string[]): Selection => ({ ids: new Set(ids), anchor: ids.at(-1) ?? null });
const ids = (selection: Selection) => [...selection.ids].sort();

describe('a range', () => {
  test('keeps its anchor, so that it can be extended', () => {
    const first = extended(of('b'), 'c', order);
    expect(ids(extended(first, 'e', order))).toEqual(['b', 'c', 'd', 'e']);
  });
  test('starts at the row itself if the anchor is missing or filtered out', () => {
    expect(ids(extended(nothingSelected, 'c', order))).toEqual(['c']);
    expect(ids(extended(of('z'), 'c', order))).toEqual(['c', 'z']);
  });
});

test('reports whether none, some or all rows are selected', () => {
  expect(coverage(of('z'), order)).toBe('none');
  expect(coverage(of('a'), order)).toBe('some');
  expect(coverage(allSelected(of('z'), order), order)).toBe('all');
  expect(coverage(of('a'), [])).toBe('none');
});

test('a range keeps the selection and adds nothing outside it', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 2, maxLength: 40 }),
      fc.nat(),
      fc.nat(),
      fc.func(fc.boolean()),
      (list, a, b, was) => {
        const from = list[a % list.length]!;
        const to = list[b % list.length]!;
        const before: Selection = { ids: new Set([...list.filter(was), from]), anchor: from };
        const after = extended(before, to, list);
        const [low, high] = [list.indexOf(from), list.indexOf(to)].sort((x, y) => x - y);
        list.forEach((id, index) => {
          const isInside = index >= low! && index <= high!;
          expect(after.ids.has(id)).toBe(isInside || before.ids.has(id));
        });
      },
    ),
  );
});
